import type { PartCondition, PartTarget } from '../../game/index.js';
import { FALSE, firstDerived, type GroundLiteral, type GroundProgram, TRUE } from '../../ground/index.js';
import { type FluentParts, NO_PART, SEVERAL } from './fluentParts.js';

/** Ways to one goal, and goals, beyond which none is looked for. */
const MOST_WAYS = 128;
const MOST_GOALS = 32;
/** Cases that are looked at for one goal. */
const MOST_CASES = 4096;

export interface Targets {
  readonly targets: readonly PartTarget[];
  readonly conditions: readonly (PartCondition & { readonly literals: readonly GroundLiteral[] })[];
}

/**
 * Takes each goal, together with the end of play, apart into conjunctions of literals that each depend on one part at most. Of what cannot be
 * taken apart, nothing is asked.
 */
export function partTargets(program: GroundProgram, parts: FluentParts): Targets {
  const conditions = new Conditions(parts);
  const goals = program.goals.filter(({ role, value, literal }) => role === 0 && value > 0 && literal !== FALSE);
  const sorted = goals.toSorted((a, b) => b.value - a.value).slice(0, MOST_GOALS);
  const targets = sorted.flatMap(({ value, literal }) =>
    waysTo(program, parts, [literal, program.terminal]).map((literals) => ({
      goal: value,
      conditions: conditions.of(literals),
    })),
  );
  return { targets, conditions: conditions.all };
}

/** Literals that are about the same part are one condition. */
class Conditions {
  readonly all: { readonly part: number | undefined; readonly literals: readonly GroundLiteral[] }[] = [];
  readonly #numbers = new Map<string, number>();

  constructor(private readonly parts: FluentParts) {}

  of(literals: readonly GroundLiteral[]): readonly number[] {
    const byPart = new Map<number, GroundLiteral[]>();
    for (const literal of literals) {
      const label = this.parts.labelOf(literal >> 1);
      const known = byPart.get(label);
      if (known === undefined) byPart.set(label, [literal]);
      else known.push(literal);
    }
    return [...byPart].map(([label, own]) => this.#number(label, own));
  }

  #number(label: number, literals: readonly GroundLiteral[]): number {
    const sorted = literals.toSorted((a, b) => a - b);
    const text = sorted.join(' ');
    let number = this.#numbers.get(text);
    if (number !== undefined) return number;
    number = this.all.push({ part: label === NO_PART ? undefined : label, literals: sorted }) - 1;
    this.#numbers.set(text, number);
    return number;
  }
}

interface Case {
  readonly open: readonly GroundLiteral[];
  readonly closed: ReadonlySet<GroundLiteral>;
}

/** The shortest conjunctions are tried first, so that they are among those that are found. */
function waysTo(
  program: GroundProgram,
  parts: FluentParts,
  literals: readonly GroundLiteral[],
): readonly (readonly GroundLiteral[])[] {
  const isSplit = (literal: GroundLiteral): boolean =>
    parts.labelOf(literal >> 1) === SEVERAL && literal >> 1 >= firstDerived(program);
  const ways: (readonly GroundLiteral[])[] = [];
  const open: Case[] = [{ open: literals, closed: new Set() }];
  for (let cases = 0; open.length > 0 && cases < MOST_CASES && ways.length < MOST_WAYS; cases++) {
    const { open: left, closed } = open.pop()!;
    const [literal, ...others] = left;
    if (literal === undefined) ways.push([...closed]);
    else if (literal === FALSE || closed.has(literal ^ 1)) continue;
    else if (literal === TRUE || closed.has(literal)) open.push({ open: others, closed });
    else if (!isSplit(literal)) open.push({ open: others, closed: new Set(closed).add(literal) });
    else if (isRecursive(program, literal >> 1)) open.push({ open: others, closed });
    else open.push(...alternatives(program, literal).map((more) => ({ open: [...more, ...others], closed })));
  }
  return ways;
}

/** Conjunctions of which one makes a literal of a derived atom hold. Of a negated one, only those of rules with one literal are split off. */
function alternatives(program: GroundProgram, literal: GroundLiteral): readonly (readonly GroundLiteral[])[] {
  const { ruleStart, bodyStart, body } = program;
  const derived = (literal >> 1) - firstDerived(program);
  const rules: (readonly GroundLiteral[])[] = [];
  for (let rule = ruleStart[derived]!; rule < ruleStart[derived + 1]!; rule++) {
    rules.push([...body.subarray(bodyStart[rule], bodyStart[rule + 1])]);
  }
  if ((literal & 1) === 0) return rules;
  let denials: readonly (readonly GroundLiteral[])[] = [[]];
  for (const rule of rules) {
    if (denials.length * rule.length > MOST_WAYS) continue;
    denials = denials.flatMap((denied) => rule.map((each) => [...denied, each ^ 1]));
  }
  return denials;
}

function isRecursive({ componentStart, isRecursive: recursive }: GroundProgram, atom: number): boolean {
  let [low, high] = [0, recursive.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (componentStart[middle]! <= atom) low = middle;
    else high = middle - 1;
  }
  return recursive[low] === 1;
}
