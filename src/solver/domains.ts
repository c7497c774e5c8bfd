import { IntList } from '../base/index.js';

/** What is known of a literal: `truth[literal]`. */
const OPEN = 0;
export const TRUE = 1;
export const FALSE = 2;

export const NO_ID = -1;

/**
 * The domains of all variables as sparse sets in flat arrays, and the trail: the one record of what changed, which propagation reads
 * forwards and {@link restore} backwards.
 *
 * Value v of variable x has the *id* `offsets[x] + v`. Two-valued variables come first, so that their ids are 2k and 2k + 1 and less than
 * `pairedIds`. A *literal* says that a variable takes a value or that it does not; the denial of a literal is literal ^ 1:
 *
 *     id < pairedIds     literal id says that the variable takes the value: its denial is the other value
 *     other ids          literal 2 · id - pairedIds says so, the next one denies it
 *
 *     dense[offsets[x] … + sizes[x]]    ids of the values left, in no order; behind them those removed, the last removed first
 *     positions[id]                     where id is in dense; not kept for two-valued variables
 *     owners[id]                        its variable
 *     truth[literal]                    OPEN, TRUE or FALSE
 *     trail[0 … trailLength]            literals in the order in which they became true: for a two-valued variable the value that it
 *                                       takes; for others each value removed, and at last the one that is left
 */
export class Domains {
  readonly variableCount: number;
  readonly widths: Int32Array<ArrayBuffer>;
  readonly offsets: Int32Array<ArrayBuffer>;
  readonly pairedIds: number;
  readonly sizes: Int32Array<ArrayBuffer>;
  readonly owners: Int32Array<ArrayBuffer>;
  readonly dense: Int32Array<ArrayBuffer>;
  readonly truth: Uint8Array<ArrayBuffer>;
  readonly trail: Int32Array<ArrayBuffer>;
  trailLength = 0;
  /** How much of the trail is as it was when whoever follows it last set this. */
  agreedLength = 0;
  /** Variables with more than one value left. */
  openCount: number;
  /** Some variable has no value left to it. */
  isWipedOut: boolean;
  readonly #positions: Int32Array<ArrayBuffer>;
  /** Pairs: length of the trail, 1 where there was a wipe-out already. */
  readonly #levels = new IntList();

  constructor(widths: readonly number[]) {
    this.variableCount = widths.length;
    this.widths = Int32Array.from(widths);
    this.sizes = this.widths.slice();
    this.offsets = new Int32Array(widths.length);
    this.pairedIds = this.#layOut(0, (width) => width === 2);
    const idCount = this.#layOut(this.pairedIds, (width) => width !== 2);
    this.owners = new Int32Array(idCount);
    for (const [x, width] of widths.entries()) this.owners.fill(x, this.offsets[x], this.offsets[x]! + width);
    this.dense = new Int32Array(idCount).map((_, id) => id);
    this.#positions = this.dense.slice();
    this.truth = new Uint8Array(2 * idCount - this.pairedIds);
    this.trail = new Int32Array(idCount);
    this.openCount = widths.length;
    this.isWipedOut = widths.includes(0);
    // What is true from the start is on the trail too: whoever reads that from its beginning misses nothing.
    for (const [x, width] of widths.entries()) if (width === 1) this.#take(this.offsets[x]!);
  }

  /** Gives the next ids to the variables of some widths; returns the first id that is free. */
  #layOut(first: number, isChosen: (width: number) => boolean): number {
    let next = first;
    for (const [x, width] of this.widths.entries()) {
      if (!isChosen(width)) continue;
      this.offsets[x] = next;
      next += width;
    }
    return next;
  }

  get literalCount(): number {
    return this.truth.length;
  }

  get level(): number {
    return this.#levels.length / 2;
  }

  /** That the variable takes the value. */
  literalOf(id: number): number {
    return id < this.pairedIds ? id : 2 * id - this.pairedIds;
  }

  /** The value that the literal is about; of a two-valued variable the one that it takes. */
  idOf(literal: number): number {
    return literal < this.pairedIds ? literal : (literal + this.pairedIds) >> 1;
  }

  /** Whether a literal on the trail leaves its variable one value. */
  isAssignment(literal: number): boolean {
    return literal < this.pairedIds || (literal & 1) === 0;
  }

  /** The value that a literal on the trail removed; {@link NO_ID} where it says what the values removed before it left. */
  removedId(literal: number): number {
    if (literal < this.pairedIds) return literal ^ 1;
    return (literal & 1) === 0 ? NO_ID : (literal + this.pairedIds) >> 1;
  }

  /** False where that leaves no value. */
  makeTrue(literal: number): boolean {
    if (literal < this.pairedIds) return this.#assignPaired(literal);
    const id = (literal + this.pairedIds) >> 1;
    return (literal & 1) === 0 ? this.#assignOther(id) : this.#removeOther(id);
  }

  /** Takes the value; false where it is gone. */
  assign(id: number): boolean {
    return id < this.pairedIds ? this.#assignPaired(id) : this.#assignOther(id);
  }

  /** Removes the value; false where no other is left. */
  remove(id: number): boolean {
    return id < this.pairedIds ? this.#assignPaired(id ^ 1) : this.#removeOther(id);
  }

  #assignPaired(id: number): boolean {
    const truth = this.truth[id]!;
    if (truth !== OPEN) return truth === TRUE || this.#wipeOut();
    this.truth[id] = TRUE;
    this.truth[id ^ 1] = FALSE;
    const first = id & ~1;
    this.dense[first] = id;
    this.dense[first + 1] = id ^ 1;
    this.sizes[this.owners[id]!] = 1;
    this.trail[this.trailLength++] = id;
    this.openCount--;
    return true;
  }

  #assignOther(id: number): boolean {
    const truth = this.truth[2 * id - this.pairedIds]!;
    if (truth !== OPEN) return truth === TRUE || this.#wipeOut();
    const x = this.owners[id]!;
    const first = this.offsets[x]!;
    this.#moveTo(first, id);
    // Backwards, so that restoring in the opposite order finds each value just behind those left.
    for (let position = first + this.sizes[x]! - 1; position > first; position--) this.#drop(this.dense[position]!);
    this.sizes[x] = 1;
    this.#take(id);
    return true;
  }

  #removeOther(id: number): boolean {
    const truth = this.truth[2 * id - this.pairedIds]!;
    if (truth !== OPEN) return truth === FALSE || this.#wipeOut();
    const x = this.owners[id]!;
    const first = this.offsets[x]!;
    const size = this.sizes[x]! - 1;
    this.#moveTo(first + size, id);
    this.sizes[x] = size;
    this.#drop(id);
    if (size === 1) this.#take(this.dense[first]!);
    return true;
  }

  #drop(id: number): void {
    const literal = 2 * id - this.pairedIds;
    this.truth[literal] = FALSE;
    this.truth[literal + 1] = TRUE;
    this.trail[this.trailLength++] = literal + 1;
  }

  #take(id: number): void {
    const literal = 2 * id - this.pairedIds;
    this.truth[literal] = TRUE;
    this.truth[literal + 1] = FALSE;
    this.trail[this.trailLength++] = literal;
    this.openCount--;
  }

  #wipeOut(): false {
    this.isWipedOut = true;
    return false;
  }

  #moveTo(position: number, id: number): void {
    const other = this.dense[position]!;
    const from = this.#positions[id]!;
    this.dense[from] = other;
    this.#positions[other] = from;
    this.dense[position] = id;
    this.#positions[id] = position;
  }

  save(): void {
    this.#levels.push(this.trailLength);
    this.#levels.push(this.isWipedOut ? 1 : 0);
  }

  restore(): void {
    const levels = this.#levels;
    levels.length -= 2;
    const end = levels.array[levels.length]!;
    this.isWipedOut = levels.array[levels.length + 1] === 1;
    for (let at = this.trailLength - 1; at >= end; at--) {
      const literal = this.trail[at]!;
      this.truth[literal] = OPEN;
      this.truth[literal ^ 1] = OPEN;
      if (literal < this.pairedIds) {
        this.sizes[this.owners[literal]!] = 2;
        this.openCount++;
      } else if ((literal & 1) === 0) this.openCount++;
      else this.sizes[this.owners[(literal + this.pairedIds) >> 1]!]!++;
    }
    this.trailLength = end;
    if (this.agreedLength > end) this.agreedLength = end;
  }
}
