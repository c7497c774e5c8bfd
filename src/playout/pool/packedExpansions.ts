import type { Expansion } from '../../game/index.js';
import type { PackedState } from '../packedState.js';

export interface ExpansionShape {
  readonly stateWords: number;
  readonly roles: number;
}

/** Where things are in the memory of n expansions with s successors in all; one after the other, in 32-bit words but for the last. */
class Layout {
  /** n: the successors of each, and whether it is terminal. */
  readonly counts: Int32Array;
  readonly isTerminal: Int32Array;
  /** s × roles. */
  readonly joints: Int32Array;
  readonly goals: Int32Array;
  /** s × words of a state. */
  readonly successors: Uint32Array;
  /** s bytes. */
  readonly terminal: Uint8Array;

  constructor(buffer: ArrayBuffer, { states, successors, roles, stateWords }: ExpansionShape & Sizes) {
    let at = HEADER_BYTES;
    const words = (count: number): Int32Array => {
      at += 4 * count;
      return new Int32Array(buffer, at - 4 * count, count);
    };
    this.counts = words(states);
    this.isTerminal = words(states);
    this.joints = words(successors * roles);
    this.goals = words(successors * roles);
    const packed = words(successors * stateWords);
    this.successors = new Uint32Array(buffer, packed.byteOffset, packed.length);
    this.terminal = new Uint8Array(buffer, at, successors);
  }
}

interface Sizes {
  readonly states: number;
  readonly successors: number;
}

/** States and successors. */
const HEADER_BYTES = 8;

/** Expansions in one piece of memory, which a worker can give away. */
export function packExpansions(expansions: readonly Expansion<PackedState>[], shape: ExpansionShape): ArrayBuffer {
  const { roles, stateWords } = shape;
  const states = expansions.length;
  const successors = expansions.reduce((sum, expansion) => sum + expansion.successors.length, 0);
  const words = 2 * states + successors * (2 * roles + stateWords);
  const buffer = new ArrayBuffer(HEADER_BYTES + 4 * words + successors);
  new Int32Array(buffer, 0, 2).set([states, successors]);
  const packed = new Layout(buffer, { ...shape, states, successors });
  let at = 0;
  expansions.forEach((expansion, index) => {
    packed.counts[index] = expansion.successors.length;
    packed.isTerminal[index] = expansion.isTerminal ? 1 : 0;
    packed.joints.set(expansion.joints, at * roles);
    packed.goals.set(expansion.goals, at * roles);
    packed.terminal.set(expansion.terminal, at);
    for (const successor of expansion.successors) packed.successors.set(successor, at++ * stateWords);
  });
  return buffer;
}

/** Expansions that are parts of that memory. */
export function unpackExpansions(
  buffer: ArrayBuffer,
  shape: ExpansionShape,
  give: (expansion: Expansion<PackedState>, index: number) => void,
): void {
  const [states, successors] = new Int32Array(buffer, 0, 2) as unknown as [number, number];
  const { roles, stateWords } = shape;
  const packed = new Layout(buffer, { ...shape, states, successors });
  let from = 0;
  packed.counts.forEach((count, index) => {
    const to = from + count;
    const own = new Array<PackedState>(count);
    for (let at = 0; at < count; at++) {
      own[at] = packed.successors.subarray((from + at) * stateWords, (from + at + 1) * stateWords);
    }
    give(
      {
        isTerminal: packed.isTerminal[index] === 1,
        joints: packed.joints.subarray(from * roles, to * roles),
        successors: own,
        terminal: packed.terminal.subarray(from, to),
        goals: packed.goals.subarray(from * roles, to * roles),
      },
      index,
    );
    from = to;
  });
}
