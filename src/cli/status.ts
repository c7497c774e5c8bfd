import { stripVTControlCharacters } from 'node:util';
import { type Output, writeLine } from './outside.js';

const ERASE_LINE = '\r\u001B[2K';

/** Shows on a terminal what is being done while it is done; nothing where the output is no terminal. */
export function during<T>(output: Output, text: string, work: () => T): T {
  if (!output.isTTY) return work();
  // A line that wraps could not be erased.
  output.write(`${ERASE_LINE}${text.slice(0, (output.columns ?? 80) - 1)}`);
  try {
    return work();
  } finally {
    output.write(ERASE_LINE);
  }
}

/** Shows frames one after the other, on a terminal each in the place of the last if that is still wholly on the screen. */
export function filmOn(output: Output): (frame: string) => void {
  let height = 0;
  return (frame) => {
    if (output.isTTY && height > 0 && height < (output.rows ?? 24)) output.write(`\u001B[${String(height)}A\u001B[0J`);
    writeLine(output, frame);
    height = screenLines(frame, output.columns ?? 80);
  };
}

/** Lines that a text takes where long ones wrap. */
function screenLines(text: string, columns: number): number {
  const widths = text.split('\n').map((line) => stripVTControlCharacters(line).length);
  return widths.reduce((lines, width) => lines + Math.max(1, Math.ceil(width / columns)), 0);
}
