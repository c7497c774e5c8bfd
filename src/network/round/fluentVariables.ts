import { BOOLEAN, claim } from '../network.js';
import type { Literal } from './definitions.js';
import type { FluentGroup } from './fluentGroups.js';
import { RANK, type Rank, type RoundBuilder } from './roundBuilder.js';

export interface FluentLiterals {
  /** For each fluent what says that it holds. */
  readonly literals: readonly Literal[];
  /** Each variable with its value where none of its fluents holds, -1 where one always does. */
  readonly absent: ReadonlyMap<number, number>;
}

interface FluentDescription {
  /** Of all fluents, in KIF. */
  readonly names: readonly string[];
  readonly groups: readonly FluentGroup[];
  readonly rank: Rank;
  /** Whether the state may be undefined, since the game was over before: a value of its own, the last, of each variable. */
  readonly mayBeUndefined: boolean;
}

/** What the variables of a round that is never played take. */
export const UNDEFINED = 'undefined';

/** Adds a variable for each group, and a Boolean one for each fluent that is in none. */
export function addFluents(builder: RoundBuilder, description: FluentDescription): FluentLiterals {
  const { names, groups, rank, mayBeUndefined } = description;
  const literals: Literal[] = [];
  const absent = new Map<number, number>();
  const add = (name: string, values: readonly string[], absentValue: number): number => {
    const named = rank === RANK.next ? `(next ${name})` : name;
    const variable = builder.variable(named, mayBeUndefined ? [...values, UNDEFINED] : values, rank);
    absent.set(variable, absentValue);
    return variable;
  };
  for (const { name, fluents, values, isTotal } of groups) {
    const variable = isTotal ? add(name, values, -1) : add(name, [...values, noneOf(values)], values.length);
    for (const [value, fluent] of fluents.entries()) literals[fluent] = { variable, claim: claim(value) };
  }
  for (const [fluent, name] of names.entries()) {
    literals[fluent] ??= { variable: add(name, BOOLEAN, 0), claim: claim(1) };
  }
  return { literals, absent };
}

/** A name, for no fluent of the group, that none of its values has. */
function noneOf(values: readonly string[]): string {
  let name = 'none';
  while (values.includes(name)) name += '_';
  return name;
}
