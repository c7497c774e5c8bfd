import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { bundledProgram } from '../../../test/programs.js';
import { bundleWorker } from '../../../test/workerFile.js';
import { runBatches } from '../batchedPlayouts.js';
import { initialState, laneGame } from '../fakeLanes.js';
import { MoveNames } from '../moveNames.js';
import { MoveSums } from '../moveSums.js';
import { TallySum } from '../tallySum.js';
import { gameCode } from './fakeCode.js';
import { openCode, type WorkerSimulator } from './gameCode.js';
import type { ToHost, ToWorker } from './messages.js';
import { PoolMemory } from './poolMemory.js';
import { serveSimulations, takePart } from './simulationWorker.js';

const program = bundledProgram('tic-tac-toe');
const game = laneGame(program);
const code = gameCode(program);
const starts = [initialState(game)];
const roles = program.roles.length;
const simulator = openCode(code);

function memoryOf(threads: number): PoolMemory {
  const memory = new PoolMemory({ threads, capacity: 4, stateWords: game.layout.length, roles });
  memory.writeStates(starts);
  return memory;
}

describe('workers that take part in a turn', () => {
  const request = { playouts: 100_000, seed: 4, maxPlies: 7, countsMoves: false };
  const { length: batches } = simulator.playouts.plan(starts, request);

  /** The batches of each of three workers, where the second and third come in while the first runs its second batch. */
  function share(memory: PoolMemory, said: ToHost[]): readonly number[] {
    const ran = [0, 0, 0];
    const workers = ran.map((_, thread) => ({ thread, simulator: noting(thread) }));
    const join = (thread: number): void => takePart(memory, workers[thread]!, (message) => said.push(message));
    function noting(thread: number): WorkerSimulator {
      const run: WorkerSimulator['playouts']['run'] = (...batch) => {
        ran[thread]!++;
        if (thread === 0 && ran[0] === 2) [1, 2].forEach(join);
        return simulator.playouts.run(...batch);
      };
      const moves = new MoveSums(program, new MoveNames(program));
      return { ...simulator, playouts: { roles, moves, plan: (...of) => simulator.playouts.plan(...of), run } };
    }
    memory.begin('playouts');
    join(0);
    return ran;
  }

  it('make every batch once, and their sums are those of one thread', () => {
    const memory = memoryOf(3);
    memory.writePlayouts(request);
    const said: ToHost[] = [];
    expect(share(memory, said)).toEqual([2, batches - 2, 0]);
    expect(batches).toBeGreaterThan(3);
    const sum = new TallySum(1, request, simulator.playouts);
    for (const thread of [0, 1, 2]) sum.add(memory.tallyOf(thread), [0]);
    expect(sum.tally()).toEqual(runBatches(simulator.playouts, { starts, request }));
    expect(said).toEqual([{ kind: 'done' }]);
    expect([0, 1].map((messages) => memory.isAnsweredBy(messages))).toEqual([true, false]);
  });

  it('announce what they say in the end, and then need not say that all is done', () => {
    const memory = memoryOf(3);
    memory.writePlayouts({ ...request, countsMoves: true });
    const said: ToHost[] = [];
    share(memory, said);
    expect(said.map(({ kind }) => kind)).toEqual(['moves', 'moves', 'moves']);
    expect(memory.isAnsweredBy(3)).toBe(true);
  });

  it('finish though something goes wrong, and say what', () => {
    const memory = memoryOf(2);
    memory.writeChunk(1);
    memory.begin('expand');
    const said: ToHost[] = [];
    const expand = (): never => expect.fail('no memory');
    for (const thread of [0, 1]) {
      takePart(memory, { thread, simulator: { ...simulator, expand } }, (message) => said.push(message));
    }
    expect(said).toEqual([{ kind: 'failed', name: 'AssertionError', message: 'no memory' }, { kind: 'done' }]);
    expect(memory.isAnsweredBy(1)).toBe(true);
  });
});

describe('a worker', () => {
  function serve(open: () => WorkerSimulator): { said: readonly unknown[]; tell: (message: ToWorker) => void } {
    const said: unknown[] = [];
    let receive: ((message: unknown) => void) | undefined;
    serveSimulations({ post: (message) => said.push(message), onMessage: (listener) => (receive = listener) }, open);
    return { said, tell: (message) => receive?.(message) };
  }

  it('says when it is ready, and comes back from the memory when it is told to', () => {
    const { said, tell } = serve(() => simulator);
    tell({ kind: 'open', code, thread: 0 });
    const memory = memoryOf(1);
    memory.begin('leave');
    tell({ kind: 'memory', shape: memory.shape, buffer: memory.buffer });
    expect(said).toEqual([{ kind: 'ready' }]);
  });

  it('takes part in a turn once, though it is woken again', async () => {
    const file = bundleWorker();
    const thread = new Worker(new URL(file.url));
    const answer = async (message: ToWorker, wake = (): void => undefined): Promise<unknown> => {
      thread.postMessage(message);
      wake();
      return (await once(thread, 'message'))[0] as unknown;
    };
    const memory = memoryOf(1);
    memory.writePlayouts({ playouts: 1, seed: 1, maxPlies: 1 });
    const { shape, buffer } = memory;
    expect(await answer({ kind: 'open', code, thread: 0 })).toEqual({ kind: 'ready' });
    expect(await answer({ kind: 'memory', shape, buffer }, () => memory.begin('playouts'))).toEqual({ kind: 'done' });
    // It sleeps, is woken, and sleeps again.
    const words = new Int32Array(buffer);
    for (let times = 0; times < 2;) {
      for (let word = 0; word < words.length; word++) times += Atomics.notify(words, word);
    }
    expect(memory.isAnsweredBy(0)).toBe(true);
    await thread.terminate();
    file.remove();
  });

  it('says why it cannot open a game', () => {
    const { said, tell } = serve(() => {
      throw new RangeError('no memory of 4096 MB');
    });
    tell({ kind: 'open', code, thread: 0 });
    expect(said).toEqual([{ kind: 'failed', name: 'RangeError', message: 'no memory of 4096 MB' }]);
  });
});
