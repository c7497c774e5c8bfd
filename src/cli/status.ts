import { stripVTControlCharacters } from 'node:util';
import { type Output, printable, writeLine } from './outside.js';

const ERASE_LINE = '\r\u001B[2K';

/** A line on a terminal that says what is being done; nothing where the output is no terminal. */
export interface Status {
  show(text: string): void;
  erase(): void;
}

export function statusOn(output: Output): Status {
  if (!output.isTTY) return { show: () => undefined, erase: () => undefined };
  return {
    show: (text) => {
      // A line that wraps could not be erased.
      const line = printable(text.replace(/\s+/g, ' ')).slice(0, (output.columns ?? 80) - 1);
      output.write(`${ERASE_LINE}${line}`);
    },
    erase: () => output.write(ERASE_LINE),
  };
}

/** Shows what is being done while it is done. */
export function during<T>(output: Output, text: string, work: () => T): T {
  const status = statusOn(output);
  status.show(text);
  try {
    return work();
  } finally {
    status.erase();
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
