import { describe, expect, it } from 'vitest';
import { seededRandom } from '../base/index.js';
import { fakeNim } from './fakeNim.js';
import { type Game, jointMoves, observeTiming, perft, playout, randomJointMove } from './index.js';

describe('jointMoves', () => {
  it('has every combination once, the last role’s moves changing fastest', () => {
    expect([...jointMoves([[1, 2], [3], [4, 5]])]).toEqual([
      [1, 3, 4],
      [1, 3, 5],
      [2, 3, 4],
      [2, 3, 5],
    ]);
  });

  it('is empty if a role has no move', () => {
    expect([...jointMoves([[1, 2], []])]).toEqual([]);
  });
});

describe('perft', () => {
  // Ways to take ones and twos from a heap of 5, up to the ply: 1+1+1+1+1, 2+1+1+1 and so on.
  it.each([
    [0, 1],
    [1, 2],
    [2, 4],
    [3, 7],
    [4, 5],
    [5, 1],
    [6, 0],
  ])('at depth %i is %i for a heap of 5', (depth, nodes) => {
    expect(perft(fakeNim(5), depth)).toBe(nodes);
  });

  it('remembers states, so that long games can be counted', () => {
    expect(perft(fakeNim(60), 40)).toBeGreaterThan(1e11);
  });
});

describe('playout', () => {
  it('is a line of legal moves to a terminal state', () => {
    const game = fakeNim(10);
    const { states, joints } = playout(game, seededRandom(5));
    expect(states).toHaveLength(joints.length + 1);
    expect(states.map((state) => game.isTerminal(state)).indexOf(true)).toBe(joints.length);
    for (const [ply, joint] of joints.entries()) {
      joint.forEach((move, role) => expect(game.legalMoves(states[ply]!, role)).toContain(move));
      expect(game.next(states[ply]!, joint)).toEqual(states[ply + 1]);
    }
  });

  it('is fixed by the seed and stops after the most plies', () => {
    const line = (seed: number): unknown => playout(fakeNim(50), seededRandom(seed), { plies: 12 });
    expect(line(1)).toEqual(line(1));
    expect(line(1)).not.toEqual(line(2));
    expect(playout(fakeNim(50), seededRandom(1), { plies: 3 }).joints).toHaveLength(3);
  });

  it('stops where a role has no legal move', () => {
    const game: Game<number> = { ...stuck, legalMoves: () => [] };
    expect(playout(game, seededRandom(1)).joints).toEqual([]);
    expect(randomJointMove(game, 0, seededRandom(1))).toBeUndefined();
  });
});

describe('observeTiming', () => {
  const options = { random: seededRandom(1), playouts: 3, plies: 5 };

  it('calls nim turn-based', () => {
    expect(observeTiming(fakeNim(8), options)).toBe('turn-based');
  });

  it('calls two choices at once simultaneous', () => {
    expect(observeTiming(stuck, options)).toBe('simultaneous');
  });

  it('does not count the choices of random', () => {
    expect(observeTiming({ ...stuck, roles: ['player', 'random'] }, options)).toBe('turn-based');
  });
});

/** Nothing ever changes. */
const stuck: Game<number> = {
  roles: ['left', 'right'],
  names: { facts: () => [], move: String, findMove: Number },
  initial: () => 0,
  legalMoves: () => [1, 2],
  next: () => 0,
  isTerminal: () => false,
  goals: () => [null, null],
  percepts: () => [[], []],
};
