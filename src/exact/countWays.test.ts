import { describe, expect, it } from 'vitest';
import { seededRandom } from '../base/index.js';
import { type Game, gameSimulator, jointMoves, legalMovesOfAll, type Move } from '../game/index.js';
import { groundGame } from '../playout/index.js';
import { bundledProgram } from '../../test/programs.js';
import { randomGame } from '../../test/randomGame.js';
import { countWays, type Ways } from './countWays.js';
import type { Objective } from './objective.js';

const OWN: Objective = { role: 0, own: [0], aim: 'best', range: { lowest: 0, highest: 100 } };

function waysOf<State>(game: Game<State>, horizon: number, points: number): Ways {
  const simulator = gameSimulator(
    game,
    game.roles.map(() => 0),
  );
  return countWays({ game, simulator, start: game.initial(), horizon }, OWN, points);
}

/** All combinations of one element of each list. */
const combinations = (lists: readonly (readonly number[])[]): number[][] =>
  lists.reduce<number[][]>((all, list) => all.flatMap((each) => list.map((item) => [...each, item])), [[]]);

/** The moves of role 0 and, for each, every answer of the others with its draws. */
function movesOf<State>(game: Game<State>, state: State): { move: Move; answers: State[][] }[] {
  const legal = legalMovesOfAll(game, state);
  const random = game.roles.indexOf('random');
  const others = legal.map((moves, role) => (role === 0 || role === random ? [-1] : moves));
  const draws = legal.map((moves, role) => (role === random ? moves : [-1]));
  return legal[0]!.map((move) => ({
    move,
    answers: [...jointMoves(others)].map((answer) =>
      [...jointMoves(draws)].map((draw) =>
        game.next(
          state,
          legal.map((_, role) => (role === 0 ? move : Math.max(answer[role]!, draw[role]!))),
        ),
      ),
    ),
  }));
}

const isStuck = <State>(game: Game<State>, state: State): boolean =>
  legalMovesOfAll(game, state).some(({ length }) => length === 0);

/** What each policy is worth, one by one. */
function policyValues<State>(game: Game<State>, state: State, left: number): number[] {
  if (game.isTerminal(state)) return [game.goals(state)[0] ?? 0];
  if (left === 0 || isStuck(game, state)) return [0];
  return movesOf(game, state).flatMap(({ answers }) => {
    const means = answers.map((draws) =>
      combinations(draws.map((next) => policyValues(game, next, left - 1))).map(mean),
    );
    return combinations(means).map((values) => Math.min(...values));
  });
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The sequences of moves of role 0 that can end with so many points. */
function winningMoves<State>(
  game: Game<State>,
  state: State,
  { left, points }: { left: number; points: number },
): Set<string> {
  if (game.isTerminal(state)) return new Set((game.goals(state)[0] ?? 0) >= points ? [''] : []);
  if (left === 0 || isStuck(game, state)) return new Set();
  return new Set(
    movesOf(game, state).flatMap(({ move, answers }) =>
      answers
        .flat()
        .flatMap((next) =>
          [...winningMoves(game, next, { left: left - 1, points })].map((rest) => `${String(move)} ${rest}`),
        ),
    ),
  );
}

/** Points without the rounding of a mean. */
const reaches =
  (points: number) =>
  (value: number): boolean =>
    value >= points - 1e-7;

describe('countWays', () => {
  it.each([[['a', 'random']], [['a', 'b']], [['a', 'b', 'random']]])('counts what can be listed, %s', (roles) => {
    let policies = 0;
    for (let seed = 0; seed < 60; seed++) {
      const game = randomGame(seededRandom(seed), { roles, states: 8, hasCycles: false, hasIdleDraws: false });
      for (const points of [0, 25, 60, 100]) {
        const listed = policyValues(game, 0, 2).filter(reaches(points)).length;
        const branches = winningMoves(game, 0, { left: 2, points }).size;
        expect([seed, points, waysOf(game, 2, points - 1e-7)]).toEqual([
          seed,
          points,
          { policies: BigInt(listed), branches: BigInt(branches) },
        ]);
        policies += listed;
      }
    }
    expect(policies).toBeGreaterThan(200);
  });

  it.each([1, 2, 3, 4])('counts what can be listed of Orchard within %d rounds', (rounds) => {
    const game = groundGame(bundledProgram('orchard-2-2-1'));
    for (const points of [0, 10, 21, 50]) {
      const listed = policyValues(game, game.initial(), rounds).filter(reaches(points)).length;
      const branches = winningMoves(game, game.initial(), { left: rounds, points: Math.max(points, 1) }).size;
      expect(waysOf(game, rounds, points).policies).toBe(BigInt(listed));
      expect(waysOf(game, rounds, Math.max(points, 1)).branches).toBe(BigInt(branches));
    }
  });

  it('does not count what has no end', () => {
    const game = groundGame(bundledProgram('orchard-2-2-1'));
    expect(waysOf(game, Infinity, 50)).toEqual({ policies: null, branches: null });
  });
});
