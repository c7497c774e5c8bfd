import type { PlayoutRequest } from '../game/index.js';
import { batchSeed } from './batchedPlayouts.js';
import { MOST_PLAYOUTS_A_LANE } from './laneRunner.js';

/** Playouts of one run of a kernel. A plain value: any thread can run it, and what comes of it depends on nothing else. */
export interface PlayoutBatch {
  /** The phase that all its starts are in, or undefined where they are played without phases. */
  readonly phase: number | undefined;
  /** Indexes of the starts. */
  readonly starts: readonly number[];
  /** Lanes of the kernel. */
  readonly width: number;
  /** Lanes of each start, side by side, in the order of `starts`; they share its playouts. */
  readonly lanesEach: number;
  readonly playoutsEach: number;
  readonly seed: number;
}

export interface BatchPlan {
  /** For each start its phase, or undefined where it is to be played without phases. */
  readonly phaseOf: readonly (number | undefined)[];
  /** Lanes of the kernel that makes so many playouts of a phase, or of none, at once: as many, if there is one so wide. */
  readonly lanesFor: (phase: number | undefined, playouts: number) => number;
}

/** Lanes that share playouts begin about equally many; it would take a most unlikely game for one to begin 16 times the mean. */
const MOST_PLAYOUTS_A_SHARING_LANE = (MOST_PLAYOUTS_A_LANE + 1) / 16;

/** Playouts of one start in one batch: with 2 ** 20 of them sums were wrong (connectFour, 2 ** 24 in one call), with half as many never. */
const MOST_PLAYOUTS_A_BATCH = 2 ** 19;

/** Batches that starts of a phase are divided into, if there is enough to do, so that threads, however many, end at about the same time … */
const BATCHES = 16;
/** … but a lane that is done waits for the others: no batch is smaller for the sake of that. */
const LEAST_PLAYOUTS_A_LANE = 8;

/**
 * Divides playouts into batches: starts of a phase together, each with as many lanes as there are for it. Where moves are counted, each playout
 * has a lane of its own, in which the moves can be seen when all are over.
 */
export function planBatches(plan: BatchPlan, request: PlayoutRequest): readonly PlayoutBatch[] {
  const { playouts, seed, countsMoves = false } = request;
  const batches: PlayoutBatch[] = [];
  if (playouts === 0) return batches;
  for (const [phase, starts] of startsByPhase(plan.phaseOf)) {
    const width = plan.lanesFor(phase, starts.length * playouts);
    const parts = Math.ceil(BATCHES / Math.ceil(starts.length / width));
    for (let from = 0; from < starts.length; from += width) {
      const together = starts.length <= width ? starts : starts.slice(from, from + width);
      const most = Math.floor(width / together.length);
      const least = Math.ceil(playouts / MOST_PLAYOUTS_A_BATCH);
      const count = countsMoves
        ? Math.ceil(playouts / most)
        : Math.max(least, shares(Math.ceil(playouts / most), parts));
      for (let part = 0; part < count; part++) {
        const playoutsEach = evenShare(playouts, count, part);
        const lanesEach = Math.min(most, playoutsEach);
        const seedOfBatch = batchSeed(seed, batches.length);
        batches.push({ phase, starts: together, width, lanesEach, playoutsEach, seed: seedOfBatch });
      }
    }
  }
  return batches;
}

function startsByPhase(phaseOf: BatchPlan['phaseOf']): ReadonlyMap<number | undefined, readonly number[]> {
  const found = new Map<number | undefined, number[]>();
  for (let start = 0; start < phaseOf.length; start++) {
    const others = found.get(phaseOf[start]);
    if (others === undefined) found.set(phaseOf[start], [start]);
    else others.push(start);
  }
  return found;
}

/** Batches of so many playouts a lane: at most `parts`, unless lanes could not count them otherwise. */
const shares = (aLane: number, parts: number): number =>
  Math.max(
    ...[1, Math.min(parts, Math.floor(aLane / LEAST_PLAYOUTS_A_LANE))],
    Math.ceil(aLane / MOST_PLAYOUTS_A_SHARING_LANE),
  );

/** What part `index` of `parts` gets where a whole number is divided as evenly as possible. */
const evenShare = (whole: number, parts: number, index: number): number =>
  Math.floor(whole / parts) + (index < whole % parts ? 1 : 0);
