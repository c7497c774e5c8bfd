import { describe, expect, it } from 'vitest';
import { type MatchRecord, RECORD_FORMAT } from '../record.js';
import { signFlipTest } from './signFlipTest.js';
import { pairedTest, summarise } from './summary.js';
import { wilsonInterval } from './wilson.js';

describe('wilsonInterval', () => {
  it.each([
    // statsmodels.stats.proportion.proportion_confint(…, method='wilson')
    [8, 10, 0.49016, 0.94332],
    [0, 10, 0, 0.27753],
    [10, 10, 0.72247, 1],
    [50, 100, 0.40383, 0.59617],
    [1, 1, 0.20655, 1],
  ])('of %i out of %i', (successes, trials, low, high) => {
    const interval = wilsonInterval(successes, trials);
    expect(interval.low).toBeCloseTo(low, 4);
    expect(interval.high).toBeCloseTo(high, 4);
  });

  it('takes draws as halves, and knows nothing without trials', () => {
    const [drawn, shared] = [wilsonInterval(2.5, 5), wilsonInterval(5, 10)];
    expect((drawn.low + drawn.high) / 2).toBeCloseTo((shared.low + shared.high) / 2);
    expect(wilsonInterval(0, 0)).toEqual({ low: 0, high: 1 });
  });
});

describe('signFlipTest', () => {
  it.each([
    [[], 1],
    [[0, 0], 1],
    [[100], 1],
    [[100, 100], 0.5],
    // All of one sign: two of 2^n.
    [[10, 20, 30, 40, 50, 60], 2 / 64],
    [[-10, -20, -30, -40, -50, -60], 2 / 64],
    // Of the 8 sums ±1±2±3 those of at least 4: 6, 4, -4, -6.
    [[-1, 2, 3], 4 / 8],
    // 0 changes nothing.
    [[-1, 0, 2, 3], 4 / 8],
    // The sign test, 8 of 10: 2 (1 + 10 + 45) / 1024.
    [[1, 1, 1, 1, 1, 1, 1, 1, -1, -1], 112 / 1024],
  ])('of %j is %f', (differences, p) => {
    expect(signFlipTest(differences)).toBeCloseTo(p, 10);
  });

  it('is what counting all signs gives', () => {
    const differences = [13, -7, 25, 100, -42, 3, 3, -58, 71, 9];
    const observed = Math.abs(differences.reduce((sum, each) => sum + each, 0));
    let asFar = 0;
    for (let signs = 0; signs < 1024; signs++) {
      const sum = differences.reduce((total, each, at) => total + ((signs >> at) & 1 ? each : -each), 0);
      if (Math.abs(sum) >= observed) asFar++;
    }
    expect(signFlipTest(differences)).toBeCloseTo(asFar / 1024, 10);
  });

  it('is exact for many differences, of which the signs could not be counted', () => {
    expect(signFlipTest(new Array<number>(500).fill(100))).toBeCloseTo(2 ** -499, 200);
    const half = Array.from({ length: 500 }, (_, at) => (at % 2 === 0 ? 100 : -100));
    expect(signFlipTest(half)).toBeCloseTo(1, 10);
  });
});

const record = (group: number, seats: readonly number[], scores: readonly number[]): MatchRecord => ({
  format: RECORD_FORMAT,
  game: 'g',
  rules: '',
  roles: seats.map(String),
  players: seats.map(String),
  place: { group, seats },
  seed: 1,
  pace: { kind: 'nodes', nodes: 1 },
  moves: [],
  ms: [],
  errors: [],
  ending: 'terminal',
  goals: scores,
  scores,
  notes: [],
});

describe('summarise', () => {
  it('counts for players, whatever roles they had', () => {
    const records = [record(0, [0, 1], [100, 0]), record(0, [1, 0], [50, 50]), record(1, [0, 1], [30, 70])];
    expect(summarise(records, 2)).toMatchObject([
      { matches: 3, mean: 60, wins: 1, draws: 1, losses: 1 },
      { matches: 3, mean: 40, wins: 1, draws: 1, losses: 1 },
    ]);
  });

  it('leaves random out, and compares with the best of several', () => {
    const records = [record(0, [-1, 0, 1, 2], [0, 60, 60, 10])];
    expect(summarise(records, 3)).toMatchObject([
      { wins: 0, draws: 1, losses: 0 },
      { wins: 0, draws: 1, losses: 0 },
      { wins: 0, draws: 0, losses: 1, mean: 10 },
    ]);
  });

  it('takes all points of a player alone as a win', () => {
    expect(summarise([record(0, [0], [100]), record(1, [0], [99])], 1)).toMatchObject([{ wins: 1, losses: 1 }]);
  });
});

describe('pairedTest', () => {
  it('takes the two matches of a group together', () => {
    const records = [
      ...[record(0, [0, 1], [100, 0]), record(0, [1, 0], [0, 100])],
      ...[record(1, [0, 1], [100, 0]), record(1, [1, 0], [100, 0])],
    ];
    expect(pairedTest(records, 2)).toEqual({ pairs: 2, difference: 50, p: 1 });
  });

  it('leaves out what has no partner, and has nothing to say without pairs or of more players', () => {
    const pair = [record(0, [0, 1], [100, 0]), record(0, [1, 0], [0, 100])];
    expect(pairedTest([...pair, record(1, [0, 1], [0, 100])], 2)).toMatchObject({ pairs: 1, difference: 100 });
    expect(pairedTest([record(0, [0, 1], [100, 0]), record(1, [0, 1], [100, 0])], 2)).toBeUndefined();
    expect(pairedTest([record(0, [0, 1, 2], [100, 0, 0])], 3)).toBeUndefined();
  });
});
