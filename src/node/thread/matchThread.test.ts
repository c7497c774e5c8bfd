import { readFileSync } from 'node:fs';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { MatchThread, openAssignment } from './matchThread.js';
import type { Assignment, Order, ThreadNews } from './messages.js';

const sheetOf = (name: string): Assignment['sheet'] => ({
  name: `${name}.kif`,
  content: readFileSync(new URL(`../../../games/${name}.kif`, import.meta.url), 'utf8'),
});

const ASSIGNMENT: Assignment = {
  sheet: sheetOf('tic-tac-toe'),
  role: 'x',
  algorithm: 'woodstock',
  engine: 'reference',
  seed: 1,
  bytes: 2 ** 24,
  threads: 1,
  stage: { milliseconds: 10_000, bytes: 2 ** 28 },
  ponders: false,
};

interface Watched {
  readonly thread: MatchThread;
  readonly news: ThreadNews[];
  /** How many slices it thought. */
  readonly slices: () => number;
  /** Waits for news that are so. */
  readonly until: (isIt: (news: ThreadNews) => boolean) => Promise<void>;
}

function watched(more: Partial<Assignment> = {}): Watched {
  const game = openAssignment({ ...ASSIGNMENT, ...more }, { clock });
  if (!game.ok) throw new Error(game.error);
  const news: ThreadNews[] = [];
  let slices = 0;
  const pause = (): Promise<void> => {
    slices++;
    return setImmediate();
  };
  const thread = new MatchThread(game.value, { post: (each) => news.push(each), clock, pause });
  const until = async (isIt: (each: ThreadNews) => boolean): Promise<void> => {
    while (!news.some(isIt)) await setTimeout(5);
  };
  return { thread, news, slices: () => slices, until };
}

const clock = (): number => performance.now();
const isFinalOf = (number: number) => (each: ThreadNews) =>
  each.kind === 'thoughts' && each.number === number && each.isFinal;

/** For so many milliseconds. */
const think = (number: number, ms: number, ...played: (readonly string[])[]): Order => ({
  kind: 'think',
  ...{ number, played, limit: { until: clock() + ms } },
});

type Told = ThreadNews & { kind: 'thoughts' };
const told = (news: readonly ThreadNews[]): readonly Told[] =>
  news.filter((each): each is Told => each.kind === 'thoughts');

describe('MatchThread', { retry: 2 }, () => {
  it('tells what it thinks again and again, and at the moment for the last time', async () => {
    const { thread, news, slices, until } = watched({ algorithm: 'flat-ucb' });
    thread.obey(think(7, 1000));
    await until(isFinalOf(7));
    const thoughts = told(news);
    expect(thoughts.length).toBeGreaterThan(1);
    expect(thoughts.slice(0, -1).every(({ isFinal }) => !isFinal)).toBe(true);
    expect(thoughts.at(-1)!.thoughts!.moves).toHaveLength(9);
    await setTimeout(50);
    const before = slices();
    await setTimeout(50);
    expect(slices()).toBe(before);
  });

  it('thinks on after it told, if it ponders, about what follows its move where that is certain', async () => {
    const { thread, news, slices, until } = watched({ algorithm: 'flat-ucb', ponders: true });
    thread.obey(think(1, 60));
    await until(isFinalOf(1));
    thread.obey({ kind: 'answered', number: 1, move: '(mark 2 2)' });
    const before = slices();
    await setTimeout(100);
    expect(slices()).toBeGreaterThan(before);
    expect(told(news).filter(({ isFinal }) => isFinal)).toHaveLength(1);
    thread.obey(think(2, 60, ['(mark 2 2)', 'noop'], ['noop', '(mark 1 1)']));
    await until(isFinalOf(2));
    expect(told(news).at(-1)!.thoughts!.moves).toHaveLength(7);
    thread.obey({ kind: 'rest' });
    await setTimeout(50);
    const rested = slices();
    await setTimeout(50);
    expect(slices()).toBe(rested);
  });

  it('leaves in the middle of its thoughts: nothing of the match goes on', async () => {
    const { thread, news, slices, until } = watched({ algorithm: 'flat-ucb', ponders: true });
    thread.obey(think(1, 60_000));
    await until(({ kind }) => kind === 'thoughts');
    thread.obey({ kind: 'follow', number: 2, tales: [], until: clock() + 60_000 });
    await thread.leave();
    const before = [slices(), news.length];
    await setTimeout(100);
    expect([slices(), news.length]).toEqual(before);
  });

  it('warms up no more once it leaves', async () => {
    const { thread, slices } = watched();
    thread.obey({ kind: 'follow', number: 1, tales: [], until: clock() + 60_000 });
    await thread.leave();
    expect(slices()).toBe(1);
  });

  it('goes wherever the match goes, also back', async () => {
    const { thread, news, until } = watched();
    const lines = [
      [
        ['(mark 1 1)', 'noop'],
        ['noop', '(mark 2 2)'],
      ],
      [],
      [
        ['(mark 3 3)', 'noop'],
        ['noop', '(mark 1 2)'],
      ],
    ];
    for (const [number, played] of lines.entries()) {
      thread.obey({ kind: 'think', number, played, limit: { nodes: 50 } });
      await until(isFinalOf(number));
    }
    expect(told(news).map(({ thoughts }) => thoughts!.moves.length)).toEqual([7, 9, 7]);
  });

  it('waits for another order where it cannot follow', async () => {
    const { thread, news, slices } = watched();
    thread.obey(think(1, 1000, ['noop', 'noop']));
    await setTimeout(30);
    expect([slices(), news.length]).toEqual([0, 0]);
  });

  it('says when its move is the last, and when there is nothing to think about', async () => {
    const { thread, news, until } = watched();
    const won = [
      ['(mark 1 1)', 'noop'],
      ['noop', '(mark 2 1)'],
      ['(mark 1 2)', 'noop'],
      ['noop', '(mark 2 2)'],
      ['(mark 1 3)', 'noop'],
    ];
    thread.obey(think(1, 5000, ...won.slice(0, 4)));
    await until(isFinalOf(1));
    expect(told(news).at(-1)!.thoughts).toMatchObject({ move: '(mark 1 3)', isSolved: true, value: 100 });
    thread.obey({ kind: 'answered', number: 1, move: '(mark 3 3)' });
    expect(news).not.toContainEqual({ kind: 'last', number: 1 });
    thread.obey({ kind: 'answered', number: 1, move: '(mark 1 3)' });
    expect(news).toContainEqual({ kind: 'last', number: 1 });
    thread.obey(think(2, 5000, ...won));
    await until(isFinalOf(2));
    expect(told(news).at(-1)!.thoughts).toBeNull();
  });

  it('tells where the match stands and what is legal there', () => {
    const { thread, news } = watched();
    thread.obey({
      kind: 'follow',
      number: 3,
      tales: [{ tale: { kind: 'terms', terms: ['(mark 1 1)', 'noop'] }, answered: undefined }],
      until: 1000,
    });
    expect(news).toEqual([
      {
        kind: 'standing',
        number: 3,
        played: [['(mark 1 1)', 'noop']],
        legal: ['noop'],
        isWide: false,
        states: 1,
        faults: [],
      },
    ]);
  });
});

describe('openAssignment', { retry: 2 }, () => {
  const reasonOf = (more: Partial<Assignment>): string => {
    const game = openAssignment({ ...ASSIGNMENT, ...more }, { clock: () => 0 });
    return game.ok ? 'none' : game.error;
  };

  it.each([
    [{ role: 'z' }, 'the rules have no role z; they have x, o'],
    [{ algorithm: 'alphazero' }, "there is no algorithm 'alphazero'"],
    [{ sheet: { name: 'm.kif', content: '(role x) (legal x' } }, 'm.kif:1:'],
    [{ sheet: sheetOf('monty-hall'), role: 'candidate', engine: 'compiled' as const }, 'cannot play games with hidden'],
  ])('fails with a reason: %j', (more, reason) => {
    expect(reasonOf(more)).toContain(reason);
  });

  it('still follows a game that the algorithm cannot play', () => {
    const { thread, news } = watched({ sheet: sheetOf('monty-hall'), role: 'candidate' });
    thread.obey(think(1, 1000));
    thread.obey({ kind: 'follow', number: 2, tales: [], until: 1000 });
    expect(news).toEqual([
      { kind: 'thoughts', number: 1, isFinal: true, thoughts: null },
      expect.objectContaining({ kind: 'standing', legal: ['(pick 1)', '(pick 2)', '(pick 3)'] }),
    ]);
  });
});
