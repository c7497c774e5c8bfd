import { firstDerived, type GroundLiteral, type GroundProgram } from '../../ground/index.js';
import type { MoveAtoms } from './moveAtoms.js';

export const FAILS = 0;
export const HOLDS = 1;
export const UNKNOWN = 2;
/** Of three: the literal fails, holds, or may do either (Kleene 1938). */
export type Value = typeof FAILS | typeof HOLDS | typeof UNKNOWN;

/** The label of fluents that pass by themselves. */
export const CLOCK = -1;
const NOT_KNOWN = -2;

/** What follows from longer chains of rules is taken to be unknown. */
const MOST_DEPTH = 1000;

const opposite = (value: Value): Value => (value === UNKNOWN ? UNKNOWN : value === HOLDS ? FAILS : HOLDS);

/** What follows where the values of some fluents are known, and perhaps the move. */
export class PartialValues {
  readonly #values: Uint8Array;
  /** The round in which the value of an atom was found. */
  readonly #found: Uint32Array;
  #round = 1;
  #move: number | undefined;
  #depth = 0;

  /** Fluents with these labels fail unless it was told that they hold. */
  #part = NOT_KNOWN;
  #isClockKnown = false;

  /** `labels` has the part of each fluent, counted from 0, or {@link CLOCK}. */
  constructor(
    private readonly program: GroundProgram,
    private readonly moves: MoveAtoms,
    private readonly labels: Int32Array,
  ) {
    this.#values = new Uint8Array(program.atoms);
    this.#found = new Uint32Array(program.atoms);
  }

  /** Forgets all, the move too: it is unknown, or one counted from 0. */
  begin(move?: number): void {
    this.#round++;
    this.#move = move;
    this.#part = NOT_KNOWN;
    this.#isClockKnown = false;
    this.#set(0, HOLDS);
  }

  /** All that holds, by fluents counted from 0, in a part or ({@link CLOCK}) of what passes by itself. */
  tell(label: number, holding: Iterable<number>): void {
    if (label === CLOCK) this.#isClockKnown = true;
    else this.#part = label;
    for (const fluent of holding) this.#set(fluent + 1, HOLDS);
  }

  valueOf(literal: GroundLiteral): Value {
    const value = this.#valueOfAtom(literal >> 1);
    return (literal & 1) === 0 ? value : opposite(value);
  }

  #set(atom: number, value: Value): Value {
    this.#found[atom] = this.#round;
    return (this.#values[atom] = value);
  }

  #valueOfAtom(atom: number): Value {
    if (this.#found[atom] === this.#round) return this.#values[atom] as Value;
    if (this.moves.isPure(atom)) {
      if (this.#move === undefined) return UNKNOWN;
      return this.#set(atom, this.moves.holds(2 * atom, this.#move) ? HOLDS : FAILS);
    }
    // What is under way (recursion) is unknown.
    this.#set(atom, UNKNOWN);
    const derived = atom - firstDerived(this.program);
    if (derived < 0) return this.#isKnown(atom - 1) ? this.#set(atom, FAILS) : UNKNOWN;
    if (this.#depth === MOST_DEPTH) return UNKNOWN;
    this.#depth++;
    const value = this.#derived(derived);
    this.#depth--;
    return this.#set(atom, value);
  }

  #isKnown(fluent: number): boolean {
    const label = this.labels[fluent]!;
    return label === CLOCK ? this.#isClockKnown : label === this.#part;
  }

  #derived(derived: number): Value {
    const { ruleStart } = this.program;
    let value: Value = FAILS;
    for (let rule = ruleStart[derived]!; rule < ruleStart[derived + 1]!; rule++) {
      const body = this.#conjunction(rule);
      if (body === HOLDS) return HOLDS;
      if (body === UNKNOWN) value = UNKNOWN;
    }
    return value;
  }

  #conjunction(rule: number): Value {
    const { bodyStart, body } = this.program;
    let value: Value = HOLDS;
    for (let at = bodyStart[rule]!; at < bodyStart[rule + 1]!; at++) {
      const each = this.valueOf(body[at]!);
      if (each === FAILS) return FAILS;
      if (each === UNKNOWN) value = UNKNOWN;
    }
    return value;
  }
}
