import { describe, expect, it, vi } from 'vitest';
import { bundledPlay, openSearch } from '../../test/searches.js';

vi.setConfig({ testTimeout: 120_000 });

describe('flat-ucb', () => {
  it('tries the better moves more often, each at least once', () => {
    const { game, simulator } = bundledPlay('connect-four-5x4');
    const search = openSearch('flat-ucb', { game, simulator });
    search.think({ nodes: 2000 });
    const { moves, move, effort, value } = search.report();
    expect(effort).toMatchObject({ nodes: 2000, playouts: 16_000, expansions: 1 });
    expect(moves.reduce((sum, { visits }) => sum + visits, 0)).toBe(2000);
    expect(Math.min(...moves.map(({ visits }) => visits))).toBeGreaterThan(0);
    expect(moves[0]).toMatchObject({ move, value });
    // Columns and their mirror images are worth the same.
    expect(moves[0]!.visits).toBeGreaterThan(1.2 * moves.at(-1)!.visits);
  });

  it('takes replies and chance as equally likely: what the rounds after the move are worth on average', () => {
    // Rock-paper-scissors: against a reply at random every move is worth the same.
    const { game, simulator } = bundledPlay('rock-paper-scissors');
    const search = openSearch('flat-ucb:playouts=1', { game, simulator });
    search.think({ nodes: 20_000 });
    for (const { value } of search.report().moves) expect(value).toBeCloseTo(50, -1);
  });

  it('gives the same report for the same seed and budget, and begins anew with another state', () => {
    const { game, simulator } = bundledPlay('tic-tac-toe');
    const [one, two] = [0, 1].map(() => {
      const search = openSearch('flat-ucb', { game, simulator });
      search.think({ nodes: 500 });
      return search;
    });
    expect(one!.report()).toEqual(two!.report());
    const state = game.next(
      game.initial(),
      game.roles.map((_, role) => game.legalMoves(game.initial(), role)[0]!),
    );
    one!.moveTo(state);
    expect(one!.report()).toMatchObject({ value: undefined, effort: { nodes: 0, playouts: 0, expansions: 0 } });
    expect(game.legalMoves(state, 0)).toContain(one!.report().move);
  });

  it('stops before the deadline', () => {
    const { game, simulator } = bundledPlay('connect-four');
    let now = 0;
    const slow: typeof simulator = {
      expand: (states) => simulator.expand(states),
      playouts: (starts, request) => {
        now += 0.25 + 0.01 * starts.length * request.playouts;
        return simulator.playouts(starts, request);
      },
    };
    const search = openSearch('flat-ucb', { game, simulator: slow, clock: () => now });
    search.think({ deadline: 100 });
    expect(now).toBeGreaterThan(80);
    expect(now).toBeLessThanOrEqual(100);
  });
});
