import { describe, expect, it } from 'vitest';
import { partition, suggestGroups } from './fluentGroups.js';

const CELLS = ['(cell 1 b)', '(cell 1 x)', '(cell 2 b)', '(cell 2 x)'];
const states = (...holding: number[][]): Int32Array[] => holding.map((fluents) => Int32Array.from(fluents));
const shown = (fluents: readonly string[], known: readonly Int32Array[]): string[] =>
  suggestGroups(fluents, known).map(({ name, values, isTotal }) => `${name} ${values.join('|')}${isTotal ? '' : '?'}`);

describe('groups that names suggest', () => {
  it('agree in some arguments, in those that no state contradicts', () => {
    expect(shown(CELLS, states([0, 2], [1, 2]))).toEqual(['(cell 1 _) b|x', '(cell 2 _) b|x']);
  });

  it('are total only where one of them holds in each state, and come after those that are', () => {
    expect(shown(CELLS, states([0, 3], [3]))).toEqual([
      '(cell _ x) 1|2',
      '(cell 2 _) b|x',
      '(cell _ b) 1|2?',
      '(cell 1 _) b|x?',
    ]);
  });

  it('are not made where a group of the same kind is contradicted', () => {
    expect(shown(CELLS, states([0, 1], [2]))).not.toContain('(cell 2 _) b|x');
  });

  it('take nested terms as they are, and leave constants and lone fluents alone', () => {
    const fluents = ['(at (pair 1 2) a)', '(at (pair 1 2) b)', 'open', '(step 1)'];
    expect(shown(fluents, states([0, 2], [1, 3]))).toContain('(at (pair 1 2) _) a|b');
    expect(shown(fluents, states([0, 2])).join()).not.toMatch(/open|step/);
  });

  it('are made one of many fluents where just one holds', () => {
    const fluents = Array.from({ length: 4 }, (_, at) => `(pos ${String(at >> 1)} ${String(at & 1)})`);
    const groups = partition(suggestGroups(fluents, states([0], [3], [1])));
    expect(groups.map(({ name, fluents: members }) => [name, members.length])).toEqual([['(pos _ _)', 4]]);
  });
});
