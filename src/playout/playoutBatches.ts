import type { PlayoutRequest } from '../game/index.js';
import { batchSeed } from './batchedPlayouts.js';
import { MOST_PLAYOUTS_A_LANE } from './laneRunner.js';

/** Playouts of one run of a kernel. A plain value: any thread can run it, and what comes of it depends on nothing else. */
export interface PlayoutBatch {
  /** The phase that all its starts are in, or undefined where they are played without phases. */
  readonly phase: number | undefined;
  /** Indexes of the starts. */
  readonly starts: readonly number[];
  /** Lanes of each start, side by side, in the order of `starts`. */
  readonly lanesEach: number;
  /** Whether the lanes of a start, which are whole vectors then, share its playouts, or each has its part of them. */
  readonly isPooled: boolean;
  /** Playouts of each start; where lanes have their parts, at least as many as lanes. */
  readonly playoutsEach: number;
  readonly seed: number;
}

export interface BatchPlan {
  /** For each start its phase, or undefined where it is to be played without phases. */
  readonly phaseOf: readonly (number | undefined)[];
  /** Lanes of the kernel that plays starts of a phase, or of none. */
  readonly lanesOf: (phase: number | undefined) => { readonly lanes: number; readonly lanesAVector: number };
}

/** Lanes that share playouts begin about equally many; it would take a most unlikely game for one to begin 16 times the mean. */
const MOST_PLAYOUTS_A_POOLED_LANE = (MOST_PLAYOUTS_A_LANE + 1) / 16;

/** Batches that starts of a phase are divided into, if there is enough to do, so that threads, however many, end at about the same time … */
const BATCHES = 16;
/** … but a lane that is done waits for the others: no batch is smaller for the sake of that. */
const LEAST_PLAYOUTS_A_LANE = 8;

/** Divides playouts into batches: starts of a phase together, each with as many lanes as there are for it. */
export function planBatches(plan: BatchPlan, { playouts, seed }: PlayoutRequest): readonly PlayoutBatch[] {
  const batches: PlayoutBatch[] = [];
  for (const phase of new Set(plan.phaseOf)) {
    const starts = plan.phaseOf.flatMap((other, start) => (other === phase ? [start] : []));
    const { lanes, lanesAVector } = plan.lanesOf(phase);
    const parts = Math.ceil(BATCHES / Math.ceil(starts.length / lanes));
    for (let from = 0; from < starts.length && playouts > 0; from += lanes) {
      const together = starts.slice(from, from + lanes);
      const vectorsEach = Math.floor(lanes / lanesAVector / together.length);
      const isPooled = vectorsEach > 0;
      const most = isPooled ? vectorsEach * lanesAVector : Math.floor(lanes / together.length);
      const mostALane = isPooled ? MOST_PLAYOUTS_A_POOLED_LANE : MOST_PLAYOUTS_A_LANE;
      for (const playoutsEach of shares(playouts, { lanes: most, mostALane, parts })) {
        const lanesEach = isPooled ? most : Math.min(most, playoutsEach);
        const seedOfBatch = batchSeed(seed, batches.length);
        batches.push({ phase, starts: together, lanesEach, isPooled, playoutsEach, seed: seedOfBatch });
      }
    }
  }
  return batches;
}

/** Playouts of one start as the sum of nearly equal numbers, none more than its lanes can count. */
function shares(
  playouts: number,
  { lanes, mostALane, parts }: Readonly<Record<'lanes' | 'mostALane' | 'parts', number>>,
): readonly number[] {
  const aLane = Math.ceil(playouts / lanes);
  const count = Math.max(1, Math.min(parts, Math.floor(aLane / LEAST_PLAYOUTS_A_LANE)), Math.ceil(aLane / mostALane));
  return Array.from({ length: count }, (_, share) => evenShare(playouts, count, share));
}

/** What part `index` of `parts` gets where a whole number is divided as evenly as possible. */
export const evenShare = (whole: number, parts: number, index: number): number =>
  Math.floor(whole / parts) + (index < whole % parts ? 1 : 0);
