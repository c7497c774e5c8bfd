import { bundledNames, bundledSheet } from './bundledGames.js';
import { CliError } from './cliError.js';
import { nearestName } from './nearest.js';
import type { Outside } from './outside.js';

/** A rule sheet found but not yet read as GDL. */
export interface SheetInput {
  /** As messages call it: the path as given, or the bundled game's file. */
  readonly name: string;
  readonly content: string | Uint8Array;
}

/** What `-` stands for in messages. */
const STDIN_NAME = 'standard input';

/** The rule sheet that GAME stands for. A bundled name wins over a file of that name, which `./name` still reaches. */
export async function findSheet(outside: Outside, game: string): Promise<SheetInput> {
  if (bundledNames().includes(game)) return { name: `${game}.kif`, content: bundledSheet(game) };
  if (game === '-') return { name: STDIN_NAME, content: await outside.readStdin() };
  return { name: game, content: readOrExplain(outside, game, () => ` or bundled game${suggestion(game)}`) };
}

/** The bytes of a file, or of standard input for `-`. */
export async function readInput(outside: Outside, path: string): Promise<{ name: string; content: Uint8Array }> {
  if (path === '-') return { name: STDIN_NAME, content: await outside.readStdin() };
  return { name: path, content: readOrExplain(outside, path, () => '') };
}

function suggestion(game: string): string {
  const nearest = nearestName(game, bundledNames());
  return nearest === undefined ? '; `woodstock games` lists those' : `; did you mean ${nearest}?`;
}

function readOrExplain(outside: Outside, path: string, elsewhere: () => string): Uint8Array {
  try {
    return outside.readFile(path);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new CliError(2, `${quoted(path)}: no such file${elsewhere()}`);
    throw new CliError(2, `${quoted(path)}: ${REASONS[code ?? ''] ?? message}`);
  }
}

const quoted = (path: string): string => (path === '' ? '""' : path);

const REASONS: Readonly<Record<string, string | undefined>> = {
  EISDIR: 'is a directory, not a file',
  ENOTDIR: 'no such file: part of the path is not a directory',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ELOOP: 'too many symbolic links',
  ENAMETOOLONG: 'no such file: the name is too long',
  EFBIG: 'larger than 64 MB',
  ERR_INVALID_ARG_VALUE: 'no such file: the name holds a NUL character',
};
