import { describe, expect, it } from 'vitest';
import { nearestName } from './nearest.js';

const NAMES = ['tic-tac-toe', 'connect-four', 'nim', 'othello-6', 'othello-8'];

describe('nearestName', () => {
  it.each([
    ['tictactoe', 'tic-tac-toe'],
    ['ticTacToe.kif', 'tic-tac-toe'],
    ['games/conect_four.kif', 'connect-four'],
    ['nin', 'nim'],
    ['othello-8x', 'othello-8'],
    ['monopoly', undefined],
    ['', undefined],
    ['x'.repeat(100_000), undefined],
  ])('takes %.20s for %s', (wanted, meant) => {
    expect(nearestName(wanted, NAMES)).toBe(meant);
  });
});
