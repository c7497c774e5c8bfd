import { finishHash, mixHash } from '../base/index.js';
import type { PlayoutRequest, PlayoutTally, Simulator } from '../game/index.js';
import type { PackedState } from './packedState.js';
import { TallySum } from './tallySum.js';

/** Playouts in batches that depend on the request alone, as does what comes of each: it does not matter which thread runs which of them. */
export interface BatchedPlayouts<Batch extends StartBatch = StartBatch> {
  plan(starts: readonly PackedState[], request: PlayoutRequest): readonly Batch[];
  /** Start i of the tally is the start `batch.starts[i]` of the request. */
  run(batch: Batch, starts: readonly PackedState[], request: PlayoutRequest): PlayoutTally;
}

interface StartBatch {
  /** Indexes of starts. */
  readonly starts: readonly number[];
}

interface BatchRun {
  readonly starts: readonly PackedState[];
  readonly request: PlayoutRequest;
  readonly roles: number;
  /** The next batch that nobody has taken yet; all of them, one after the other, unless others take some too. */
  readonly take?: () => number;
}

/** The sum over the batches that it takes. Counts and goals are whole numbers, so that no order of adding makes a difference. */
export function runBatches<Batch extends StartBatch>(
  playouts: BatchedPlayouts<Batch>,
  { starts, request, roles, take = counter() }: BatchRun,
): PlayoutTally {
  const sum = new TallySum(starts.length, roles);
  const batches = playouts.plan(starts, request);
  for (let batch = batches[take()]; batch !== undefined; batch = batches[take()]) {
    sum.add(playouts.run(batch, starts, request), batch.starts);
  }
  return sum.tally(request.countsMoves === true);
}

function counter(): () => number {
  let next = 0;
  return () => next++;
}

interface SingleBatch extends StartBatch {
  readonly playouts: number;
  readonly seed: number;
}

/** A batch is long beside what it takes to begin one, and short enough that threads end at about the same time. */
const PLAYOUTS_A_BATCH = 16;

/** Batches of a simulator that makes one playout after the other: a few from one start each. */
export function singleBatches(simulator: Pick<Simulator<PackedState>, 'playouts'>): BatchedPlayouts<SingleBatch> {
  return {
    plan: (starts, { playouts, seed }) => {
      const batches: SingleBatch[] = [];
      starts.forEach((_, start) => {
        for (let from = 0; from < playouts; from += PLAYOUTS_A_BATCH) {
          const size = Math.min(PLAYOUTS_A_BATCH, playouts - from);
          batches.push({ starts: [start], playouts: size, seed: batchSeed(seed, batches.length) });
        }
      });
      return batches;
    },
    run: ({ starts: [start], playouts, seed }, starts, request) =>
      simulator.playouts([starts[start!]!], { ...request, playouts, seed }),
  };
}

/** Seeds of batches have nothing to do with each other. */
export const batchSeed = (seed: number, batch: number): number => finishHash(mixHash(mixHash(0, seed), batch));
