import { seededRandom } from '../base/index.js';
import type { CanonicalState, StateSymmetries } from '../game/index.js';
import { MoveNames } from '../playout/index.js';
import { compose, identity } from './permutation.js';
import { gameMoves } from './structuralCheck.js';
import type { ProgramGame } from './structuralGame.js';
import { fixesState, type StructuralSymmetry } from './structuralSymmetry.js';

/** Larger groups are cut down to a subgroup: each element costs a look at every state. */
const MOST_ELEMENTS = 128;
/** Generators that are tried out: each may take as long as to make the whole subgroup. */
const MOST_CANDIDATES = 32;
/** Images that the elements may have together: their tables are to stay in the cache. */
const MOST_IMAGES = 2 ** 21;
/** Any will do; it is fixed so that the same images stand for states in every process. */
const KEY_SEED = 0x5eed;

/**
 * The group that some symmetries generate, element by element, as it acts on states. Only those are taken that leave the initial state as it is: then images of states
 * that can be reached can be reached too, and what the engine knows of such states holds in them. A group of up to 128 elements is had whole, so that the canonical
 * image is exact: the same for all images of a state. Of a larger one as many generators are taken as make no larger group; what that
 * subgroup does not see stays apart, which is sound.
 *
 * The canonical image is the one of the least hash. A hash is the exclusive or of keys of the fluents that hold; each element has keys of
 * its own, those of the images, so that only the image that is wanted need be made.
 */
export function stateGroup<State>(
  played: ProgramGame<State>,
  generators: readonly StructuralSymmetry[],
): StateSymmetries<State> {
  const { program, game } = played;
  const initial = played.holding(game.initial());
  const fixing = generators.filter((generator) => fixesState(generator, initial));
  const most = Math.max(1, Math.min(MOST_ELEMENTS, Math.floor(MOST_IMAGES / (program.fluents + program.moves))));
  return new StateGroup(played, closureOf(played, fixing, most));
}

/** Elements of a group, the identity first, and what each becomes with each generator after it. */
interface Closure {
  readonly elements: readonly StructuralSymmetry[];
  readonly generators: readonly StructuralSymmetry[];
  /** At element × generators + generator. */
  readonly next: readonly number[];
}

/** The largest group of at most so many elements that is found by adding one generator after the other. */
function closureOf<State>(
  { program: { fluents, moves } }: ProgramGame<State>,
  candidates: readonly StructuralSymmetry[],
  most: number,
): Closure {
  const nothing = { fluents: identity(fluents), moves: identity(moves) };
  let found: Closure = { elements: [nothing], generators: [], next: [] };
  for (const candidate of candidates.slice(0, MOST_CANDIDATES)) {
    // A group that gets larger gets twice as large at least.
    if (2 * found.elements.length > most) break;
    found = generated(nothing, [...found.generators, candidate], most) ?? found;
  }
  return found;
}

/** All products of generators; undefined where they are too many. */
function generated(
  nothing: StructuralSymmetry,
  generators: readonly StructuralSymmetry[],
  most: number,
): Closure | undefined {
  const elements = [nothing];
  const numbers = new Map([[keyOf(nothing), 0]]);
  const next: number[] = [];
  // The list grows while it is gone through.
  for (const element of elements) {
    for (const generator of generators) {
      const product = productOf(element, generator);
      const key = keyOf(product);
      let number = numbers.get(key);
      if (number === undefined) {
        if (elements.length === most) return undefined;
        number = elements.push(product) - 1;
        numbers.set(key, number);
      }
      next.push(number);
    }
  }
  return { elements, generators, next };
}

/** Symmetries that do the same to all states are one: moves that they map to each other lead to the same state. */
const keyOf = ({ fluents }: StructuralSymmetry): string => fluents.join();

/** First one, then the other. */
const productOf = (first: StructuralSymmetry, second: StructuralSymmetry): StructuralSymmetry => ({
  fluents: compose(first.fluents, second.fluents),
  moves: compose(first.moves, second.moves),
});

class StateGroup<State> implements StateSymmetries<State> {
  readonly size: number;
  readonly #moves: readonly (readonly Int32Array[])[];
  /** At first × size + second. */
  readonly #products: Uint8Array;
  readonly #inverses: Uint8Array;
  /** At (fluent × size + element) × 2: two words of the key of the fluent's image under the element. */
  readonly #keys: Uint32Array;
  /** Two words of the hash of the image under each element. */
  readonly #hashes: Int32Array;
  /** The fluents of the state that was hashed last, as bits: those of a packed state without its hash. */
  readonly #bits: Uint32Array;

  constructor(
    private readonly played: ProgramGame<State>,
    private readonly closure: Closure,
  ) {
    const { elements } = closure;
    const { program } = played;
    this.size = elements.length;
    const names = new MoveNames(program);
    this.#moves = elements.map((element) => gameMoves(program, element, names));
    this.#products = productsOf(closure);
    this.#inverses = Uint8Array.from(elements, (_, first) =>
      this.#products.subarray(first * this.size, (first + 1) * this.size).indexOf(0),
    );
    this.#keys = keysOf(elements, program.fluents);
    this.#hashes = new Int32Array(2 * this.size);
    this.#bits = new Uint32Array((program.fluents + 31) >>> 5);
  }

  canonical(state: State): CanonicalState<State> {
    this.#hash(state);
    let least = 0;
    for (let element = 1; element < this.size; element++) if (this.#compare(element, least) < 0) least = element;
    return { state: this.image(state, least), symmetry: least, hash: this.#hashes[2 * least]! };
  }

  image(state: State, symmetry: number): State {
    if (symmetry === 0) return state;
    return this.played.imageOf(state, this.closure.elements[symmetry]!.fluents);
  }

  stabiliser(state: State): readonly number[] {
    this.#hash(state);
    const alike = [0];
    for (let element = 1; element < this.size; element++) if (this.#compare(element, 0) === 0) alike.push(element);
    if (alike.length === 1) return alike;
    const holding = this.played.holding(state);
    return alike.filter((element) => this.#holdsImages(holding, this.closure.elements[element]!));
  }

  /** Whether the images of fluents hold in the state that was hashed last. */
  #holdsImages(holding: readonly number[], { fluents }: StructuralSymmetry): boolean {
    const bits = this.#bits;
    return holding.every((fluent) => {
      const image = fluents[fluent]!;
      return ((bits[image >>> 5]! >>> (image & 31)) & 1) === 1;
    });
  }

  moves(symmetry: number): readonly Int32Array[] {
    return this.#moves[symmetry]!;
  }

  product(first: number, second: number): number {
    return this.#products[first * this.size + second]!;
  }

  inverse(symmetry: number): number {
    return this.#inverses[symmetry]!;
  }

  /** Hashes all images of a state. Most states differ little from the one before, a successor of the same state: only what differs is looked at. */
  #hash(state: State): void {
    const words = 2 * this.size;
    const keys = this.#keys;
    const hashes = this.#hashes;
    const next = state instanceof Uint32Array ? state : this.#packed(state);
    for (let word = 0; word < this.#bits.length; word++) {
      const changed = this.#bits[word]! ^ next[word]!;
      for (let rest = changed; rest !== 0; rest &= rest - 1) {
        const from = ((word << 5) + 31 - Math.clz32(rest & -rest)) * words;
        for (let at = 0; at < words; at++) hashes[at]! ^= keys[from + at]!;
      }
      this.#bits[word] = next[word]!;
    }
  }

  /** The fluents that hold, as bits. */
  #packed(state: State): Uint32Array {
    const bits = new Uint32Array(this.#bits.length);
    for (const fluent of this.played.holding(state)) bits[fluent >>> 5]! |= 1 << (fluent & 31);
    return bits;
  }

  #compare(a: number, b: number): number {
    return this.#hashes[2 * a]! - this.#hashes[2 * b]! || this.#hashes[2 * a + 1]! - this.#hashes[2 * b + 1]!;
  }
}

/** A product with a second element is one with what that was made from, and then with its last generator. */
function productsOf({ elements, generators, next }: Closure): Uint8Array {
  const size = elements.length;
  const products = new Uint8Array(size * size);
  const isMade = new Uint8Array(size);
  for (let first = 0; first < size; first++) products[first * size] = first;
  isMade[0] = 1;
  next.forEach((second, at) => {
    if (isMade[second] === 1) return;
    isMade[second] = 1;
    const before = Math.floor(at / generators.length);
    const generator = at % generators.length;
    for (let first = 0; first < size; first++) {
      products[first * size + second] = next[products[first * size + before]! * generators.length + generator]!;
    }
  });
  return products;
}

function keysOf(elements: readonly StructuralSymmetry[], fluents: number): Uint32Array {
  const random = seededRandom(KEY_SEED);
  const keys = Uint32Array.from({ length: 2 * fluents }, () => random.nextUint32());
  const images = new Uint32Array(2 * fluents * elements.length);
  for (const [element, symmetry] of elements.entries()) {
    symmetry.fluents.forEach((image, fluent) => {
      const at = 2 * (fluent * elements.length + element);
      images[at] = keys[2 * image]!;
      images[at + 1] = keys[2 * image + 1]!;
    });
  }
  return images;
}
