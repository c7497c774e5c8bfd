import { describe, expect, it } from 'vitest';
import { type ButtonBoards, buttonBoards } from '../../test/buttonBoards.js';
import { readSheet } from '../gdl/index.js';
import { type MoveColumns, moveColumns } from './moveColumns.js';
import { validate } from './validate.js';

function columnsOf(content: string): MoveColumns | undefined {
  const rules = validate(readSheet({ name: 'sheet', content }));
  if (!rules.ok) throw new Error(rules.error[0]?.message);
  return moveColumns(rules.value);
}

const together = (options: Partial<ButtonBoards>): string => buttonBoards({ boards: 3, moves: 'together', ...options });

const sheetOf = (...lines: readonly string[]): string =>
  [
    '(role robot) (action a) (action b)',
    '(init (at a)) (<= terminal (true (at b)))',
    '(<= (goal ?r 100) (role ?r) (true (at b))) (<= (goal ?r 0) (role ?r) (true (at a)))',
    ...lines,
  ].join('\n');

const LEGAL = '(<= (legal ?r (press ?x ?y ?z)) (role ?r) (action ?x) (action ?y) (action ?z))';
const NEXT = '(<= (next (at ?x)) (does ?r (press ? ?x ?)))'.replaceAll('? ', '?u ').replace('?)', '?v)');

describe('columns of a move', () => {
  it.each([true, false])('are those of boards that a move acts on together, defined %s', (isDefined) => {
    const found = columnsOf(together({ isDefined }))!;
    expect(found.rules.roles).toEqual(['robot#1', 'robot#2', 'robot#3']);
    expect(found.split('(press a b c)')).toEqual(['(press a)', '(press b)', '(press c)']);
    expect(found.join(['(press a)', '(press b)', '(press c)'])).toBe('(press a b c)');
    expect(found.split('(press a b)')).toBeUndefined();
    expect(found.split('noop')).toBeUndefined();
  });

  it('are found where variables stand for the only role', () => {
    expect(columnsOf(sheetOf(LEGAL, NEXT))!.rules.roles).toHaveLength(3);
  });

  it('are one where what is legal ties them', () => {
    const legal = LEGAL.replace('(action ?z))', '(action ?z) (distinct ?x ?z))');
    const found = columnsOf(sheetOf(legal, NEXT))!;
    expect(found.split('(press a b c)')).toEqual(['(press a c)', '(press b)']);
    expect(found.join(['(press a c)', '(press b)'])).toBe('(press a b c)');
  });

  it('are one where that is wished for', () => {
    const rules = validate(readSheet({ name: 'sheet', content: together({ boards: 5 }) }));
    if (!rules.ok) throw new Error(rules.error[0]?.message);
    const found = moveColumns(rules.value, [
      [1, 2],
      [4, 2],
    ])!;
    expect(found.split('(press a b c a b)')).toEqual(['(press a)', '(press b c b)', '(press a)']);
    expect(found.join(['(press a)', '(press b c b)', '(press a)'])).toBe('(press a b c a b)');
  });

  it.each([
    [
      'a rule asks for a whole move',
      sheetOf(LEGAL, '(<= (next (at b)) (does robot ?m) (good ?m)) (good (press a a a))'),
    ],
    ['there are other moves', sheetOf(LEGAL, NEXT, '(legal robot noop)')],
    ['a rule asks for what is legal', sheetOf(LEGAL, '(<= (next (at b)) (legal robot (press ?x ?y ?z)))')],
    ['all arguments are tied', sheetOf('(<= (legal robot (press ?x ?y)) (pair ?x ?y)) (pair a b)')],
  ])('are none where %s', (_, content) => {
    expect(columnsOf(content)).toBeUndefined();
  });
});
