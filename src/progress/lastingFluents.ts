import { firstDerived, firstMove, type GroundLiteral, type GroundProgram } from '../ground/index.js';

/** What of the fluents never changes again: 1 at fluent f, counted from 0. */
export interface LastingFluents {
  /** It holds for ever, once it holds. */
  readonly isLastingTrue: Uint8Array;
  /** It never holds again, once it does not. */
  readonly isLastingFalse: Uint8Array;
}

/** Most atoms that one reading may look at, and most readings for all fluents together. */
const MOST_ATOMS = 400;
const MOST_READINGS = 200_000;
/** Rules that all readings together may look at. */
const MOST_RULES = 2 ** 23;

interface Budget {
  readings: number;
  rules: number;
}

/**
 * Proves of single fluents that they last: that their `next` follows from themselves, whatever else holds, whichever legal move is made (case
 * by case of the moves of one role). What is not proved may last all the same.
 */
export function lastingFluents(program: GroundProgram, fluents: readonly number[]): LastingFluents {
  const isLastingTrue = new Uint8Array(program.fluents);
  const isLastingFalse = new Uint8Array(program.fluents);
  const budget: Budget = { readings: MOST_READINGS, rules: MOST_RULES };
  for (const fluent of fluents) {
    const next = program.next[fluent]!;
    const holds = 2 * (fluent + 1);
    if (follows(program, { from: holds, to: next }, budget)) isLastingTrue[fluent] = 1;
    if (follows(program, { from: holds ^ 1, to: next ^ 1 }, budget)) isLastingFalse[fluent] = 1;
  }
  return { isLastingTrue, isLastingFalse };
}

/** Whether one literal follows from another in every case. */
function follows(
  program: GroundProgram,
  { from, to }: { readonly from: GroundLiteral; readonly to: GroundLiteral },
  budget: Budget,
): boolean {
  budget.readings--;
  const reading = new Reading(program, budget, from);
  const value = reading.valueOf(to);
  const { openMove } = reading;
  if (value !== UNKNOWN || openMove === undefined) return value === HOLDS;
  const { moveStart } = program;
  const role = program.roles.findIndex((_, each) => openMove < moveStart[each + 1]!);
  const moves = { first: moveStart[role]!, end: moveStart[role + 1]! };
  for (let made = moves.first; made < moves.end; made++) {
    if (budget.readings-- <= 0 || budget.rules <= 0) return false;
    const one = new Reading(program, budget, from, { ...moves, made });
    const isLegal = one.valueOf(program.legal[made - firstMove(program)]!) !== FAILS;
    if (isLegal && one.valueOf(to) !== HOLDS) return false;
  }
  return true;
}

/** The one move of a role that is made, of its moves from `first` to `end`. */
interface Made {
  readonly made: number;
  readonly first: number;
  readonly end: number;
}

const FAILS = 0;
const HOLDS = 1;
const UNKNOWN = 2;
/** Of three: the literal fails, holds, or may do either (Kleene 1938). */
type Value = typeof FAILS | typeof HOLDS | typeof UNKNOWN;

const opposite = (value: Value): Value => (value === UNKNOWN ? UNKNOWN : value === HOLDS ? FAILS : HOLDS);

/** What follows from a literal, and from the move of a role, where nothing else is known. */
class Reading {
  /** The first move that it would have helped to know. */
  openMove: number | undefined;
  readonly #values: Map<number, Value>;

  constructor(
    private readonly program: GroundProgram,
    private readonly budget: Budget,
    known: GroundLiteral,
    private readonly move?: Made,
  ) {
    this.#values = new Map([
      [0, HOLDS],
      [known >> 1, (known & 1) === 0 ? HOLDS : FAILS],
    ]);
  }

  valueOf(literal: GroundLiteral): Value {
    const value = this.#valueOfAtom(literal >> 1);
    return (literal & 1) === 0 ? value : opposite(value);
  }

  #valueOfAtom(atom: number): Value {
    const known = this.#values.get(atom);
    if (known !== undefined) return known;
    const first = firstDerived(this.program);
    if (atom >= firstMove(this.program) && atom < first) return this.#valueOfMove(atom);
    // What is under way (recursion) is unknown, and so is all when there are too many.
    this.#values.set(atom, UNKNOWN);
    if (atom < first || this.#values.size > MOST_ATOMS) return UNKNOWN;
    const value = this.#derived(atom - first);
    this.#values.set(atom, value);
    return value;
  }

  #valueOfMove(atom: number): Value {
    const { move } = this;
    if (move !== undefined && atom >= move.first && atom < move.end) return atom === move.made ? HOLDS : FAILS;
    this.openMove ??= atom;
    return UNKNOWN;
  }

  #derived(derived: number): Value {
    const { ruleStart } = this.program;
    let value: Value = FAILS;
    for (let rule = ruleStart[derived]!; rule < ruleStart[derived + 1]!; rule++) {
      if (this.budget.rules-- <= 0) return UNKNOWN;
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
