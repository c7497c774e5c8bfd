import type { PlayoutRequest } from '../game/index.js';
import { batchSeed } from './batchedPlayouts.js';
import { MOST_PLAYOUTS_A_LANE } from './laneRunner.js';

/** Playouts of one run of a kernel. A plain value: any thread can run it, and what comes of it depends on nothing else. */
export interface PlayoutBatch {
  /** Indexes of the starts. */
  readonly starts: Int32Array;
  /** The phase of each, ascending, or undefined where they are played without phases. */
  readonly phases: Int32Array | undefined;
  /** Lanes of the kernel. */
  readonly width: number;
  /**
   * Lanes of each start, side by side, in the order of `starts`; they share its playouts. Undefined where all share all
   * lanes.
   */
  readonly lanesEach: number | undefined;
  readonly playoutsEach: number;
  readonly seed: number;
}

/** In place of a phase. */
export const NO_PHASE = -1;

export interface BatchPlan {
  /** For each start its phase, or {@link NO_PHASE} where it is to be played without phases. */
  readonly phaseOf: Int32Array;
  /** Lanes of the kernel that makes so many playouts at once, with phases or without: as many, if there is one so wide. */
  readonly lanesFor: (hasPhases: boolean, playouts: number) => number;
  /** The kernel whose lanes are best shared by so many playouts. */
  readonly sharedBy: (hasPhases: boolean, playouts: number) => Sharing;
}

export interface Sharing {
  readonly lanes: number;
  /** Starts that may share them, none where there are too many phases. */
  readonly mostStarts: number;
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
 * Divides playouts into batches. Where there are few of each start, starts of all phases share all lanes of a kernel.
 * Else starts of a phase are together, each with as many lanes as there are for it. Where moves are counted, each
 * playout has a lane of its own, in which the moves can be seen when all are over. Where there is a lane for every
 * playout, starts of all phases are one batch: to wait for their turn costs lanes a ply or two, another batch all plies
 * once more.
 */
export function planBatches(plan: BatchPlan, request: PlayoutRequest): readonly PlayoutBatch[] {
  const { playouts, seed, countsMoves = false } = request;
  const batches: PlayoutBatch[] = [];
  if (playouts === 0 || plan.phaseOf.length === 0) return batches;
  for (const { starts, phases } of groupsOf(plan, request)) {
    const shared = isSharing(request) ? plan.sharedBy(phases !== undefined, starts.length * playouts) : NOT_SHARED;
    if (shared.mostStarts > 0) {
      planShared({ starts, phases }, shared, { request, batches });
      continue;
    }
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

/** Few playouts of each start: all lanes are shared, so that few are idle. */
function planShared(
  group: Group,
  { lanes, mostStarts }: Sharing,
  { request, batches }: { readonly request: PlayoutRequest; readonly batches: PlayoutBatch[] },
): void {
  const { playouts, seed } = request;
  const { length } = group.starts;
  for (let from = 0; from < length; from += mostStarts) {
    const together = length <= mostStarts ? group : sliceOf(group, from, from + mostStarts);
    const aLane = Math.ceil((together.starts.length * playouts) / lanes);
    const count = Math.min(playouts, shares(aLane, Math.ceil((BATCHES * mostStarts) / length)));
    for (let part = 0; part < count; part++) {
      const playoutsEach = evenShare(playouts, count, part);
      const seedOfBatch = batchSeed(seed, batches.length);
      batches.push({ ...together, width: lanes, lanesEach: undefined, playoutsEach, seed: seedOfBatch });
    }
  }
}

/** From so many playouts of each start on, it has lanes of its own: they need not be told whose playout they make. */
const MANY_PLAYOUTS = 128;

const NOT_SHARED: Sharing = { lanes: 0, mostStarts: 0 };

const isSharing = ({ playouts, countsMoves = false }: PlayoutRequest): boolean =>
  playouts < MANY_PLAYOUTS && !countsMoves;

type Group = Pick<PlayoutBatch, 'starts' | 'phases'>;

const sliceOf = ({ starts, phases }: Group, from: number, end: number): Group => ({
  starts: starts.slice(from, end),
  phases: phases?.slice(from, end),
});

/**
 * The starts that are played together: those of a phase, or of all phases where lanes are shared, or where there is one
 * for every playout.
 */
function groupsOf({ phaseOf, lanesFor, sharedBy }: BatchPlan, request: PlayoutRequest): readonly Group[] {
  const counts = countsByPhase(phaseOf);
  const playouts = (phaseOf.length - counts[NONE_BEFORE]!) * request.playouts;
  if (playouts === 0) return [{ starts: phaseOf.map((_, start) => start), phases: undefined }];
  const isTogether = isSharing(request) && sharedBy(true, playouts).mostStarts > 0;
  const groups = groupsInOrder(phaseOf, counts);
  return isTogether || lanesFor(true, playouts) >= playouts ? groups : groups.flatMap(apart);
}

/** In counts by phase, phase p is at p + 1, and here are those of none. */
const NONE_BEFORE = 0;

function countsByPhase(phaseOf: Int32Array): Int32Array {
  let most = 0;
  for (const phase of phaseOf) if (phase > most) most = phase;
  const counts = new Int32Array(most + 2);
  for (const phase of phaseOf) counts[phase - NO_PHASE]!++;
  return counts;
}

/** Starts in the order of their phases, and those of none by themselves. */
function groupsInOrder(phaseOf: Int32Array, counts: Int32Array): readonly Group[] {
  const next = new Int32Array(counts.length);
  for (let at = 1; at < next.length; at++) next[at] = next[at - 1]! + counts[at - 1]!;
  const starts = new Int32Array(phaseOf.length);
  const phases = new Int32Array(phaseOf.length);
  for (let start = 0; start < phaseOf.length; start++) {
    const phase = phaseOf[start]!;
    const at = next[phase - NO_PHASE]!++;
    starts[at] = start;
    phases[at] = phase;
  }
  const without = counts[NONE_BEFORE]!;
  if (without === 0) return [{ starts, phases }];
  const rest = { starts: starts.subarray(without), phases: phases.subarray(without) };
  return [rest, { starts: starts.slice(0, without), phases: undefined }];
}

/** A group for each phase. */
function apart(group: Group): readonly Group[] {
  const { phases } = group;
  if (phases === undefined) return [group];
  const groups: Group[] = [];
  for (let from = 0, end = 0; from < phases.length; from = end) {
    while (end < phases.length && phases[end] === phases[from]) end++;
    groups.push(sliceOf(group, from, end));
  }
  return groups;
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
