import { IntList } from '../../base/index.js';
import { FALSE, type GroundLiteral, TRUE } from '../../ground/index.js';

/**
 * Tuples of literals that hold together, of which one must hold: each its length and then its literals, none twice. One that is contradictory is
 * left out, and one that is empty is the only one.
 */
export class TupleList {
  readonly literals = new IntList();
  count = 0;
  /** By atom, the last tuple that was seen to have it, twice its number, plus 1 where it denies it. */
  readonly #seen: Int32Array;
  #number = 0;
  #start = -1;
  #isContradictory = false;

  constructor(atoms: number) {
    this.#seen = new Int32Array(atoms);
  }

  /** Whether one of the tuples holds whatever else does. */
  get isAlways(): boolean {
    return this.count === 1 && this.literals.length === 1;
  }

  clear(): void {
    this.literals.length = this.count = 0;
  }

  begin(): void {
    this.#number++;
    this.#isContradictory = false;
    this.#start = this.literals.length;
    this.literals.push(0);
  }

  add(literal: GroundLiteral): void {
    if (literal === TRUE) return;
    const atom = literal >> 1;
    const now = 2 * this.#number + (literal & 1);
    if (this.#seen[atom] === now) return;
    if (literal === FALSE || this.#seen[atom] === (now ^ 1)) this.#isContradictory = true;
    this.#seen[atom] = now;
    this.literals.push(literal);
  }

  end(): void {
    if (this.#isContradictory || this.isAlways) {
      this.literals.length = this.#start;
      return;
    }
    const length = this.literals.length - this.#start - 1;
    if (length === 0) this.clear();
    if (length === 0) this.literals.push(0);
    else this.literals.array[this.#start] = length;
    this.count++;
  }
}
