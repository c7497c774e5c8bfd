import { describe, expect, it } from 'vitest';
import type { BackgroundPlayouts, PlayoutRequest } from '../../game/index.js';
import type { SearchGraph } from '../graph/index.js';
import type { SearchSetting } from '../search.js';
import { Playouts } from './playouts.js';

/** The requests that a search makes which has so many under way at once, each from as many states. */
function requests(depth: number, count: number, states = 8): readonly PlayoutRequest[] {
  const made: PlayoutRequest[] = [];
  const background: BackgroundPlayouts<number> = {
    depth,
    begin: (_, request) => made.push(request),
    finish: () => expect.fail('nobody asks for it'),
  };
  const setting = { simulator: { background, lanes: 128 } } as unknown as SearchSetting<number>;
  const graph = { hasSeveral: false } as SearchGraph<number>;
  const playouts = new Playouts(setting, graph, { playouts: 4, plies: 100, playing: 'both' });
  for (let seed = 0; seed < count; seed++) playouts.begin(new Array<number>(states).fill(0), seed);
  return made;
}

describe('the playouts of a search', () => {
  it('are of two kinds in turn', () => {
    expect(requests(1, 4).map(({ isDecisive }) => isDecisive)).toEqual([true, false, true, false]);
  });

  it('are of one kind where they are made at the same time', () => {
    expect(requests(2, 6).map(({ isDecisive }) => isDecisive)).toEqual([true, true, false, false, true, true]);
  });

  it('fill the lanes twice, whoever makes them', () => {
    for (const depth of [1, 2]) expect(requests(depth, 1)[0]!.playouts).toBe(32);
    expect(requests(2, 1, 256)[0]!.playouts).toBe(4);
  });
});
