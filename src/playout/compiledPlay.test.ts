import { describe, expect, it } from 'vitest';
import { bundledProgram } from '../../test/programs.js';
import { compiledPlay } from './compiledPlay.js';

const AMPLE = { clock: () => performance.now(), milliseconds: 60_000, bytes: 2 ** 30 };

describe('compiledPlay', () => {
  it('stops with a reason where it takes too long', () => {
    const outcome = compiledPlay(bundledProgram('othello-8x8'), 'compiled', { ...AMPLE, milliseconds: -1 });
    expect(outcome).toEqual({ ok: false, error: expect.stringMatching(/^compiling takes more than -1 ms/) });
  });

  it('keeps to its memory: where lanes have no room, the event-driven engine plays', () => {
    const play = compiledPlay(bundledProgram('tic-tac-toe'), 'compiled', { ...AMPLE, bytes: 1000 });
    expect(play).toMatchObject({ ok: true, value: { engine: 'event', reason: 'lanes take 1 MB of memory' } });
    if (!play.ok) throw new Error(play.error);
    const { game, simulator } = play.value;
    expect(game.legalMoves(game.initial(), 0)).toHaveLength(9);
    expect(simulator.expand([game.initial()])[0]!.successors).toHaveLength(9);
    expect([...simulator.playouts([game.initial()], { playouts: 10, seed: 1, maxPlies: 9 }).ended]).toEqual([10]);
  });

  it.each(['compiled', 'event'] as const)('gives the same playouts again from the same seed with %s', (engine) => {
    const [one, other] = [1, 2].map(() => {
      const play = compiledPlay(bundledProgram('othello-4x4'), engine, AMPLE);
      if (!play.ok) throw new Error(play.error);
      const { game, simulator } = play.value;
      return simulator.playouts([game.initial()], { playouts: 700, seed: 3, maxPlies: 100 });
    });
    expect(one).toEqual(other);
    expect([...one!.ended]).toEqual([700]);
  });

  it('has both engines agree on what random play is worth', () => {
    const means = (['compiled', 'event'] as const).map((engine) => {
      const play = compiledPlay(bundledProgram('tic-tac-toe'), engine, AMPLE);
      if (!play.ok) throw new Error(play.error);
      const { game, simulator } = play.value;
      const { goalSum, ended } = simulator.playouts([game.initial()], { playouts: 40_000, seed: 5, maxPlies: 100 });
      return goalSum[0]! / ended[0]!;
    });
    // The goal of x has a deviation of 44 points: that of the mean is 0.22.
    expect(Math.abs(means[0]! - means[1]!)).toBeLessThan(1.4);
  });
});

describe('a call of very many playouts', () => {
  it('counts every one of them once', () => {
    const play = compiledPlay(bundledProgram('connect-four-4x4'), 'compiled', AMPLE);
    if (!play.ok) throw new Error(play.error);
    const { game, simulator } = play.value;
    const playouts = 2 ** 24;
    const { ended, goalSum } = simulator.playouts([game.initial()], { playouts, seed: 1, maxPlies: 100 });
    expect(ended[0]).toBe(playouts);
    // Constant sum: whoever wins, both together have 100.
    expect(goalSum[0]! + goalSum[1]!).toBe(100 * playouts);
  });
});
