import type { Random } from '../base/index.js';
import type { Game, Move } from './game.js';
import { jointMoves, legalMovesOfAll } from './jointMoves.js';

/** How many legal moves a role has, listed or not. */
export function countLegalMoves<State>(game: Game<State>, state: State, role: number): number {
  const { combinations } = game;
  if (combinations === undefined) return game.legalMoves(state, role).length;
  return legalMovesOfAll(combinations.columns, state).reduce((product, { length }) => product * length, 1);
}

/** Whether play can go on by the moves of all roles. */
export function canAllMove<State>(game: Game<State>, state: State): boolean {
  return game.roles.every((_, role) => countLegalMoves(game, state, role) > 0);
}

export function isLegal<State>(game: Game<State>, state: State, { role, move }: { role: number; move: Move }): boolean {
  const { combinations } = game;
  if (combinations === undefined) return game.legalMoves(state, role).includes(move);
  const { columns } = combinations;
  const actions = combinations.actionsOf(move);
  return actions.every((action, column) => columns.legalMoves(state, column).includes(action));
}

/** A legal move of a role, all equally likely; undefined where there is none. */
export function randomLegalMove<State>(
  game: Game<State>,
  state: State,
  { role, random }: { readonly role: number; readonly random: Random },
): Move | undefined {
  const { combinations } = game;
  if (combinations === undefined) return drawn(game.legalMoves(state, role), random);
  const legal = legalMovesOfAll(combinations.columns, state);
  return legal.some(({ length }) => length === 0)
    ? undefined
    : combinations.moveOf(legal.map((actions) => drawn(actions, random)!));
}

const drawn = (moves: readonly Move[], random: Random): Move | undefined =>
  moves.length === 0 ? undefined : moves[random.below(moves.length)];

/** At most so many legal moves of a role: all of them, or the first. */
export function someLegalMoves<State>(
  game: Game<State>,
  state: State,
  { role, most }: { readonly role: number; readonly most: number },
): readonly Move[] {
  const { combinations } = game;
  if (combinations === undefined) return game.legalMoves(state, role).slice(0, most);
  const found: Move[] = [];
  for (const actions of jointMoves(legalMovesOfAll(combinations.columns, state))) {
    if (found.length === most) break;
    found.push(combinations.moveOf(actions));
  }
  return found;
}

/** A joint move drawn uniformly, or undefined if some role has no move. */
export function randomJointMove<State>(game: Game<State>, state: State, random: Random): readonly Move[] | undefined {
  const joint: Move[] = [];
  for (const role of game.roles.keys()) {
    const move = randomLegalMove(game, state, { role, random });
    if (move === undefined) return undefined;
    joint.push(move);
  }
  return joint;
}
