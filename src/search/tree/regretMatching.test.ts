import { describe, expect, it, vi } from 'vitest';
import { exploitability, goofspielSheet, matrixSheet, policyOf } from '../../../test/mixedPlay.js';
import { bundledPlay, openSearch, playOf } from '../../../test/searches.js';
import type { Play } from '../../pipeline.js';
import { RegretMatching } from './regretMatching.js';

/** Descents that end in what is solved count as nodes in a tree search; in `cfr` only batches of them do. */
const nodesFor = (algorithm: string): number => (algorithm === 'cfr' ? 200 : 5000);

const PENNIES = matrixSheet([
  [100, 0],
  [0, 100],
]);
/** Rock, paper, scissors in which paper wins 75 only. */
const BIASED = matrixSheet([
  [50, 25, 100],
  [75, 50, 0],
  [0, 100, 50],
]);

/** The probabilities of the first state, in the order of the legal moves. */
function firstMix(play: Play, algorithm: string, role: number): readonly number[] {
  const { game } = play;
  const mix = policyOf(play, algorithm, nodesFor(algorithm))(game.initial(), role);
  return game.legalMoves(game.initial(), role).map((move) => mix.get(move) ?? 0);
}

describe.each(['uct:mixing=regret', 'cfr'])('%s mixes as an equilibrium does', (algorithm) => {
  it.each([
    ['matching pennies', PENNIES, [1 / 2, 1 / 2]],
    ['a rock, paper, scissors in which one win counts half', BIASED, [0.4, 0.4, 0.2]],
    ['a goofspiel of two choices', goofspielSheet([2, 1, 2]), [3 / 7, 1 / 7, 3 / 7]],
  ])('in %s', (_, sheet, mix) => {
    const play = playOf(sheet);
    for (const role of [0, 1]) {
      expect(firstMix(play, algorithm, role)).toEqual(mix.map((share) => expect.closeTo(share, 1) as number));
    }
    expect(exploitability(play.game, policyOf(play, algorithm, nodesFor(algorithm)))).toBeLessThan(2);
  });

  it('in rock, paper, scissors', () => {
    const play = bundledPlay('rock-paper-scissors');
    expect(exploitability(play.game, policyOf(play, algorithm, nodesFor(algorithm)))).toBeLessThan(2);
  });
});

describe('a choice by UCB', () => {
  it.each([
    ['matching pennies', PENNIES, 50],
    ['goofspiel', goofspielSheet([2, 1, 2]), 15],
  ])('is exploited in %s', (_, sheet, points) => {
    const play = playOf(sheet);
    expect(exploitability(play.game, policyOf(play, 'uct', nodesFor('uct')))).toBeGreaterThan(points);
  });
});

describe('where one move is best whatever the others do', () => {
  /** The second row is never worse, but only by little. */
  const DOMINATED = matrixSheet([
    [0, 50, 40],
    [1, 51, 41],
  ]);

  it.each(['uct:mixing=regret', 'uct', 'cfr'])('%s proves it and plays it for sure', (algorithm) => {
    const { game, simulator } = playOf(DOMINATED);
    const search = openSearch(algorithm, { game, simulator });
    search.think({ nodes: 100 });
    const { move, moves, value, isSolved } = search.report();
    expect([game.names.move(move), value, isSolved]).toEqual(['(row 1)', expect.closeTo(1, 3), true]);
    expect(moves[0]).toMatchObject({ move, isSolved: true });
  });
});

it('learns from every visit of a batch as that which it was: a large matrix is looked at in one of several visits', () => {
  const learnt = vi.spyOn(RegretMatching.prototype, 'learnMeans');
  const { game, simulator } = playOf(PENNIES);
  openSearch('uct:mixing=regret;leaves=16', { game, simulator }).think({ nodes: 200 });
  const visits = learnt.mock.calls.map(([, visit]) => visit);
  learnt.mockRestore();
  expect(visits.length).toBeGreaterThan(100);
  expect(visits).toEqual(visits.map((_, index) => visits[0]! + index));
});
