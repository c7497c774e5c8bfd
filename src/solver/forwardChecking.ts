import { IntList } from '../base/index.js';
import type { Network } from '../network/index.js';
import { type Adjacency, adjacency } from './adjacency.js';
import { LastVariable } from './lastVariable.js';
import type { Filter } from './stochastic/filter.js';

/** In place of a value: the variable is not assigned. */
const OPEN = -1;
/** In place of a variable: none. */
const NONE = -1;
/** So many constraints are told of an assignment between two looks at the clock, and so many variables are assigned … */
const UNTIMED = 256;
/** … where to look at a constraint, or to assign a variable, counts as much as to tell so many. */
const LOOK = 32;

/** All of a {@link ForwardChecking} that changes, at one time. */
export interface ForwardState {
  /** Of {@link ForwardChecking.save}. */
  readonly levels: number;
  readonly trailLength: number;
  readonly settled: number;
  readonly openCount: number;
  readonly numbers: Int32Array;
  readonly isLeft: Uint8Array;
}

/**
 * Forward checking (Haralick and Elliott 1980; for constraints of any arity nFC0 of Bessière, Meseguer, Freuder, Larrosa 2002): once all variables
 * of a constraint but one are assigned, the values of the last one that violate it are removed. Nothing follows from a removal: that is what
 * makes it forward checking (003 section 4.2), and no {@link Propagation}.
 *
 * Value v of variable x has the id `offsets[x] + v`. Of a constraint it keeps how many of its variables are open, and their exclusive or:
 * with one left, that is its number. The trail has -1 - x for a variable that was assigned, and the id of a value that was removed.
 */
export class ForwardChecking implements Filter {
  /** Whether every variable has a value from the start. */
  readonly isConsistent: boolean;
  /** Variables that are not assigned. */
  openCount: number;
  readonly #values: Int32Array;
  readonly #offsets: Int32Array;
  readonly #owners: Int32Array;
  readonly #isLeft: Uint8Array;
  readonly #sizes: Int32Array;
  /** Of the values left: with one left, that is it. */
  readonly #sums: Int32Array;
  readonly #constraintsOn: Adjacency;
  readonly #openings: Int32Array;
  readonly #openXors: Int32Array;
  /** All of these that change, but for what is left. */
  readonly #numbers: Int32Array;
  /** The variable whose assignment was broken off, the last one on the trail, and where in its constraints: those from there on were not told. */
  #broken = NONE;
  #brokenAt = 0;
  readonly #looks: LastVariable;
  readonly #forbidden = new IntList();
  readonly #trail = new IntList();
  /** How far on the trail {@link settle} came. */
  #settled = 0;
  /** Pairs: length of the trail, how far it was settled. */
  readonly #levels = new IntList();

  constructor(readonly network: Network) {
    const { variables, constraints } = network;
    this.openCount = variables.length;
    const scopes = constraints.map(({ scope }) => [...new Set(scope)]);
    this.#numbers = new Int32Array(3 * variables.length + 2 * constraints.length);
    const part = partsOf(this.#numbers);
    this.#values = part(variables.length).fill(OPEN);
    this.#sizes = part(variables.length);
    this.#sums = part(variables.length);
    for (const [x, { values }] of variables.entries()) {
      this.#sizes[x] = values.length;
      this.#sums[x] = (values.length * (values.length - 1)) / 2;
    }
    this.#openings = part(constraints.length);
    this.#openXors = part(constraints.length);
    for (const [c, scope] of scopes.entries()) {
      this.#openings[c] = scope.length;
      for (const x of scope) this.#openXors[c]! ^= x;
    }
    this.#offsets = new Int32Array(variables.length + 1);
    for (const [x, size] of this.#sizes.entries()) this.#offsets[x + 1] = this.#offsets[x]! + size;
    this.#owners = new Int32Array(this.#offsets[variables.length]!);
    for (const x of variables.keys()) this.#owners.fill(x, this.#offsets[x], this.#offsets[x + 1]);
    this.#isLeft = new Uint8Array(this.#owners.length).fill(1);
    this.#constraintsOn = adjacency(variables.length, (emit) => {
      for (const [c, scope] of scopes.entries()) for (const x of scope) emit(x, c);
    });
    this.#looks = new LastVariable(network, this.#values);
    this.isConsistent = this.#start();
  }

  /** Looks at constraints on no variable, or on one, and assigns the variables that have but one value. */
  #start(): boolean {
    if (this.#sizes.includes(0)) return false;
    for (const [c, open] of this.#openings.entries()) {
      if (open === 0 ? !this.#looks.holds(c) : open === 1 && !this.#look(c)) return false;
    }
    for (const [x, { values }] of this.network.variables.entries()) {
      if (values.length === 1 && !this.assign(x, 0)) return false;
    }
    return true;
  }

  save(): void {
    this.#levels.push(this.#trail.length);
    this.#levels.push(this.#settled);
  }

  restore(): void {
    const levels = this.#levels;
    const trail = this.#trail;
    levels.length -= 2;
    const end = levels.array[levels.length]!;
    this.#settled = levels.array[levels.length + 1]!;
    for (let at = trail.length - 1; at >= end; at--) {
      const entry = trail.array[at]!;
      if (entry < 0) this.#reopen(-1 - entry);
      else {
        const x = this.#owners[entry]!;
        this.#isLeft[entry] = 1;
        this.#sizes[x]!++;
        this.#sums[x]! += entry - this.#offsets[x]!;
      }
    }
    trail.length = end;
  }

  /** A copy of all that changes. */
  snapshot(): ForwardState {
    return {
      levels: this.#levels.length,
      trailLength: this.#trail.length,
      settled: this.#settled,
      openCount: this.openCount,
      numbers: this.#numbers.slice(),
      isLeft: this.#isLeft.slice(),
    };
  }

  /**
   * Back to what there was then, on the way here: as {@link restore} once or several times, but however much was done since it takes no longer than to copy
   * that, which is milliseconds with a million values.
   */
  goBackTo(state: ForwardState): void {
    this.#levels.length = state.levels;
    this.#trail.length = state.trailLength;
    this.#settled = state.settled;
    this.openCount = state.openCount;
    this.#numbers.set(state.numbers);
    this.#isLeft.set(state.isLeft);
    this.#broken = NONE;
  }

  has(x: number, value: number): boolean {
    return this.#isLeft[this.#offsets[x]! + value] === 1;
  }

  size(x: number): number {
    return this.#sizes[x]!;
  }

  isOpen(x: number): boolean {
    return this.#values[x] === OPEN;
  }

  /** What the variable is assigned; -1 where it is not. */
  value(x: number): number {
    return this.#values[x]!;
  }

  /**
   * Gives a variable a value that is left; false where some variable then has none, or time is up first, after which there is nothing to do but to go back. One
   * that is assigned keeps its value.
   */
  assign(x: number, value: number, isTimeUp: () => boolean = () => false): boolean {
    if (this.#values[x] !== OPEN) return this.#values[x] === value;
    this.#values[x] = value;
    this.#trail.push(-1 - x);
    this.openCount--;
    return this.#tell(x, isTimeUp);
  }

  /** Tells the constraints on a variable that it was assigned, hundreds of thousands of them on some; false, and broken off, where `assign` is. */
  #tell(x: number, isTimeUp: () => boolean): boolean {
    const { starts, items } = this.#constraintsOn;
    const openings = this.#openings;
    const openXors = this.#openXors;
    const to = starts[x + 1]!;
    for (let at = starts[x]!, work = 0; at < to;) {
      const c = items[at++]!;
      openXors[c]! ^= x;
      let goesOn = true;
      if (--openings[c]! === 1) {
        goesOn = this.#look(c);
        work += LOOK;
      }
      if (++work >= UNTIMED) {
        goesOn &&= !isTimeUp();
        work = 0;
      }
      if (goesOn) continue;
      this.#broken = x;
      this.#brokenAt = at;
      return false;
    }
    return true;
  }

  /** Assigns variables that were left one value, until there are none; false where some variable then has no value, or time is up first. */
  settle(isTimeUp: () => boolean = () => false): boolean {
    for (let assigned = 0; this.#settled < this.#trail.length;) {
      const entry = this.#trail.array[this.#settled++]!;
      if (entry < 0) continue;
      const x = this.#owners[entry]!;
      if (this.#sizes[x] !== 1 || this.#values[x] !== OPEN) continue;
      if (!this.assign(x, this.#sums[x]!, isTimeUp)) return false;
      if (++assigned % (UNTIMED / LOOK) === 0 && isTimeUp()) return false;
    }
    return true;
  }

  #reopen(x: number): void {
    this.#values[x] = OPEN;
    this.openCount++;
    const { starts, items } = this.#constraintsOn;
    const openings = this.#openings;
    const openXors = this.#openXors;
    const to = x === this.#broken ? this.#brokenAt : starts[x + 1]!;
    this.#broken = NONE;
    for (let at = starts[x]!; at < to; at++) {
      const c = items[at]!;
      openings[c]!++;
      openXors[c]! ^= x;
    }
  }

  /** Removes what the last open variable of a constraint cannot take; false where that leaves no value. */
  #look(c: number): boolean {
    const open = this.#openXors[c]!;
    const offset = this.#offsets[open]!;
    const forbidden = this.#forbidden;
    this.#looks.forbid(c, { open, size: this.#offsets[open + 1]! - offset }, forbidden);
    for (let i = 0; i < forbidden.length; i++) {
      const value = forbidden.array[i]!;
      if (this.#isLeft[offset + value] === 0) continue;
      this.#isLeft[offset + value] = 0;
      this.#sizes[open]!--;
      this.#sums[open]! -= value;
      this.#trail.push(offset + value);
    }
    return this.#sizes[open]! > 0;
  }
}

/** Cuts it into parts, one after another. */
function partsOf(whole: Int32Array): (length: number) => Int32Array {
  let start = 0;
  return (length) => whole.subarray(start, (start += length));
}
