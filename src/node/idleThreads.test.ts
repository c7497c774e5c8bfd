import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleWorker, type WorkerFile } from '../../test/workerFile.js';
import { ENDLESS_JOIN } from '../../test/hostileSheets.js';
import type { WorkerPort } from '../playout/index.js';
import { IdleThreads } from './idleThreads.js';
import { type MatchPort, type ThreadOpener, threadOpener } from './startThread.js';
import type { Assignment, Order, ThreadNews } from './thread/messages.js';

interface Ports {
  readonly open: ThreadOpener;
  /** What happened to them, by the order in which they were opened. */
  readonly seen: string[];
  /** Lets the one of that number say something, or die. */
  readonly say: (number: number, news: ThreadNews) => void;
  readonly die: (number: number) => void;
}

function ports(): Ports {
  const seen: string[] = [];
  const receivers: ((message: unknown) => void)[] = [];
  const mourners: ((cause: Error) => void)[] = [];
  const open = (): WorkerPort => {
    const index = receivers.push(() => undefined) - 1;
    const name = String(index + 1);
    seen.push(`open ${name}`);
    return {
      post: (message) =>
        seen.push(
          `${'role' in (message as object) ? (message as Assignment).role : (message as Order).kind} to ${name}`,
        ),
      onMessage: (receive) => (receivers[index] = receive),
      onDeath: (receive) => (mourners[index] = receive),
      setAwaited: () => undefined,
      terminate: () => {
        seen.push(`end ${name}`);
        return Promise.resolve();
      },
    };
  };
  return {
    ...{ open, seen },
    say: (number, news) => receivers[number - 1]!(news),
    die: (number) => mourners[number - 1]!(new Error('died')),
  };
}

const assignment = (role: string): Assignment => ({ role }) as Assignment;
const idle = (bytes = 0): ThreadNews => ({ kind: 'idle', bytes });

describe('IdleThreads', () => {
  it('are open before one is needed, and another one when told', async () => {
    const { open, seen } = ports();
    const threads = new IdleThreads(open);
    expect(seen.splice(0)).toEqual(['open 1']);
    for (const role of ['x', 'y']) threads.start(assignment(role));
    expect(seen.splice(0)).toEqual(['x to 1', 'open 2', 'y to 2']);
    threads.prepare();
    threads.prepare();
    expect(seen.splice(0)).toEqual(['open 3']);
    await threads.close();
    threads.prepare();
    expect(seen).toEqual(['end 3']);
  });

  it('are used again once they have left their match', async () => {
    const { open, seen, say } = ports();
    const threads = new IdleThreads(open);
    const released = threads.start(assignment('x')).release();
    // What it still says about the match is no concern of anybody.
    say(1, { kind: 'last', number: 1 });
    say(1, idle());
    await released;
    threads.prepare();
    threads.start(assignment('y'));
    expect(seen).toEqual(['open 1', 'x to 1', 'leave to 1', 'y to 1']);
  });

  it('are ended where they do not come to rest in time', async () => {
    const { open, seen } = ports();
    const threads = new IdleThreads(open);
    await threads.start(assignment('x')).release();
    threads.start(assignment('y'));
    expect(seen).toEqual(['open 1', 'x to 1', 'leave to 1', 'end 1', 'open 2', 'y to 2']);
  });

  it('are not waited for by the next match: one that is busy then is ended', async () => {
    const { open, seen, say } = ports();
    const threads = new IdleThreads(open);
    const released = threads.start(assignment('x')).release();
    threads.start(assignment('y'));
    await Promise.resolve();
    say(1, idle());
    await released;
    threads.start(assignment('z'));
    expect(seen).toEqual(['open 1', 'x to 1', 'leave to 1', 'open 2', 'y to 2', 'end 1', 'open 3', 'z to 3']);
  });

  it('are ended where they have grown, and where more of them wait than a match needs', async () => {
    const { open, seen, say } = ports();
    const threads = new IdleThreads(open);
    const started = ['a', 'b', 'c', 'd', 'e'].map((role) => threads.start(assignment(role)));
    const released = started.map((port) => port.release());
    seen.splice(0);
    say(1, idle(2 ** 30));
    for (const number of [2, 3, 4, 5]) say(number, idle(2 ** 24));
    await Promise.all(released);
    expect(seen).toEqual(['end 1', 'end 5']);
  });

  it('are forgotten where they die, while they leave or wait', async () => {
    const { open, seen, die } = ports();
    const threads = new IdleThreads(open);
    const released = threads.start(assignment('x')).release();
    die(1);
    await released;
    threads.prepare();
    expect(seen.splice(0)).toEqual(['open 1', 'x to 1', 'leave to 1', 'end 1', 'open 2']);
    die(2);
    threads.start(assignment('y'));
    expect(seen).toEqual(['open 3', 'y to 3']);
  });
});

describe('IdleThreads of matches', { retry: 2 }, () => {
  let file: WorkerFile;
  beforeAll(() => {
    file = bundleWorker('matchWorker');
  });
  afterAll(() => file.remove());

  const sheetOf = (name: string): string => readFileSync(new URL(`../../games/${name}.kif`, import.meta.url), 'utf8');
  const assignmentOf = (content: string, role: string, more: Partial<Assignment> = {}): Assignment => ({
    ...{ sheet: { name: 'test.kif', content }, role, algorithm: 'uct', engine: 'compiled', seed: 5, bytes: 2 ** 30 },
    ...{ threads: 1, stage: { milliseconds: 10_000, bytes: 2 ** 28 }, ponders: true },
    ...more,
  });

  /** A busy machine may take its time over the garbage of a match. */
  const UNHURRIED_MS = 60_000;

  /** The real threads, which have so long to come to rest, and how many of them were opened. */
  function realThreads(leavingMs: number): { readonly threads: IdleThreads; readonly opened: () => number } {
    let opened = 0;
    const open = threadOpener(file.url);
    const threads = new IdleThreads(() => {
      opened++;
      return open();
    }, leavingMs);
    return { threads, opened: () => opened };
  }

  /** Waits for news of a kind. */
  const heard = <Kind extends ThreadNews['kind']>(port: MatchPort, kind: Kind): Promise<ThreadNews & { kind: Kind }> =>
    new Promise((resolve, reject) => {
      port.onDeath(reject);
      port.onMessage((message) => {
        const news = message as ThreadNews;
        if (news.kind === kind && !('isFinal' in news && !news.isFinal)) resolve(news as ThreadNews & { kind: Kind });
      });
    });

  /** What a search of so many nodes finds, without how long it took; then the thread ponders on. */
  async function found(port: MatchPort): Promise<unknown> {
    await heard(port, 'ready');
    const thoughts = heard(port, 'thoughts');
    port.post({ kind: 'think', number: 1, played: [], limit: { nodes: 2000 } } satisfies Order);
    const { move, moves, value, effort } = (await thoughts).thoughts!;
    return { move, moves, value, nodes: effort.nodes };
  }

  it('play a match as a fresh one does, whatever they played before, with helpers or alone', async () => {
    const first = realThreads(UNHURRIED_MS).threads.start(assignmentOf(sheetOf('connect-four'), 'red'));
    const expected = await found(first);
    await first.terminate();
    const { threads, opened } = realThreads(UNHURRIED_MS);
    const others = [
      assignmentOf(sheetOf('tic-tac-toe'), 'o', { seed: 1, threads: 2 }),
      assignmentOf(sheetOf('tic-tac-toe'), 'x', { engine: 'reference' }),
    ];
    for (const other of others) {
      const port = threads.start(other);
      await found(port);
      port.post({ kind: 'think', number: 2, played: [], limit: { until: Infinity } } satisfies Order);
      port.post({ kind: 'follow', number: 3, tales: [], until: Infinity } satisfies Order);
      await port.release();
    }
    const again = threads.start(assignmentOf(sheetOf('connect-four'), 'red'));
    expect(await found(again)).toEqual(expected);
    expect(opened()).toBe(1);
    await again.terminate();
  });

  it('do not keep what was large in a match', async () => {
    const { threads } = realThreads(UNHURRIED_MS);
    const port = threads.start(assignmentOf(sheetOf('connect-four'), 'red'));
    await found(port);
    const gone = heard(port, 'idle');
    port.post({ kind: 'leave' } satisfies Order);
    expect((await gone).bytes).toBeLessThan(2 ** 26);
    await port.terminate();
  });

  it('are ended where they hang in rules without end, and the next match has another', async () => {
    const { threads, opened } = realThreads(100);
    const port = threads.start(assignmentOf(ENDLESS_JOIN, 'x'));
    await setTimeout(300);
    await port.release();
    const next = threads.start(assignmentOf(sheetOf('tic-tac-toe'), 'x'));
    await heard(next, 'ready');
    expect(opened()).toBe(2);
    await next.terminate();
  });
});
