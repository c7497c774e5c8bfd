import { IntList } from '../../base/index.js';
import { FALSE, firstDerived, type GroundLiteral, type GroundProgram, TRUE } from '../../ground/index.js';
import type { MoveAtoms } from './moveAtoms.js';

/** What a rule of a part asks for, taken apart. */
interface ForwardRule {
  readonly head: number;
  /** Literals that depend on the move alone. */
  readonly pure: readonly GroundLiteral[];
  readonly others: readonly GroundLiteral[];
}

/**
 * What holds next in a part, from what holds now: for parts whose rules deny nothing but moves. Only rules are looked at that ask for something
 * that holds, so that it costs little where few of very many fluents do.
 */
export class ForwardRounds {
  /** Rules that ask for an atom: `uses[useStart[atom] … useStart[atom + 1])`. */
  readonly #useStart: Int32Array;
  readonly #uses: Int32Array;
  /** Rules that ask for nothing but a move. */
  readonly #free: readonly number[];
  /** For each rule what is left to ask for, as of the round in `#asked`. */
  readonly #left: Int32Array;
  readonly #asked: Int32Array;
  readonly #heldIn: Int32Array;
  /** The fluents, counted from 0, that hold next where an atom holds now; the first of them, and for each the next one. */
  readonly #firstNext: Int32Array;
  readonly #otherNext: Int32Array;
  #round = 0;

  private constructor(
    program: GroundProgram,
    private readonly moves: MoveAtoms,
    private readonly rules: readonly ForwardRule[],
    fluents: readonly number[],
  ) {
    this.#useStart = new Int32Array(program.atoms + 1);
    for (const { others } of rules) for (const literal of others) this.#useStart[(literal >> 1) + 1]!++;
    for (let atom = 0; atom < program.atoms; atom++) this.#useStart[atom + 1]! += this.#useStart[atom]!;
    this.#uses = new Int32Array(this.#useStart[program.atoms]!);
    const filled = this.#useStart.slice();
    rules.forEach(({ others }, rule) => {
      for (const literal of others) this.#uses[filled[literal >> 1]!++] = rule;
    });
    this.#free = Array.from(rules.keys()).filter((rule) => rules[rule]!.others.length === 0);
    this.#left = new Int32Array(rules.length);
    this.#asked = new Int32Array(rules.length);
    this.#heldIn = new Int32Array(program.atoms);
    this.#firstNext = new Int32Array(program.atoms).fill(NONE);
    this.#otherNext = new Int32Array(program.fluents).fill(NONE);
    for (const fluent of fluents) {
      const atom = program.next[fluent]! >> 1;
      this.#otherNext[fluent] = this.#firstNext[atom]!;
      this.#firstNext[atom] = fluent;
    }
  }

  /** Undefined where the rules of the fluents deny something. */
  static of(program: GroundProgram, moves: MoveAtoms, fluents: readonly number[]): ForwardRounds | undefined {
    const rules = positiveRules(program, moves, fluents);
    return rules === undefined ? undefined : new ForwardRounds(program, moves, rules, fluents);
  }

  /** Fluents, counted from 0, that hold next; of those of the part. */
  next(holding: Iterable<number>, move: number): number[] {
    const round = ++this.#round;
    const open: number[] = [];
    const next: number[] = [];
    const hold = (atom: number): void => {
      if (this.#heldIn[atom] === round) return;
      this.#heldIn[atom] = round;
      open.push(atom);
      for (let fluent = this.#firstNext[atom]!; fluent !== NONE; fluent = this.#otherNext[fluent]!) next.push(fluent);
    };
    hold(TRUE >> 1);
    for (const fluent of holding) hold(fluent + 1);
    for (const rule of this.#free) if (this.#applies(rule, move)) hold(this.rules[rule]!.head);
    for (let atom = open.pop(); atom !== undefined; atom = open.pop()) {
      for (let at = this.#useStart[atom]!; at < this.#useStart[atom + 1]!; at++) {
        const rule = this.#uses[at]!;
        if (this.#asked[rule] !== round) {
          this.#asked[rule] = round;
          this.#left[rule] = this.rules[rule]!.others.length;
        }
        if (--this.#left[rule]! === 0 && this.#applies(rule, move)) hold(this.rules[rule]!.head);
      }
    }
    return next;
  }

  #applies(rule: number, move: number): boolean {
    return this.rules[rule]!.pure.every((literal) => this.moves.holds(literal, move));
  }
}

const NONE = -1;

/** The rules that what holds next depends on, with one for what depends on the move alone. */
function positiveRules(
  program: GroundProgram,
  moves: MoveAtoms,
  fluents: readonly number[],
): readonly ForwardRule[] | undefined {
  const { ruleStart, bodyStart, body } = program;
  const first = firstDerived(program);
  const rules: ForwardRule[] = [];
  const isSeen = new Uint8Array(program.atoms);
  const open = new IntList();
  const visit = (literal: GroundLiteral): boolean => {
    const atom = literal >> 1;
    if (moves.isPure(atom)) return true;
    if ((literal & 1) === 1) return false;
    if (atom >= first && isSeen[atom] === 0) {
      isSeen[atom] = 1;
      open.push(atom);
    }
    return true;
  };
  for (const fluent of fluents) {
    const next = program.next[fluent]!;
    if (next === FALSE) continue;
    if (!visit(next)) return undefined;
    if (!moves.isPure(next >> 1)) continue;
    // What is denied of a move has no atom of its own.
    if ((next & 1) === 1) return undefined;
    if (isSeen[next >> 1] === 0) rules.push({ head: next >> 1, pure: [next], others: [] });
    isSeen[next >> 1] = 1;
  }
  while (open.length > 0) {
    const atom = open.array[--open.length]!;
    for (let rule = ruleStart[atom - first]!; rule < ruleStart[atom - first + 1]!; rule++) {
      const literals = [...body.subarray(bodyStart[rule], bodyStart[rule + 1])];
      if (!literals.every(visit)) return undefined;
      const isPure = (literal: GroundLiteral): boolean => moves.isPure(literal >> 1);
      const others = literals.filter((literal) => !isPure(literal));
      rules.push({ head: atom, pure: literals.filter(isPure), others });
    }
  }
  return rules;
}
