import { describe, expect, it } from 'vitest';
import { seededRandom } from '../base/index.js';
import { type Game, gameSimulator } from '../game/index.js';
import { loadRules, openPlay, type Play } from '../pipeline.js';
import { plainValue } from '../../test/plainValue.js';
import { randomGame, type RandomGameOptions } from '../../test/randomGame.js';
import { randomSheet } from '../../test/randomSheet.js';
import { goalRange } from './interests.js';
import { solve, type Solution, type SolveRequest } from './solve.js';

const BUDGET = { clock: () => 0, milliseconds: 1, bytes: 2 ** 30, nodes: 1_000_000 };

const solveGame = (game: Game<number>, request: Partial<SolveRequest<number>> = {}): Solution =>
  solve({
    game,
    simulator: gameSimulator(
      game,
      game.roles.map(() => 0),
    ),
    budget: BUDGET,
    ...request,
  });

const TABLES: Omit<RandomGameOptions, 'hasCycles'> = { roles: ['a', 'b', 'random'], states: 14, hasIdleDraws: true };

/** Numbers that differ by rounding only. */
const close = (value: number): unknown => expect.closeTo(value, 9) as unknown;

describe('solve and the definition of the value agree', () => {
  it.each([
    ['one player', ['a']],
    ['one player and chance', ['a', 'random']],
    ['two players', ['a', 'b']],
    ['two players and chance', ['random', 'a', 'b']],
    ['three players', ['a', 'b', 'c']],
  ])('on random tables of %s', (_, roles) => {
    for (let seed = 0; seed < 150; seed++) {
      const game = randomGame(seededRandom(seed), { ...TABLES, roles, hasCycles: false });
      for (const aim of ['best', 'worst'] as const) {
        for (const horizon of [Infinity, 0, 1, 2, 3, 5]) {
          const { values } = solveGame(game, { aim, horizon });
          expect(values.map(({ answer }) => answer.ending)).toEqual(values.map(() => 'settled'));
          for (const { role, lower, upper } of values) {
            const value = plainValue(game, { role, own: [role], isWorst: aim === 'worst', horizon, lowest: 0 })!;
            expect([seed, aim, horizon, lower, upper]).toEqual([seed, aim, horizon, close(value), close(value)]);
          }
        }
      }
    }
  });

  it('on random tables with cycles, which it refuses or finds not to matter', () => {
    const seen = { refused: 0, settled: 0 };
    for (let seed = 0; seed < 300; seed++) {
      const game = randomGame(seededRandom(seed), { ...TABLES, states: 8, hasCycles: true });
      for (const { role, lower, upper, answer } of solveGame(game).values) {
        const question = { role, own: [role], lowest: 0 };
        if (answer.ending === 'cycle') {
          seen.refused++;
          expect(plainValue(game, question)).toBeUndefined();
          expect(answer.reason).toMatch(/^a state comes back after (one round|\d+ rounds), by \S+ m\d/);
        } else {
          // However long play is, it gets no further from that.
          const value = plainValue(game, { ...question, horizon: 300 })!;
          seen.settled++;
          expect([seed, lower, upper]).toEqual([seed, expect.closeTo(value, 5), expect.closeTo(value, 5)]);
        }
      }
    }
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(20);
  });

  it.each(['compiled', 'ground', 'reference'] as const)('on random sheets, %s', (engine) => {
    let values = 0;
    for (let seed = 0; seed < 60; seed++) {
      const { game, simulator, program } = playOf(randomSheet(seededRandom(seed)), engine);
      for (const horizon of [1, 2]) {
        const solution = solve({ game, simulator, claims: program?.goals, horizon, budget: BUDGET });
        for (const { role, lower, upper, objective } of solution.values) {
          const { lowest } = goalRange(program?.goals, role);
          const value = plainValue(game, { role, own: objective.own, horizon, lowest })!;
          expect([seed, horizon, lower, upper]).toEqual([seed, horizon, close(value), close(value)]);
          values++;
        }
      }
    }
    expect(values).toBeGreaterThan(100);
  });
});

function playOf(content: string, engine: 'compiled' | 'ground' | 'reference'): Play {
  const rules = loadRules({ name: 'sheet', content });
  if (!rules.ok) throw new Error('not valid');
  const play = openPlay(rules.value, engine, { ...BUDGET, milliseconds: 60_000 });
  if (!play.ok) throw new Error(play.error);
  return play.value;
}

describe('solve', () => {
  it('decides a threshold as the value does', () => {
    for (let seed = 0; seed < 150; seed++) {
      const game = randomGame(seededRandom(seed), { ...TABLES, hasCycles: false });
      const exact = solveGame(game, { role: 0 }).values[0]!;
      for (const threshold of [10, 30, 55, 80, exact.lower]) {
        const { lower, upper, answer } = solveGame(game, { role: 0, threshold }).values[0]!;
        expect(['settled', 'decided']).toContain(answer.ending);
        expect([seed, lower >= threshold, upper < threshold]).toEqual([
          seed,
          exact.lower >= threshold,
          exact.lower < threshold,
        ]);
      }
    }
  });

  it('needs fewer states for a threshold than for the value', () => {
    let exact = 0;
    let decided = 0;
    for (let seed = 0; seed < 50; seed++) {
      const game = randomGame(seededRandom(seed), { ...TABLES, states: 40, hasCycles: false });
      exact += solveGame(game, { role: 0 }).nodes;
      decided += solveGame(game, { role: 0, threshold: 60 }).nodes;
    }
    expect(decided).toBeLessThan(exact);
  });

  it.each([
    ['states', { nodes: 3 }, 'more than 3 states'],
    ['time', { milliseconds: -1 }, 'more than -0.001 s'],
    ['memory', { bytes: 100 }, 'more than 0 MB of memory'],
  ])('gives up when %s run out, with what it knows', (_, budget, reason) => {
    for (const roles of [['a'], ['a', 'random']]) {
      const game = randomGame(seededRandom(3), { ...TABLES, roles, states: 30, hasCycles: false });
      const [value] = solveGame(game, { budget: { ...BUDGET, ...budget } }).values;
      expect(value).toMatchObject({ lower: 0, upper: 100, answer: { ending: 'budget', reason } });
    }
  });

  it('tells how far it has come', () => {
    const game = randomGame(seededRandom(3), { ...TABLES, states: 30, hasCycles: false });
    const nodes: number[] = [];
    const solution = solveGame(game, { onProgress: (progress) => nodes.push(progress.nodes) });
    expect(nodes.at(-1)).toBe(solution.nodes);
    expect(nodes).toEqual([...nodes].sort((a, b) => a - b));
  });

  it('has nothing to say where only chance plays', () => {
    const game = randomGame(seededRandom(1), { ...TABLES, roles: ['random'], hasCycles: false });
    expect(solveGame(game).values).toEqual([]);
  });
});
