import { setImmediate } from 'node:timers';
import { sharedClock } from '../sharedClock.js';
import type { ThreadStarter } from '../startThread.js';
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
  const start: ThreadStarter = (assignment) => {
    assignments.push(assignment);
    const key = Symbol();
    let receive: (news: ThreadNews) => void = () => undefined;
    let thread: MatchThread | undefined;
    const isAlive = (): boolean => alive.has(key);
    const post = (news: ThreadNews): void => {
      setImmediate(() => isAlive() && receive(news));
    };
    const pause = (): Promise<void> =>
      new Promise((resolve) => {
        setImmediate(() => isAlive() && resolve());
      });
    setImmediate(() => {
      if (!isAlive()) return;
      if (dies?.(assignment) === true) return alive.get(key)!.die(new Error('out of memory'));
      const game = openAssignment(assignment, { clock: sharedClock });
      if (!game.ok) return post({ kind: 'unplayable', reason: game.error });
      thread = new MatchThread(game.value, { post, clock: sharedClock, pause });
      const { roles } = game.value.play.game;
      post({ kind: 'ready', engine: assignment.engine, reason: 'a fake', ms: 0, roles });
    });
    alive.set(key, { engine: assignment.engine, die: () => undefined });
    return {
      post: (message) => {
        orders.push(message as Order);
        if (hangs?.(assignment) === true) return;
        setImmediate(() => isAlive() && thread?.obey(message as Order));
      },
      onMessage: (hear) => (receive = hear),
      onDeath: (hear) => {
        alive.set(key, {
          engine: assignment.engine,
          die: (cause) => {
            alive.delete(key);
            hear(cause);
          },
        });
      },
      setAwaited: () => undefined,
      terminate: () => {
        alive.delete(key);
        return Promise.resolve();
      },
    };
  };
  return {
    ...{ start, assignments, orders },
    kill: (engine) => {
      for (const each of [...alive.values()]) if (each.engine === engine) each.die(new Error('killed'));
    },
    running: () => alive.size,
  };
}
