import type { Term } from '../gdl/index.js';
import { termKey } from './terms.js';
import type { RelationKey } from './validRules.js';

/** As much of a term or name as a message shows. */
const SHOWN_LENGTH = 80;
/** As many links of a chain as a message shows. */
const SHOWN_LINKS = 8;

/** Text of the sheet inside a message. */
export function quote(text: string): string {
  return `\`${text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH - 1)}…` : text}\``;
}

export function quoteTerm(term: Term): string {
  return quote(termKey(term));
}

/** `cell/3` as `cell`. */
export function nameOfKey(key: RelationKey): string {
  return key.slice(0, key.lastIndexOf('/'));
}

/** A chain such as `p → not q → p`, with its middle left out where it is long. */
export function quoteChain(links: readonly string[]): string {
  const isLong = links.length > SHOWN_LINKS;
  const shown = isLong ? [...links.slice(0, SHOWN_LINKS - 2), '…', links.at(-1)!] : links;
  return quote(shown.join(' → '));
}

export function counted(count: number, noun: string): string {
  return `${String(count)} ${noun}${count === 1 ? '' : 's'}`;
}
