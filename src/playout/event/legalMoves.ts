import { firstMove, type GroundProgram } from '../../ground/index.js';
import { type EventNetwork, WAS_TRUE } from './layout.js';

/** log₂ of the bits in a block, whose legal moves are counted together. */
const BLOCK_SHIFT = 8;
const BLOCK_WORDS = 1 << (BLOCK_SHIFT - 5);

/**
 * The legal moves of each role as sets of bits, so that the move of a given rank is found quickly, and is the same however the set came to
 * be. Moves are places among all moves. Those of a role that have the same condition are a group: they are legal only while it holds.
 *
 * Each group has bits of its own, from the start of a block on, in the order of its moves.
 */
export class LegalMoves {
  /** The groups of role r are `groupStart[r] … groupStart[r + 1])`. */
  readonly #groupStart: Int32Array;
  /** Of each group: a reference to its condition, the first of its blocks, and how many moves it has now. */
  readonly #conditions: Int32Array;
  readonly #firstBlock: Int32Array;
  readonly #sizes: Int32Array;
  readonly #bits: Int32Array;
  /** Moves in each block. */
  readonly #counts: Int32Array;
  /** Of each move. */
  readonly #bitOf: Int32Array;
  readonly #groupOf: Int32Array;
  /** Of each bit. */
  readonly #moveAt: Int32Array;
  readonly #memory: Int32Array;

  /** None is legal yet. */
  constructor(program: GroundProgram, { conditions, memory }: EventNetwork) {
    const { groupOf, groupStart, groups } = groupsOf(program, conditions);
    this.#memory = memory;
    this.#groupOf = groupOf;
    this.#groupStart = groupStart;
    this.#conditions = Int32Array.from(groups, ({ condition }) => condition);
    this.#sizes = new Int32Array(groups.length);
    this.#firstBlock = new Int32Array(groups.length + 1);
    groups.forEach(({ moves }, group) => {
      this.#firstBlock[group + 1] = this.#firstBlock[group]! + Math.ceil(moves / 2 ** BLOCK_SHIFT);
    });
    const blocks = this.#firstBlock.at(-1)!;
    this.#counts = new Int32Array(blocks);
    this.#bits = new Int32Array(blocks * BLOCK_WORDS);
    this.#moveAt = new Int32Array(blocks << BLOCK_SHIFT);
    const next = this.#firstBlock.map((block) => block << BLOCK_SHIFT);
    this.#bitOf = groupOf.map((group) => next[group]!++);
    this.#bitOf.forEach((bit, move) => (this.#moveAt[bit] = move));
  }

  /** Adds a move that is not there, or removes one that is. */
  toggle(move: number): void {
    const bit = this.#bitOf[move]!;
    const word = (this.#bits[bit >> 5]! ^= 1 << (bit & 31));
    const change = 2 * ((word >>> (bit & 31)) & 1) - 1;
    this.#counts[bit >> BLOCK_SHIFT]! += change;
    this.#sizes[this.#groupOf[move]!]! += change;
  }

  count(role: number): number {
    const end = this.#groupStart[role + 1]!;
    let count = 0;
    for (let group = this.#groupStart[role]!; group < end; group++) {
      if (this.#isOpen(group)) count += this.#sizes[group]!;
    }
    return count;
  }

  /** The move of that rank, counted from 0, of the `count` legal ones. */
  at(role: number, rank: number): number {
    let rest = rank;
    let group = this.#groupStart[role]!;
    for (; !this.#isOpen(group) || rest >= this.#sizes[group]!; group++) {
      if (this.#isOpen(group)) rest -= this.#sizes[group]!;
    }
    let block = this.#firstBlock[group]!;
    for (; rest >= this.#counts[block]!; block++) rest -= this.#counts[block]!;
    let word = block * BLOCK_WORDS;
    for (let ones = onesOf(this.#bits[word]!); rest >= ones; ones = onesOf(this.#bits[word]!)) {
      rest -= ones;
      word++;
    }
    let bits = this.#bits[word]!;
    for (; rest > 0; rest--) bits &= bits - 1;
    return this.#moveAt[32 * word + 31 - Math.clz32(bits & -bits)]!;
  }

  #isOpen(group: number): boolean {
    const condition = this.#conditions[group]!;
    return ((this.#memory[condition >> 1]! ^ condition) & WAS_TRUE) !== 0;
  }
}

interface Groups {
  /** Of each move. */
  readonly groupOf: Int32Array;
  readonly groupStart: Int32Array;
  readonly groups: readonly { readonly condition: number; readonly moves: number }[];
}

/** Groups the moves of each role by their condition. */
function groupsOf(program: GroundProgram, conditions: Int32Array): Groups {
  const groupOf = new Int32Array(program.moves);
  const groupStart = new Int32Array(program.roles.length + 1);
  const groups: { condition: number; moves: number }[] = [];
  for (let role = 0; role < program.roles.length; role++) {
    const end = program.moveStart[role + 1]! - firstMove(program);
    const known = new Map<number, number>();
    for (let move = program.moveStart[role]! - firstMove(program); move < end; move++) {
      const condition = conditions[move]!;
      let group = known.get(condition);
      if (group === undefined) {
        group = groups.push({ condition, moves: 0 }) - 1;
        known.set(condition, group);
      }
      groups[group]!.moves++;
      groupOf[move] = group;
    }
    groupStart[role + 1] = groups.length;
  }
  return { groupOf, groupStart, groups };
}

/** How many bits are 1 (Warren: Hacker's Delight, section 5-1). */
function onesOf(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
