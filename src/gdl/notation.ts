import type { Notation } from './ast.js';
import { INFIX_COMMENTS, skipBlank } from './blank.js';

/** The notation of a sheet, by its file name where that is clear, else by its first character outside of comments. */
export function chooseNotation(fileName: string, text: string): Notation {
  if (/\.kif$/i.test(fileName)) return 'prefix';
  return text.startsWith('(', skipBlank(text, 0, INFIX_COMMENTS)) ? 'prefix' : 'infix';
}
