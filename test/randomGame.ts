import type { Random } from '../src/base/index.js';
import type { Game, Move } from '../src/game/index.js';

export interface RandomGameOptions {
  readonly roles: readonly string[];
  readonly states: number;
  /** Whether play may come back to a state. */
  readonly hasCycles: boolean;
  /** Whether some, not all, draws of a state may change nothing. */
  readonly hasIdleDraws: boolean;
}

/** A state by its number. */
interface TableState {
  readonly isTerminal: boolean;
  readonly goals: readonly (number | null)[];
  /** How many moves each role has. */
  readonly moves: readonly number[];
  /** Where the joint moves lead, the last role's changing fastest. */
  readonly next: readonly number[];
}

const GOALS = [0, 0, 25, 50, 100, 100, null];

/**
 * A game that is nothing but a table: any shape of play in a few states, turns and moves at the same time, roles that have no move, goals that
 * are missing. State 0 is the first; moves are numbered from 0 on.
 */
export function randomGame(random: Random, options: RandomGameOptions): Game<number> {
  const { roles } = options;
  const table = Array.from({ length: options.states }, (_, state) => tableState(random, state, options));
  const at = (state: number): TableState => table[state]!;
  return {
    roles,
    names: {
      facts: (state) => [`(at ${String(state)})`],
      move: (move) => `m${String(move)}`,
      findMove: (text) => Number(text.slice(1)),
    },
    initial: () => 0,
    legalMoves: (state, role) => [...Array(at(state).moves[role]).keys()],
    next: (state, joint) => at(state).next[indexOf(joint, at(state).moves)]!,
    isTerminal: (state) => at(state).isTerminal,
    goals: (state) => at(state).goals,
    percepts: () => roles.map(() => []),
  };
}

const indexOf = (joint: readonly Move[], moves: readonly number[]): number =>
  joint.reduce((index, move, role) => index * moves[role]! + move, 0);

function tableState(
  random: Random,
  state: number,
  { roles, states, hasCycles, hasIdleDraws }: RandomGameOptions,
): TableState {
  const isLast = state === states - 1;
  const isTerminal = isLast || (state > 0 && random.below(6) === 0);
  const goals = roles.map(() => GOALS[random.below(GOALS.length)]!);
  // Most of the time one role moves.
  const mover = random.below(roles.length + 1);
  const isStuck = random.below(40) === 0;
  const moves = roles.map((_, role) =>
    mover === role || mover === roles.length ? 1 + random.below(3) : isStuck ? 0 : 1,
  );
  const joints = moves.reduce((product, count) => product * count, 1);
  const next = Array.from({ length: joints }, (_, joint) => {
    const mayBeIdle = hasIdleDraws && roles[mover] === 'random' && joint > 0;
    if (mayBeIdle && random.below(3) === 0) return state;
    return hasCycles && random.below(3) === 0
      ? random.below(states)
      : Math.min(states - 1, state + 1 + random.below(4));
  });
  return { isTerminal, goals, moves, next };
}
