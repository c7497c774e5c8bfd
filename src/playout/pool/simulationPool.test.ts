import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { bundledProgram, programOf } from '../../../test/programs.js';
import { bundleScript, bundleWorker, type WorkerFile } from '../../../test/workerFile.js';
import { seededRandom } from '../../base/index.js';
import { playout, type PlayoutRequest, type SimulationPool, type Simulator } from '../../game/index.js';
import type { GroundProgram } from '../../ground/index.js';
import { openThreads } from '../../node/index.js';
import { runBatches } from '../batchedPlayouts.js';
import { laneGame, packed } from '../fakeLanes.js';
import { groundGame } from '../groundGame.js';
import type { PackedState } from '../packedState.js';
import { gameCode } from './fakeCode.js';
import { type GameCode, openCode } from './gameCode.js';

let worker: WorkerFile;
beforeAll(() => {
  worker = bundleWorker();
});
afterAll(() => worker.remove());

const opened: SimulationPool[] = [];
afterEach(async () => {
  for (const pool of opened.splice(0)) await pool.close();
});

async function open(code: GameCode, threads: number, url = worker.url): Promise<SimulationPool<PackedState>> {
  const pool = await openThreads({ simulator: NOBODY, code }, { threads, worker: url });
  opened.push(pool);
  return pool as SimulationPool<PackedState>;
}

/** Stands where nobody should ask. */
const NOBODY: Simulator = {
  playouts: () => expect.fail('a pool of workers asked the simulator of its own thread'),
  expand: () => expect.fail('a pool of workers asked the simulator of its own thread'),
};

/** The same in one thread. */
function alone(code: GameCode): Simulator<PackedState> {
  const simulator = openCode(code);
  return {
    playouts: (starts, request) => runBatches(simulator.playouts, { starts, request }),
    expand: (states) => simulator.expand(states),
  };
}

/** The states of random games, from the initial one on. */
function statesOf(program: GroundProgram, count: number): readonly PackedState[] {
  const game = laneGame(program);
  const ground = groundGame(program);
  const random = seededRandom(3);
  const states: PackedState[] = [];
  while (states.length < count) {
    states.push(...playout(ground, random, { plies: 50 }).states.map((state) => packed(game, state)));
  }
  return states.slice(0, count);
}

const REQUEST: PlayoutRequest = { playouts: 40, seed: 11, maxPlies: 60 };

/** So many that they make several batches, and that a cap of plies cuts some of them off. */
const MANY: PlayoutRequest = { playouts: 50_000, seed: 2 ** 31 + 5, maxPlies: 12 };

describe('a pool of workers', () => {
  describe.each(['tic-tac-toe', 'connect-four-5x4', 'monty-hall', 'rock-paper-scissors', 'eight-puzzle'])(
    '%s',
    (name) => {
      const program = bundledProgram(name);
      const code = gameCode(program);

      it.each([1, 2, 3])('simulates with %i threads as one thread does', async (threads) => {
        const pool = await open(code, threads);
        expect(pool.threads).toBe(threads);
        const simulator = alone(code);
        const [initial] = statesOf(program, 1) as [PackedState];
        expect(await pool.playouts([initial], MANY)).toEqual(simulator.playouts([initial], MANY));
        const states = statesOf(program, 20);
        for (const request of [
          REQUEST,
          { ...REQUEST, playouts: 0 },
          { ...REQUEST, playouts: 3000, countsMoves: true },
          { ...REQUEST, countsMoves: true, groups: Int32Array.from(states, (_, start) => start % 3) },
        ]) {
          expect(await pool.playouts(states, request)).toEqual(simulator.playouts(states, request));
        }
        expect(await pool.expand(states)).toEqual(simulator.expand(states));
      });
    },
  );

  it('shares the playouts of the event-driven engine too', async () => {
    const program = bundledProgram('nim');
    const code = gameCode(program, 'events');
    const states = statesOf(program, 5);
    const pool = await open(code, 2);
    const request = { ...REQUEST, countsMoves: true };
    expect(await pool.playouts(states, request)).toEqual(alone(code).playouts(states, request));
    const together = { ...request, groups: new Int32Array(states.length) };
    expect(await pool.playouts(states, together)).toEqual(alone(code).playouts(states, together));
    expect(await pool.expand(states)).toEqual(alone(code).expand(states));
  });

  it('takes requests of any size, and many at a time', async () => {
    const program = bundledProgram('tic-tac-toe');
    const code = gameCode(program);
    const states = statesOf(program, 1500);
    const pool = await open(code, 2);
    const simulator = alone(code);
    const sizes = [0, 1, 300, 2, 1500];
    const playouts = sizes.map((size) => pool.playouts(states.slice(0, size), { ...REQUEST, seed: size }));
    const expansions = sizes.map((size) => pool.expand(states.slice(0, size)));
    for (const [index, size] of sizes.entries()) {
      const some = states.slice(0, size);
      expect(await playouts[index]).toEqual(simulator.playouts(some, { ...REQUEST, seed: size }));
      expect(await expansions[index]).toEqual(simulator.expand(some));
    }
  });

  it('refuses a request as the simulator does, and answers the next one', async () => {
    const program = bundledProgram('nim');
    const code = gameCode(program);
    const pool = await open(code, 2);
    const states = statesOf(program, 3);
    const wrong = { ...REQUEST, maxPlies: 0.5 };
    expect(() => alone(code).playouts(states, wrong)).toThrow(RangeError);
    await expect(pool.playouts(states, wrong)).rejects.toThrow(RangeError);
    expect(await pool.playouts(states, REQUEST)).toEqual(alone(code).playouts(states, REQUEST));
  });
});

describe('the end of a pool', () => {
  const SHEET =
    '(role a) (init p) (legal a x) (legal a y) (<= (next p) (true p)) (<= terminal (not (true p))) (goal a 0)';
  const program = programOf(SHEET);
  const code = gameCode(program);
  const [start] = statesOf(program, 1) as [PackedState];
  /** Takes longer than any test. */
  const ENDLESS = { playouts: 2 ** 30, seed: 1, maxPlies: 30_000 };

  it('is told to whoever waits, and to whoever asks later', async () => {
    const pool = await open(code, 2);
    const answer = pool.playouts([start], ENDLESS);
    const queued = pool.expand([start]);
    const refused = Promise.all([answer, queued].map((each) => expect(each).rejects.toThrow(/pool is closed/)));
    await new Promise((resolve) => setTimeout(resolve, 50));
    await pool.close();
    await refused;
    await expect(pool.playouts([start], REQUEST)).rejects.toThrow(/pool is closed/);
    await pool.close();
  });

  it('is the end of the process where nobody waits for it, but not before', () => {
    const script = join(worker.folder, 'script.mjs');
    bundleScript(
      `import { openThreads } from './src/node/index.js';
       import { gameCode } from './src/playout/pool/fakeCode.js';
       import { programOf } from './test/programs.js';
       const code = gameCode(programOf('${SHEET}'));
       const pool = await openThreads({ code }, { threads: 2, worker: '${worker.url}' });
       const { capped } = await pool.playouts([new Uint32Array(3).fill(1)], { playouts: 100_000, seed: 1, maxPlies: 50 });
       console.log(capped[0]);`,
      script,
    );
    const { status, stdout } = spawnSync(process.execPath, [script], { encoding: 'utf8', timeout: 60_000 });
    expect({ status, stdout }).toEqual({ status: 0, stdout: '100000\n' });
  });

  const workerThat = (does: string): string => {
    const file = join(worker.folder, `${String(does.length)}.mjs`);
    writeFileSync(
      file,
      `import { parentPort } from 'node:worker_threads';
       parentPort.on('message', (message) => {
         if (message.kind === 'open' && message.thread === 0) return parentPort.postMessage({ kind: 'ready' });
         ${does}
       });`,
    );
    return pathToFileURL(file).href;
  };

  it.each([
    [
      'throws',
      `if (message.kind === 'open') parentPort.postMessage({ kind: 'ready' }); else throw new Error('ouch');`,
      /worker died: ouch/,
    ],
    [
      'exits',
      `if (message.kind === 'open') parentPort.postMessage({ kind: 'ready' }); else process.exit(3);`,
      /worker died: .*exit code 3/,
    ],
  ])('comes when a worker %s', async (_, does, reason) => {
    const pool = await open(code, 2, workerThat(does));
    await expect(pool.playouts([start], REQUEST)).rejects.toThrow(reason);
    await expect(pool.expand([start])).rejects.toThrow(reason);
    await pool.close();
  });

  it.each([
    [
      'cannot open the game',
      `parentPort.postMessage({ kind: 'failed', name: 'Error', message: 'no memory' });`,
      /^no memory$/,
    ],
    ['dies at once', `throw new Error('ouch');`, /worker died: ouch/],
  ])('is its beginning where a worker %s', async (_, does, reason) => {
    await expect(open(code, 2, workerThat(does))).rejects.toThrow(reason);
  });

  it('is its beginning where there is no such file', async () => {
    await expect(open(code, 2, `${worker.url}.missing`)).rejects.toThrow(/worker died/);
  });
});
