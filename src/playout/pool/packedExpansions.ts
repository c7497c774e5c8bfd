import { PackedExpansion } from '../packedExpansion.js';

/** What all expansions of a game have in common. */
export interface ExpansionShape {
  readonly stateWords: number;
  readonly roles: number;
}

/** The expansion of a state of a request, which is known by its place there. */
export interface PlacedExpansion {
  readonly place: number;
  readonly expansion: PackedExpansion;
}

/** Expansions in one piece of memory, which a worker can give away: first the number of states and of all their successors. */
export function packExpansions(expansions: readonly PlacedExpansion[], shape: ExpansionShape): ArrayBuffer {
  const { roles, stateWords } = shape;
  const successors = expansions.reduce((sum, { expansion }) => sum + expansion.terminal.length, 0);
  const sizes = { states: expansions.length, successors };
  const buffer = new ArrayBuffer(bytesOf(sizes, shape));
  new Int32Array(buffer, 0, 2).set([sizes.states, sizes.successors]);
  const packed = parts(buffer, sizes, shape);
  let at = 0;
  expansions.forEach(({ place, expansion }, index) => {
    packed.places[index] = place;
    packed.counts[index] = expansion.terminal.length;
    packed.isTerminal[index] = expansion.isTerminal ? 1 : 0;
    packed.joints.set(expansion.joints, at * roles);
    packed.goals.set(expansion.goals, at * roles);
    packed.terminal.set(expansion.terminal, at);
    packed.successors.set(expansion.words, at * stateWords);
    at += expansion.terminal.length;
  });
  return buffer;
}

/** The expansions, parts of that memory. */
export function unpackExpansions(buffer: ArrayBuffer, shape: ExpansionShape): readonly PlacedExpansion[] {
  const [states, successors] = new Int32Array(buffer, 0, 2) as unknown as [number, number];
  const { roles, stateWords } = shape;
  const packed = parts(buffer, { states, successors }, shape);
  let from = 0;
  return Array.from(packed.places, (place, index): PlacedExpansion => {
    const count = packed.counts[index]!;
    const to = from + count;
    const expansion = new PackedExpansion({
      isTerminal: packed.isTerminal[index] === 1,
      joints: packed.joints.subarray(from * roles, to * roles),
      words: packed.successors.subarray(from * stateWords, to * stateWords),
      terminal: packed.terminal.subarray(from, to),
      goals: packed.goals.subarray(from * roles, to * roles),
    });
    from = to;
    return { place, expansion };
  });
}

interface Sizes {
  readonly states: number;
  readonly successors: number;
}

interface Parts {
  /** By state. */
  readonly places: Int32Array;
  readonly counts: Int32Array;
  readonly isTerminal: Int32Array;
  /** Successors of all states, one after the other: at successor × roles + role. */
  readonly joints: Int32Array;
  readonly goals: Int32Array;
  /** Words of the successors. */
  readonly successors: Uint32Array;
  /** By successor. */
  readonly terminal: Uint8Array;
}

const HEADER_BYTES = 8;

const bytesOf = ({ states, successors }: Sizes, { roles, stateWords }: ExpansionShape): number =>
  HEADER_BYTES + 4 * (3 * states + successors * (2 * roles + stateWords)) + successors;

/** Where things are: in the order of {@link Parts}. */
function parts(buffer: ArrayBuffer, { states, successors }: Sizes, { roles, stateWords }: ExpansionShape): Parts {
  let end = HEADER_BYTES;
  const words = (count: number): Int32Array => {
    end += 4 * count;
    return new Int32Array(buffer, end - 4 * count, count);
  };
  const [places, counts, isTerminal] = [words(states), words(states), words(states)];
  const [joints, goals] = [words(successors * roles), words(successors * roles)];
  const packed = new Uint32Array(buffer, end, successors * stateWords);
  const terminal = new Uint8Array(buffer, end + packed.byteLength, successors);
  return { places, counts, isTerminal, joints, goals, successors: packed, terminal };
}
