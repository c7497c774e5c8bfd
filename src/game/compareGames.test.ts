import { describe, expect, it } from 'vitest';
import { seededRandom } from '../base/index.js';
import { fakeNim, type NimState } from './fakeNim.js';
import { compareGames, type Game, renderDifference } from './index.js';

const nim = fakeNim(6);

const options = { random: seededRandom(1), playouts: 20, plies: 10 };

/** Nim with one method changed. */
function changed(change: Partial<Game<NimState>>): Game<NimState> {
  return { ...nim, ...change };
}

describe('compareGames', () => {
  it('finds no difference between twins', () => {
    expect(compareGames(nim, fakeNim(6), options)).toBeUndefined();
  });

  const faults: readonly (readonly [string, Partial<Game<NimState>>, string])[] = [
    ['roles', { roles: ['first', 'other'] }, 'roles should be first,second'],
    ['initial state', { initial: () => ({ heap: 7, turn: 0 }) }, 'true lacks [(heap 6)], should not have [(heap 7)]'],
    [
      'legal move too few',
      { legalMoves: (state, role) => nim.legalMoves(state, role).filter((move) => move < 2) },
      'legal first lacks [(take 2)], should not have []',
    ],
    [
      'legal move twice',
      { legalMoves: (state, role) => nim.legalMoves(state, role).flatMap((move) => [move, move]) },
      'legal first lacks [], should not have [], has duplicates',
    ],
    ['terminal', { isTerminal: (state) => state.heap <= 1 }, 'terminal should be false'],
    ['goals', { goals: () => [50, 50] }, 'goals should be [null,null] and are [50,50]'],
    ['percepts', { percepts: () => [[], []] }, 'what first sees lacks [(take 1), noop], should not have []'],
    ['names', { names: { ...nim.names, findMove: () => undefined } }, 'a move of (take 1) noop is not found'],
  ];

  it.each(faults)('finds a difference in %s', (_, change, what) => {
    const difference = compareGames(nim, changed(change), { ...options, random: seededRandom(2) });
    expect(difference?.what).toBe(what);
  });

  it('shows the line of play', () => {
    const next: Game<NimState>['next'] = (state, joint) =>
      nim.next({ ...state, heap: state.heap === 4 ? 9 : state.heap }, joint);
    const difference = compareGames(nim, changed({ next }), options)!;
    expect(renderDifference(difference)).toMatch(
      /^true lacks \[\(heap [23]\)\], should not have \[\(heap [78]\)\]\nafter\n {2}1\. \(take \d\) noop\n/,
    );
    expect(renderDifference({ what: 'x', line: [] })).toBe('x\nin the initial state');
  });
});
