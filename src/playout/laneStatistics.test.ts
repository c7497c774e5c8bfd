import { describe, expect, it } from 'vitest';
import { bundledProgram, hasSharedGames, programOf, sharedProgram } from '../../test/programs.js';
import { seededRandom } from '../base/index.js';
import { gameSimulator, jointMoves, legalMovesOfAll, type PlayoutTally } from '../game/index.js';
import type { GroundProgram } from '../ground/index.js';
import { initialState, laneGame, openLanes, packed, randomStates } from './fakeLanes.js';
import { drawMoves } from './fakePlies.js';
import { STUCK_SHEET } from './fakeSheets.js';
import { lowestGoals } from './gates/outcomes.js';
import { groundGame, type GroundState } from './groundGame.js';
import type { LaneGame } from './lanePlayouts.js';

const REQUEST = { playouts: 3000, seed: 1, maxPlies: 1000 };
/** Standard deviations: one in 150,000 comparisons of right things goes beyond. */
const FAR = 4.5;

const sum = (numbers: ArrayLike<number>): number => Array.from(numbers).reduce((total, each) => total + each, 0);

describe('choices are uniform, for every role, and independent of those of other roles', () => {
  /** The value that chi-square exceeds once in 100,000 times (Wilson and Hilferty 1931). */
  const limit = (freedom: number): number => {
    const spread = 2 / (9 * freedom);
    return freedom * (1 - spread + 4.265 * Math.sqrt(spread)) ** 3;
  };
  const chiSquare = (counts: readonly number[]): number => {
    const mean = sum(counts) / counts.length;
    return counts.reduce((total, count) => total + (count - mean) ** 2 / mean, 0);
  };

  function expectUniform(game: LaneGame, state: GroundState): void {
    const ground = groundGame(game.program);
    const { draws, single, pairs } = drawMoves(game, packed(game, state), 20);
    const isLegal = game.program.roles.map((_, role) => {
      const legal = new Set(ground.legalMoves(state, role));
      return game.names.ofRole(role).map((move) => legal.has(move));
    });
    single.forEach((counts, a) => {
      const legal = counts.filter((_, move) => isLegal[a]![move]);
      expect(sum(legal)).toBe(draws);
      expect(sum(counts)).toBe(draws);
      if (legal.length > 1) expect(chiSquare(legal)).toBeLessThan(limit(legal.length - 1));
      pairs[a]!.forEach((ofBoth, b) => {
        const both = ofBoth.flatMap((row, i) => row.filter((_, j) => isLegal[a]![i] && isLegal[b]![j]));
        if (both.length > 1 && draws / both.length > 20) expect(chiSquare(both)).toBeLessThan(limit(both.length - 1));
      });
    });
  }

  function expectUniformChoices(program: GroundProgram): void {
    const game = laneGame(program);
    const ground = groundGame(program);
    const middle = randomStates(game, seededRandom(3), 12).flatMap((states) =>
      states
        .filter((state) => !ground.isTerminal(state) && state.some((value, i) => value !== ground.initial()[i]))
        .slice(-2),
    );
    for (const state of [ground.initial(), ...middle.slice(0, 4)]) expectUniform(game, state);
  }

  it.each(['tic-tac-toe', 'rock-paper-scissors', 'monty-hall', 'connect-four', 'breakthrough-6x6', 'othello-6x6'])(
    '%s',
    (name) => expectUniformChoices(bundledProgram(name)),
  );

  it
    .skipIf(!hasSharedGames)
    .each(['breakthrough', 'ticTacToeParallel', 'smallest_4player', 'pentago', 'connect5', 'chineseCheckers3'])(
    '%s',
    (name) => expectUniformChoices(sharedProgram(name)),
  );
});

describe('outcomes', () => {
  /** Compares mean goals with what is expected of them, whose own deviation may be zero. */
  function expectMeans(
    tally: PlayoutTally,
    expected: readonly { readonly mean: number; readonly variance: number }[],
  ): void {
    const ended = tally.ended[0]!;
    expected.forEach(({ mean, variance }, role) => {
      const own = tally.goalSum[role]! / ended;
      const ownVariance = tally.goalSquareSum[role]! / ended - own * own;
      expect(Math.abs(own - mean)).toBeLessThanOrEqual(FAR * Math.sqrt(ownVariance / ended + variance) + 1e-9);
    });
  }

  /** Of random play from a state: the chance to end, and for each role its goal times that. */
  function exactly(program: GroundProgram): { readonly ended: number; readonly goals: readonly number[] } {
    const ground = groundGame(program);
    const lowest = lowestGoals(program);
    const known = new Map<string, { ended: number; goals: readonly number[] }>();
    const value = (state: GroundState): { ended: number; goals: readonly number[] } => {
      const key = String(state);
      let found = known.get(key);
      if (found !== undefined) return found;
      if (ground.isTerminal(state)) {
        found = { ended: 1, goals: ground.goals(state).map((goal, role) => goal ?? lowest[role]!) };
      } else {
        const joints = [...jointMoves(legalMovesOfAll(ground, state))];
        const next = joints.map((joint) => value(ground.next(state, joint)));
        const mean = (of: (each: (typeof next)[number]) => number): number =>
          sum(next.map(of)) / Math.max(1, next.length);
        found = {
          ended: mean(({ ended }) => ended),
          goals: lowest.map((_, role) => mean(({ goals }) => goals[role]!)),
        };
      }
      known.set(key, found);
      return found;
    };
    return value(ground.initial());
  }

  it.each([
    ...[
      'tic-tac-toe',
      'nim',
      'rock-paper-scissors',
      'monty-hall',
      'random-tic-tac-toe-2x2',
      'matching-pennies',
      'maze',
    ].map((name) => [name, () => bundledProgram(name)] as const),
    ['a sheet with states in which a role has no move', () => programOf(STUCK_SHEET)] as const,
  ])('are as often as random play makes them, exactly: %s', (_, program) => {
    const game = laneGame(program());
    const { ended, goals } = exactly(game.program);
    const playouts = 300_000;
    const tally = openLanes(game).playouts([initialState(game)], { ...REQUEST, playouts });
    const deviation = Math.sqrt(ended * (1 - ended) * playouts);
    expect(Math.abs(tally.ended[0]! - ended * playouts)).toBeLessThanOrEqual(FAR * deviation + 1e-6);
    expect(tally.stuck[0]).toBe(playouts - tally.ended[0]!);
    expectMeans(
      tally,
      goals.map((goal) => ({ mean: goal / ended, variance: 0 })),
    );
  });

  function expectSameAsGround(program: GroundProgram, playouts: number): void {
    const game = laneGame(program);
    const ground = groundGame(program);
    const request = { playouts, seed: 5, maxPlies: 300 };
    const slow = gameSimulator(ground, lowestGoals(program)).playouts([ground.initial()], request);
    const fast = openLanes(game).playouts([initialState(game)], { ...request, playouts: 20_000 });
    const ended = slow.ended[0]!;
    const expected = program.roles.map((_, role) => {
      const mean = slow.goalSum[role]! / ended;
      return { mean, variance: (slow.goalSquareSum[role]! / ended - mean * mean) / ended };
    });
    if (ended > 0) expectMeans(fast, expected);
    const share = fast.ended[0]! / 20_000;
    const deviation = Math.sqrt((share * (1 - share)) / playouts);
    expect(Math.abs(ended / playouts - share)).toBeLessThanOrEqual(FAR * deviation + 1e-9);
    expect(fast.stuck[0] === 0).toBe(slow.stuck[0] === 0);
  }

  it.each([
    'connect-four-5x4',
    'othello-4x4',
    'eight-puzzle',
    'blind-tic-tac-toe',
    'hex-5x5',
    'breakthrough-6x6',
    'coins',
  ])('are as often as by the ground game: %s', (name) => expectSameAsGround(bundledProgram(name), 300));

  /** Starts of all phases in one batch, each playout in a lane of its own, beside each start on its own. */
  function expectSameTogether(program: GroundProgram): void {
    const game = laneGame(program);
    const ground = groundGame(program);
    const open = randomStates(game, seededRandom(4), 6).map((states) =>
      states.filter((state) => !ground.isTerminal(state)).slice(-3),
    );
    const starts = open.flat().map((state) => packed(game, state));
    const lanes = openLanes(game);
    const requests = 250;
    const each = { playouts: 4, maxPlies: 300 };
    const [batch, ...others] = lanes.plan(starts, { ...each, seed: 0 });
    expect([new Set(batch!.phases).size, others.length]).toEqual([game.phases.period, 0]);
    const many = starts.map(() => ({ ended: 0, goals: program.roles.map(() => 0) }));
    for (let seed = 1; seed <= requests; seed++) {
      const tally = lanes.playouts(starts, { ...each, seed });
      many.forEach((sums, start) => {
        sums.ended += tally.ended[start]!;
        sums.goals.forEach((_, role) => (sums.goals[role]! += tally.goalSum[start * sums.goals.length + role]!));
      });
    }
    starts.forEach((start, index) => {
      const { ended, goals } = many[index]!;
      const alone = lanes.playouts([start], { ...each, playouts: 20_000, seed: 7 });
      const share = alone.ended[0]! / 20_000;
      const deviation = Math.sqrt((share * (1 - share)) / (requests * each.playouts));
      expect(Math.abs(ended / (requests * each.playouts) - share)).toBeLessThanOrEqual(FAR * deviation + 1e-9);
      if (ended === 0) return;
      const means = goals.map((goal, role) => {
        const mean = alone.goalSum[role]! / alone.ended[0]!;
        return { mean: goal / ended, variance: (alone.goalSquareSum[role]! / alone.ended[0]! - mean * mean) / ended };
      });
      expectMeans(alone, means);
    });
  }

  it.each(['tic-tac-toe', 'connect-four-5x4', 'breakthrough-6x6'])(
    'are as often where starts of several phases are played together: %s',
    (name) => expectSameTogether(bundledProgram(name)),
  );

  it.skipIf(!hasSharedGames).each(['pentago', 'chineseCheckers3', 'reversi'])(
    'are as often where starts of several phases are played together: %s',
    (name) => expectSameTogether(sharedProgram(name)),
  );

  it
    .skipIf(!hasSharedGames)
    .each([
      ...[
        'pentago',
        'blocker',
        'atariGoVariant_7x7',
        'cubicup_3player',
        'chineseCheckers3',
        'biddingTicTacToe',
        'minichess',
      ],
      ...['connectFourSimultaneous', 'numbertictactoe', 'knightsTour', 'smallest_4player'],
    ])('are as often as by the ground game: %s', (name) => expectSameAsGround(sharedProgram(name), 150));
});
