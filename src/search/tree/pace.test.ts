import { describe, expect, it } from 'vitest';
import { Pace } from './pace.js';

interface Thinking {
  /** Milliseconds that a leaf takes. */
  readonly msEach: number;
  readonly wanted?: number;
  /** Spent before the first batch. */
  readonly before?: number;
}

/** A thinking of 100 ms, cut off at its deadline: the sizes of its batches, and the time that is left. */
function think(
  pace: Pace,
  time: { now: number },
  { msEach, wanted = 64, before = 0 }: Thinking,
): { readonly sizes: readonly number[]; readonly left: number } {
  const deadline = time.now + 100;
  const sizes: number[] = [];
  pace.start({ deadline });
  time.now += before;
  for (let size = pace.begin(wanted); size > 0; size = pace.begin(wanted)) {
    sizes.push(size);
    time.now = Math.min(deadline, time.now + size * msEach);
    pace.end(size, size);
  }
  return { sizes, left: deadline - time.now };
}

const opened = (): { readonly pace: Pace; readonly time: { now: number } } => {
  const time = { now: 0 };
  return { pace: new Pace(() => time.now), time };
};

describe('the pace of a search', () => {
  it('takes batches as large as are wanted, once it knows how long they take', () => {
    const { pace, time } = opened();
    const { sizes } = think(pace, time, { msEach: 0.1 });
    expect(sizes[0]).toBe(1);
    expect(Math.max(...sizes)).toBe(64);
  });

  it('makes one batch before each deadline, however long they take', () => {
    const { pace, time } = opened();
    for (let thinking = 0; thinking < 10; thinking++) {
      const { sizes, left } = think(pace, time, { msEach: 1000, before: 50 * (thinking % 2) });
      expect(sizes).toHaveLength(1);
      expect(left).toBe(0);
    }
  });

  it('begins none that will not be over in time, but the first', () => {
    const { pace, time } = opened();
    for (let thinking = 0; thinking < 10; thinking++)
      expect(think(pace, time, { msEach: 60, wanted: 1 })).toEqual({ sizes: [1], left: 40 });
  });

  it('ends with the nodes that it was given', () => {
    const { pace } = opened();
    pace.start({ nodes: 100 });
    expect(pace.begin(64)).toBe(64);
    pace.end(64, 64);
    expect(pace.begin(64)).toBe(36);
    pace.end(36, 36);
    expect(pace.begin(64)).toBe(0);
  });

  it('begins nothing when time is up', () => {
    const { pace } = opened();
    pace.start({ deadline: 0 });
    expect(pace.begin(64)).toBe(0);
  });
});
