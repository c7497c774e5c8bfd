import { IntList } from '../../base/index.js';
import { FAN, FAN_END, GUARDS_END, INNER, IS_QUEUED, ONE, SUPPORT, WAS_TRUE } from './layout.js';
import type { Propagation } from './propagation.js';

/**
 * Keeps the atoms of loops at their least fixpoint. Rules that fell take with them all that might have been derived from them, even where
 * another rule still holds; then what has a rule that holds is derived again (Gupta, Mumick, Subrahmanian: Maintaining views
 * incrementally, SIGMOD 1993, "delete and rederive"). Only what was touched is looked at.
 */
export class Loops {
  /** Atoms that were true and lost a rule. */
  readonly #suspects = new IntList();
  /** Rules to look at. */
  readonly #pending = new IntList();

  constructor(private readonly propagation: Propagation) {}

  /** Derives anew what depends on these rules, which changed; queues the atoms. The rules are in memory from `begin` to `end`. */
  settle(begin: number, end: number): void {
    const { memory } = this.propagation;
    this.#suspects.length = 0;
    for (let i = begin; i < end; i++) {
      const rule = memory[i]!;
      memory[rule]! &= ~IS_QUEUED;
      if (memory[rule]! >= ONE) this.#pending.push(rule);
    }
    this.#deletePending();
    for (let i = begin; i < end; i++) this.#pending.push(memory[i]!);
    for (let i = 0; i < this.#suspects.length; i++) {
      const atom = this.#suspects.array[i]!;
      if (memory[memory[atom + FAN_END]! + SUPPORT]! > 0) this.#flip(atom, -ONE);
    }
    this.#derivePending();
  }

  #deletePending(): void {
    const { memory } = this.propagation;
    const pending = this.#pending;
    while (pending.length > 0) {
      const rule = pending.array[--pending.length]!;
      if ((memory[rule]! & WAS_TRUE) === 0) continue;
      memory[rule]! ^= WAS_TRUE;
      const atom = memory[rule + FAN]!;
      memory[memory[atom + FAN_END]! + SUPPORT]!--;
      if (memory[atom]! >= ONE) continue;
      this.#suspects.push(atom);
      this.#flip(atom, ONE);
    }
  }

  #derivePending(): void {
    const { memory } = this.propagation;
    const pending = this.#pending;
    while (pending.length > 0) {
      const rule = pending.array[--pending.length]!;
      // Above 0: it has an unsatisfied literal, or was seen before.
      if (memory[rule] !== 0) continue;
      memory[rule] = WAS_TRUE;
      const atom = memory[rule + FAN]!;
      memory[memory[atom + FAN_END]! + SUPPORT]!++;
      if (memory[atom]! >= ONE) this.#flip(atom, -ONE);
    }
  }

  /** Changes the atom and the rules in which it occurs, which are then pending, by one unsatisfied literal more or less. */
  #flip(atom: number, by: number): void {
    const { memory } = this.propagation;
    this.propagation.flip(atom);
    const end = memory[atom + GUARDS_END]!;
    for (let at = memory[atom + FAN_END]! + INNER; at < end; at++) {
      memory[memory[at]!]! += by;
      this.#pending.push(memory[at]!);
    }
  }
}
