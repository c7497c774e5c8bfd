import { setImmediate } from 'node:timers';
import { sharedClock } from '../sharedClock.js';
import { type ThreadOpener, threadStarter, type ThreadStarter } from '../startThread.js';
import { MatchThread, openAssignment } from './matchThread.js';
import type { Assignment, Order, ThreadNews } from './messages.js';

/** How a stand-in of a thread behaves. */
export interface FakeThreadBehaviour {
  /** Whether it takes orders and says nothing. */
  readonly hangs?: (assignment: Assignment) => boolean;
  /** Whether it dies at once. */
  readonly dies?: (assignment: Assignment) => boolean;
}

export interface FakeThreads {
  readonly open: ThreadOpener;
  readonly start: ThreadStarter;
  /** What was started, in order. */
  readonly assignments: Assignment[];
  readonly orders: Order[];
  /** Lets those of an engine that run die. */
  kill(engine: Assignment['engine']): void;
  /** Of those that were started and neither died nor were ended. */
  running(): number;
}

/** Threads of matches that run in the thread of the test. */
export function fakeThreads({ hangs, dies }: FakeThreadBehaviour = {}): FakeThreads {
  const assignments: Assignment[] = [];
  const orders: Order[] = [];
  const alive = new Map<symbol, { engine: Assignment['engine']; die: (cause: Error) => void }>();
  const open: ThreadOpener = () => {
    const key = Symbol();
    let assigned: Assignment | undefined;
    let receive: (news: ThreadNews) => void = () => undefined;
    let hearOfDeath: (cause: Error) => void = () => undefined;
    let thread: MatchThread | undefined;
    const isAlive = (): boolean => alive.has(key);
    const post = (news: ThreadNews): void => {
      setImmediate(() => isAlive() && receive(news));
    };
    const pause = (): Promise<void> =>
      new Promise((resolve) => {
        setImmediate(() => isAlive() && resolve());
      });
    const die = (cause: Error): void => {
      if (alive.delete(key)) hearOfDeath(cause);
    };
    const begin = (assignment: Assignment): void => {
      if (!isAlive()) return;
      if (dies?.(assignment) === true) return die(new Error('out of memory'));
      const game = openAssignment(assignment, { clock: sharedClock });
      if (!game.ok) {
        post({ kind: 'unplayable', reason: game.error });
        // As the real one, which has nothing more to do.
        setImmediate(() => die(new Error('it ended')));
        return;
      }
      thread = new MatchThread(game.value, { post, clock: sharedClock, pause });
      const { roles } = game.value.play.game;
      post({ kind: 'ready', engine: assignment.engine, reason: 'a fake', ms: 0, roles });
    };
    const obey = (assignment: Assignment, order: Order): void => {
      orders.push(order);
      if (hangs?.(assignment) === true) return;
      setImmediate(() => isAlive() && thread?.obey(order));
    };
    return {
      post: (message) => {
        if (assigned !== undefined) return obey(assigned, message as Order);
        const assignment = message as Assignment;
        assigned = assignment;
        assignments.push(assignment);
        alive.set(key, { engine: assignment.engine, die });
        setImmediate(() => begin(assignment));
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
  return {
    ...{ open, start: threadStarter(open), assignments, orders },
    kill: (engine) => {
      for (const each of [...alive.values()]) if (each.engine === engine) each.die(new Error('killed'));
    },
    running: () => alive.size,
  };
}
