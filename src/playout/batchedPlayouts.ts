import { finishHash, mixHash } from '../base/index.js';
import type { PlayoutRequest, PlayoutTally, PlayoutTask, Simulator } from '../game/index.js';
import type { MoveSums } from './moveSums.js';
import type { PackedState } from './packedState.js';
import { TallySum } from './tallySum.js';

/** Playouts in batches that depend on the request alone, as does what comes of each: it does not matter which thread runs which of them. */
export interface BatchedPlayouts<Batch = unknown> {
  readonly roles: number;
  /** Where moves are added up, one request at a time. */
  readonly moves: MoveSums;
  plan(starts: readonly PackedState[], request: PlayoutRequest): readonly Batch[];
  /** Adds what comes of a batch. */
  run(batch: Batch, task: PlayoutTask<PackedState>, sum: TallySum): void;
}

/** The sum over the batches that it takes: all of them, one after the other, unless others take some too. */
export function runBatches<Batch>(
  playouts: BatchedPlayouts<Batch>,
  task: PlayoutTask<PackedState>,
  take: () => number = counter(),
): PlayoutTally {
  const { starts, request, isTimeUp } = task;
  const sum = new TallySum(starts.length, request, playouts);
  const batches = playouts.plan(starts, request);
  for (let batch = batches[take()]; batch !== undefined; batch = batches[take()]) {
    playouts.run(batch, task, sum);
    if (isTimeUp?.() !== true) continue;
    sum.capTheRest(request.playouts);
    break;
  }
  return sum.tally();
}

function counter(): () => number {
  let next = 0;
  return () => next++;
}

interface SingleBatch {
  /** The index of its start. */
  readonly start: number;
  readonly playouts: number;
  readonly seed: number;
}

/** A batch is long beside what it takes to begin one, and short enough that threads end at about the same time. */
const PLAYOUTS_A_BATCH = 16;

/** Batches of a simulator that makes one playout after the other: a few from one start each. */
export function singleBatches(
  simulator: Pick<Simulator<PackedState>, 'playouts'>,
  { roles, moves }: Pick<BatchedPlayouts, 'roles' | 'moves'>,
): BatchedPlayouts<SingleBatch> {
  return {
    roles,
    moves,
    plan: (starts, { playouts, seed }) => {
      const batches: SingleBatch[] = [];
      starts.forEach((_, start) => {
        for (let from = 0; from < playouts; from += PLAYOUTS_A_BATCH) {
          const size = Math.min(PLAYOUTS_A_BATCH, playouts - from);
          batches.push({ start, playouts: size, seed: batchSeed(seed, batches.length) });
        }
      });
      return batches;
    },
    run: ({ start, playouts, seed }, { starts, request, isTimeUp }, sum) => {
      const { maxPlies, countsMoves = false } = request;
      sum.add(simulator.playouts([starts[start]!], { playouts, seed, maxPlies, countsMoves }, isTimeUp), [start]);
    },
  };
}

/** Seeds of batches have nothing to do with each other. */
export const batchSeed = (seed: number, batch: number): number => finishHash(mixHash(mixHash(0, seed), batch));
