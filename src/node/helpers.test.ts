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

function helped(url: string): Simulator<PackedState> {
  const start = (): WorkerPort => {
    const port = startWorker(url);
    ports.push(port);
    return port;
  };
  return withHelpers({ simulator, code: play.code!, helpers: 1, start, clock: () => performance.now() });
}

/** What a search with so many nodes reports, without how long it took. */
function found(by: Simulator<PackedState>): Omit<SearchReport, 'effort'> {
  const search = openSearch('woodstock', { game: play.game, simulator: by as Simulator, bytes: 2 ** 26 });
  search.think({ nodes: 30_000 });
  const { effort, ...report } = search.report();
  expect(effort.nodes).toBeGreaterThanOrEqual(30_000);
  return report;
}

/** The same number of requests under way, all made by the thread that asks. */
const inOneThread = (by: Simulator<PackedState>): Simulator<PackedState> => ({
  ...simulator,
  background: { ...playoutsAtOnce(simulator), depth: by.background!.depth },
});

describe('a search with a helper', () => {
  it('finds what it finds without one, every time', () => {
    const by = helped(file.url);
    const alone = found(inOneThread(by));
    for (let time = 0; time < 3; time++) expect(found(by)).toEqual(alone);
  });

  it('goes on where the helper dies in the middle of it', async () => {
    const by = helped(pathToFileURL(mortal).href);
    const alone = found(inOneThread(by));
    // Deaths are heard of between searches: another helper is started then, thrice in all.
    for (let time = 0; time < 6; time++) {
      expect(found(by)).toEqual(alone);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  });

  it('goes on where there is no helper to be had', () => {
    const by = helped(pathToFileURL(join(file.folder, 'nothing.js')).href);
    expect(found(by)).toEqual(found(inOneThread(by)));
  });
});
