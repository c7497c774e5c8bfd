import { describe, expect, it } from 'vitest';
import { type ButtonBoards, buttonBoards } from '../../../test/buttonBoards.js';
import { orderedStack } from '../../../test/orderedStack.js';
import type { GameParts } from '../../game/index.js';
import { loadRules, openPlay } from '../../pipeline.js';
import type { SearchSetting } from '../search.js';
import { openPlanSearch } from './index.js';
import { chosenLengths } from './partLines.js';
import { PartPlans } from './partPlans.js';
import { PlanSpace } from './planSpace.js';

function settingOf(content: string): { readonly setting: SearchSetting; readonly parts: GameParts | undefined } {
  const rules = loadRules({ name: 'puzzle', content });
  if (!rules.ok) throw new Error(rules.error[0]?.message);
  const play = openPlay(rules.value, 'compiled', { clock: () => 0, milliseconds: 60_000, bytes: 2 ** 31 });
  if (!play.ok) throw new Error(play.error);
  const { game, simulator } = play.value;
  const parts = play.value.parts?.();
  const setting = { game, simulator, role: 0, state: game.initial(), clock: () => 0, seed: 1, bytes: 2 ** 26 };
  return { setting: { ...setting, parts: () => parts }, parts };
}

/** What is found by the parts alone: the goal that the line really comes to, and how many moves that takes. */
function found(options: ButtonBoards): {
  readonly goal: number | null;
  readonly moves: number;
  readonly nodes: number;
} {
  return foundIn(buttonBoards(options));
}

function foundIn(content: string): ReturnType<typeof found> {
  const { setting, parts } = settingOf(content);
  const space = new PlanSpace(setting, setting.state);
  const strategy = new PartPlans(space, parts!, 2 ** 26);
  for (let steps = 0; steps < 20_000 && !strategy.isDone && !space.isBest; steps++) strategy.advance(16);
  let { state } = setting;
  for (const joint of space.line) state = setting.game.next(state, joint);
  const goal = setting.game.isTerminal(state) ? setting.game.goals(state)[0]! : null;
  expect(goal ?? undefined).toBe(space.value);
  return { goal, moves: space.line.length, nodes: space.nodes };
}

describe('boards that a move acts on together', () => {
  it.each([3, 7, 10])(
    '%i of them are solved',
    (boards) => {
      const { goal, moves, nodes } = found({ boards, moves: 'together' });
      expect({ goal, moves }).toEqual({ goal: 100, moves: 6 });
      expect(nodes).toBeLessThan(200 * boards);
    },
    60_000,
  );

  it('are on at the very end, where play does not end before', () => {
    expect(found({ boards: 3, moves: 'together', endsAtGoal: false, steps: 10 })).toMatchObject({
      goal: 100,
      moves: 10,
    });
  });

  it('are not solved where there is no time for it', () => {
    const { goal } = found({ boards: 3, moves: 'together', isShared: true, steps: 5 });
    expect(goal).toBeNull();
  });
});

describe('boards that moves act on in turn', () => {
  it.each([3, 7, 20])('%i of them are solved', (boards) => {
    expect(found({ boards, moves: 'inTurn' })).toMatchObject({ goal: 100, moves: 6 * boards });
  });

  it('are solved where few of them count, and time passes by moves on others', () => {
    const options = { boards: 7, moves: 'inTurn', counted: [4, 6], endsAtGoal: false } as const;
    expect(found({ ...options, steps: 12 })).toMatchObject({ goal: 100, moves: 12 });
    expect(found({ ...options, steps: 31 })).toMatchObject({ goal: 100, moves: 31 });
  });

  it('come to the points of as many as there is time for', () => {
    expect(found({ boards: 3, moves: 'inTurn', isShared: true, steps: 13 })).toMatchObject({ goal: 66, moves: 13 });
  });
});

describe('one part with a fluent for each order of seven things', () => {
  /** How many turns it takes, by trying all. */
  function fewestTurns(order: readonly number[]): number {
    let layer = [order];
    const known = new Set([order.join()]);
    for (let turns = 0; ; turns++) {
      if (layer.some((each) => each.every((thing, place) => thing === place))) return turns;
      const turned = layer.flatMap((each) =>
        each.slice(1).map((_, index) => [...each.slice(0, index + 2).reverse(), ...each.slice(index + 2)]),
      );
      layer = turned.filter((each) => !known.has(each.join()) && known.add(each.join()));
    }
  }

  it.each([[[3, 0, 5, 1, 6, 2, 4]], [[4, 6, 2, 5, 1, 3, 0]]])('%j is put in order by the fewest turns', (order) => {
    const steps = fewestTurns(order);
    expect(steps).toBeGreaterThan(4);
    expect(foundIn(orderedStack(order, { steps }))).toMatchObject({ goal: 100, moves: steps });
    expect(foundIn(orderedStack(order, { steps: steps - 1 }))).toMatchObject({ goal: 50, moves: steps });
  });
});

describe('the search for a plan', () => {
  it('solves seven boards together, with few nodes', () => {
    const { setting } = settingOf(buttonBoards({ boards: 7, moves: 'together' }));
    const search = openPlanSearch(setting);
    search.think({ nodes: 10_000 });
    const { move, moves, value, isSolved } = search.report();
    expect({ value, isSolved }).toEqual({ value: 100, isSolved: true });
    expect(moves[0]!.move).toBe(move);
    expect(moves).toHaveLength(3 ** 7);
  });
});

describe('chosenLengths', () => {
  const isAny = (): boolean => true;

  it('has the least sum that will do', () => {
    expect(chosenLengths([[2, 4], [3]], isAny)).toEqual([2, 3]);
    expect(chosenLengths([[2, 4], [3]], (sum) => sum === 7)).toEqual([4, 3]);
    expect(chosenLengths([[2, 4], [3]], (sum) => sum === 6)).toBeUndefined();
  });

  it('is nothing where one list has none', () => {
    expect(chosenLengths([[1], []], isAny)).toBeUndefined();
  });

  it('is the best of all choices', () => {
    const lists = [
      [0, 3, 5],
      [2, 7],
      [1, 4, 6],
    ];
    const sums = new Set(lists[0]!.flatMap((a) => lists[1]!.flatMap((b) => lists[2]!.map((c) => a + b + c))));
    for (let sum = 0; sum < 20; sum++) {
      const chosen = chosenLengths(lists, (each) => each === sum);
      expect(chosen?.reduce((all, each) => all + each, 0)).toBe(sums.has(sum) ? sum : undefined);
      chosen?.forEach((length, list) => expect(lists[list]).toContain(length));
    }
  });
});
