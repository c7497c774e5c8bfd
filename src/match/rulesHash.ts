import { finishHash, mixHash } from '../base/index.js';
import { printSheet } from '../gdl/index.js';
import type { ValidRules } from '../rules/index.js';

/** 64 bits that tell rules apart, as 16 hexadecimal digits; layout, comments and notation do not matter. */
export function rulesHash({ sheet }: ValidRules): string {
  const text = printSheet(sheet, 'prefix');
  return [1, 2].map((start) => hexadecimal(hashOf(text, start))).join('');
}

function hashOf(text: string, start: number): number {
  let hash = start;
  for (let at = 0; at < text.length; at++) hash = mixHash(hash, text.charCodeAt(at));
  return finishHash(hash);
}

const hexadecimal = (hash: number): string => (hash >>> 0).toString(16).padStart(8, '0');
