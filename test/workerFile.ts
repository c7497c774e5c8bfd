import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type BuildOptions, buildSync } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));

export interface WorkerFile {
  /** Of the file that worker threads run. */
  readonly url: string;
  /** Where tests may put files of their own. */
  readonly folder: string;
  remove(): void;
}

const WORKERS = ['simulationWorker', 'matchWorker'] as const;

/** What worker threads run, as it stands in `src/node`: threads of Node do not read TypeScript. The one file, and the other beside it. */
export function bundleWorker(name: (typeof WORKERS)[number] = 'simulationWorker'): WorkerFile {
  const folder = mkdtempSync(join(tmpdir(), 'woodstock-worker-'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  bundle({ entryPoints: WORKERS.map((worker) => join(root, `src/node/${worker}.ts`)), outdir: folder });
  return {
    url: pathToFileURL(join(folder, `${name}.js`)).href,
    folder,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** A script that Node runs; it imports as a file in the root of the project does. */
export function bundleScript(contents: string, outfile: string): void {
  bundle({ stdin: { contents, resolveDir: root, loader: 'ts' }, outfile });
}

function bundle(options: BuildOptions): void {
  buildSync({ ...options, bundle: true, platform: 'node', format: 'esm', logLevel: 'warning' });
}
