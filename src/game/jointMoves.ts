import type { Game, Move } from './game.js';

/** Legal moves of each role, in role order. */
export function legalMovesOfAll<State>(game: Game<State>, state: State): readonly (readonly Move[])[] {
  return game.roles.map((_, role) => game.legalMoves(state, role));
}

/** All combinations of one move a role, the last role's moves changing fastest; none if some role has no move. */
export function* jointMoves(moves: readonly (readonly Move[])[]): Generator<readonly Move[]> {
  const [first, ...rest] = moves;
  if (first === undefined) {
    yield [];
    return;
  }
  for (const move of first) for (const others of jointMoves(rest)) yield [move, ...others];
}
