import { expect, it } from 'vitest';
import { goofspielSheet } from '../../../test/mixedPlay.js';
import { openSearch, playOf } from '../../../test/searches.js';

it.each(['uct', 'uct:mixing=root', 'uct:sampling=children', 'uct:leaves=1'])(
  'what the moves of a role came to is on average what the state came to: %s',
  (algorithm) => {
    const { game, simulator } = playOf(goofspielSheet([1, 2, 3, 2]));
    for (const role of [0, 1]) {
      const search = openSearch(algorithm, { game, simulator, role, bytes: 2 ** 24 });
      search.think({ nodes: 2000 });
      const { moves, value } = search.report();
      const visits = moves.reduce((sum, move) => sum + move.visits, 0);
      const mean = moves.reduce((sum, move) => sum + (move.value ?? 0) * move.visits, 0) / visits;
      expect(Math.abs(mean - value!)).toBeLessThan(2);
    }
  },
);
