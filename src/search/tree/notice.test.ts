import { describe, expect, it } from 'vitest';
import { Notice } from './notice.js';

/** Playouts that look at the clock every millisecond and take so long to end once they are told: milliseconds that are left after each of some deadlines. */
function leftAfter({
  endMs,
  expectedMs,
  toLeave = 0,
}: Record<'endMs' | 'expectedMs', number> & { toLeave?: number }): number[] {
  const pace = { left: 0 };
  const notice = new Notice(pace, expectedMs);
  return Array.from({ length: 12 }, () => {
    pace.left = 100;
    while (!notice.isDue(toLeave)) pace.left -= 1;
    pace.left -= endMs;
    notice.isOver();
    return pace.left;
  });
}

describe('a notice that time is up', () => {
  it('is given as early as playouts take to end', () => {
    const left = leftAfter({ endMs: 20, expectedMs: 0 });
    expect(left[0]).toBe(-20);
    expect(Math.abs(left.at(-1)!)).toBeLessThanOrEqual(1);
  });

  it('is given no earlier than that', () => {
    const left = leftAfter({ endMs: 2, expectedMs: 40 });
    expect(left[0]).toBe(38);
    expect(Math.abs(left.at(-1)!)).toBeLessThanOrEqual(1);
  });

  it('leaves time for what comes after', () => {
    expect(Math.abs(leftAfter({ endMs: 5, expectedMs: 0, toLeave: 10 }).at(-1)! - 10)).toBeLessThanOrEqual(1);
  });

  it('is never given where there is no deadline, and nothing is learnt from that', () => {
    const notice = new Notice({ left: Infinity }, 5);
    expect(notice.isDue(10)).toBe(false);
    notice.isOver();
    expect(notice.isDue(10)).toBe(false);
  });
});
