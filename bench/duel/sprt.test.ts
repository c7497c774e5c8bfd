import { describe, expect, it } from 'vitest';
import { type Random, seededRandom } from '../../src/base/index.js';
import { DEFAULT_SPRT, logLikelihoodRatio, pairStatistics, verdictOf } from './sprt.js';

/** Draws the score of a pair, of which the expected value is given. */
type Pairs = (random: Random, expected: number) => number;

const chance = (random: Random): number => random.nextUint32() / 2 ** 32;
const won = (random: Random, probability: number): number => (chance(random) < probability ? 1 : 0);

/** Games of different kinds. */
const KINDS: Readonly<Record<string, Pairs>> = {
  'games without draws': (random, expected) => (won(random, expected) + won(random, expected)) / 2,
  'games with draws in six of ten': (random, expected) => {
    const one = (): number => (chance(random) < 0.6 ? 0.5 : won(random, (expected - 0.3) / 0.4));
    return (one() + one()) / 2;
  },
  'games that the role decides in four of five pairs': (random, expected) =>
    chance(random) < 0.8 ? 0.5 : (won(random, 5 * (expected - 0.4)) + won(random, 5 * (expected - 0.4))) / 2,
};

const TESTS = 1000;
const MOST_PAIRS = 3000;

/** The share of tests in which H1 was accepted; every test comes to an end. */
function acceptedH1(pairs: Pairs, expected: number, h1: number): number {
  const random = seededRandom(7);
  let accepted = 0;
  for (let test = 0; test < TESTS; test++) {
    const scores: number[] = [];
    let verdict = verdictOf(scores, { ...DEFAULT_SPRT, h1 });
    while (verdict === 'undecided' && scores.length < MOST_PAIRS) {
      scores.push(pairs(random, expected));
      verdict = verdictOf(scores, { ...DEFAULT_SPRT, h1 });
    }
    expect(verdict).not.toBe('undecided');
    if (verdict === 'H1 accepted') accepted++;
  }
  return accepted / TESTS;
}

describe('the sequential test', () => {
  it.each(Object.entries(KINDS))('errs about as often as it may: %s', (_, pairs) => {
    // alpha and beta are 0.05; the standard error of 1,000 tests is 0.007.
    expect(acceptedH1(pairs, 0.5, 0.55)).toBeLessThan(0.075);
    expect(acceptedH1(pairs, 0.55, 0.55)).toBeGreaterThan(0.92);
    expect(acceptedH1(pairs, 0.5, 0.6)).toBeLessThan(0.085);
    expect(acceptedH1(pairs, 0.6, 0.6)).toBeGreaterThan(0.915);
  });

  it('takes some pairs to be sure, even if all say the same', () => {
    const needed = (score: number): number => {
      const scores = [score];
      while (verdictOf(scores, DEFAULT_SPRT) === 'undecided') scores.push(score);
      return scores.length;
    };
    expect(needed(1)).toBe(7);
    expect(needed(0)).toBe(6);
    expect(needed(0.5)).toBe(33);
  });

  it('has a ratio of 0 half-way between the hypotheses, and before the first pair', () => {
    expect(logLikelihoodRatio([], DEFAULT_SPRT)).toBe(0);
    expect(logLikelihoodRatio([0.5, 0.55], DEFAULT_SPRT)).toBeCloseTo(0, 10);
  });
});

describe('pairStatistics', () => {
  it('has an interval that covers the expected score in 95 of 100 series', () => {
    const random = seededRandom(3);
    let covered = 0;
    for (let series = 0; series < 2000; series++) {
      const scores = Array.from({ length: 30 }, () => KINDS['games without draws']!(random, 0.6));
      const { low, high } = pairStatistics(scores);
      if (low <= 0.6 && 0.6 <= high) covered++;
    }
    expect(covered / 2000).toBeGreaterThan(0.93);
    expect(covered / 2000).toBeLessThan(0.98);
  });

  it('knows nothing without pairs, and is not sure of two', () => {
    expect(pairStatistics([])).toMatchObject({ pairs: 0, low: 0, high: 1 });
    const { mean, low, high } = pairStatistics([1, 1]);
    expect(mean).toBe(1);
    expect(high).toBe(1);
    expect(low).toBeLessThan(0.7);
  });
});
