import { CliError } from './cliError.js';
import type { Outside } from './outside.js';

/** Writes a file that the user named; ends with exit code 2 and the reason where that cannot be done. */
export function writeOutput(outside: Outside, path: string, chunks: Iterable<string>): void {
  try {
    outside.writeFile(path, chunks);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new CliError(2, `${path === '' ? '""' : path}: cannot be written: ${REASONS[code] ?? message}`);
  }
}

const REASONS: Readonly<Record<string, string | undefined>> = {
  ENOENT: 'no such directory',
  ENOTDIR: 'part of the path is not a directory',
  EISDIR: 'is a directory',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the disk is read-only',
  ENOSPC: 'no space left on the disk',
  EDQUOT: 'no space left on the disk',
  ENAMETOOLONG: 'the name is too long',
};
