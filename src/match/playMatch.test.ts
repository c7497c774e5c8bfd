import { describe, expect, it } from 'vitest';
import { buttonBoards } from '../../test/buttonBoards.js';
import { bundledRules, rulesOf } from '../../test/programs.js';
import { scripted, settingOf } from './fakePlayers.js';
import { playMatch } from './playMatch.js';
import { recordLine, readRecord } from './record.js';
import { referenceGame } from '../reference/index.js';
import { replay } from './replay.js';
import { rulesHash } from './rulesHash.js';

const TIC_TAC_TOE = bundledRules('tic-tac-toe');
const X_WINS = ['(mark 1 1)', 'noop', '(mark 1 2)', 'noop', '(mark 1 3)'];
const O_LOSES = ['noop', '(mark 2 1)', 'noop', '(mark 2 2)', 'noop'];

/** One player, who chooses left or right twice; what goes wrong at the end is given. */
const sheet = (end: string): string => `
  (role a) (init (step 0)) (succ 0 1) (succ 1 2)
  (<= (legal a left) (not terminal)) (<= (legal a right) (not terminal))
  (<= (next (step ?m)) (true (step ?n)) (succ ?n ?m))
  ${end}`;

describe('playMatch', () => {
  it('plays by the rules and writes all of it down', async () => {
    const [x, o] = [scripted('ex', X_WINS), scripted('oh', O_LOSES)];
    const record = await playMatch({ ...settingOf(TIC_TAC_TOE), players: [x, o] });
    expect(record).toMatchObject({
      game: 'test',
      rules: rulesHash(TIC_TAC_TOE),
      roles: ['x', 'o'],
      players: ['ex', 'oh'],
      place: { group: 0, seats: [0, 1] },
      seed: 1,
      errors: [],
      ending: 'terminal',
      goals: [100, 0],
      scores: [100, 0],
      notes: [],
    });
    expect(record.moves).toEqual(X_WINS.map((move, round) => [move, O_LOSES[round]]));
    expect(record.thoughts).toBeUndefined();
    expect(readRecord(recordLine(record))).toEqual(record);
    expect([x.stops, o.stops]).toEqual([1, 1]);
  });

  it('judges moves that are combinations, too many to be listed', async () => {
    const rules = rulesOf(buttonBoards({ boards: 20, moves: 'together' }));
    const legal = `(press ${new Array(20).fill('b').join(' ')})`;
    const wrong = `(press ${new Array(20).fill('d').join(' ')})`;
    const record = await playMatch({ ...settingOf(rules), players: [scripted('boards', [legal, wrong])] });
    expect(record).toMatchObject({ ending: 'terminal', goals: [0] });
    expect(record.moves[0]).toEqual([legal]);
    expect(record.errors.map(({ kind, round }) => ({ kind, round }))).toEqual(
      [2, 3, 4, 5, 6].map((round) => ({ kind: 'illegal', round })),
    );
    // What is made in their place is drawn.
    expect(new Set(record.moves.map(([move]) => move)).size).toBe(6);
    expect(replay(record, { judge: referenceGame(rules), rules: rulesHash(rules) })).toEqual([]);
  });

  it('tells each player its role, its clocks, and the joint move of the round before', async () => {
    const [x, o] = [scripted('ex', X_WINS), scripted('oh', O_LOSES)];
    await playMatch({ ...settingOf(TIC_TAC_TOE), players: [x, o], clock: () => 100 });
    expect(o.starts).toMatchObject([{ role: 1, deadline: 5100, played: [] }]);
    expect(x.starts[0]!.seed).not.toBe(o.starts[0]!.seed);
    expect(o.turns.slice(0, 2)).toEqual([
      { joint: null, deadline: 1100 },
      { joint: ['(mark 1 1)', 'noop'], deadline: 1100 },
    ]);
  });

  it('replaces illegal moves by legal ones, the same for the same seed, and counts them', async () => {
    const wrong = ['(mark 1 1)', 'noop', '(mark 2 1)', 'noop', 'nonsense ((', 'noop', '', 'noop', '(mark 9 9)'];
    const play = async (seed: number): ReturnType<typeof playMatch> => {
      const players = [scripted('ex', wrong), scripted('oh', O_LOSES)];
      return playMatch({ ...settingOf(TIC_TAC_TOE), players, seed });
    };
    const record = await play(1);
    expect(record.errors[0]).toEqual({ kind: 'illegal', round: 3, role: 0, details: '(mark 2 1)' });
    expect(record.moves[2]![0]).toMatch(/^\(mark \d \d\)$/);
    expect(record.errors.every(({ kind }) => kind === 'illegal')).toBe(true);
    expect(record.ending).toBe('terminal');
    expect((await play(1)).moves).toEqual(record.moves);
    const others = await Promise.all([2, 3, 4, 5].map(play));
    expect(others.some(({ moves }) => String(moves[2]) !== String(record.moves[2]))).toBe(true);
  });

  it('replaces what comes late, with some grace', async () => {
    let now = 0;
    const after = (ms: number, move: string) => (): string => {
      now += ms;
      return move;
    };
    const x = scripted('ex', [after(1050, '(mark 1 1)'), 'noop', after(1200, '(mark 1 2)'), 'noop']);
    const record = await playMatch({
      ...{ ...settingOf(TIC_TAC_TOE), clock: () => now, limits: { rounds: 3 } },
      players: [x, scripted('oh', O_LOSES)],
    });
    expect(record.errors).toEqual([{ kind: 'late', round: 3, role: 0, details: '1200 ms at a clock of 1000 ms' }]);
    expect(record.ms).toEqual([
      [1050, 0],
      [0, 0],
      [1200, 0],
    ]);
    expect(record.moves[0]).toEqual(['(mark 1 1)', 'noop']);
  });

  it('goes on with players that break', async () => {
    const broken = scripted('ex', []);
    broken.start = () => Promise.reject(new Error('no memory'));
    broken.play = () => Promise.reject(new Error('still no memory'));
    broken.stop = () => Promise.reject(new Error('gone'));
    const record = await playMatch({ ...settingOf(TIC_TAC_TOE), players: [broken, scripted('oh', O_LOSES)] });
    expect(record.ending).toBe('terminal');
    expect(record.errors[0]).toEqual({ kind: 'failed', round: 0, role: 0, details: 'no memory' });
    expect(record.errors[1]).toEqual({ kind: 'failed', round: 1, role: 0, details: 'still no memory' });
    expect(record.errors.at(-1)).toMatchObject({ kind: 'failed', details: 'gone' });
  });

  it('tells faults of players that answered all the same, and what they thought', async () => {
    const x = scripted('ex', X_WINS);
    const effort = { nodes: 0, playouts: 0, expansions: 0, ms: 0 };
    const thought = { move: 'm', value: 3, isSolved: true, moves: [], variation: [], effort, faults: ['oops'] };
    x.thoughts = () => thought;
    const players = [x, scripted('oh', O_LOSES)];
    const record = await playMatch({ ...settingOf(TIC_TAC_TOE), players, keepsThoughts: true });
    expect(record.errors[0]).toEqual({ kind: 'fault', round: 1, role: 0, details: 'oops' });
    expect(record.moves[0]![0]).toBe('(mark 1 1)');
    expect(record.thoughts?.[4]).toEqual([thought, null]);
  });

  it('draws for chance, the same for the same seed', async () => {
    const rules = bundledRules('orchard-2-2-1');
    const play = (seed: number): ReturnType<typeof playMatch> => {
      const players = rules.roles.map((role) => (role === 'random' ? null : scripted('bob', [])));
      const seats = rules.roles.map((role) => (role === 'random' ? -1 : 0));
      return playMatch({ ...settingOf(rules), players, seats, seed });
    };
    const [first, again] = [await play(1), await play(1)];
    expect(first.moves).toEqual(again.moves);
    expect(first.players).toContain(null);
    const matches = await Promise.all([2, 3, 4, 5, 6].map(play));
    expect(new Set(matches.map(({ moves }) => JSON.stringify(moves))).size).toBeGreaterThan(1);
  });

  it('scores goals that are missing or several as the lowest, and says so', async () => {
    const rules = rulesOf(sheet('(<= terminal (true (step 2))) (goal a 50) (<= (goal a 70) terminal)'));
    const record = await playMatch({ ...settingOf(rules), players: [scripted('p', ['left', 'right'])] });
    expect(record).toMatchObject({ ending: 'terminal', goals: [null], scores: [0], errors: [] });
    expect(record.notes).toEqual(['a has no goal or several at the end: it counts as 0']);
  });

  it('cuts off what does not end', async () => {
    const rules = rulesOf(sheet('(<= terminal (true (step 3))) (goal a 100) (<= (next idle) (true (step 0)))'));
    const record = await playMatch({
      ...{ ...settingOf(rules), limits: { rounds: 7 } },
      players: [scripted('p', new Array<string>(7).fill('left'))],
    });
    expect(record).toMatchObject({ ending: 'capped', goals: null, scores: [0] });
    expect(record.notes).toEqual(['cut off after round 7: all roles count as 0']);
  });

  it('ends where the rules leave a role without a move', async () => {
    const rules = rulesOf(`
      (role a) (init p) (<= (legal a wait) (true p)) (<= (next q) (does a wait))
      (<= terminal (true r)) (<= (next r) (true r)) (goal a 100)`);
    const record = await playMatch({ ...settingOf(rules), players: [scripted('p', ['wait'])] });
    expect(record).toMatchObject({ ending: 'stuck', goals: null, scores: [0], errors: [] });
    expect(record.notes).toEqual(['a role has no legal move after round 1: all roles count as 0']);
  });
});

describe('rulesHash', () => {
  it('is of the rules, not of their layout', () => {
    expect(rulesHash(rulesOf(`; a comment\n${sheet('(<= terminal\n   (true (step 2))) (goal a 50)')}`))).toBe(
      rulesHash(rulesOf(sheet('(<= terminal (true (step 2))) (goal a 50)'))),
    );
    expect(rulesHash(rulesOf(sheet('(<= terminal (true (step 2))) (goal a 51)')))).not.toBe(
      rulesHash(rulesOf(sheet('(<= terminal (true (step 2))) (goal a 50)'))),
    );
    expect(rulesHash(TIC_TAC_TOE)).toMatch(/^[0-9a-f]{16}$/);
  });
});
