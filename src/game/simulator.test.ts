import { describe, expect, it } from 'vitest';
import { sharedPlayouts } from './sharedPlayouts.js';
import type { BackgroundPlayouts, PlayoutRequest, PlayoutTally } from './simulator.js';

/** Starts are numbers; the goals of their playouts are the same. */
const tallyOf = (starts: readonly number[]): PlayoutTally => ({
  ended: Int32Array.from(starts, () => 1),
  capped: Int32Array.from(starts, () => 2),
  stuck: Int32Array.from(starts, () => 3),
  plies: starts.length,
  goalSum: Float64Array.from(starts),
  goalSquareSum: Float64Array.from(starts, (start) => start ** 2),
});

/** Who makes playouts for others, and is watched: the requests, and how many were under way at most. */
function watched(depth: number): {
  readonly background: BackgroundPlayouts<number>;
  readonly requests: (PlayoutRequest & { starts: number })[];
  readonly most: () => number;
} {
  const underWay = new Map<number, readonly number[]>();
  const requests: (PlayoutRequest & { starts: number })[] = [];
  let most = 0;
  const background: BackgroundPlayouts<number> = {
    depth,
    begin: (starts, request) => {
      requests.push({ ...request, starts: starts.length });
      underWay.set(requests.length, starts);
      most = Math.max(most, underWay.size);
      return requests.length;
    },
    finish: (ticket) => {
      const starts = underWay.get(ticket)!;
      underWay.delete(ticket);
      return tallyOf(starts);
    },
  };
  return { background, requests, most: () => most };
}

const REQUEST: PlayoutRequest = { playouts: 4, seed: 7, maxPlies: 10 };
const startsTo = (count: number): readonly number[] => [...new Array<number>(count).keys()];

describe('shared playouts', () => {
  it('are one request, as it is, where one makes them', () => {
    const { background, requests } = watched(1);
    expect(sharedPlayouts(background, { starts: startsTo(2000), request: REQUEST })).toEqual(tallyOf(startsTo(2000)));
    expect(requests).toEqual([{ ...REQUEST, starts: 2000 }]);
  });

  it.each([2, 3, 11, 2000])('are told as if they had been one, from %i starts', (count) => {
    for (const depth of [2, 3]) {
      const { background, requests, most } = watched(depth);
      expect(sharedPlayouts(background, { starts: startsTo(count), request: REQUEST })).toEqual(
        tallyOf(startsTo(count)),
      );
      expect(most()).toBe(Math.min(depth, count));
      expect(new Set(requests.map(({ seed }) => seed)).size).toBe(requests.length);
      expect(Math.max(...requests.map(({ starts }) => starts))).toBeLessThanOrEqual(512);
    }
  });
});
