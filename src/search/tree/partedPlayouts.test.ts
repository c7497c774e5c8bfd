import { describe, expect, it } from 'vitest';
import type { BackgroundPlayouts, MoveTally, PlayoutRequest, PlayoutTally } from '../../game/index.js';
import { PartedPlayouts } from './partedPlayouts.js';

const REQUEST: PlayoutRequest = { playouts: 2, seed: 7, maxPlies: 100 };

/** What was asked of a background in which a start is worth its own number, and the order in which it was fetched. */
function table() {
  const asked: { readonly starts: readonly number[]; readonly request: PlayoutRequest }[] = [];
  const fetched: number[] = [];
  const background: BackgroundPlayouts<number> = {
    depth: 2,
    begin: (starts, request) => asked.push({ starts, request }) - 1,
    finish: (ticket) => {
      fetched.push(ticket);
      return tallyOf(asked[ticket]!.starts, asked[ticket]!.request);
    },
  };
  return { asked, fetched, playouts: new PartedPlayouts(background, 2) };
}

function tallyOf(starts: readonly number[], { playouts, groups }: PlayoutRequest): PlayoutTally {
  const counts = Int32Array.from(starts, () => playouts);
  const none = new Int32Array(starts.length);
  const sums = { goalSum: Float64Array.from(starts), goalSquareSum: Float64Array.from(starts, (start) => start ** 2) };
  const tally = { ended: counts, capped: none, stuck: none, plies: starts.length, ...sums };
  return groups === undefined ? tally : { ...tally, moves: movesOf(groups) };
}

/** In each group move 5 was made once. */
function movesOf(groups: Int32Array): MoveTally {
  const start = Int32Array.from(new Set(groups));
  return {
    ...{ start, role: start.map(() => 0), move: start.map(() => 5), played: start.map(() => 1) },
    goalSum: Float64Array.from(start),
  };
}

const startsTo = (end: number): readonly number[] => Array.from({ length: end }, (_, start) => start);

describe('playouts in parts', () => {
  it('come to the sum of their parts, in the order of the starts', () => {
    const { asked, fetched, playouts } = table();
    const starts = startsTo(300);
    expect(playouts.finish(playouts.begin(starts, REQUEST))).toEqual(tallyOf(starts, REQUEST));
    expect(asked.map(({ starts: ofPart }) => ofPart.length)).toEqual([128, 128, 44]);
    expect(new Set(asked.map(({ request }) => request.seed)).size).toBe(3);
    // Helpers begin with the first part.
    expect(fetched).toEqual([2, 1, 0]);
  });

  it('are one request where they are few, and not too many where they are many', () => {
    const { asked, playouts } = table();
    playouts.begin(startsTo(128), REQUEST);
    expect(asked.map(({ request }) => request)).toEqual([REQUEST]);
    playouts.begin(startsTo(4000), REQUEST);
    expect(asked).toHaveLength(1 + 8);
  });

  it('count moves by group, also of a group in two parts', () => {
    const { asked, playouts } = table();
    const groups = Int32Array.from(startsTo(200), (start) => Math.floor(start / 100));
    const { moves } = playouts.finish(playouts.begin(startsTo(200), { ...REQUEST, groups }));
    expect(asked.map(({ request }) => request.groups![0])).toEqual([0, 0]);
    expect(moves!.start).toEqual(Int32Array.of(0, 1, 1));
  });
});
