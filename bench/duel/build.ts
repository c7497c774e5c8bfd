/** The versions of the engine that can play in a duel: this one, and that of another checkout of the repository. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildSync } from 'esbuild';
import * as pipeline from '../../src/pipeline.js';
import { withHelperThreads } from '../../src/node/index.js';
import { ALGORITHMS, chooseAlgorithm } from '../../src/search/index.js';
import { WrongUse } from '../wrongUse.js';

/**
 * What a duel needs of a version. Everything else stays inside it: states, games and searches of one version are never
 * given to another.
 */
export interface Build {
  /** Its commit; undefined for the version that runs the duel. */
  readonly commit?: string;
  readonly pipeline: Pick<typeof pipeline, 'loadRules' | 'openPlay'> &
    // Versions before may lack these.
    Partial<Pick<typeof pipeline, 'haveSameGoals' | 'openSolverRounds'>>;
  readonly search: {
    readonly ALGORITHMS: typeof ALGORITHMS;
    readonly chooseAlgorithm: typeof chooseAlgorithm;
  };
  readonly node: { readonly withHelperThreads?: typeof withHelperThreads };
}

export const OWN_BUILD: Build = { pipeline, search: { ALGORITHMS, chooseAlgorithm }, node: { withHelperThreads } };

const NEEDED = ['src/pipeline.ts', 'src/search/index.ts', 'src/node/index.ts', 'src/node/simulationWorker.ts'];

const ENTRY = `
  export * as pipeline from './src/pipeline.ts';
  export * as search from './src/search/index.ts';
  export * as node from './src/node/index.ts';
`;

/**
 * Bundles the engine of another checkout into a folder of its own, which is removed when the process ends, and loads
 * it.
 */
export async function loadBuild(checkout: string): Promise<Build> {
  const root = resolve(checkout);
  const missing = NEEDED.find((path) => !existsSync(join(root, path)));
  if (missing !== undefined) throw new WrongUse(`${checkout} is no checkout of this repository: it has no ${missing}`);
  const folder = mkdtempSync(fileURLToPath(new URL('old-', import.meta.url)));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const options = { bundle: true, platform: 'node', format: 'esm', packages: 'external', logLevel: 'warning' } as const;
  const entry = { contents: ENTRY, resolveDir: root, sourcefile: 'entry.ts', loader: 'ts' } as const;
  buildSync({ ...options, stdin: entry, outfile: join(folder, 'build.js') });
  // Threads run the file of that name beside the bundle.
  const worker = join(root, 'src/node/simulationWorker.ts');
  buildSync({ ...options, entryPoints: [worker], outfile: join(folder, 'simulationWorker.js') });
  const loaded = (await import(pathToFileURL(join(folder, 'build.js')).href)) as Build;
  return { pipeline: loaded.pipeline, search: loaded.search, node: loaded.node, commit: commitOf(root) };
}

function commitOf(root: string): string {
  const git = (...args: readonly string[]): string =>
    execFileSync('git', ['-C', root, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    const changes = git('status', '--porcelain', '--untracked-files=no', '--', 'src');
    return `${git('rev-parse', '--short', 'HEAD').trim()}${changes === '' ? '' : ' with changes'}`;
  } catch {
    // A copy without its history.
    return 'another version';
  }
}
