import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../base/index.js';
import { referenceGame } from '../../reference/index.js';
import { bundledRules } from '../../../test/programs.js';
import { warmUp } from './warmUp.js';

/** A game whose rounds take so many milliseconds of a clock of its own. */
function timedGame(ms: number): {
  readonly game: ReturnType<typeof referenceGame>;
  readonly clock: () => number;
  readonly rounds: () => number;
} {
  const game = referenceGame(bundledRules('tic-tac-toe'));
  let now = 0;
  let rounds = 0;
  const next: typeof game.next = (state, joint) => {
    now += ms;
    rounds++;
    return game.next(state, joint);
  };
  const spied = new Proxy(game, {
    get: (of, key): unknown => {
      if (key === 'next') return next;
      const value: unknown = Reflect.get(of, key, of);
      return typeof value === 'function' ? (value.bind(of) as unknown) : value;
    },
  });
  return { game: spied, clock: () => now, rounds: () => rounds };
}

const random = seededRandom(1);

describe('warmUp', () => {
  it('plays rounds, also beyond the end of a match, and not for ever', async () => {
    const { game, clock, rounds } = timedGame(1);
    await warmUp({ game, random, clock, pause: () => Promise.resolve(true) }, 1000);
    // Where nobody can move on a full board, it begins again.
    expect(rounds()).toBe(36);
  });

  it('begins no round that may not end by the moment', async () => {
    const { game, clock, rounds } = timedGame(10);
    await warmUp({ game, random, clock, pause: () => Promise.resolve(true) }, 100);
    expect(rounds()).toBe(8);
    expect(clock()).toBeLessThanOrEqual(100);
  });

  it('does not ask whether a match is over, which the reserve never needs: in laikLee_hex that takes a second', async () => {
    const { game, clock, rounds } = timedGame(1);
    const untold = new Proxy(game, {
      get: (of, key): unknown => {
        if (key === 'isTerminal') throw new Error('asked whether the match is over');
        return Reflect.get(of, key, of);
      },
    });
    await warmUp({ game: untold, random, clock, pause: () => Promise.resolve(true) }, 1000);
    expect(rounds()).toBe(36);
  });

  it('ends when there is something else to do', async () => {
    const { game, clock, rounds } = timedGame(1);
    let pauses = 0;
    await warmUp({ game, random, clock, pause: () => Promise.resolve(++pauses < 3) }, 1000);
    expect(rounds()).toBe(3);
  });
});
