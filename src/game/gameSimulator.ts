import { type Random, seededRandom } from '../base/index.js';
import type { Game, Move } from './game.js';
import { inTime } from './inTime.js';
import { jointMoves, legalMovesOfAll } from './jointMoves.js';
import { countJoints } from './tooWide.js';
import { type Line, playout } from './playout.js';
import {
  type Expansion,
  type MoveTally,
  NO_GOAL,
  type PlayoutRequest,
  type PlayoutTally,
  type Simulator,
} from './simulator.js';

/**
 * Simulates any game in the slow, obvious way: one playout after the other, one state after the other. For rules that do not compile, and
 * the twin that fast simulators are compared with. A role without exactly one goal is counted with its entry in `lowestGoals`.
 */
export function gameSimulator<State>(game: Game<State>, lowestGoals: readonly number[]): Simulator<State> {
  return {
    playouts: (starts, request, isTimeUp) => {
      const random = seededRandom(request.seed);
      const tallies = starts.map((from) => tallyOf({ game, lowestGoals, from, isTimeUp }, request, random));
      return joined(tallies, request);
    },
    expand: (states, isTimeUp) => {
      const expansions: Expansion<State>[] = [];
      for (const state of states) {
        const expansion = inTime(game, isTimeUp, () => expansionOf(game, state, isTimeUp));
        if (expansion === undefined) break;
        expansions.push(expansion);
      }
      return expansions;
    },
  };
}

/** The state after a joint move in each of the states, as the game itself tells it. */
export function nextByGame<State>(game: Game<State>, states: readonly State[], joints: Int32Array): readonly State[] {
  const roles = game.roles.length;
  return states.map((state, index) => game.next(state, [...joints.subarray(index * roles, (index + 1) * roles)]));
}

interface Setting<State> {
  readonly game: Game<State>;
  readonly lowestGoals: readonly number[];
  readonly from: State;
  readonly isTimeUp: (() => boolean) | undefined;
}

/** What came of the playouts from one start. */
interface StartTally {
  ended: number;
  capped: number;
  stuck: number;
  plies: number;
  /** By role, as are the next two. */
  readonly goalSum: number[];
  readonly goalSquareSum: number[];
  readonly moves: Map<Move, MoveCounts>[];
}

interface MoveCounts {
  readonly played: number;
  readonly goalSum: number;
}

function tallyOf<State>(
  { game, lowestGoals, from, isTimeUp }: Setting<State>,
  { playouts, maxPlies, countsMoves }: PlayoutRequest,
  random: Random,
): StartTally {
  const tally = emptyTally(game.roles.length);
  for (let i = 0; i < playouts; i++) {
    if (isTimeUp?.() === true) {
      tally.capped += playouts - i;
      break;
    }
    const line = playout(game, random, { plies: maxPlies, from, isTimeUp });
    const last = line.states.at(-1)!;
    tally.plies += line.joints.length;
    const goals = inTime(game, isTimeUp, () => (game.isTerminal(last) ? game.goals(last) : undefined));
    if (goals !== undefined) {
      const counted = goals.map((goal, role) => goal ?? lowestGoals[role]!);
      countEnd(tally, counted);
      if (countsMoves === true) countMoves(tally, counted, line);
    } else if (line.joints.length === maxPlies || isTimeUp?.() === true) tally.capped++;
    else tally.stuck++;
  }
  return tally;
}

function emptyTally(roles: number): StartTally {
  const byRole = <T>(initial: () => T): T[] => Array.from({ length: roles }, initial);
  return {
    ...{ ended: 0, capped: 0, stuck: 0, plies: 0 },
    goalSum: byRole(() => 0),
    goalSquareSum: byRole(() => 0),
    moves: byRole(() => new Map<Move, MoveCounts>()),
  };
}

function countEnd(tally: StartTally, goals: readonly number[]): void {
  tally.ended++;
  goals.forEach((goal, role) => {
    tally.goalSum[role]! += goal;
    tally.goalSquareSum[role]! += goal * goal;
  });
}

/** A move that was made several times in the playout counts once. */
function countMoves<State>(tally: StartTally, goals: readonly number[], { joints }: Line<State>): void {
  tally.moves.forEach((known, role) => {
    for (const move of new Set(joints.map((joint) => joint[role]!))) {
      const { played, goalSum } = known.get(move) ?? { played: 0, goalSum: 0 };
      known.set(move, { played: played + 1, goalSum: goalSum + goals[role]! });
    }
  });
}

function joined(tallies: readonly StartTally[], { countsMoves = false, groups }: PlayoutRequest): PlayoutTally {
  return {
    ended: Int32Array.from(tallies, ({ ended }) => ended),
    capped: Int32Array.from(tallies, ({ capped }) => capped),
    stuck: Int32Array.from(tallies, ({ stuck }) => stuck),
    plies: tallies.reduce((sum, { plies }) => sum + plies, 0),
    goalSum: Float64Array.from(tallies.flatMap(({ goalSum }) => goalSum)),
    goalSquareSum: Float64Array.from(tallies.flatMap(({ goalSquareSum }) => goalSquareSum)),
    ...(countsMoves ? { moves: moveTally(groups === undefined ? tallies : grouped(tallies, groups)) } : {}),
  };
}

/** The counts of moves of each group. */
function grouped(
  tallies: readonly Pick<StartTally, 'moves'>[],
  groups: Int32Array,
): readonly Pick<StartTally, 'moves'>[] {
  const found: Pick<StartTally, 'moves'>[] = Array.from(
    { length: Math.max(0, ...groups.map((group) => group + 1)) },
    () => ({
      moves: tallies[0]!.moves.map(() => new Map<Move, MoveCounts>()),
    }),
  );
  tallies.forEach(({ moves }, start) => {
    moves.forEach((counts, role) => {
      const known = found[groups[start]!]!.moves[role]!;
      for (const [move, { played, goalSum }] of counts) {
        const before = known.get(move) ?? { played: 0, goalSum: 0 };
        known.set(move, { played: before.played + played, goalSum: before.goalSum + goalSum });
      }
    });
  });
  return found;
}

function moveTally(tallies: readonly Pick<StartTally, 'moves'>[]): MoveTally {
  const entries = tallies.flatMap(({ moves }, start) =>
    moves.flatMap((known, role) =>
      [...known].sort(([a], [b]) => a - b).map(([move, counts]) => ({ start, role, move, ...counts })),
    ),
  );
  return {
    start: Int32Array.from(entries, ({ start }) => start),
    role: Int32Array.from(entries, ({ role }) => role),
    move: Int32Array.from(entries, ({ move }) => move),
    played: Int32Array.from(entries, ({ played }) => played),
    goalSum: Float64Array.from(entries, ({ goalSum }) => goalSum),
  };
}

/** Nothing where time is up before the last successor is known. */
function expansionOf<State>(game: Game<State>, state: State, isTimeUp?: () => boolean): Expansion<State> | undefined {
  const isTerminal = game.isTerminal(state);
  const joints: number[] = [];
  const successors: State[] = [];
  const terminal: number[] = [];
  const goals: number[] = [];
  const legal = isTerminal ? [] : legalMovesOfAll(game, state);
  countJoints(legal.map(({ length }) => length));
  for (const joint of isTerminal ? [] : jointMoves(legal)) {
    if (isTimeUp?.() === true) return undefined;
    const successor = game.next(state, joint);
    joints.push(...joint);
    successors.push(successor);
    terminal.push(game.isTerminal(successor) ? 1 : 0);
    goals.push(...game.goals(successor).map((goal) => goal ?? NO_GOAL));
  }
  return {
    isTerminal,
    joints: Int32Array.from(joints),
    successors,
    terminal: Uint8Array.from(terminal),
    goals: Int32Array.from(goals),
  };
}
