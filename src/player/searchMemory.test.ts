import { describe, expect, it } from 'vitest';
import { bundledRules } from '../../test/programs.js';
import { type Engine, openPlay, type Play } from '../pipeline.js';
import { objectMemory, searchMemory } from './searchMemory.js';

const GB = 2 ** 30;

function opened(game: string, engine: Engine): Play {
  const play = openPlay(bundledRules(game), engine, { clock: () => 0, milliseconds: 1, bytes: GB });
  if (!play.ok) throw new Error(play.error);
  return play.value;
}

describe('searchMemory', () => {
  it.each([
    ['all for arrays', 'tic-tac-toe', 'compiled', 4 * GB],
    ['a gigabyte where states are objects', 'tic-tac-toe', 'reference', GB],
    ['a gigabyte where one player looks for a plan', 'orchard-4-10-9', 'compiled', GB],
    ['a gigabyte for one team', 'matching-pennies', 'compiled', GB],
  ] as const)('is %s', (_, game, engine, bytes) => {
    expect(searchMemory(opened(game, engine), 4 * GB)).toBe(bytes);
  });

  it('is no more than there is', () => {
    expect(searchMemory(opened('tic-tac-toe', 'reference'), GB / 4)).toBe(GB / 4);
    expect(objectMemory(GB / 4)).toBe(GB / 4);
    expect(objectMemory(4 * GB)).toBe(GB);
  });
});
