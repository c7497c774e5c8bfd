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

/** All that a state has to tell, as texts; null where it was not asked for. */
export interface Observation {
  readonly facts: readonly string[];
  readonly isTerminal: boolean;
  /** For each role. */
  readonly legal: readonly (readonly string[])[] | null;
  /** For each role; null for a role without exactly one goal. */
  readonly goals: readonly (number | null)[] | null;
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
    if (expected.legal === null || found.legal === null) break;
    const legal = differenceOfSets(`legal ${name}`, expected.legal[role]!, found.legal[role]!);
    if (legal !== undefined) return legal;
  }
  const [goals, foundGoals] = [JSON.stringify(expected.goals), JSON.stringify(found.goals)];
  return goals === foundGoals ? undefined : `goals should be ${goals} and are ${foundGoals}`;
}

export function differenceOfSets(what: string, expected: readonly string[], found: readonly string[]): string | undefined {
  const missing = [...new Set(expected).difference(new Set(found))];
}
