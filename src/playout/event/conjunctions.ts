import { finishHash, IntList, mixHash } from '../../base/index.js';
import { FALSE, type GroundLiteral, TRUE } from '../../ground/index.js';

/** What {@link Conjunctions.head} says of a node that is no part of a loop. */
export const NO_HEAD = -1;

const INITIAL_TABLE = 1 << 12;

/**
 * A propositional program in which every node is a conjunction of literals; a disjunction is the negation of one. Nodes below `inputs` are
 * the constant, fluents and moves of the ground program, with the same ids; literals are written as there. Equal conjunctions are one node.
 *
 * A recursive component becomes a loop: atoms, which hold iff one of their rules does, and rules, conjunctions as others, which may refer
 * positively to atoms of the loop. The atoms of a loop precede its rules.
 */
export class Conjunctions {
  /** The literals of node n are `literals[start[n - inputs] … start[n - inputs + 1])`. */
  readonly start = new IntList();
  readonly literals = new IntList();
  /** For node n at n - inputs: {@link NO_HEAD}, the atom that this rule of a loop derives, or n itself where it is an atom of a loop. */
  readonly head = new IntList();
  /** Pairs: the nodes of a loop are the first one up to, but not including, the second. */
  readonly loops = new IntList();
  /** Open addressing; node or 0. */
  #table = new Int32Array(INITIAL_TABLE);
  #entries = 0;

  constructor(readonly inputs: number) {
    this.start.push(0);
  }

  get nodes(): number {
    return this.inputs + this.head.length;
  }

  /** The conjunction of the literals, which are sorted in place. */
  and(literals: GroundLiteral[]): GroundLiteral {
    literals.sort((a, b) => a - b);
    let kept = 0;
    for (const literal of literals) {
      if (literal === FALSE) return FALSE;
      const last = kept > 0 ? literals[kept - 1]! : TRUE;
      if (literal === last) continue;
      if (kept > 0 && literal === (last ^ 1)) return FALSE;
      if (literal !== TRUE) literals[kept++] = literal;
    }
    literals.length = kept;
    if (kept === 0) return TRUE;
    return kept === 1 ? literals[0]! : 2 * this.#intern(literals);
  }

  /** The disjunction of the literals, which are changed. */
  or(literals: GroundLiteral[]): GroundLiteral {
    for (let i = 0; i < literals.length; i++) literals[i]! ^= 1;
    return this.and(literals) ^ 1;
  }

  /** A node of its own, whatever equals it: for one literal, or for none, which holds. */
  separate(literals: readonly GroundLiteral[], head = NO_HEAD): number {
    for (const literal of literals) this.literals.push(literal);
    this.start.push(this.literals.length);
    this.head.push(head);
    return this.nodes - 1;
  }

  loopAtom(): number {
    return this.separate([], this.nodes);
  }

  headOf(node: number): number {
    return this.head.array[node - this.inputs]!;
  }

  startOf(node: number): number {
    return this.start.array[node - this.inputs]!;
  }

  #intern(literals: readonly GroundLiteral[]): number {
    if (2 * this.#entries >= this.#table.length) this.#grow();
    const mask = this.#table.length - 1;
    let at = finishHash(literals.reduce(mixHash, 0)) & mask;
    for (let found = this.#table[at]!; found !== 0; found = this.#table[at]!) {
      if (this.#isConjunctionOf(found, literals)) return found;
      at = (at + 1) & mask;
    }
    this.#entries++;
    return (this.#table[at] = this.separate(literals));
  }

  #isConjunctionOf(node: number, literals: readonly GroundLiteral[]): boolean {
    const from = this.startOf(node);
    if (this.startOf(node + 1) - from !== literals.length) return false;
    const { array } = this.literals;
    for (let i = 0; i < literals.length; i++) if (array[from + i] !== literals[i]) return false;
    return true;
  }

  #grow(): void {
    const old = this.#table;
    const mask = 2 * old.length - 1;
    this.#table = new Int32Array(2 * old.length);
    const { array } = this.literals;
    for (const node of old) {
      if (node === 0) continue;
      let hash = 0;
      for (let i = this.startOf(node); i < this.startOf(node + 1); i++) hash = mixHash(hash, array[i]!);
      let at = finishHash(hash) & mask;
      while (this.#table[at] !== 0) at = (at + 1) & mask;
      this.#table[at] = node;
    }
  }
}
