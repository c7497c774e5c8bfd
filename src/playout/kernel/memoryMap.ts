import { COUNTER_BITS, MOST_CHOICE_BITS, MOST_STAMP_BITS, RUNNING } from './instructionSet.js';

/** The width of a kernel: lanes are the bits of `units` vectors of `unitWords` 32-bit words each. */
export interface Width {
  readonly units: number;
  /** 4 with SIMD, 2 without. */
  readonly unitWords: 4 | 2;
}

export const slotBytes = ({ units, unitWords }: Width): number => units * unitWords * 4;
export const lanesOf = (width: Width): number => slotBytes(width) * 8;

/** Words of the states of all generators, one a word of a vector; none may have a state of zeros. */
export const randomWords = ({ unitWords }: Width): number => 4 * unitWords;

/** Byte addresses of what every kernel keeps at the start of its memory; streams and slots come after it. */
export interface MemoryMap {
  /** Scalars. */
  readonly changed: number;
  readonly now: number;
  readonly maxPlies: number;
  readonly stampBits: number;
  /** Plies from one look for old playouts to the next. */
  readonly epoch: number;
  readonly nextEpoch: number;
  readonly hasOldLanes: number;
  /** 64 bits. */
  readonly plies: number;
  /** 1 where each lane says which pool it begins playouts from, and counts its outcomes; 0 where whole vectors do. */
  readonly isByLane: number;
  /**
   * 1 where any lane plays from any start, and counters hold a byte a start; then `isByLane` is 1 too. Lanes that wait
   * are refilled when there are so many of them, or none is running; so many playouts are left to begin, and packed
   * states are at this address.
   */
  readonly isShared: number;
  readonly fewestToRefill: number;
  readonly left: number;
  readonly states: number;
  /**
   * For each vector of a slot, or each lane, the address of its pool; then the pools, one a lane at most: playouts to
   * begin. Where lanes are shared, the start of each lane's playout, and for each phase a {@link QUEUE}.
   */
  readonly poolOfVector: number;
  readonly poolOfLane: number;
  readonly pools: number;
  /** Where lanes are shared, for each lane the start of the finished state that it has aside. */
  readonly asideOfLane: number;
  /** Four vectors: the states of the generators. */
  readonly random: number;
  /** Slots. Lanes with playouts to begin. */
  readonly active: number;
  /** Lanes that ended in a terminal state just now. */
  readonly finished: number;
  /** Lanes that have a finished state aside. */
  readonly kept: number;
  /** Lanes that were refilled since the last look for old playouts. */
  readonly fresh: number;
  /** Counters of {@link COUNTER_BITS} slots each, lowest bit first. */
  readonly capped: number;
  readonly stuck: number;
  /** {@link MOST_STAMP_BITS} slots: the ply in which the lane was refilled. */
  readonly stamps: number;
  /** {@link MOST_CHOICE_BITS} vectors for each vector of a slot: the number of legal moves, and the complement of the rank that is drawn. */
  readonly count: number;
  readonly rank: number;
  /** {@link MOST_CHOICE_BITS} vectors each: the number less one, and the bits that it has. */
  readonly countLessOne: number;
  readonly mask: number;
  /** Vectors: running lanes that are to draw a rank, and those that have no legal move. */
  readonly need: number;
  readonly without: number;
  /** A vector in which lanes are looked for one by one. */
  readonly scratch: number;
  /** The first byte after all that: the slots of streams. */
  readonly end: number;
  /** The slot {@link RUNNING} of these: lanes in the middle of a playout. */
  readonly running: number;
}

/**
 * The words of a queue, by number: starts side by side, from the first to before the end, are begun in turn, `ROUNDS`
 * times each; `NEXT` is the next one. It is empty when no rounds are left.
 */
export const QUEUE = { NEXT: 0, FIRST: 1, END: 2, ROUNDS: 3, WORDS: 4 } as const;

/** Starts that may share lanes: a byte of each counter is theirs. */
export const mostSharedStarts = (width: Width): number => counterBytes(width);

export const counterBytes = (width: Width): number => COUNTER_BITS * slotBytes(width);

const CACHE_LINE = 64;

export function memoryMap(width: Width): MemoryMap {
  const slot = slotBytes(width);
  const vector = width.unitWords * 4;
  let end = 0;
  const take = (bytes: number): number => {
    const at = end;
    end += bytes;
    return at;
  };
  const scalars = take(128);
  const choice = (): number => take(MOST_CHOICE_BITS * vector);
  const map = {
    changed: scalars,
    now: scalars + 4,
    maxPlies: scalars + 8,
    stampBits: scalars + 12,
    epoch: scalars + 16,
    nextEpoch: scalars + 20,
    hasOldLanes: scalars + 24,
    plies: scalars + 32,
    isByLane: scalars + 28,
    isShared: scalars + 40,
    fewestToRefill: scalars + 44,
    left: scalars + 48,
    states: scalars + 52,
    poolOfVector: take(4 * width.units),
    poolOfLane: take(4 * lanesOf(width)),
    pools: take(4 * lanesOf(width)),
    asideOfLane: take(4 * lanesOf(width)),
    random: take(4 * randomWords(width)),
    active: take(slot),
    finished: take(slot),
    kept: take(slot),
    fresh: take(slot),
    capped: take(counterBytes(width)),
    stuck: take(counterBytes(width)),
    stamps: take(MOST_STAMP_BITS * slot),
    count: take(MOST_CHOICE_BITS * slot),
    rank: take(MOST_CHOICE_BITS * slot),
    countLessOne: choice(),
    mask: choice(),
    need: take(vector),
    without: take(vector),
    scratch: take(vector),
  };
  end = Math.ceil(end / CACHE_LINE) * CACHE_LINE;
  return { ...map, end, running: end + RUNNING * slot };
}
