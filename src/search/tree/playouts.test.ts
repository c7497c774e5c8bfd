import { describe, expect, it } from 'vitest';
import type { BackgroundPlayouts, PlayoutRequest, PlayoutTally } from '../../game/index.js';
import type { SearchGraph } from '../graph/index.js';
import { Playouts, type PlayoutSetting } from './playouts.js';

const UNHURRIED = { left: Infinity };

/** The requests that a search makes which has so many under way at once, each from as many states. */
function requests(depth: number, count: number, states = 8): readonly PlayoutRequest[] {
  const made: PlayoutRequest[] = [];
  const background: BackgroundPlayouts<number> = {
    depth,
    begin: (_, request) => made.push(request),
    finish: () => expect.fail('nobody asks for it'),
  };
  const setting = { simulator: { background, lanes: 128 }, pace: UNHURRIED } as unknown as PlayoutSetting<number>;
  const graph = { hasSeveral: false } as SearchGraph<number>;
  const playouts = new Playouts(setting, graph, { playouts: 4, plies: 100, playing: 'both' });
  for (let seed = 0; seed < count; seed++) playouts.begin(new Array<number>(states).fill(0), seed);
  return made;
}

/** Kinds of the requests of a search in a game where several choose at once and playouts take so many joint moves. */
function kindsOfSeveral(plies: { readonly decisive: number; readonly uniform: number }, count: number): boolean[] {
  const kinds: boolean[] = [];
  const playoutsOf = (_: readonly number[], { playouts, isDecisive = false }: PlayoutRequest): PlayoutTally => {
    kinds.push(isDecisive);
    const none = new Int32Array(1);
    const sums = { goalSum: new Float64Array(2), goalSquareSum: new Float64Array(2) };
    const each = isDecisive ? plies.decisive : plies.uniform;
    return { ended: Int32Array.of(playouts), capped: none, stuck: none, plies: playouts * each, ...sums };
  };
  const setting = {
    simulator: { playouts: playoutsOf, lanes: 128 },
    pace: UNHURRIED,
  } as unknown as PlayoutSetting<number>;
  const graph = { hasSeveral: true } as SearchGraph<number>;
  const playouts = new Playouts(setting, graph, { playouts: 4, plies: 100, playing: 'both' });
  for (let seed = 0; seed < count; seed++) playouts.finish(playouts.begin([0], seed));
  return kinds;
}

describe('the playouts of a search', () => {
  it.each([1, 2])('are of two kinds in turn, with requests of %i threads under way', (depth) => {
    expect(requests(depth, 4).map(({ isDecisive }) => isDecisive)).toEqual([true, false, true, false]);
  });

  it('go on seeing what decides where several choose at once and games last longer by it', () => {
    expect(kindsOfSeveral({ decisive: 12, uniform: 10 }, 40).slice(-4)).toEqual([true, false, true, false]);
  });

  it('give it up where they do not', () => {
    const kinds = kindsOfSeveral({ decisive: 10, uniform: 10 }, 40);
    expect(kinds.slice(0, 4)).toEqual([true, false, true, false]);
    expect(kinds.slice(-4)).toEqual([false, false, false, false]);
  });

  it('fill the lanes twice, whoever makes them', () => {
    for (const depth of [1, 2]) expect(requests(depth, 1)[0]!.playouts).toBe(32);
    expect(requests(2, 1, 256)[0]!.playouts).toBe(4);
  });
});
