import { firstDerived, firstMove, type GroundLiteral, type GroundProgram } from '../../ground/index.js';

/** More words of sets of moves are not kept. */
const MOST_WORDS = 2 ** 23;

/**
 * Atoms that depend on the move alone (`pressed(1, a)`), each as the set of the moves with which it holds. For programs with one role; no
 * negation is needed for what is recursive, and what is recursive is not taken for such an atom.
 */
export class MoveAtoms {
  /** 1 for the atoms that depend on the move and on nothing else. */
  readonly #isPure: Uint8Array;
  readonly #sets = new Map<number, Uint32Array>();
  #words = 0;

  constructor(private readonly program: GroundProgram) {
    this.#isPure = pureAtoms(program);
  }

  isPure(atom: number): boolean {
    return this.#isPure[atom] === 1;
  }

  /** Whether a literal of such an atom holds when a move, counted from 0, is made. */
  holds(literal: GroundLiteral, move: number): boolean {
    const atom = literal >> 1;
    const made = firstMove(this.program) + move;
    const holds = atom < firstDerived(this.program) ? atom === made : has(this.#setOf(atom), move);
    return holds === ((literal & 1) === 0);
  }

  /** The moves with which all of some literals hold; undefined where there are too many sets. */
  movesWith(literals: readonly GroundLiteral[]): Uint32Array | undefined {
    if (this.#words > MOST_WORDS) return undefined;
    const all = new Uint32Array(this.#length).fill(0xffffffff);
    if ((this.program.moves & 31) !== 0) all[this.#length - 1] = 2 ** (this.program.moves & 31) - 1;
    for (const literal of literals) this.#restrict(all, literal);
    return all;
  }

  get #length(): number {
    return (this.program.moves + 31) >>> 5;
  }

  #restrict(moves: Uint32Array, literal: GroundLiteral): void {
    const negated = (literal & 1) === 0 ? 0 : 0xffffffff;
    const set = this.#setOf(literal >> 1);
    for (let word = 0; word < moves.length; word++) moves[word]! &= set[word]! ^ negated;
  }

  #setOf(atom: number): Uint32Array {
    let set = this.#sets.get(atom);
    if (set !== undefined) return set;
    set = new Uint32Array(this.#length);
    const derived = atom - firstDerived(this.program);
    if (derived < 0) addTo(set, atom - firstMove(this.program));
    else this.#addRules(set, derived);
    // Those of single moves are as quickly made again.
    if (derived >= 0) {
      this.#sets.set(atom, set);
      this.#words += set.length;
    }
    return set;
  }

  #addRules(set: Uint32Array, derived: number): void {
    const { ruleStart, bodyStart, body } = this.program;
    for (let rule = ruleStart[derived]!; rule < ruleStart[derived + 1]!; rule++) {
      const literals = body.subarray(bodyStart[rule], bodyStart[rule + 1]);
      const move = literals.length === 1 ? (literals[0]! >> 1) - firstMove(this.program) : -1;
      if (move >= 0 && move < this.program.moves && (literals[0]! & 1) === 0) addTo(set, move);
      else this.movesWith([...literals])?.forEach((word, at) => (set[at]! |= word));
    }
  }
}

const addTo = (set: Uint32Array, move: number): void => {
  set[move >>> 5]! |= 1 << (move & 31);
};

const has = (set: Uint32Array, move: number): boolean => ((set[move >>> 5]! >>> (move & 31)) & 1) === 1;

function pureAtoms(program: GroundProgram): Uint8Array {
  const { atoms, ruleStart, bodyStart, body, componentStart, isRecursive } = program;
  const first = firstDerived(program);
  const isPure = new Uint8Array(atoms);
  isPure.fill(1, firstMove(program), first);
  isRecursive.forEach((recursive, component) => {
    if (recursive === 1) return;
    for (let atom = componentStart[component]!; atom < componentStart[component + 1]!; atom++) {
      const rules = [ruleStart[atom - first]!, ruleStart[atom - first + 1]!] as const;
      let at = bodyStart[rules[0]]!;
      const end = bodyStart[rules[1]]!;
      if (at === end) continue;
      while (at < end && isPure[body[at]! >> 1] === 1) at++;
      if (at === end) isPure[atom] = 1;
    }
  });
  return isPure;
}
