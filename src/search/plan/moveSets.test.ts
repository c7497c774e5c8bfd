import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { GoalStructure } from '../../game/index.js';
import { loadRules, openPlay } from '../../pipeline.js';
import { openPlanSearch } from './index.js';
import { MoveSets } from './moveSets.js';
import { PlanSpace } from './planSpace.js';
import type { SearchSetting } from '../search.js';

interface Puzzle {
  readonly setting: SearchSetting;
  readonly goals: GoalStructure;
}

function opened(name: string, content: string | Buffer): Puzzle {
  const rules = loadRules({ name, content: Buffer.from(content) });
  if (!rules.ok) throw new Error(rules.error.map(({ message }) => message).join('; '));
  const play = openPlay(rules.value, 'compiled', { clock: () => 0, milliseconds: 60_000, bytes: 2 ** 30 });
  if (!play.ok) throw new Error(play.error);
  const { game, simulator, goalsOf } = play.value;
  const goals = goalsOf!(0);
  const state = game.initial();
  const setting = { game, simulator, role: 0, state, clock: () => 0, seed: 1, bytes: 2 ** 26, goals: () => goals };
  return { setting, goals };
}

/** By sets of moves alone. */
function spaceOf({ setting, goals }: Puzzle, advances: number): { space: PlanSpace<unknown>; isDone: boolean } {
  const space = new PlanSpace(setting, setting.state);
  const strategy = new MoveSets(space, goals, 1);
  for (let calls = 0; calls < advances && !strategy.isDone && !space.isBest; calls++) strategy.advance(50);
  return { space, isDone: strategy.isDone };
}

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, number) => number + 1);

/** Any cell may be taken at any time; only the end tells whether two attack each other. */
function queens(size: number): string {
  const all = numbers(size);
  const succ = all.map((n) => `(succ ${String(n)} ${String(n + 1)})`).join(' ');
  const differences = all.flatMap((a) =>
    all.flatMap((b) =>
      all.flatMap((c) =>
        all
          .filter((d) => a !== c && Math.abs(a - c) === Math.abs(b - d))
          .map((d) => `(diagonal ${[a, b, c, d].join(' ')})`),
      ),
    ),
  );
  return `(role robot) ${all.map((n) => `(number ${String(n)})`).join(' ')} ${succ} ${differences.join(' ')}
    (init (placing 1))
    (<= (legal robot (place ?r ?c)) (number ?r) (number ?c) (not (true (queen ?r ?c))))
    (<= (next (queen ?r ?c)) (does robot (place ?r ?c)))
    (<= (next (queen ?r ?c)) (true (queen ?r ?c)) (not (does robot (place ?r ?c))))
    (<= (next (placing ?m)) (true (placing ?n)) (succ ?n ?m))
    (<= terminal (true (placing ${String(size + 1)})))
    (<= attack (true (queen ?r ?c)) (true (queen ?r ?d)) (distinct ?c ?d))
    (<= attack (true (queen ?r ?c)) (true (queen ?s ?c)) (distinct ?r ?s))
    (<= attack (true (queen ?r ?c)) (true (queen ?s ?d)) (diagonal ?r ?c ?s ?d))
    (<= (goal robot 0) attack)
    (<= (goal robot 100) (not attack))`;
}

/** A Latin square: no number twice in a row or a column, which the legal moves guard; whoever is stuck may only give up. */
function latinSquare(size: number): string {
  return `(role robot) ${numbers(size)
    .map((n) => `(number ${String(n)})`)
    .join(' ')}
    (<= (init (blank ?r ?c)) (number ?r) (number ?c))
    (<= (used ?r ?c ?n) (number ?c) (true (cell ?r ?d ?n)))
    (<= (used ?r ?c ?n) (number ?r) (true (cell ?s ?c ?n)))
    (<= (legal robot (write ?r ?c ?n)) (true (blank ?r ?c)) (number ?n) (not (used ?r ?c ?n)))
    (legal robot quit)
    (<= (next (cell ?r ?c ?n)) (does robot (write ?r ?c ?n)))
    (<= (next (cell ?r ?c ?n)) (true (cell ?r ?c ?n)))
    (<= (next (blank ?r ?c)) (true (blank ?r ?c)) (not (written ?r ?c)))
    (<= (written ?r ?c) (does robot (write ?r ?c ?n)))
    (<= (next over) (does robot quit))
    (<= open (true (blank ?r ?c)))
    (<= terminal (true over))
    (<= terminal (not open))
    (<= (goal robot 100) (not open))
    (<= (goal robot 0) open)`;
}

describe('sets of moves', () => {
  it('solve what only the end judges', () => {
    const puzzle = opened('queens.kif', queens(7));
    const { space } = spaceOf(puzzle, 100);
    expect(space.value).toBe(100);
    expect(space.line).toHaveLength(7);
    let { state } = puzzle.setting;
    for (const joint of space.line) state = puzzle.setting.game.next(state, joint);
    expect(puzzle.setting.game.isTerminal(state)).toBe(true);
    expect(puzzle.setting.game.goals(state)).toEqual([100]);
  });

  it('solve what the legal moves guard', () => {
    const { space } = spaceOf(opened('latin.kif', latinSquare(5)), 100);
    expect(space.value).toBe(100);
    expect(space.line).toHaveLength(25);
  });

  it('find nothing where there is nothing, and know it', () => {
    // Three queens on three rows attack each other.
    const { space, isDone } = spaceOf(opened('queens.kif', queens(3)), 100);
    expect({ value: space.value, isDone }).toEqual({ value: undefined, isDone: true });
  });

  it.each(['eight-puzzle', 'maze', 'coins'])('soon give up in %s, where the order of moves matters', (name) => {
    const { space, isDone } = spaceOf(opened(name, readFileSync(`games/${name}.kif`)), 100);
    expect(isDone || space.isBest).toBe(true);
    expect(space.nodes).toBeLessThan(10_000);
  });
});

const SHARED = '../shared/games';

describe.skipIf(!existsSync(SHARED))('public puzzles (skipped where ../shared is absent)', () => {
  it.each(['hidato37', 'queens12ug', 'sudokuGrade6H'])('%s is solved with a million nodes', (name) => {
    const search = openPlanSearch(opened(name, readFileSync(`${SHARED}/${name}.kif`)).setting);
    search.think({ nodes: 1_000_000 });
    const { value, isSolved } = search.report();
    expect({ value, isSolved }).toEqual({ value: 100, isSolved: true });
  });
});
