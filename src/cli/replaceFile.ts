import { randomBytes } from 'node:crypto';
import { closeSync, openSync, realpathSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';

/**
 * Makes a file of the text. It is written beside its place and moved there when it is whole: whoever interrupts that, or runs out of disk,
 * still has the file of before. What is no file (a pipe, `/dev/stdout`) is written to as it is.
 */
export function replaceFile(path: string, chunks: Iterable<string>): void {
  const before = statSync(path, { throwIfNoEntry: false });
  if (before !== undefined && !before.isFile()) {
    writeTo(openSync(path, 'w'), chunks);
    return;
  }
  const place = before === undefined ? path : realpathSync(path);
  const draft = `${place}.${randomBytes(4).toString('hex')}.tmp`;
  try {
    writeTo(openSync(draft, 'wx', before?.mode), chunks);
    renameSync(draft, place);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

function writeTo(file: number, chunks: Iterable<string>): void {
  try {
    for (const chunk of chunks) {
      const bytes = new TextEncoder().encode(chunk);
      for (let from = 0; from < bytes.length; from += writeSync(file, bytes, from));
    }
  } finally {
    closeSync(file);
  }
}
