import { describe, expect, it } from 'vitest';
import { Spelling } from './spelling.js';

describe('Spelling', () => {
  it('matches symbols to the sheet, those that are there as they are', () => {
    const spelling = new Spelling('(role xPlayer) (cell A) (cell a) ; XPLAYER\n(<= (legal ?p (mark ?c)) (cell ?c))');
    expect(spelling.term('(MARK A)')).toBe('(mark A)');
    expect(spelling.term('(Mark a)')).toBe('(mark a)');
    expect(spelling.term('XPLAYER')).toBe('xPlayer');
    expect(spelling.term('(unknown 7 (MARK b))')).toBe('(unknown 7 (mark b))');
    expect(spelling.isUpperCase).toBe(false);
    expect(spelling.answer('(mark a)')).toBe('(mark a)');
  });

  it('answers in upper case where all came in it', () => {
    const spelling = new Spelling('(ROLE X) ; a comment\n(<= (LEGAL ?P (MARK 1)) (ROLE ?P))');
    expect(spelling.term('(mark 1)')).toBe('(MARK 1)');
    expect(spelling.answer('(MARK 1)')).toBe('(MARK 1)');
    expect(spelling.isUpperCase).toBe(true);
  });

  it('knows no symbols that the sheet does not have', () => {
    const spelling = new Spelling('(role a)');
    for (const name of ['__proto__', 'constructor', 'toString', 'CONSTRUCTOR']) expect(spelling.term(name)).toBe(name);
    expect(new Spelling('(role __proto__)').term('(__PROTO__ Constructor)')).toBe('(__proto__ Constructor)');
  });
});
