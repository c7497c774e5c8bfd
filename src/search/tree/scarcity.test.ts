import { describe, expect, it } from 'vitest';
import type { PlayoutRequest, Simulator } from '../../game/index.js';
import { bundledPlay, openSearch } from '../../../test/searches.js';

const { game, simulator } = bundledPlay('breakthrough-6x6');
const moves = game.legalMoves(game.initial(), 0).length;

/** For each request of a search that thinks so many nodes about each of some states in turn: whether moves are counted in it. */
function counting(algorithm: string, thoughts: readonly number[], own: Simulator = simulator): readonly boolean[][] {
  const requests: PlayoutRequest[] = [];
  const watched: Simulator = {
    ...own,
    playouts: (starts, request) => {
      requests.push(request);
      return own.playouts(starts, request);
    },
  };
  const search = openSearch(algorithm, { game, simulator: watched, bytes: 2 ** 24 });
  let state = game.initial();
  return thoughts.map((nodes) => {
    requests.length = 0;
    search.moveTo(state);
    search.think({ nodes });
    const joint = game.roles.map((_, role) => game.legalMoves(state, role)[0]!);
    state = game.next(state, joint);
    return requests.map(({ countsMoves }) => countsMoves === true);
  });
}

describe('values of moves wherever they are made', () => {
  it('are learnt while the moves of the present state are little known, and not after that', () => {
    const [first, second] = counting('woodstock', [100 * moves, 100 * moves]);
    expect(first![0]).toBe(true);
    expect(first!.at(-1)).toBe(false);
    expect(second).not.toContain(true);
  });

  it('are learnt in the next state where the moves of the last one remained little known', () => {
    for (const counts of counting('woodstock', [4 * moves, 4 * moves])) expect(counts).not.toContain(false);
  });

  it('are always learnt by GRAVE', () => {
    for (const counts of counting('grave', [100 * moves, 100 * moves])) expect(counts).not.toContain(false);
  });

  it('are not learnt by woodstock where there are very many moves', () => {
    expect(counting('woodstock', [4 * moves], { ...simulator, moves: 5000 })[0]).not.toContain(true);
  });
});
