import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { bundledPlay, openSearch } from '../../test/searches.js';
import { bundleScript, bundleWorker, type WorkerFile } from '../../test/workerFile.js';
import { playoutsAtOnce, type Simulator } from '../game/index.js';
import { type PackedState, withHelpers, type WorkerPort } from '../playout/index.js';
import type { SearchReport } from '../search/index.js';
import { startWorker } from './nodeWorker.js';

/** Searches with real helpers: the files that threads run, and one that dies in the middle of its work. */
let file: WorkerFile;
let mortal: string;
beforeAll(() => {
  file = bundleWorker();
  mortal = join(file.folder, 'mortal.js');
  bundleScript(
    `import { parentPort } from 'node:worker_threads';
     import { serveSimulations } from './src/playout/index.js';
     import { openCode } from './src/playout/pool/gameCode.js';
     let left = 5;
     serveSimulations(
       { post: (message) => parentPort.postMessage(message), onMessage: (receive) => parentPort.on('message', receive) },
       (code) => {
         const { playouts, expand } = openCode(code);
         const plan = (...task) => (left-- > 0 ? playouts.plan(...task) : process.exit());
         const run = (...batch) => playouts.run(...batch);
         return { expand, playouts: { roles: playouts.roles, moves: playouts.moves, plan, run } };
       },
     );`,
    mortal,
  );
});
afterAll(() => file.remove());

const ports: WorkerPort[] = [];
afterEach(async () => {
  for (const port of ports.splice(0)) await port.terminate();
});

const play = bundledPlay('connect-four');
const simulator = play.simulator as Simulator<PackedState>;

/** A simulator whose requests in this thread are counted. */
interface Counted {
  readonly simulator: Simulator<PackedState>;
  requests(): number;
}

function counted(make: (own: Simulator<PackedState>) => Simulator<PackedState>): Counted {
  let requests = 0;
  const own: Simulator<PackedState> = {
    ...simulator,
    playouts: (starts, request) => {
      requests++;
      return simulator.playouts(starts, request);
    },
  };
  return { simulator: make(own), requests: () => requests };
}

const helped = (url: string): Counted =>
  counted((own) => {
    const start = (): WorkerPort => {
      const port = startWorker(url);
      ports.push(port);
      return port;
    };
    return withHelpers({ simulator: own, code: play.code!, helpers: 1, start, clock: () => performance.now() });
  });

/** As many requests under way, all made in this thread. */
const inOneThread = ({ simulator: { background } }: Counted): Counted =>
  counted((own) => ({ ...own, background: { ...playoutsAtOnce(own), depth: background!.depth } }));

/** What a search with so many nodes reports, without how long it took. */
function found({ simulator: by }: Counted): Omit<SearchReport, 'effort'> {
  const search = openSearch('woodstock', { game: play.game, simulator: by, bytes: 2 ** 26 });
  search.think({ nodes: 30_000 });
  const { effort, ...report } = search.report();
  expect(effort.nodes).toBeGreaterThanOrEqual(30_000);
  return report;
}

describe('a search with a helper', () => {
  it('finds what it finds without one, every time, and the helper does some of the work', () => {
    const by = helped(file.url);
    const alone = inOneThread(by);
    const expected = found(alone);
    const all = alone.requests();
    // It takes a while until the helper has started.
    for (let isHelped = false; !isHelped;) {
      const before = by.requests();
      expect(found(by)).toEqual(expected);
      isHelped = by.requests() - before < all;
    }
  });

  it('goes on where the helper dies in the middle of it', async () => {
    const by = helped(pathToFileURL(mortal).href);
    const expected = found(inOneThread(by));
    // Deaths are heard of between searches: another helper is started then, until the third has died.
    while (ports.length < 3) {
      expect(found(by)).toEqual(expected);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect(found(by)).toEqual(expected);
  });

  it('goes on where there is no helper to be had', () => {
    const by = helped(pathToFileURL(join(file.folder, 'nothing.js')).href);
    expect(found(by)).toEqual(found(inOneThread(by)));
  });
});

it('helpers do not keep a process from ending', () => {
  const script = join(file.folder, 'ends.js');
  bundleScript(
    `import { readFileSync } from 'node:fs';
     import { withHelperThreads } from './src/node/index.js';
     import { loadRules, openPlay } from './src/pipeline.js';
     const clock = () => performance.now();
     const rules = loadRules({ name: 'nim', content: readFileSync('games/nim.kif') });
     const play = openPlay(rules.value, 'compiled', { clock, milliseconds: 60_000, bytes: 2 ** 30 });
     const { game, simulator } = withHelperThreads(play.value, { threads: 2, clock, worker: process.argv[2] });
     const tally = () => {
       const { background } = simulator;
       return background.finish(background.begin([game.initial()], { playouts: 256, seed: 1, maxPlies: 100 }));
     };
     tally();
     await new Promise((resolve) => setTimeout(resolve, 500));
     console.log(tally().ended[0]);`,
    script,
  );
  const { stdout, signal } = spawnSync(process.execPath, [script, file.url], { encoding: 'utf8', timeout: 60_000 });
  expect({ stdout, signal }).toEqual({ stdout: '256\n', signal: null });
});
