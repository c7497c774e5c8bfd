import { type Game, isLegal, MOST_LISTED, type Move, someLegalMoves } from '../game/index.js';
import { CliError } from './cliError.js';
import type { LineOfPlay } from './lineOfPlay.js';

/** A state of `woodstock trace --json`. */
export interface TracedState {
  readonly true: readonly string[];
  /** Legal moves by role. Without a prototype: a role may be called `__proto__`. */
  readonly legal: Readonly<Record<string, readonly string[]>>;
  readonly terminal: boolean;
  /** Null before the end where not every role has exactly one goal; in a terminal state the single roles' goals may be null. */
  readonly goals: readonly (number | null)[] | null;
}

/** Legal moves that a complaint lists. */
const SHOWN_MOVES = 6;

/** The states along a line of play, the initial one first; an illegal move ends the command with exit code 1. */
export function replay(game: Game, line: LineOfPlay): TracedState[] {
  let state = game.initial();
  const states = [traced(game, state)];
  line.forEach((joint, index) => {
    const where = `step ${String(index + 1)}`;
    if (game.isTerminal(state)) {
      const left = line.length - index;
      const rest = `${String(left)} of ${String(line.length)} joint moves ${left === 1 ? 'is' : 'are'} left`;
      throw new CliError(1, `${where}: the game is over after step ${String(index)}, but ${rest}`);
    }
    const moves = joint.map((move, role) => legalMove(game, { state, role, move, where }));
    state = game.next(state, moves);
    states.push(traced(game, state));
  });
  return states;
}

interface Attempt {
  readonly state: unknown;
  readonly role: number;
  readonly move: string;
  readonly where: string;
}

function legalMove(game: Game, { state, role, move, where }: Attempt): Move {
  const found = game.names.findMove(move);
  if (found !== undefined && isLegal(game, state, { role, move: found })) return found;
  const legal = someLegalMoves(game, state, { role, most: MOST_LISTED });
  const texts = legal.map((each) => game.names.move(each)).sort();
  const more = texts.length > SHOWN_MOVES ? `, … (${String(texts.length)} in all)` : '';
  const list = texts.length === 0 ? 'nothing' : texts.slice(0, SHOWN_MOVES).join(', ') + more;
  const fault = found === undefined ? 'is no move of this game' : 'is not legal';
  throw new CliError(1, `${where}: ${game.roles[role]!}: ${move} ${fault}; legal there: ${list}`);
}

function traced(game: Game, state: unknown): TracedState {
  const legal = Object.create(null) as Record<string, readonly string[]>;
  game.roles.forEach((role, index) => {
    legal[role] = game
      .legalMoves(state, index)
      .map((move) => game.names.move(move))
      .sort();
  });
  const terminal = game.isTerminal(state);
  const goals = game.goals(state);
  return { true: game.names.facts(state), legal, terminal, goals: terminal || !goals.includes(null) ? goals : null };
}
