import { setImmediate } from 'node:timers';
import { sharedClock } from '../sharedClock.js';
import { type ThreadOpener, threadStarter, type ThreadStarter } from '../startThread.js';
import { MatchService } from './matchService.js';
import type { Assignment, Order, ThreadNews } from './messages.js';

/** How a stand-in of a thread behaves. */
export interface FakeThreadBehaviour {
  /** Whether it takes orders and says nothing any more. */
  readonly hangs?: (assignment: Assignment) => boolean;
  /** Whether it dies at once. */
  readonly dies?: (assignment: Assignment) => boolean;
  /** What it still has after a match. */
  readonly bytesLeft?: number;
}

export interface FakeThreads {
  readonly open: ThreadOpener;
  readonly start: ThreadStarter;
  /** How many were opened. */
  opened(): number;
  /** What they were told to play, in order. */
  readonly assignments: Assignment[];
  readonly orders: Order[];
  /** Lets those of an engine die that have a match. */
  kill(engine: Assignment['engine']): void;
  /** How many have a match: they neither died nor were ended, nor did they leave it. */
  running(): number;
}

/** Threads of matches that run in the thread of the test. */
export function fakeThreads({ hangs, dies, bytesLeft = 0 }: FakeThreadBehaviour = {}): FakeThreads {
  const assignments: Assignment[] = [];
  const orders: Order[] = [];
  /** Those that run, with what they are told to play. */
  const alive = new Map<symbol, { assignment: Assignment | undefined; readonly die: (cause: Error) => void }>();
  let opened = 0;
  const open: ThreadOpener = () => {
    opened++;
    const key = Symbol();
    let receive: (news: ThreadNews) => void = () => undefined;
    let hearOfDeath: (cause: Error) => void = () => undefined;
    const die = (cause: Error): void => {
      if (alive.delete(key)) hearOfDeath(cause);
    };
    let isHanging = false;
    alive.set(key, { assignment: undefined, die });
    /** Later, should it live so long. */
    const later = (work: () => void): unknown => setImmediate(() => alive.has(key) && work());
    const service = new MatchService({
      post: (news) => {
        if (news.kind === 'idle') alive.get(key)!.assignment = undefined;
        later(() => receive(news));
      },
      pause: () => new Promise((resolve) => later(resolve)),
      clock: sharedClock,
      cleanUp: () => Promise.resolve(bytesLeft),
    });
    const begin = (assignment: Assignment): void => {
      assignments.push(assignment);
      alive.get(key)!.assignment = assignment;
      later(() => (dies?.(assignment) === true ? die(new Error('out of memory')) : service.receive(assignment)));
    };
    return {
      post: (message) => {
        if (!alive.has(key)) return;
        const { assignment } = alive.get(key)!;
        if (assignment === undefined) return begin(message as Assignment);
        orders.push(message as Order);
        isHanging ||= hangs?.(assignment) === true;
        if (!isHanging) later(() => service.receive(message as Order));
      },
      onMessage: (hear) => (receive = hear),
      onDeath: (hear) => (hearOfDeath = hear),
      setAwaited: () => undefined,
      terminate: () => {
        alive.delete(key);
        return Promise.resolve();
      },
    };
  };
  const atWork = (): { readonly assignment: Assignment | undefined; readonly die: (cause: Error) => void }[] =>
    [...alive.values()].filter(({ assignment }) => assignment !== undefined);
  return {
    ...{ open, start: threadStarter(open), opened: () => opened, assignments, orders },
    kill: (engine) => {
      for (const { assignment, die } of atWork()) if (assignment!.engine === engine) die(new Error('killed'));
    },
    running: () => atWork().length,
  };
}
