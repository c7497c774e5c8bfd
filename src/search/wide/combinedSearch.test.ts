import { describe, expect, it } from 'vitest';
import { type ButtonBoards, buttonBoards } from '../../../test/buttonBoards.js';
import { openSearch, playOf } from '../../../test/searches.js';
import { isLegal } from '../../game/index.js';
import type { Play } from '../../pipeline.js';
import type { Search } from '../search.js';
import { WideSearch } from './wideSearch.js';

/** Thinks so many nodes before each move; what the match comes to, and whether each move was known to be the best. */
function played(play: Play, search: Search, nodes: number): { goal: number | null; moves: number; isSolved: boolean } {
  const { game } = play;
  let state = game.initial();
  let isSolved = true;
  let moves = 0;
  for (; !game.isTerminal(state); moves++) {
    search.think({ nodes });
    const { move, isSolved: isKnown, variation } = search.report();
    expect(isLegal(game, state, { role: 0, move })).toBe(true);
    if (variation.length > 0) expect(variation[0]).toEqual([move]);
    isSolved &&= isKnown;
    state = game.next(state, [move]);
    if (!game.isTerminal(state)) search.moveTo(state);
  }
  return { goal: game.goals(state)[0]!, moves, isSolved };
}

const opened = (play: Play, name: string): Search => {
  const { goalsOf, parts, columnSimulator } = play;
  return openSearch(name, {
    ...{ game: play.game, simulator: play.simulator, bytes: 2 ** 26 },
    ...(goalsOf === undefined ? {} : { goals: () => goalsOf(0) }),
    ...(parts === undefined ? {} : { parts }),
    ...(columnSimulator === undefined ? {} : { columnSimulator }),
  });
};

const together = (options: Partial<ButtonBoards>): Play =>
  playOf(buttonBoards({ boards: 20, moves: 'together', ...options }));

describe('boards that a move acts on together', () => {
  it.each([11, 12, 20, 40])('%i of them are solved', (boards) => {
    for (const isDefined of [true, false]) {
      const play = together({ boards, isDefined });
      expect(play.game.combinations?.columns.roles).toHaveLength(boards);
      expect(played(play, opened(play, 'woodstock'), 10_000)).toEqual({ goal: 100, moves: 6, isSolved: true });
    }
  });

  it('are solved where some are tied: their columns are one', () => {
    const play = together({ tied: [3, 9] });
    expect(play.game.combinations?.columns.roles).toHaveLength(18);
    expect(play.parts?.()?.parts).toBe(18);
    expect(played(play, opened(play, 'woodstock'), 20_000)).toMatchObject({ goal: 100, isSolved: true });
  });

  it('are solved where the end is not that of the goal, and each is worth its share', () => {
    const play = together({ isShared: true, endsAtGoal: false, steps: 9 });
    expect(played(play, opened(play, 'woodstock'), 10_000)).toEqual({ goal: 100, moves: 9, isSolved: true });
  });

  it('are solved where what is legal changes with each board', () => {
    const play = together({ isAlternating: true, steps: 8 });
    const { goal, isSolved } = played(play, opened(play, 'woodstock'), 20_000);
    expect({ goal, isSolved }).toEqual({ goal: 100, isSolved: true });
  });

  it('are played without a plan where there is none', () => {
    const play = together({ steps: 5 });
    expect(played(play, opened(play, 'woodstock'), 500)).toEqual({ goal: 0, moves: 5, isSolved: false });
  });

  it.each(['random', 'uct', 'mac-ucb', 'flat-ucb'])('are played by %s', (name) => {
    const play = together({});
    expect(played(play, opened(play, name), 300).moves).toBe(6);
  });
});

describe('moves that can be listed', () => {
  it('are planned by parts too where there are too many for a tree', () => {
    const play = together({ boards: 7 });
    const { game, simulator, parts } = play;
    expect(game.combinations).toBeUndefined();
    const setting = { game, simulator, role: 0, state: game.initial(), clock: () => 0, seed: 1, bytes: 2 ** 26 };
    const search = new WideSearch({ ...setting, parts: parts! });
    expect(search.report().moves).toHaveLength(3 ** 7);
    expect(played(play, search, 5000)).toEqual({ goal: 100, moves: 6, isSolved: true });
    expect(new Set(search.report().moves.map(({ move }) => move)).size).toBe(3 ** 7);
  });
});
