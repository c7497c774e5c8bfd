import { isLineEnd, isSpace, PERCENT, SEMICOLON } from './characters.js';

export const PREFIX_COMMENTS: ReadonlySet<number> = new Set([SEMICOLON]);
export const INFIX_COMMENTS: ReadonlySet<number> = new Set([SEMICOLON, PERCENT]);

/** Where the next token begins after white space and comments; a comment goes to the end of its line. */
export function skipBlank(text: string, from: number, comments: ReadonlySet<number>): number {
  let isComment = false;
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (isLineEnd(code)) isComment = false;
    else if (isComment || isSpace(code)) continue;
    else if (comments.has(code)) isComment = true;
    else return at;
  }
  return text.length;
}

/** Where the line of `to` begins if that is after `from`, else -1. */
export function lineStartBetween(text: string, from: number, to: number): number {
  let at = to;
  while (at > from && !isLineEnd(text.charCodeAt(at - 1))) at -= 1;
  return at > from || at === 0 ? at : -1;
}
