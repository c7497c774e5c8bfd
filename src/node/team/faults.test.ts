import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  deepNest,
  ENDLESS_JOIN,
  ENDLESS_RECURSION,
  EXPLODING_GROUNDING,
  FAMOUS_SYMBOLS,
  hugeSheet,
} from '../../../test/hostileSheets.js';
import { bundledRules } from '../../../test/programs.js';
import { bundleWorker, type WorkerFile } from '../../../test/workerFile.js';
import { sharedClock } from '../sharedClock.js';
import { threadOpener, threadStarter, type ThreadStarter } from '../startThread.js';
import { Team, type TeamSetting } from './team.js';
import { ThreadedPlayer } from './threadedPlayer.js';

/** The real threads, in real time. Every test says what is answered, and that it is in time. */
let file: WorkerFile;
beforeAll(() => {
  file = bundleWorker('matchWorker');
});
afterAll(() => file.remove());

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const TIC_TAC_TOE = readFileSync(new URL('../../../games/tic-tac-toe.kif', import.meta.url), 'utf8');

interface Opened {
  readonly team: Team;
  readonly events: { readonly event: string; readonly details: Readonly<Record<string, unknown>> }[];
}

function open(content: string, role: string, more: Partial<TeamSetting> = {}): Opened {
  const events: Opened['events'] = [];
  const team = new Team(
    {
      ...{ threads: 1, algorithm: 'woodstock', bytes: 2 ** 27, ponders: true, silenceMs: 10_000 },
      start: threadStarter(threadOpener(file.url)),
      witness: (event, details) => events.push({ event, details }),
      ...more,
    },
    { sheet: { name: 'test.kif', content }, role, seed: 1, played: [] },
  );
  closing.push(() => team.close());
  return { team, events };
}

/** A moment, and how late it is when something is there. */
async function timed<T>(ms: number, work: (by: number) => Promise<T>): Promise<{ value: T; lateMs: number }> {
  const by = sharedClock() + ms;
  return { value: await work(by), lateMs: sharedClock() - by };
}

/** What is tested is that nobody waits for work that takes twenty seconds or for ever. How late a busy machine wakes threads is measured by the gauntlet. */
const TOLERANCE_MS = 3000;
/** Threads and clocks are real: where the machine does much else, once more. */
const REAL = { retry: 2 };

describe('a team of threads', REAL, () => {
  it('has a legal move in the clocks of a second where grounding takes more than twenty', async () => {
    const { team, events } = open(EXPLODING_GROUNDING, 'x');
    const start = await timed(750, (by) => team.start({ by }));
    expect(start.lateMs).toBeLessThan(TOLERANCE_MS);
    const tales = [{ kind: 'nothing' }, { kind: 'terms', terms: ['(to 7)'] }] as const;
    for (const tale of tales) {
      const { value, lateMs } = await timed(750, (by) => team.answer(tale, { by }));
      expect(value.move).toMatch(/^\(to \d+\)$/);
      expect(lateMs).toBeLessThan(TOLERANCE_MS);
    }
    expect(events.map(({ details }) => details['thread'])).not.toContain('search 1');
    expect(events.map(({ details }) => details['thread'])).toContain('stopgap');
  });

  it('answers in time when the worker is killed in the middle of its search, and has another one for the next move', async () => {
    const workers: { worker: Worker; engine: string }[] = [];
    const start: ThreadStarter = (assignment) => {
      const worker = new Worker(new URL(file.url));
      worker.postMessage(assignment);
      workers.push({ worker, engine: assignment.engine });
      const terminate = async (): Promise<void> => {
        await worker.terminate();
      };
      return {
        post: (message) => worker.postMessage(message),
        onMessage: (receive) => worker.on('message', receive),
        onDeath: (receive) => worker.once('exit', (code) => receive(new Error(`exit code ${String(code)}`))),
        setAwaited: () => undefined,
        terminate,
        release: terminate,
      };
    };
    const { team, events } = open(TIC_TAC_TOE, 'x', { start, algorithm: 'flat-ucb' });
    await team.start({ by: sharedClock() + 3000 });
    expect(team.thoughts?.effort.nodes).toBeGreaterThan(0);
    const asked = timed(1000, (by) => team.answer({ kind: 'nothing' }, { by }));
    setTimeout(() => void workers.find(({ engine }) => engine === 'compiled')!.worker.terminate(), 200);
    const { value, lateMs } = await asked;
    expect(value.move).toMatch(/^\(mark [123] [123]\)$/);
    expect(lateMs).toBeLessThan(TOLERANCE_MS);
    expect(events.filter(({ event }) => event === 'thread died')).toHaveLength(1);
    const joint = [value.move, 'noop'];
    expect((await team.answer({ kind: 'terms', terms: joint }, { by: sharedClock() + 3000 })).move).toBe('noop');
    const cell = value.move === '(mark 3 3)' ? '(mark 1 1)' : '(mark 3 3)';
    const next = await team.answer({ kind: 'terms', terms: ['noop', cell] }, { by: sharedClock() + 4000 });
    expect(next.source).toBe('search');
    expect(next.thoughts.moves).toHaveLength(7);
  });

  it.each([
    ['recursion without end', ENDLESS_RECURSION],
    ['a join without end', ENDLESS_JOIN],
    ['a deep nest', deepNest(200_000)],
  ])('survives %s: the answer comes in time, and another match is played', async (_, sheet) => {
    const { team } = open(sheet, 'x');
    const { lateMs } = await timed(750, (by) => team.start({ by }));
    expect(lateMs).toBeLessThan(TOLERANCE_MS);
    const answer = await timed(750, (by) => team.answer({ kind: 'nothing' }, { by }));
    expect(answer.value.move).toMatch(/^(nil|go|z|\(.*\))$/);
    expect(answer.lateMs).toBeLessThan(TOLERANCE_MS);
    await team.close();
    const other = open(TIC_TAC_TOE, 'x', { algorithm: 'random' }).team;
    await other.start({ by: sharedClock() + 3000 });
    expect((await other.answer({ kind: 'nothing' }, { by: sharedClock() + 3000 })).move).toMatch(/^\(mark/);
  });

  it('survives ten megabytes of rules', async () => {
    const { team } = open(hugeSheet(10 * 2 ** 20), 'x');
    const { lateMs } = await timed(750, (by) => team.start({ by }));
    expect(lateMs).toBeLessThan(TOLERANCE_MS);
    const answer = await timed(750, (by) => team.answer({ kind: 'nothing' }, { by }));
    expect(answer.lateMs).toBeLessThan(TOLERANCE_MS);
    expect(['nil', 'go']).toContain(answer.value.move);
  });

  it('plays with symbols that mean something to JavaScript', async () => {
    const { team } = open(FAMOUS_SYMBOLS, '__proto__');
    await team.start({ by: sharedClock() + 3000 });
    expect((await team.answer({ kind: 'nothing' }, { by: sharedClock() + 3000 })).move).toBe('prototype');
    const terms = ['(hasOwnProperty __proto__)', 'prototype'];
    const { move } = await team.answer({ kind: 'terms', terms }, { by: sharedClock() + 3000 });
    expect(move).toMatch(/^\(hasOwnProperty (__proto__|valueOf)\)$/);
  });

  it('outlives a thread that runs out of memory', async () => {
    const start: ThreadStarter = (assignment) => {
      const real = threadStarter(threadOpener(file.url))(assignment);
      return assignment.engine === 'reference' ? real : outOfMemory();
    };
    const { team, events } = open(TIC_TAC_TOE, 'x', { start, algorithm: 'flat-ucb' });
    await team.start({ by: sharedClock() + 4000 });
    expect((await team.answer({ kind: 'nothing' }, { by: sharedClock() + 1000 })).move).toMatch(/^\(mark/);
    expect(events.find(({ event }) => event === 'thread died')?.details['reason']).toContain('memory');
  });
});

/** A thread that does nothing but fill its memory. */
function outOfMemory(): ReturnType<ThreadStarter> {
  const code = 'const all = []; for (;;) all.push(new Array(1000).fill({}))';
  const resourceLimits = { maxOldGenerationSizeMb: 32 };
  const worker = new Worker(code, { eval: true, resourceLimits });
  const terminate = async (): Promise<void> => {
    await worker.terminate();
  };
  return {
    post: () => undefined,
    onMessage: () => undefined,
    onDeath: (receive) => worker.once('error', receive),
    setAwaited: () => undefined,
    terminate,
    release: terminate,
  };
}

describe('ThreadedPlayer', REAL, () => {
  const clock = (): number => performance.now();
  const player = (threads: number, algorithm = 'woodstock'): ThreadedPlayer => {
    const made = new ThreadedPlayer({
      algorithm,
      threads,
      clock,
      start: threadStarter(threadOpener(file.url)),
      bytes: 2 ** 27,
    });
    closing.push(() => made.stop());
    return made;
  };
  const rules = bundledRules('tic-tac-toe');
  const pace = { kind: 'nodes', nodes: 400 } as const;
  const match = { rules, role: 0, pace, deadline: Infinity, seed: 3, played: [] };

  it('thinks with two threads about the same move, and tells what they found together', async () => {
    const made = player(2, 'uct');
    await made.start(match);
    const move = await made.play({ joint: null, deadline: Infinity });
    const thoughts = made.thoughts()!;
    expect(thoughts).toMatchObject({ move, faults: [] });
    expect(thoughts.moves).toHaveLength(9);
    expect(thoughts.effort.nodes).toBeGreaterThanOrEqual(400);
    await made.stop();
    await made.start(match);
    expect(await made.play({ joint: null, deadline: Infinity })).toBe(move);
    expect(made.thoughts()!.moves).toEqual(thoughts.moves);
  });

  it('follows a match from the middle, wins it, and keeps its clock', async () => {
    const made = player(1);
    const played = [
      ['(mark 1 1)', 'noop'],
      ['noop', '(mark 2 1)'],
      ['(mark 1 2)', 'noop'],
      ['noop', '(mark 2 2)'],
    ];
    const clocks = { kind: 'clocks', startMs: 3000, playMs: 1000 } as const;
    await made.start({ ...match, pace: clocks, deadline: clock() + 3000, played });
    const deadline = clock() + 1000;
    expect(await made.play({ joint: null, deadline })).toBe('(mark 1 3)');
    expect(clock()).toBeLessThan(deadline);
    expect(made.thoughts()).toMatchObject({ value: 100, isSolved: true });
  });

  it('rejects a move without a match, and rules that cannot be played', async () => {
    const made = player(1);
    await expect(made.play({ joint: null, deadline: 1 })).rejects.toThrow('no match was started');
    const none = player(1, 'alphazero');
    await expect(none.start(match)).rejects.toThrow("no algorithm 'alphazero'");
  });
});
