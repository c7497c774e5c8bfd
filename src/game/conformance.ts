import type { Random } from '../base/index.js';
import { observe } from './difference.js';
import type { Game, Move } from './game.js';
import { type Line, playout } from './playout.js';

/** Something that the contract of {@link Game} promises. */
export interface Claim {
  readonly claim: string;
  /** Whether it holds along a line of play. */
  readonly holds: <State>(game: Game<State>, line: Line<State>) => boolean;
}

export interface ConformanceOptions {
  readonly random: Random;
  /** Random lines of play to test. */
  readonly playouts: number;
  /** Most joint moves of each. */
  readonly plies: number;
}

/** What any engine must pass: the claims of the contract that do not hold along random lines of play. */
export function brokenClaims<State>(game: Game<State>, { random, playouts, plies }: ConformanceOptions): string[] {
  const lines = Array.from({ length: playouts }, () => playout(game, random, { plies }));
  return CLAIMS.filter(({ holds }) => !lines.every((line) => holds(game, line))).map(({ claim }) => claim);
}

/** Texts that are no move of any game. */
const NONSENSE = ['', '(', ')', '?x', '(noop', 'no such name', '(no-such-functor 1 2)', '\u0000', '(('.repeat(20_000)];

export const CLAIMS: readonly Claim[] = [
  {
    claim: 'the initial state is always the same',
    holds: (game, { states }) => isSame(observe(game, game.initial()), observe(game, states[0]!)),
  },
  {
    claim: 'facts are sorted and without duplicates',
    holds: (game, { states }) => states.every((state) => isSortedSet(game.names.facts(state))),
  },
  {
    claim: 'legal moves are without duplicates and always in the same order',
    holds: (game, line) =>
      everyRole(game, line, (moves, state, role) => {
        return new Set(moves).size === moves.length && isSame(moves, game.legalMoves(state, role));
      }),
  },
  {
    claim: 'a move is found by its text',
    holds: (game, line) =>
      everyRole(game, line, (moves) => moves.every((move) => game.names.findMove(game.names.move(move)) === move)),
  },
  {
    claim: 'different moves have different texts',
    holds: (game, line) =>
      everyRole(game, line, (moves) => new Set(moves.map((move) => game.names.move(move))).size === moves.length),
  },
  {
    claim: 'nonsense is no move',
    holds: (game) => NONSENSE.every((text) => game.names.findMove(text) === undefined),
  },
  {
    claim: 'there is a goal, an integer or null, for each role',
    holds: (game, { states }) =>
      states.every((state) => {
        const goals = game.goals(state);
        return goals.length === game.roles.length && goals.every((goal) => goal === null || Number.isInteger(goal));
      }),
  },
  {
    claim: 'each role has percepts, sorted and without duplicates',
    holds: (game, line) =>
      everyTransition(line, (state, joint) => {
        const percepts = game.percepts(state, joint);
        return percepts.length === game.roles.length && percepts.every(isSortedSet);
      }),
  },
  {
    claim: 'percepts are a function of state and joint move',
    holds: (game, line) =>
      everyTransition(line, (state, joint) => isSame(game.percepts(state, joint), game.percepts(state, [...joint]))),
  },
  {
    claim: 'the next state is a function of state and joint move',
    holds: (game, line) =>
      everyTransition(line, (state, joint, next) =>
        isSame(observe(game, game.next(state, joint)), observe(game, next)),
      ),
  },
  {
    claim: 'a joint move is the caller’s to change afterwards',
    holds: (game, line) =>
      everyTransition(line, (state, joint) => {
        const others = game.roles.map((_, role) => game.legalMoves(state, role).at(-1)!);
        const expected = game.names.facts(game.next(state, [...others]));
        const changed = [...joint];
        game.next(state, changed);
        changed.splice(0, changed.length, ...others);
        return isSame(game.names.facts(game.next(state, changed)), expected);
      }),
  },
  {
    claim: 'states do not disturb each other, in whatever order they are asked',
    holds: (game, { states }) => {
      const forth = states.map((state) => JSON.stringify(observe(game, state)));
      const back = states.toReversed().map((state) => JSON.stringify(observe(game, state)));
      return isSame(forth, back.reverse());
    },
  },
  {
    claim: 'a terminal state answers like any other',
    holds: (game, { states, joints }) => {
      const [last, joint] = [states.at(-1)!, joints.at(-1)];
      if (joint === undefined || !game.isTerminal(last)) return true;
      return isSame(game.names.facts(game.next(last, joint)), game.names.facts(game.next(last, joint)));
    },
  },
];

function isSame(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

function isSortedSet(texts: readonly string[]): boolean {
  return texts.every((text, i) => i === 0 || texts[i - 1]! < text);
}

function everyRole<State>(
  game: Game<State>,
  { states }: Line<State>,
  holds: (moves: readonly Move[], state: State, role: number) => boolean,
): boolean {
  return states.every((state) => game.roles.every((_, role) => holds(game.legalMoves(state, role), state, role)));
}

function everyTransition<State>(
  { states, joints }: Line<State>,
  holds: (state: State, joint: readonly Move[], next: State) => boolean,
): boolean {
  return joints.every((joint, ply) => holds(states[ply]!, joint, states[ply + 1]!));
}
