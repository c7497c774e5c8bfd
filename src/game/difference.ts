import type { Game } from './game.js';

/** What two games, or a game and a recording, do not agree on, and how to get there. */
export interface Difference {
  readonly what: string;
  /** The joint moves that lead to the state, as texts in role order. */
  readonly line: readonly (readonly string[])[];
}

export function renderDifference({ what, line }: Difference): string {
  const moves = line.map((joint, ply) => `  ${String(ply + 1)}. ${joint.join(' ')}`);
  return [what, line.length === 0 ? 'in the initial state' : 'after', ...moves].join('\n');
}

/** All that a state has to tell, as texts. */
export interface Observation {
  readonly facts: readonly string[];
  readonly isTerminal: boolean;
  /** For each role. */
  readonly legal: readonly (readonly string[])[];
  /** For each role; null for a role without exactly one goal. */
  readonly goals: readonly (number | null)[];
}

export function observe<State>(game: Game<State>, state: State): Observation {
  const legal = game.roles.map((_, role) => game.legalMoves(state, role).map((move) => game.names.move(move)));
  return { facts: game.names.facts(state), isTerminal: game.isTerminal(state), legal, goals: game.goals(state) };
}

/** The first thing that `found` has otherwise than `expected`, sets being compared as sets; undefined if there is none. */
export function differenceOf(roles: readonly string[], expected: Observation, found: Observation): string | undefined {
  const facts = differenceOfSets('true', expected.facts, found.facts);
  if (facts !== undefined) return facts;
  if (expected.isTerminal !== found.isTerminal) return `terminal should be ${String(expected.isTerminal)}`;
  for (const [role, name] of roles.entries()) {
    const legal = differenceOfSets(`legal ${name}`, expected.legal[role]!, found.legal[role]!);
    if (legal !== undefined) return legal;
  }
  const [goals, foundGoals] = [JSON.stringify(expected.goals), JSON.stringify(found.goals)];
  return goals === foundGoals ? undefined : `goals should be ${goals} and are ${foundGoals}`;
}

/** What a set lacks and what it should not have, or undefined if it is as expected. A list with duplicates is no set. */
export function differenceOfSets(
  what: string,
  expected: readonly string[],
  found: readonly string[],
): string | undefined {
  const [expectedSet, foundSet] = [new Set(expected), new Set(found)];
  const missing = [...expectedSet].filter((text) => !foundSet.has(text));
  const surplus = [...foundSet].filter((text) => !expectedSet.has(text));
  const isSet = foundSet.size === found.length;
  if (missing.length === 0 && surplus.length === 0 && isSet) return undefined;
  return `${what} lacks [${missing.join(', ')}], should not have [${surplus.join(', ')}]${isSet ? '' : ', has duplicates'}`;
}
