import type { Game } from './game.js';

/** A heap, and whose turn it is. */
export interface NimState {
  readonly heap: number;
  readonly turn: number;
}

const MOVES = ['noop', '(take 1)', '(take 2)'];

/** Two players take one or two from a heap in turns; who takes the last wins. Written by hand, so that what plays games can be tested alone. */
export function fakeNim(heap: number): Game<NimState> {
  const roles = ['first', 'second'];
  return {
    roles,
    names: {
      facts: (state) => [`(heap ${String(state.heap)})`, `(turn ${roles[state.turn]!})`],
      move: (move) => MOVES[move]!,
      findMove: (text) => (MOVES.includes(text) ? MOVES.indexOf(text) : undefined),
    },
    initial: () => ({ heap, turn: 0 }),
    legalMoves: (state, role) => (role !== state.turn ? [0] : [1, 2].filter((move) => move <= state.heap)),
    next: (state, joint) => ({ heap: state.heap - joint[state.turn]!, turn: 1 - state.turn }),
    isTerminal: (state) => state.heap <= 0,
    goals: (state) => (state.heap > 0 ? [null, null] : state.turn === 1 ? [100, 0] : [0, 100]),
    percepts: (_, joint) => roles.map(() => [...new Set(joint.map((move) => MOVES[move]!))].sort()),
  };
}
