import { IntList } from '../base/index.js';
import type { Network } from '../network/index.js';
import { type Adjacency, adjacency } from './adjacency.js';
import { LastVariable } from './lastVariable.js';
import type { Filter } from './stochastic/filter.js';

/** In place of a value: the variable is not assigned. */
const OPEN = -1;
/** So many constraints are looked at, and so many variables assigned, between two looks at the clock. */
const UNTIMED = 8;

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
    this.#values = new Int32Array(variables.length).fill(OPEN);
    this.#sizes = Int32Array.from(variables, ({ values }) => values.length);
    this.#sums = this.#sizes.map((size) => (size * (size - 1)) / 2);
    this.#offsets = new Int32Array(variables.length + 1);
    for (const [x, size] of this.#sizes.entries()) this.#offsets[x + 1] = this.#offsets[x]! + size;
    this.#owners = new Int32Array(this.#offsets[variables.length]!);
    for (const x of variables.keys()) this.#owners.fill(x, this.#offsets[x], this.#offsets[x + 1]);
    this.#isLeft = new Uint8Array(this.#owners.length).fill(1);
    const scopes = constraints.map(({ scope }) => [...new Set(scope)]);
    this.#openings = Int32Array.from(scopes, ({ length }) => length);
    this.#openXors = Int32Array.from(scopes, (scope) => scope.reduce((all, x) => all ^ x, 0));
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

  /** Gives a variable a value that is left; false where some variable then has none, or time is up first. One that is assigned keeps its value. */
  assign(x: number, value: number, isTimeUp: () => boolean = () => false): boolean {
    if (this.#values[x] !== OPEN) return this.#values[x] === value;
    this.#values[x] = value;
    this.#trail.push(-1 - x);
    this.openCount--;
    const { starts, items } = this.#constraintsOn;
    const to = starts[x + 1]!;
    for (let at = starts[x]!; at < to; at++) {
      const c = items[at]!;
      this.#openings[c]!--;
      this.#openXors[c]! ^= x;
    }
    let looks = 0;
    for (let at = starts[x]!; at < to; at++) {
      if (this.#openings[items[at]!] !== 1) continue;
      if (!this.#look(items[at]!) || (++looks % UNTIMED === 0 && isTimeUp())) return false;
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
      if (++assigned % UNTIMED === 0 && isTimeUp()) return false;
    }
    return true;
  }

  #reopen(x: number): void {
    this.#values[x] = OPEN;
    this.openCount++;
    const { starts, items } = this.#constraintsOn;
    for (let at = starts[x]!; at < starts[x + 1]!; at++) {
      const c = items[at]!;
      this.#openings[c]!++;
      this.#openXors[c]! ^= x;
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
