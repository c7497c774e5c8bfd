import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { sharedClock } from '../sharedClock.js';
import type { ThreadStarter } from '../startThread.js';
import { fakeThreads } from '../thread/fakeThread.js';
import type { ThreadNews } from '../thread/messages.js';
import { Team } from './team.js';

const sheetOf = (name: string): string => readFileSync(new URL(`../../../games/${name}.kif`, import.meta.url), 'utf8');

/** Threads that know where the match stands, but tell it so many milliseconds later; none of them searches. */
function slowThreads(ms: number): ThreadStarter {
  const { start } = fakeThreads({ hangs: ({ engine }) => engine === 'compiled' });
  return (assignment) => {
    const port = start(assignment);
    return {
      ...port,
      onMessage: (receive) =>
        port.onMessage((message) => {
          if ((message as ThreadNews).kind === 'standing') setTimeout(() => receive(message), ms);
          else receive(message);
        }),
    };
  };
}

const closing: Team[] = [];
afterEach(async () => {
  for (const team of closing.splice(0)) await team.close();
});

/** Whose threads tell what is legal only after 300 ms. */
function slowTeam(): Team {
  const team = new Team(
    {
      ...{ threads: 1, algorithm: 'random', bytes: 2 ** 24, ponders: false, silenceMs: 10_000 },
      ...{ start: slowThreads(300), witness: () => undefined },
    },
    { sheet: { name: 'test.kif', content: sheetOf('tic-tac-toe') }, role: 'x', seed: 1, played: [] },
  );
  closing.push(team);
  return team;
}

describe('Team', { retry: 2 }, () => {
  it('waits beyond its moment where no legal move is known, and not beyond the latest', async () => {
    const now = sharedClock();
    const answer = await slowTeam().answer({ kind: 'nothing' }, { by: now + 50, latest: now + 5000 });
    expect(answer).toMatchObject({ source: 'legal', isBelated: true });
    expect(answer.move).toMatch(/^\(mark [123] [123]\)$/);
    expect(sharedClock() - now).toBeLessThan(4000);
  });

  it('guesses at the latest moment', async () => {
    const now = sharedClock();
    const answer = await slowTeam().answer({ kind: 'nothing' }, { by: now + 20, latest: now + 100 });
    expect(answer).toMatchObject({ source: 'guess', move: 'nil' });
    expect(sharedClock() - now).toBeGreaterThanOrEqual(99);
  });

  it('is not belated where a legal move was known', async () => {
    const now = sharedClock();
    const answer = await slowTeam().answer({ kind: 'nothing' }, { by: now + 1000, latest: now + 5000 });
    expect(answer).toMatchObject({ source: 'legal', isBelated: false });
    expect(sharedClock() - now).toBeLessThan(4000);
  });

  /** How often the moves of the second role were tried when it answers at once, a second and a half after its opponent was to move. */
  async function visitsAfterWaiting(ponders: boolean): Promise<number> {
    const team = new Team(
      {
        ...{ threads: 1, algorithm: 'uct', bytes: 2 ** 26, ponders, silenceMs: 10_000 },
        ...{ start: fakeThreads().start, witness: () => undefined },
      },
      { sheet: { name: 'test.kif', content: sheetOf('connect-four') }, role: 'yellow', seed: 1, played: [] },
    );
    closing.push(team);
    await team.start({ nodes: 1 });
    expect((await team.answer({ kind: 'nothing' }, { by: sharedClock() + 5000 })).move).toBe('noop');
    await wait(1500);
    const { thoughts } = await team.answer({ kind: 'terms', terms: ['(drop 4)', 'noop'] }, { by: sharedClock() + 200 });
    return thoughts.moves.reduce((sum, { visits }) => sum + visits, 0);
  }

  it('searches with the slow engine in the start clock where the fast one takes long', async () => {
    const { start } = fakeThreads();
    const team = new Team(
      {
        ...{ threads: 1, algorithm: 'flat-ucb', bytes: 2 ** 24, ponders: false, silenceMs: 10_000 },
        start: (assignment) => {
          const port = start(assignment);
          return assignment.engine === 'compiled' ? { ...port, onMessage: () => undefined } : port;
        },
        witness: () => undefined,
      },
      { sheet: { name: 'test.kif', content: sheetOf('tic-tac-toe') }, role: 'x', seed: 1, played: [] },
    );
    closing.push(team);
    await team.start({ by: sharedClock() + 2500 });
    expect(team.thoughts?.effort.playouts).toBeGreaterThan(0);
    const answer = await team.answer({ kind: 'nothing' }, { by: sharedClock() + 300 });
    expect(answer.source).toBe('search');
  });

  it("thinks on the others' time where that is asked for: what it found is there when its turn comes", async () => {
    const [resting, pondering] = [await visitsAfterWaiting(false), await visitsAfterWaiting(true)];
    expect(pondering).toBeGreaterThan(2 * resting);
  });
});
