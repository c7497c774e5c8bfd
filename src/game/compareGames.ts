import type { Random } from '../base/index.js';
import { type Difference, differenceOf, differenceOfSets, observe } from './difference.js';
import type { Game, Move } from './game.js';
import { randomJointMove } from './legalMoves.js';

export interface CompareOptions {
  readonly random: Random;
  /** Lines of play to compare. */
  readonly playouts: number;
  /** Most joint moves of each. */
  readonly plies: number;
}

/**
 * Plays random lines in two games that should be the same and compares all that can be asked: states, legal moves, terminal, goals,
 * percepts, as sets of texts. `expected` is believed and chooses the moves. Returns the first difference, undefined if none was met.
 */
export function compareGames<A, B>(expected: Game<A>, found: Game<B>, options: CompareOptions): Difference | undefined {
  if (expected.roles.join() !== found.roles.join())
    return { what: `roles should be ${expected.roles.join()}`, line: [] };
  for (let i = 0; i < options.playouts; i++) {
    const difference = compareLine(expected, found, options);
    if (difference !== undefined) return difference;
  }
  return undefined;
}

function compareLine<A, B>(
  expected: Game<A>,
  found: Game<B>,
  { random, plies }: CompareOptions,
): Difference | undefined {
  const line: string[][] = [];
  let [state, twin] = [expected.initial(), found.initial()];
  for (;;) {
    const what = differenceOf(expected.roles, observe(expected, state), observe(found, twin));
    if (what !== undefined) return { what, line };
    const isOver = line.length === plies || expected.isTerminal(state);
    const joint = isOver ? undefined : randomJointMove(expected, state, random);
    if (joint === undefined) return undefined;
    const texts = joint.map((move) => expected.names.move(move));
    const twins = texts.map((text) => found.names.findMove(text));
    if (twins.includes(undefined)) return { what: `a move of ${texts.join(' ')} is not found`, line };
    const percepts = differenceOfPercepts(
      expected.roles,
      expected.percepts(state, joint),
      found.percepts(twin, twins as Move[]),
    );
    line.push(texts);
    if (percepts !== undefined) return { what: percepts, line };
    state = expected.next(state, joint);
    twin = found.next(twin, twins as Move[]);
  }
}

type Percepts = readonly (readonly string[])[];

function differenceOfPercepts(roles: readonly string[], expected: Percepts, found: Percepts): string | undefined {
  return roles
    .map((role, i) => differenceOfSets(`what ${role} sees`, expected[i]!, found[i]!))
    .find((difference) => difference !== undefined);
}
