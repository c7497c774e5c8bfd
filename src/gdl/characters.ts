const TAB = 0x09;
const CARRIAGE_RETURN = 0x0d;
const SPACE = 0x20;
const DELETE = 0x7f;
const NO_BREAK_SPACE = 0xa0;

export const PERCENT = 0x25;
export const OPEN = 0x28;
export const CLOSE = 0x29;
export const SEMICOLON = 0x3b;

/** Control characters are reported once, before reading, and then separate words like white space. */
export function isSpace(code: number): boolean {
  if (code <= SPACE) return true;
  if (code < DELETE) return false;
  return code <= NO_BREAK_SPACE || isWideSpace(code);
}

function isWideSpace(code: number): boolean {
  if (code < 0x1680) return false;
  if (code >= 0x2000 && code <= 0x200a) return true;
  return [0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0xfeff].includes(code);
}

export function isControl(code: number): boolean {
  if (code < SPACE) return code < TAB || code > CARRIAGE_RETURN;
  return code >= DELETE && code < NO_BREAK_SPACE;
}

export const isLineEnd = (code: number): boolean => code === 0x0a || code === CARRIAGE_RETURN;

/** Whether the character cannot be part of a symbol of prefix KIF. */
export const endsSymbol = (code: number): boolean =>
  code === OPEN || code === CLOSE || code === SEMICOLON || isSpace(code);
