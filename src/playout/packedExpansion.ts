import type { Expansion } from '../game/index.js';
import type { PackedState } from './packedState.js';

/** Up to this many bytes an array is part of V8's heap; a longer one has memory of its own, which takes twenty times as long to get. */
const MOST_BYTES_ON_HEAP = 64;

/**
 * An expansion whose successors lie side by side in `words`: a hundred thousand states as objects of their own keep the garbage collector busy for tens of
 * milliseconds. They are made when they are asked for.
 */
export class PackedExpansion implements Expansion<PackedState> {
  readonly isTerminal: boolean;
  readonly joints: Int32Array;
  readonly terminal: Uint8Array;
  readonly goals: Int32Array;
  readonly words: Uint32Array;
  #successors: readonly PackedState[] | undefined;

  constructor({ isTerminal, joints, terminal, goals, words }: Omit<Expansion<PackedState>, 'successors'> & Words) {
    this.isTerminal = isTerminal;
    this.joints = joints;
    this.terminal = terminal;
    this.goals = goals;
    this.words = words;
  }

  /** The same with successors that are objects. */
  static of(rest: Omit<Expansion<PackedState>, 'words'>): PackedExpansion {
    const length = rest.successors[0]?.length ?? 0;
    const words = new Uint32Array(rest.successors.length * length);
    rest.successors.forEach((state, at) => words.set(state, at * length));
    return new PackedExpansion({ ...rest, words });
  }

  get successors(): readonly PackedState[] {
    this.#successors ??= this.#apart();
    return this.#successors;
  }

  /** Copies, so that who keeps one state keeps no others: short ones each by itself, long ones those of this expansion together. */
  #apart(): readonly PackedState[] {
    const count = this.terminal.length;
    const length = count === 0 ? 0 : this.words.length / count;
    const isLong = length * 4 > MOST_BYTES_ON_HEAP;
    const from = isLong ? this.words.slice() : this.words;
    const successors = new Array<PackedState>(count);
    for (let at = 0; at < count; at++) {
      const [start, end] = [at * length, (at + 1) * length];
      successors[at] = isLong ? from.subarray(start, end) : from.slice(start, end);
    }
    return successors;
  }
}

interface Words {
  readonly words: Uint32Array;
}
