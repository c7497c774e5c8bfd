import { existsSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { fileURLToPath } from 'node:url';
import { runInNewContext } from 'node:vm';
import { type Plugin, build } from 'esbuild';
import { chromium } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { PlayoutTally } from '../src/game/index.js';
import { loadRules, openPlay } from '../src/pipeline.js';

const src = fileURLToPath(new URL('../src', import.meta.url));

/** What the layer table says runs anywhere: the doors of folders, and the files that join them. */
const architecture = readFileSync(new URL('../ARCHITECTURE.md', import.meta.url), 'utf8');
const doors = [...architecture.matchAll(/^\| `([\w./]+)` *\| anywhere/gm)]
  .map(([, unit]) => unit!)
  .map((unit) => (unit.endsWith('/') ? `${unit}index.ts` : unit));

/** Globals of Node that a browser's worker lacks, and the console, which belongs to the edge. */
const FORBIDDEN = ['process', 'Buffer', 'require', 'global', '__dirname', '__filename', 'setImmediate', 'console'];

/** Three counters; take one or two, and whoever takes the last wins. */
const TAKE_ONE_OR_TWO = `
  (role left) (role right)
  (init (heap 3)) (init (turn left))
  (rest 3 1 2) (rest 3 2 1) (rest 2 1 1) (rest 2 2 0) (rest 1 1 0)
  (other left right) (other right left)
  (<= (legal ?r (take ?n)) (true (turn ?r)) (true (heap ?h)) (rest ?h ?n ?left))
  (<= (legal ?r noop) (true (turn ?s)) (other ?s ?r))
  (<= (next (heap ?left)) (does ?r (take ?n)) (true (heap ?h)) (rest ?h ?n ?left))
  (<= (next (turn ?r)) (true (turn ?s)) (other ?s ?r))
  (<= terminal (true (heap 0)))
  (<= (goal ?r 0) (true (turn ?r)))
  (<= (goal ?r 100) (true (turn ?s)) (other ?s ?r))
`;

interface Bundle {
  readonly code: string;
  /** `importer → module` for each import of a module of Node, and `→ name` for each forbidden global. */
  readonly reached: readonly string[];
}

async function bundleForBrowser(entry: { contents: string }): Promise<Bundle> {
  const reached: string[] = [];
  const builtins = new Set(builtinModules);
  const noteNodeModules: Plugin = {
    name: 'note-node-modules',
    setup(bundle) {
      bundle.onResolve({ filter: /.*/ }, ({ path, importer }) => {
        if (!path.startsWith('node:') && !builtins.has(path)) return undefined;
        reached.push(`${importer.replace(src, 'src')} → ${path}`);
        return { path, external: true };
      });
    },
  };
  const { outputFiles } = await build({
    stdin: { ...entry, resolveDir: src, sourcefile: 'entry.ts', loader: 'ts' },
    bundle: true,
    write: false,
    platform: 'browser',
    format: 'iife',
    globalName: 'woodstock',
    target: 'es2023',
    logLevel: 'silent',
    // esbuild replaces free names only, so a mark in the output is a use of the global, not of a local of that name.
    define: Object.fromEntries(FORBIDDEN.map((name) => [name, `GLOBAL_OF_NODE_${name}`])),
    plugins: [noteNodeModules],
  });
  const code = outputFiles[0]!.text;
  const globals = new Set([...code.matchAll(/GLOBAL_OF_NODE_(\w+)/g)].map(([, name]) => `→ ${name!}`));
  return { code, reached: [...reached, ...globals] };
}

describe('the engine in a browser', () => {
  it.each(doors)('src/%s reaches nothing of Node', async (door) => {
    const { reached } = await bundleForBrowser({ contents: `export * from './${door}';` });
    expect(reached).toEqual([]);
  });

  it('plays a game where there is nothing but the language', async () => {
    const { code } = await bundleForBrowser({
      contents: `
        import { loadRules, openPlay } from './pipeline.ts';
        import { seededRandom } from './base/index.ts';
        import { perft, playout } from './game/index.ts';
        export function results(content: string) {
          const rules = loadRules({ name: 'nim', content });
          if (!rules.ok) throw new Error(JSON.stringify(rules.error));
          return (['reference', 'ground'] as const).map((engine) => {
            const play = openPlay(rules.value, engine, { clock: () => 0, milliseconds: 1, bytes: 2 ** 24 });
            if (!play.ok) throw new Error(play.error);
            const { game } = play.value;
            const { states } = playout(game, seededRandom(1));
            return { nodes: [1, 2, 3].map((depth) => perft(game, depth)), goals: game.goals(states.at(-1)) };
          });
        }`,
    });
    const worker = { TextDecoder, TextEncoder, sheet: TAKE_ONE_OR_TWO };
    const text = runInNewContext(`${code}; JSON.stringify(woodstock.results(sheet))`, worker) as string;
    const results = JSON.parse(text) as readonly { nodes: readonly number[]; goals: readonly number[] }[];
    for (const { nodes, goals } of results) {
      expect(nodes).toEqual([2, 3, 1]);
      expect([...goals].sort()).toEqual([0, 100]);
    }
  });

  it('would notice if something did', async () => {
    const { reached } = await bundleForBrowser({
      contents: `import { existsSync, readFileSync } from 'node:fs'; import 'os'; export const x = [readFileSync, process.argv, (Buffer: string) => Buffer];`,
    });
    expect(reached).toEqual(['src/entry.ts → node:fs', 'src/entry.ts → os', '→ process']);
  });
});

/** Debian's; in CI it must be there. */
const CHROMIUM = '/usr/bin/chromium';

/** Games in phases, with two roles at once, with chance, with goals that are counted later. */
const PLAYED = ['tic-tac-toe', 'connect-four', 'othello-6x6', 'rock-paper-scissors', 'orchard-2-2-1'];
const REQUEST = { playouts: 3000, seed: 7, maxPlies: 60, countsMoves: false };

/** The tally of a request, as text, from the initial state; the same function in both worlds. */
const TALLY = `
  import { loadRules, openPlay } from './pipeline.ts';
  export function tally(content: string, request: never): string {
    const rules = loadRules({ name: 'game', content });
    if (!rules.ok) throw new Error(JSON.stringify(rules.error));
    const play = openPlay(rules.value, 'compiled', { clock: () => performance.now(), milliseconds: 60000, bytes: 2 ** 30 });
    if (!play.ok || play.value.engine !== 'compiled') throw new Error('not compiled');
    const { game, simulator } = play.value;
    const { plies, ...arrays } = simulator.playouts([game.initial()], request);
    return JSON.stringify([plies, Object.entries(arrays).map(([name, values]) => [name, [...values]])]);
  }`;

function tallyHere(content: string): string {
  const rules = loadRules({ name: 'game', content });
  if (!rules.ok) throw new Error('invalid');
  const budget = { clock: () => performance.now(), milliseconds: 60_000, bytes: 2 ** 30 };
  const play = openPlay(rules.value, 'compiled', budget);
  if (!play.ok) throw new Error(play.error);
  const { game, simulator } = play.value;
  const { plies, ...arrays } = simulator.playouts([game.initial()], REQUEST) as Omit<PlayoutTally, 'moves'>;
  return JSON.stringify([plies, Object.entries(arrays).map(([name, values]) => [name, [...values]])]);
}

describe.skipIf(!existsSync(CHROMIUM) && process.env['CI'] !== 'true')(
  'headless Chromium (skipped where /usr/bin/chromium is absent, but for CI)',
  () => {
    it('makes the same playouts from the same seed, in a worker', { timeout: 120_000 }, async () => {
      const { code } = await bundleForBrowser({ contents: TALLY });
      const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
      try {
        const page = await browser.newPage();
        for (const name of PLAYED) {
          const sheet = readFileSync(new URL(`../games/${name}.kif`, import.meta.url), 'utf8');
          const work = `${code}; postMessage(woodstock.tally(${JSON.stringify(sheet)}, ${JSON.stringify(REQUEST)}));`;
          expect(await page.evaluate(runInWorker, work)).toBe(tallyHere(sheet));
        }
      } finally {
        await browser.close();
      }
    });
  },
);

/** Runs in the page: the message that a worker with that code sends, or its error. */
function runInWorker(code: string): Promise<string> {
  interface WorkerScope {
    readonly Worker: new (url: string) => { onmessage: unknown; onerror: unknown };
    readonly URL: { createObjectURL(blob: unknown): string };
  }
  const { Worker, URL } = globalThis as unknown as WorkerScope;
  return new Promise((resolve, reject) => {
    const worker = new Worker(URL.createObjectURL(new Blob([code], { type: 'text/javascript' })));
    worker.onmessage = ({ data }: { readonly data: string }) => {
      resolve(data);
    };
    worker.onerror = ({ message }: { readonly message: string }) => {
      reject(new Error(message));
    };
  });
}
