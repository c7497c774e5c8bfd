/**
 * One match of a duel. A referee follows the rules; each side plays with a game of its own, and all that passes
 * between them is the text of moves.
 */
import { type Random, seededRandom } from '../../src/base/index.js';
import type { Game } from '../../src/game/index.js';

/** One of the two that play each other in a game. */
export interface Side {
  /** As it stands in tables. */
  readonly label: string;
  /** The game that it plays with. */
  readonly game: Game;
  /** Gets ready for its first match, so that what is made once does not count. */
  rehearse(): Promise<void>;
  /** Takes a role for one match. */
  sit(role: number, seed: number): Seat;
  /** What all its searches came to; null for a side that does not search. */
  readonly spent: { nodes: number; ms: number } | null;
}

/** A side in one role of one match. It stands at the initial state. */
export interface Seat {
  /** The move that it makes now. */
  choose(): string;
  /** All have moved. */
  follow(joint: readonly string[]): void;
  /** Facts of the state where it stands. */
  facts(): readonly string[];
}

export interface MatchSetting {
  readonly game: Game;
  readonly sides: readonly [Side, Side];
  readonly pair: number;
  /** The second match of the pair, in which sides have changed their roles. */
  readonly isSwapped: boolean;
  /** So many rounds are played at random before sides choose, the same in both matches of a pair. */
  readonly opening: number;
}

export interface MatchResult {
  /** Of the first side: 1 for more points than the other has, 0.5 for as many, 0 for fewer. */
  readonly score: number;
  readonly rounds: number;
  /** How often each side had a choice. */
  readonly choices: readonly [number, number];
}

interface Player {
  readonly role: number;
  readonly side: 0 | 1;
  readonly seat: Seat;
}

const FIRST_SEED = 1000;

export function playMatch(setting: MatchSetting): MatchResult {
  const { game, sides, pair, isSwapped } = setting;
  const random = seededRandom(FIRST_SEED + pair);
  const opening = openingOf(setting, random);
  const roles = [...game.roles.keys()].filter((role) => game.roles[role] !== 'random');
  const players = roles.map((role, index): Player => {
    const side = (index + (isSwapped ? 1 : 0)) % 2 === 0 ? 0 : 1;
    // The same in both matches of a pair: the same setting in both seats plays the same match twice.
    return { role, side, seat: sides[side].sit(role, 10 * pair + role) };
  });
  const choices: [number, number] = [0, 0];
  const line: string[] = [];
  let state = game.initial();
  while (!game.isTerminal(state)) {
    const joint = opening[line.length]?.slice() ?? randomJoint(game, state, random);
    for (const { role, side, seat } of line.length < opening.length ? [] : players) {
      if (game.legalMoves(state, role).length === 1) continue;
      choices[side]++;
      const text = seat.choose();
      const move = game.names.findMove(text);
      if (move === undefined || !game.legalMoves(state, role).includes(move))
        throw new Error(`${sides[side].label} chose ${text}, which is not legal, after ${line.join(' ')}`);
      joint[role] = move;
    }
    const told = joint.map((move) => game.names.move(move));
    line.push(`[${told.join(' ')}]`);
    state = game.next(state, joint);
    for (const { side, seat } of players) {
      seat.follow(told);
      if (sides[side].game !== game && !isSame(seat.facts(), game.names.facts(state)))
        throw new Error(`${sides[side].label} has another state than the referee after ${line.join(' ')}`);
    }
  }
  return { score: scoreOf(game.goals(state), players), rounds: line.length, choices };
}

/** Random joint moves from the initial state on, after which the game still goes on. */
function openingOf({ game, opening }: MatchSetting, random: Random): readonly (readonly number[])[] {
  for (let attempt = 0; attempt < 100; attempt++) {
    const joints: number[][] = [];
    let state = game.initial();
    while (joints.length < opening && !game.isTerminal(state)) {
      const joint = randomJoint(game, state, random);
      joints.push(joint);
      state = game.next(state, joint);
    }
    if (!game.isTerminal(state)) return joints;
  }
  throw new Error(`random play seldom lasts longer than ${String(opening)} rounds: take a shorter opening`);
}

const randomJoint = (game: Game, state: unknown, random: Random): number[] =>
  game.roles.map((_, role) => {
    const legal = game.legalMoves(state, role);
    return legal[random.below(legal.length)]!;
  });

/** A side with several roles has the mean of their points. */
function scoreOf(goals: readonly (number | null)[], players: readonly Player[]): number {
  const pointsOf = (side: 0 | 1): number => {
    const own = players.filter((player) => player.side === side).map(({ role }) => goals[role] ?? 0);
    return own.reduce((sum, goal) => sum + goal, 0) / own.length;
  };
  const [first, second] = [pointsOf(0), pointsOf(1)];
  return first === second ? 0.5 : first > second ? 1 : 0;
}

const isSame = (left: readonly string[], right: readonly string[]): boolean =>
  left.length === right.length && left.every((fact, index) => fact === right[index]);
