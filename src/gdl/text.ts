import { isControl } from './characters.js';
import type { Findings } from './findings.js';

/** Bytes or UTF-16 units. The largest known sheets have 70 kB; one generated from tables may have some megabytes. */
const LARGEST_SHEET = 32 * 1024 * 1024;

/** A picture or a program shows itself within this many units, by this share of characters that no text has. */
const SAMPLE = 1 << 16;
const MOST_BAD_SHARE = 0.05;
/** So many are reported one by one, however short the sheet. */
const FEW_BAD = 100;

/** The text of a sheet without its byte order mark; what is not text is reported, and replaced where it must be. */
export function decodeSheet(content: string | Uint8Array, findings: Findings): string {
  if (content.length > LARGEST_SHEET) {
    findings.error({ start: 0, end: 0 }, 'sheet-too-large', '32 MB');
    return '';
  }
  const text = typeof content === 'string' ? content.replace(/^\uFEFF/, '') : decodeBytes(content, findings);
  if (!isText(text)) {
    findings.error({ start: 0, end: 0 }, 'not-text');
    return '';
  }
  reportControlCharacters(text, findings);
  return text;
}

function isText(text: string): boolean {
  const length = Math.min(text.length, SAMPLE);
  let bad = 0;
  for (let at = 0; at < length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0xfffd || isControl(code)) bad++;
  }
  return bad <= Math.max(MOST_BAD_SHARE * length, FEW_BAD);
}

function decodeBytes(bytes: Uint8Array, findings: Findings): string {
  const text = new TextDecoder().decode(bytes);
  if (text.includes('\uFFFD')) {
    const bad = firstBadByte(bytes);
    if (bad < bytes.length) {
      const start = new TextDecoder().decode(bytes.subarray(0, bad)).length;
      findings.error({ start, end: start + 1 }, 'invalid-utf8', String(bad + 1));
    }
  }
  return text;
}

/** Offset of the first byte that begins no well-formed UTF-8 sequence, or the length. */
function firstBadByte(bytes: Uint8Array): number {
  let at = 0;
  while (at < bytes.length) {
    const length = sequenceLength(bytes, at);
    if (length === 0) return at;
    at += length;
  }
  return at;
}

/** Table 3-7 of the Unicode standard; 0 if the sequence is ill-formed. */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const lead = bytes[at]!;
  if (lead < 0x80) return 1;
  if (lead < 0xc2 || lead > 0xf4) return 0;
  const length = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  const second = bytes[at + 1] ?? 0;
  const lowest = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
  const highest = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
  if (second < lowest || second > highest) return 0;
  for (let i = 2; i < length; i += 1) if (((bytes[at + i] ?? 0) & 0xc0) !== 0x80) return 0;
  return length;
}

/** U+0000 and so on; made once, as garbage may hold half a million of them. */
const CONTROL_NAMES = Array.from(
  { length: 0xa0 },
  (_, code) => `U+${code.toString(16).toUpperCase().padStart(4, '0')}`,
);

/** One finding a run. */
function reportControlCharacters(text: string, findings: Findings): void {
  let start = 0;
  while (start < text.length) {
    const code = text.charCodeAt(start);
    let end = start + 1;
    if (isControl(code)) {
      while (end < text.length && isControl(text.charCodeAt(end))) end += 1;
      findings.error({ start, end }, 'control-character', CONTROL_NAMES[code]);
    }
    start = end;
  }
}
