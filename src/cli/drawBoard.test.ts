import { describe, expect, it } from 'vitest';
import { bundledFacts } from './bundledGames.js';
import { drawBoard, readFact } from './drawBoard.js';
import { guessBoards } from './guessBoards.js';

/** Without the end of line that the eye needs after the backtick. */
const picture = (text: string): string => text.replace(/^\n/, '').replace(/^ {4}/gm, '').trimEnd();

describe('drawBoard with a hint', () => {
  it('draws the pieces of the hint, rows going up, and lists what is no cell', () => {
    const facts = ['(cell 1 1 red)', '(cell 1 2 yellow)', '(cell 2 1 blank)', '(cell 2 2 blank)', '(control red)'];
    expect(drawBoard(facts, bundledFacts('connect-four').boards)).toBe(
      picture(`
    2 O .
    1 X .
      1 2
    (control red)`),
    );
  });

  it('draws the scenery where the state says nothing, and all that is on a cell', () => {
    const { boards } = bundledFacts('maze');
    expect(drawBoard(['(at 1 1 explorer)', '(at 7 4 treasure)', '(step 0)'], boards)).toBe(
      picture(`
    1 E . # . . . .
    2 . # . . # . #
    3 . . . # . . .
    4 # # . # . # T
    5 . . . # . # #
    6 . # . . . . .
    7 . # . # # . #
      1 2 3 4 5 6 7
    (step 0)`),
    );
    const bothThere = drawBoard(['(at 7 4 explorer)', '(at 7 4 treasure)'], boards);
    expect(bothThere.split('\n')[3]).toBe('4  #  #  .  #  .  # ET');
    expect(drawBoard([], boards).split('\n')[0]).toBe('1 . . # . . . .');
  });

  it('takes column and row from where the hint says', () => {
    const facts = ['(cell x1 y1 1)', '(cell x1 y2 free)', '(cell x2 y1 2)', '(cell x2 y2 free)'];
    expect(drawBoard(facts, bundledFacts('random-tic-tac-toe-2x2').boards)).toBe(
      picture(`
    x1  1  .
    x2  2  .
       y1 y2`),
    );
  });
});

describe('drawBoard without a hint', () => {
  it('guesses the board and explains its abbreviations', () => {
    const facts = [
      '(control white)',
      '(holds 1 1 white)',
      '(holds 2 1 white)',
      '(holds 3 2 black)',
      '(holds 1 4 black)',
    ];
    expect(drawBoard(facts)).toBe(
      picture(`
    4 b · ·
    3 · · ·
    2 · · b
    1 w w ·
      1 2 3
    b = black  w = white
    (control white)`),
    );
  });

  it('joins the arguments of a content, fills in missing letters, and knows how knights are written', () => {
    const facts = [
      '(cell a 1 white king)',
      '(cell a 2 white knight)',
      '(cell d 1 black pawn)',
      '(cell d 2 black king)',
    ];
    expect(drawBoard(facts)).toBe(
      picture(`
    2 wn  ·  · bk
    1 wk  ·  · bp
       a  b  c  d
    bk = black king  bp = black pawn  wk = white king  wn = white knight`),
    );
  });

  it('knows boards whose content comes first', () => {
    const facts = ['(piece wpa a 1)', '(piece wpb b 1)', '(piece bpa a 2)', '(piece bpb b 2)'];
    expect(drawBoard(facts).split('\n').slice(0, 2)).toEqual(['2 bpa bpb', '1 wpa wpb']);
  });

  it('draws several boards of a state one after the other', () => {
    const board = (name: string, mark: string): string[] =>
      ['1 1', '1 2', '2 1', '2 2'].map((place) => `(${name} ${place} ${mark})`);
    expect(drawBoard([...board('left', 'x'), ...board('right', 'b')])).toBe(
      picture(`
    left
    2 x x
    1 x x
      1 2
    right
    2 . .
    1 . .
      1 2`),
    );
  });

  it('reads b as blank only where no w is about', () => {
    const cells = (first: string): string[] => [`(cell 1 1 ${first})`, '(cell 1 2 b)', '(cell 2 1 b)', '(cell 2 2 b)'];
    expect(drawBoard(cells('x')).split('\n')[0]).toBe('2 . .');
    expect(drawBoard(cells('w')).split('\n')[0]).toBe('2 b b');
  });

  it('lengthens abbreviations until they differ', () => {
    const facts = ['(cell 1 1 wall)', '(cell 1 2 water)', '(cell 2 1 redPawn)', '(cell 2 2 gun12)'];
    expect(drawBoard(facts)).toContain('g12 = gun12  rP = redPawn  wal = wall  wat = water');
  });

  it('lists the facts of a state without a board, in lines of at most 100 characters', () => {
    const facts = Array.from({ length: 40 }, (_, heap) => `(heap h${String(heap)} 3)`);
    const lines = drawBoard(facts).split('\n');
    expect(lines.join('  ')).toBe(facts.join('  '));
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(100);
  });

  it.each([
    ['too few cells', ['(sum 1 1 2)', '(sum 1 2 3)', '(sum 2 1 3)']],
    ['a single column', ['(at 1 1 a)', '(at 1 2 b)', '(at 1 3 c)', '(at 1 4 d)']],
    ['no coordinates', ['(on x y tray)', '(on one two tray)', '(on two one tray)', '(on two two tray)']],
    ['two more coordinates', ['(wall 1 1 1 2)', '(wall 1 2 1 3)', '(wall 2 1 2 2)', '(wall 2 2 2 3)']],
    ['nothing', []],
  ])('takes %s for no board', (_, facts) => {
    expect(drawBoard(facts)).toBe(facts.join('  '));
  });

  it('fills no gap of a thousand rows', () => {
    const facts = ['(at 1 1 x)', '(at 1 2 o)', '(at 2 99 x)', '(at 2 1000 o)'];
    expect(drawBoard(facts).split('\n')).toHaveLength(5);
  });
});

describe('guessBoards', () => {
  it('keeps all columns and rows of the facts that it is shown for states that have fewer', () => {
    const possible = ['1 1', '1 2', '1 3', '2 1', '2 2', '2 3'].flatMap((place) => [
      `(cell ${place} x)`,
      `(cell ${place} o)`,
    ]);
    const boards = guessBoards(possible.map(readFact));
    expect(drawBoard(['(cell 2 1 x)', '(control o)'], boards)).toBe(
      picture(`
    3 · ·
    2 · ·
    1 · x
      1 2
    (control o)`),
    );
  });
});
