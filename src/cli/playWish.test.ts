import { describe, expect, it } from 'vitest';
import { readWish } from './playWish.js';

const MARKS = ['(mark 1 1)', '(mark 1 2)', '(mark 2 1)', 'pass'];

describe('readWish', () => {
  it.each([
    ['(mark 1 2)', '(mark 1 2)'],
    ['  MARK 1   2 ', '(mark 1 2)'],
    ['mark 2', '(mark 2 1)'],
    ['p', 'pass'],
    ['3', '(mark 2 1)'],
  ])('reads %j as %s', (line, move) => {
    expect(readWish(line, MARKS)).toEqual({ ok: true, value: { kind: 'move', move } });
  });

  it.each(['moves', 'hint', 'undo', 'help', 'quit', 'QUIT '])('knows the wish %j', (line) => {
    expect(readWish(line, MARKS)).toEqual({ ok: true, value: { kind: line.trim().toLowerCase() } });
  });

  it('takes a move of the name of a wish for the move', () => {
    expect(readWish('undo', ['undo', 'redo'])).toMatchObject({ value: { kind: 'move', move: 'undo' } });
  });

  it('takes numbers for moves, not for places, where moves are called by numbers', () => {
    expect(readWish('2', ['2', '1'])).toMatchObject({ value: { move: '2' } });
    expect(readWish('3', ['20', '10'])).toMatchObject({ ok: false });
  });

  it.each([
    ['', /^type a move, or one of moves, hint, undo, help, quit$/],
    ['mark 1', /^which one\? \(mark 1 1\), \(mark 1 2\)$/],
    ['maark 2 1', /did you mean \(mark 2 1\)\?$/],
    ['5', /^5 is not a legal move/],
    ['something else entirely', /'moves' lists those that are: \(mark 1 1\), /],
  ])('answers %j with what to do', (line, answer) => {
    const wish = readWish(line, MARKS);
    expect(wish.ok ? '' : wish.error).toMatch(answer);
  });
});
