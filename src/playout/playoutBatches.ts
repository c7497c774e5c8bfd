import type { PlayoutRequest } from '../game/index.js';
import { batchSeed } from './batchedPlayouts.js';
import { MOST_PLAYOUTS_A_LANE } from './laneRunner.js';

/** Playouts of one run of a kernel. A plain value: any thread can run it, and what comes of it depends on nothing else. */
export interface PlayoutBatch {
  /** Indexes of the starts. */
  readonly starts: readonly number[];
  /** The phase of each, or undefined where they are played without phases. */
  readonly phases: readonly number[] | undefined;
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
  /** Lanes of the kernel that makes so many playouts at once, with phases or without: as many, if there is one so wide. */
  readonly lanesFor: (hasPhases: boolean, playouts: number) => number;
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
 * has a lane of its own, in which the moves can be seen when all are over. Where there is a lane for every playout, starts of all phases are one
 * batch: to wait for their turn costs lanes a ply or two, another batch all plies once more.
 */
export function planBatches(plan: BatchPlan, request: PlayoutRequest): readonly PlayoutBatch[] {
  const { playouts, seed, countsMoves = false } = request;
  const batches: PlayoutBatch[] = [];
  if (playouts === 0) return batches;
  for (const { starts, phases } of groupsOf(plan, playouts)) {
    const width = plan.lanesFor(phases !== undefined, starts.length * playouts);
    const parts = Math.ceil(BATCHES / Math.ceil(starts.length / width));
    for (let from = 0; from < starts.length; from += width) {
      const together = starts.length <= width ? { starts, phases } : sliceOf({ starts, phases }, from, from + width);
      const most = Math.floor(width / together.starts.length);
      const least = Math.ceil(playouts / MOST_PLAYOUTS_A_BATCH);
      const count = countsMoves
        ? Math.ceil(playouts / most)
        : Math.max(least, shares(Math.ceil(playouts / most), parts));
      for (let part = 0; part < count; part++) {
        const playoutsEach = evenShare(playouts, count, part);
        const lanesEach = Math.min(most, playoutsEach);
        const seedOfBatch = batchSeed(seed, batches.length);
        batches.push({ ...together, width, lanesEach, playoutsEach, seed: seedOfBatch });
      }
    }
  }
  return batches;
}

type Group = Pick<PlayoutBatch, 'starts' | 'phases'>;

const sliceOf = ({ starts, phases }: Group, from: number, end: number): Group => ({
  starts: starts.slice(from, end),
  phases: phases?.slice(from, end),
});

/** The starts that are played together: those of a phase, or of all phases where there is a lane for every playout. */
function groupsOf({ phaseOf, lanesFor }: BatchPlan, playouts: number): readonly Group[] {
  const byPhase = new Map<number | undefined, { starts: number[]; phases: number[] | undefined }>();
  const phased = phaseOf.reduce<number>((sum, phase) => sum + Number(phase !== undefined), 0);
  const isTogether = lanesFor(true, phased * playouts) >= phased * playouts;
  for (let start = 0; start < phaseOf.length; start++) {
    const phase = phaseOf[start];
    const key = phase !== undefined && isTogether ? ALL_PHASES : phase;
    let group = byPhase.get(key);
    if (group === undefined) byPhase.set(key, (group = { starts: [], phases: phase === undefined ? undefined : [] }));
    group.starts.push(start);
    if (phase !== undefined) group.phases!.push(phase);
  }
  return [...byPhase.values()];
}

/** In place of a phase. */
const ALL_PHASES = -1;

/** Batches of so many playouts a lane: at most `parts`, unless lanes could not count them otherwise. */
const shares = (aLane: number, parts: number): number =>
  Math.max(
    ...[1, Math.min(parts, Math.floor(aLane / LEAST_PLAYOUTS_A_LANE))],
    Math.ceil(aLane / MOST_PLAYOUTS_A_SHARING_LANE),
  );

/** What part `index` of `parts` gets where a whole number is divided as evenly as possible. */
const evenShare = (whole: number, parts: number, index: number): number =>
  Math.floor(whole / parts) + (index < whole % parts ? 1 : 0);
