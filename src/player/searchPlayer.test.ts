import { describe, expect, it } from 'vitest';
import { bundledRules } from '../../test/programs.js';
import { openPlay, type Play } from '../pipeline.js';
import type { ValidRules } from '../rules/index.js';
import { ALGORITHMS, chooseAlgorithm } from '../search/index.js';
import { fakeAlgorithm, type FakeBehaviour } from './fakeSearch.js';
import type { MatchStart } from './player.js';
import { SearchPlayer, type SearchPlayerSetting } from './searchPlayer.js';

const clock = (): number => 0;

function open(rules: ValidRules): Play {
  const play = openPlay(rules, 'reference', { clock, milliseconds: 1000, bytes: 2 ** 30 });
  if (!play.ok) throw new Error(play.error);
  return play.value;
}

const START: MatchStart = {
  rules: bundledRules('tic-tac-toe'),
  role: 0,
  pace: { kind: 'clocks', startMs: 5000, playMs: 1000 },
  deadline: 5000,
  seed: 3,
  played: [],
};
const NODES = { kind: 'nodes', nodes: 500 } as const;
const FIRST = '(mark 1 1)';
const LAST = '(mark 3 3)';

function playerWith(
  behaviour: FakeBehaviour,
  more: Partial<SearchPlayerSetting> = {},
): { player: SearchPlayer; fake: ReturnType<typeof fakeAlgorithm> } {
  const fake = fakeAlgorithm(behaviour);
  return { fake, player: new SearchPlayer({ chosen: fake.chosen, open, clock, ...more }) };
}

const failing = (): never => {
  throw new Error('out of nodes');
};

describe('SearchPlayer', () => {
  it('answers what its search would do, and follows the match', async () => {
    const { player, fake } = playerWith({});
    await player.start(START);
    expect(await player.play({ joint: null, deadline: 1000 })).toBe(LAST);
    expect(await player.play({ joint: [LAST, 'noop'], deadline: 1000 })).toBe('noop');
    expect(await player.play({ joint: ['noop', '(mark 2 2)'], deadline: 1000 })).toBe('(mark 3 2)');
    expect(fake.moves).toHaveLength(2);
    expect(fake.moves[1]).toContain('(cell 2 2 o)');
    expect(fake.settings).toMatchObject([{ role: 0, seed: 3, bytes: 2 ** 30 }]);
    await player.stop();
  });

  it('thinks in the start clock and in the play clock, and keeps a reserve, small where the clock is short', async () => {
    const { player, fake } = playerWith({});
    await player.start(START);
    await player.play({ joint: null, deadline: 1000 });
    await player.play({ joint: null, deadline: 100 });
    expect(fake.limits).toEqual([{ deadline: 4980 }, { deadline: 980 }, { deadline: 90 }]);
  });

  it('thinks so many nodes a move where there are no clocks, and nothing before', async () => {
    const { player, fake } = playerWith({});
    await player.start({ ...START, pace: NODES, deadline: Infinity });
    await player.play({ joint: null, deadline: Infinity });
    expect(fake.limits).toEqual([{ nodes: 500 }]);
  });

  it('makes its only move at once', async () => {
    const { player, fake } = playerWith({});
    await player.start({ ...START, role: 1, pace: NODES });
    expect(await player.play({ joint: null, deadline: Infinity })).toBe('noop');
    expect(fake.limits).toEqual([]);
    expect(player.thoughts()).toMatchObject({ move: 'noop', value: null, moves: [] });
  });

  it('tells what its search found in the words of the game', async () => {
    const { player } = playerWith({ nodes: 7 });
    await player.start({ ...START, pace: NODES });
    await player.play({ joint: null, deadline: Infinity });
    const thoughts = player.thoughts();
    expect(thoughts).toMatchObject({ move: LAST, value: 50, isSolved: false, effort: { nodes: 7 }, faults: [] });
    expect(thoughts?.moves[0]).toEqual({ move: FIRST, value: 50, visits: 1, isSolved: false, probability: null });
  });

  it('begins where it is told to', async () => {
    const { player } = playerWith({});
    await player.start({
      ...START,
      pace: NODES,
      played: [
        [LAST, 'noop'],
        ['noop', '(mark 3 2)'],
      ],
    });
    expect(await player.play({ joint: null, deadline: Infinity })).toBe('(mark 3 1)');
  });

  it('answers with what a failing search had found, tells that it failed, and opens another', async () => {
    const { player, fake } = playerWith({ onThink: failing });
    await player.start({ ...START, pace: NODES });
    expect(await player.play({ joint: null, deadline: Infinity })).toBe(LAST);
    expect(player.thoughts()?.faults).toEqual(['the search failed: out of nodes']);
    expect(await player.play({ joint: null, deadline: Infinity })).toBe(LAST);
    expect(player.thoughts()?.faults).toHaveLength(1);
    expect(fake.settings.map(({ seed }) => seed)).toEqual([3, 4]);
  });

  it('makes the first legal move where its search cannot say anything', async () => {
    const { player } = playerWith({ onReport: failing });
    await player.start({ ...START, pace: NODES });
    expect(await player.play({ joint: null, deadline: Infinity })).toBe(FIRST);
    expect(player.thoughts()?.faults).toEqual(['the search failed: out of nodes']);
  });

  it('makes the first legal move where that of its search is illegal', async () => {
    const { player } = playerWith({ move: () => 12345 });
    await player.start({ ...START, pace: NODES });
    expect(await player.play({ joint: null, deadline: Infinity })).toBe(FIRST);
    expect(player.thoughts()?.faults[0]).toContain('not legal: 12345');
  });

  it.each([
    [['(mark 9 9)', 'noop'], '(mark 9 9) is not legal for x'],
    [['noop', 'noop'], 'noop is not legal for x'],
    [[LAST], 'number of moves is 1, not 2'],
  ])('stays where it is when told %j', async (joint, fault) => {
    const { player } = playerWith({});
    await player.start({ ...START, pace: NODES });
    expect(await player.play({ joint, deadline: Infinity })).toBe(LAST);
    expect(player.thoughts()?.faults[0]).toContain(fault);
  });

  it('rejects a move before a match was started, and after it was stopped', async () => {
    const { player } = playerWith({});
    await expect(player.play({ joint: null, deadline: 1000 })).rejects.toThrow('no match was started');
    await player.start(START);
    await player.stop();
    await expect(player.play({ joint: null, deadline: 1000 })).rejects.toThrow('no match was started');
  });

  it('rejects the start where no search can be opened, and makes legal moves all the same', async () => {
    const { player } = playerWith({ onOpen: failing });
    await expect(player.start({ ...START, pace: NODES })).rejects.toThrow('out of nodes');
    expect(await player.play({ joint: null, deadline: Infinity })).toBe(FIRST);
  });

  it('gives its search the rounds of the constraint solver, made when they are asked for', async () => {
    const asked: string[] = [];
    const openSolver: SearchPlayerSetting['openSolver'] = ({ simulator }) => {
      asked.push('opened');
      return () => simulator;
    };
    const { player, fake } = playerWith({}, { openSolver });
    await player.start({ ...START, pace: NODES });
    expect(asked).toEqual([]);
    expect(fake.settings[0]!.throughSolver?.('fc')).toBe(fake.settings[0]!.simulator);
    expect(asked).toEqual(['opened']);
  });

  it('refuses games with hidden information, unless it moves at random', async () => {
    const rules = bundledRules('monty-hall');
    const { player } = playerWith({});
    await expect(player.start({ ...START, rules, role: 1 })).rejects.toThrow('fake cannot play games with hidden');
    const chosen = chooseAlgorithm('random', ALGORITHMS);
    if (!chosen.ok) throw new Error(chosen.error);
    const random = new SearchPlayer({ chosen: chosen.value, open, clock });
    await random.start({ ...START, rules, role: rules.roles.findIndex((role) => role !== 'random') });
    expect(await random.play({ joint: null, deadline: 1000 })).not.toBe('');
  });
});

describe('a SearchPlayer that ponders', () => {
  /** Lets a test say when a pause is over. */
  function pauses(): { pause: () => Promise<void>; goOn: () => Promise<void>; waiting: () => number } {
    const waiting: (() => void)[] = [];
    return {
      pause: () => new Promise((resolve) => waiting.push(resolve)),
      goOn: async () => {
        waiting.shift()?.();
        for (let tick = 0; tick < 5; tick++) await Promise.resolve();
      },
      waiting: () => waiting.length,
    };
  }

  it('thinks in slices while it waits, about what follows its move where that is certain', async () => {
    const { pause, goOn } = pauses();
    const { player, fake } = playerWith({}, { pause });
    await player.start(START);
    await player.play({ joint: null, deadline: 1000 });
    expect(fake.moves).toEqual([expect.stringContaining('(cell 3 3 x)')]);
    fake.limits.length = 0;
    // The one of the start is over, and takes a turn to see it.
    await goOn();
    await goOn();
    await goOn();
    expect(fake.limits).toEqual([{ deadline: 20 }, { deadline: 20 }]);
    expect(await player.play({ joint: [LAST, 'noop'], deadline: 1000 })).toBe('noop');
    expect(fake.moves).toHaveLength(1);
    await player.stop();
  });

  it('goes where the match went if that is elsewhere', async () => {
    const { pause } = pauses();
    const { player, fake } = playerWith({}, { pause });
    await player.start(START);
    await player.play({ joint: null, deadline: 1000 });
    await player.play({ joint: [FIRST, 'noop'], deadline: 1000 });
    expect(fake.moves).toEqual([expect.stringContaining('(cell 3 3 x)'), expect.stringContaining('(cell 1 1 x)')]);
  });

  it.each([
    ['finds nothing more', { nodes: 0 }],
    ['fails', { onThink: failing }],
  ])('stops when its search %s', async (_, behaviour) => {
    const { pause, goOn, waiting } = pauses();
    const { player } = playerWith(behaviour, { pause });
    await player.start(START);
    await goOn();
    await goOn();
    expect(waiting()).toBe(0);
    expect(await player.play({ joint: null, deadline: 1000 })).toBe(LAST);
  });
});
