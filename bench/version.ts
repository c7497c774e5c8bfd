/** Which version plays: results of different ones do not go together. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const git = (...args: readonly string[]): string => execFileSync('git', args, { encoding: 'utf8' }).trim();

/** The commit that plays, marked where files differ from it; the results themselves do not count. */
export function commitVersion(): string {
  const changes = git('status', '--porcelain', '--untracked-files=no', '--', '.', ':!bench/results');
  return `${git('rev-parse', '--short', 'HEAD')}${changes === '' ? '' : ' with changes'}`;
}

/** What decides how searches play: another text in one of these folders is another version. */
const PLAYING = ['src/base', 'src/game', 'src/ground', 'src/playout', 'src/search', 'src/symmetry'];

/** A hash of the program text that decides how searches play, tests left out: it lasts longer than a commit. */
export function playVersion(): string {
  const hash = createHash('sha256');
  const files = git('ls-files', '--cached', '--others', '--exclude-standard', '--', ...PLAYING).split('\n');
  for (const file of files.filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts')).sort())
    hash.update(`${file}\n${readFileSync(file, 'utf8')}\n`);
  return hash.digest('hex').slice(0, 8);
}
