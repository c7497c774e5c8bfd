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
  /** Lanes of each start, side by side, in the order of `starts`; they share its playouts. Undefined where all share all lanes. */
  readonly lanesEach: number | undefined;
  readonly playoutsEach: number;
  readonly seed: number;
}

export interface BatchPlan {
  /** For each start its phase, or undefined where it is to be played without phases. */
  readonly phaseOf: readonly (number | undefined)[];
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
 * Divides playouts into batches. Where there are few of each start, starts of all phases share all lanes of a kernel. Else starts of a phase are
 * together, each with as many lanes as there are for it. Where moves are counted, each playout has a lane of its own, in which the moves can be seen
 * when all are over. Where there is a lane for every playout, starts of all phases are one batch: to wait for their turn costs lanes a ply or two,
 * another batch all plies once more.
 */
export function planBatches(plan: BatchPlan, request: PlayoutRequest): readonly PlayoutBatch[] {
  const { playouts, seed, countsMoves = false } = request;
  const batches: PlayoutBatch[] = [];
  if (playouts === 0) return batches;
  const groups = groupsOf(plan, request);
  for (const { starts, phases } of groups) {
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

/** The starts that are played together: those of a phase, or of all phases where lanes are shared, or where there is one for every playout. */
function groupsOf({ phaseOf, lanesFor, sharedBy }: BatchPlan, request: PlayoutRequest): readonly Group[] {
  const byPhase = new Map<number | undefined, { starts: number[]; phases: number[] | undefined }>();
  const phased = phaseOf.reduce<number>((sum, phase) => sum + Number(phase !== undefined), 0);
  const playouts = phased * request.playouts;
  if (isSharing(request) && sharedBy(true, playouts).mostStarts > 0) return groupsInOrder(phaseOf);
  const isTogether = lanesFor(true, playouts) >= playouts;
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

/** Those of all phases, in the order of these, and those of none. */
function groupsInOrder(phaseOf: BatchPlan['phaseOf']): readonly Group[] {
  const found = [...phaseOf.keys()];
  const phased = found.filter((start) => phaseOf[start] !== undefined).sort((a, b) => phaseOf[a]! - phaseOf[b]!);
  const others = phased.length === found.length ? [] : found.filter((start) => phaseOf[start] === undefined);
  const groups: Group[] = [];
  if (phased.length > 0) groups.push({ starts: phased, phases: phased.map((start) => phaseOf[start]!) });
  if (others.length > 0) groups.push({ starts: others, phases: undefined });
  return groups;
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
