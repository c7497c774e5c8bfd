import { describe, expect, it } from 'vitest';
import { readGameFacts } from './gameFacts.js';

const COMPLETE = `
# a comment
title: Maze: the game
source: our own
roles: explorer random
class: stochastic, turn-based
perft: 1=2 2=3
value: explorer=66.66667; computed; twice
worst: explorer=0; me
symmetries: 4
board: (at ?row ?column ?content)
pieces: explorer=E
rows: up
scenery: .#.
scenery: ...
`;

const without = (key: string): string => COMPLETE.replace(new RegExp(`^${key}:.*\n`, 'gm'), '');
const replaced = (key: string, value: string): string =>
  COMPLETE.replace(new RegExp(`^${key}:.*$`, 'm'), `${key}: ${value}`);

describe('readGameFacts', () => {
  it('reads every key', () => {
    expect(readGameFacts(COMPLETE)).toEqual({
      ok: true,
      value: {
        title: 'Maze: the game',
        source: 'our own',
        roles: ['explorer', 'random'],
        class: 'stochastic, turn-based',
        perft: new Map([
          [1, 2],
          [2, 3],
        ]),
        value: { goals: new Map([['explorer', 66.66667]]), source: 'computed; twice' },
        worst: { goals: new Map([['explorer', 0]]), source: 'me' },
        symmetries: 4,
        boards: [
          {
            functor: 'at',
            arity: 3,
            column: 1,
            row: 0,
            content: [2],
            pieces: new Map([['explorer', 'E']]),
            grows: 'up',
            columns: ['1', '2', '3'],
            rows: ['1', '2'],
            scenery: ['.#.', '...'],
          },
        ],
      },
    });
  });

  it('needs no value, worst value, symmetries or board', () => {
    const text = ['value', 'worst', 'symmetries', 'board', 'pieces', 'rows', 'scenery'].reduce(
      (rest, key) => rest.replace(new RegExp(`^${key}:.*\n`, 'gm'), ''),
      COMPLETE,
    );
    expect(readGameFacts(text)).toMatchObject({
      ok: true,
      value: { value: undefined, worst: undefined, symmetries: undefined, boards: undefined },
    });
  });

  it.each([
    [without('roles'), 'no roles'],
    [`${COMPLETE}colour: red\n`, 'line 16: no key known here: colour: red'],
    [`${COMPLETE}title: again\n`, 'line 16: title a second time'],
    [replaced('class', 'stochastic'), 'class: stochastic'],
    [replaced('perft', '1=2 3'), 'perft: 3 is not depth=nodes'],
    [replaced('value', 'explorer=1'), 'value: no source after a semicolon'],
    [replaced('value', 'explorer; me'), 'value: explorer is not role=points'],
    [replaced('worst', 'explorer=x; me'), 'worst: explorer=x is not role=points'],
    [replaced('symmetries', '0'), 'symmetries: 0 is not a number from 1 on'],
    [
      replaced('board', '(at ?row ?col)'),
      'board: (at ?row ?col) is not a fact with the arguments ?column, ?row and ?content',
    ],
    [replaced('pieces', 'E'), 'pieces: E is not content=glyph'],
    [replaced('rows', 'left'), 'rows: left is neither down nor up'],
  ])('says what is wrong with a file (%#)', (text, problem) => {
    expect(readGameFacts(text)).toEqual({ ok: false, error: [problem] });
  });

  it('lists all that is wrong at once', () => {
    expect(readGameFacts('title: x\n')).toMatchObject({
      ok: false,
      error: ['no source', 'no roles', 'no class', 'no perft', 'class: '],
    });
  });
});
