import { describe, expect, test } from 'vitest';
import { fail, seededRandom } from '../base/index.js';
import { gameSimulator } from '../game/index.js';
import type { GroundProgram } from '../ground/index.js';
import { bundledProgram, hasSharedGames, programOf, sharedProgram } from '../../test/programs.js';
import { randomSheet } from '../../test/randomSheet.js';
import { laneGame, packed } from './fakeLanes.js';
import { compiled, KERNELS, readable, someStates } from './fakeRounds.js';
import { groundGame } from './groundGame.js';
import type { LaneKernels } from './lanePlayouts.js';

/** Whether states of random games, expanded all at once, have the successors that the ground game gives. */
function compareExpansions(
  program: GroundProgram,
  { kernels = KERNELS.simd as LaneKernels, games = 2, most = 1000, hasMemory = true },
): void {
  const ground = groundGame(program);
  const game = laneGame(program);
  const states = someStates(ground, seededRandom(1), { games }).slice(0, most);
  const expected = gameSimulator(ground, []).expand(states);
  const { game: found, expander } = compiled(program, kernels);
  const packedStates = states.map((state) => packed(game, state));
  const expansions = expander.expand(packedStates);
  expansions.forEach((expansion, at) => {
    expect(readable(found, expansion, (state) => state)).toEqual(
      readable(ground, expected[at]!, (state) => packed(game, state)),
    );
  });
  // Joint moves that are made one for each state lead to the same.
  const before = expansions.flatMap(({ terminal }, at) => Array.from(terminal, () => packedStates[at]!));
  const joints = Int32Array.from(expansions.flatMap(({ joints }) => [...joints]));
  const successors = expansions.flatMap((expansion) => [...expansion.successors]);
  expect(expander.next(before, joints)).toEqual(hasMemory ? successors : undefined);
}

/** So many joint moves that no width has as many lanes. */
const MANY_JOINTS = `
  (role red) (role blue) (role green) (init (at 0)) (succ 0 1) (succ 1 2)
  ${Array.from({ length: 12 }, (_, i) => `(number ${String(i)})`).join(' ')}
  (<= (legal ?r (say ?n)) (role ?r) (number ?n))
  (<= (next (said ?r ?n)) (does ?r (say ?n)))
  (<= (next (same ?n)) (does red (say ?n)) (does green (say ?n)))
  (<= (next (at ?j)) (true (at ?i)) (succ ?i ?j))
  (<= terminal (true (at 2))) (<= terminal (true (said blue 7)))
  (<= (goal red 100) (true (same ?n))) (<= (goal red 0) (true (said red 3)))
  (goal blue 50) (<= (goal green ?n) (true (said green ?n)))`;

/** Six who choose among a hundred moves at once. */
const CROWD = `
  ${Array.from({ length: 6 }, (_, i) => `(role r${String(i)}) (goal r${String(i)} 50)`).join(' ')}
  ${Array.from({ length: 100 }, (_, i) => `(number ${String(i)})`).join(' ')}
  (init on) (<= (legal ?r (say ?n)) (role ?r) (number ?n)) (<= (next (said ?n)) (does ?r (say ?n))) (<= terminal (true (said ?n)))`;

/** Blue has no legal move after red has said stop. */
const STUCK = `
  (role red) (role blue) (init on) (legal red go) (legal red stop)
  (<= (legal blue wait) (true on)) (<= (next on) (true on) (does red go)) (<= (next off) (does red stop))
  (<= terminal (not (true on)) (not (true off))) (goal red 0) (goal blue 0)`;

/** A state of more than 16 words. */
const LONG = `
  (role red) (init (at 1 1)) ${Array.from({ length: 30 }, (_, i) => `(succ ${String(i)} ${String(i + 1)})`).join(' ')}
  (<= (near ?x ?y) (succ ?x ?y)) (<= (near ?x ?y) (succ ?y ?x))
  (<= (legal red (right ?y)) (true (at ?x ?z)) (near ?x ?y)) (<= (legal red (up ?y)) (true (at ?z ?x)) (near ?x ?y))
  (<= (next (at ?n ?y)) (true (at ?x ?y)) (does red (right ?n)))
  (<= (next (at ?x ?n)) (true (at ?x ?y)) (does red (up ?n)))
  (<= (next (been ?x ?y)) (true (at ?x ?y))) (<= (next (been ?x ?y)) (true (been ?x ?y)))
  (<= terminal (true (at 30 30))) (<= (goal red 100) (true (been 3 3))) (<= (goal red 0) (not (true (been 3 3))))`;

describe('expansions are those of the ground game', () => {
  describe.each(Object.entries<LaneKernels>(KERNELS))('%s', (_, kernels) => {
    test.each(['tic-tac-toe', 'nim', 'connect-four-5x4', 'rock-paper-scissors', 'monty-hall', 'hex-5x5'])(
      '%s',
      (name) => {
        compareExpansions(bundledProgram(name), { kernels });
      },
    );
  });

  test.each(['breakthrough-6x6', 'othello-6x6', 'blind-tic-tac-toe', 'eight-puzzle', 'orchard-2-2-1'])('%s', (name) => {
    compareExpansions(bundledProgram(name), { games: 6 });
  });

  test.each([
    ['more joint moves than lanes', MANY_JOINTS],
    ['states in which a role has no move', STUCK],
    ['long states', LONG],
  ])('%s', (_, sheet) => {
    compareExpansions(programOf(sheet), { games: 4, most: 12 });
  });

  test('random sheets', () => {
    for (let seed = 0; seed < 60; seed++) compareExpansions(programOf(randomSheet(seededRandom(seed))), { most: 8 });
  });

  test.skipIf(!hasSharedGames)('rules that recur within a state (skipped where ../shared is absent)', () => {
    compareExpansions(sharedProgram('atariGoVariant_7x7'), { games: 1 });
    compareExpansions(sharedProgram('cubicup_3player'), { games: 1, most: 4 });
  });

  test('where there is no memory', () => {
    let kernels = 0;
    const scarce: LaneKernels = {
      make: (width, bytes) => (kernels++ === 0 ? KERNELS.simd.make(width, bytes) : fail('no memory')),
      unitWords: 4,
    };
    compareExpansions(bundledProgram('connect-four-5x4'), { kernels: scarce, games: 4, hasMemory: false });
  });
});

test('what was expanded once stays as it was', () => {
  const { game, expander } = compiled(programOf(LONG));
  const states = someStates(game, seededRandom(2), { games: 1, plies: 20 });
  const read = (): unknown => first.map((expansion) => readable(game, expansion));
  const first = expander.expand(states);
  const before = read();
  expander.expand(first.flatMap(({ successors }) => successors));
  expect(read()).toEqual(before);
});

test('more joint moves than there is memory for', () => {
  const roles = Array.from({ length: 25 }, (_, role) => `(role r${String(role)})`).join(' ');
  const sheet = `${roles} (init on) (<= (legal ?r no) (role ?r)) (<= (legal ?r yes) (role ?r)) (<= (next on) (does r0 yes))
    (<= terminal (not (true on))) (<= (goal ?r 0) (role ?r))`;
  const { game, expander } = compiled(programOf(sheet));
  expect(() => expander.expand([game.initial()])).toThrow(RangeError);
});

test('nothing is expanded to nothing', () => {
  expect(compiled(bundledProgram('nim')).expander.expand([])).toEqual([]);
});

describe('an expander that was prepared', () => {
  test.each([
    ['one move at a time', bundledProgram('tic-tac-toe')],
    ['more joint moves than lanes', programOf(MANY_JOINTS)],
    ['states without a move', programOf(STUCK)],
  ])('expands as one that was not: %s', (_, program) => {
    const game = laneGame(program);
    const states = someStates(groundGame(program), seededRandom(1)).map((state) => packed(game, state));
    const { game: compiledGame, expander } = compiled(program);
    expander.prepare(compiledGame.initial());
    expect(expander.expand(states)).toEqual(compiled(program).expander.expand(states));
  });

  test('leaves out states of more joint moves than there is memory for', () => {
    const { game, expander } = compiled(programOf(CROWD));
    expect(() => expander.expand([game.initial()])).toThrow(RangeError);
    expect(() => {
      expander.prepare(game.initial());
    }).not.toThrow();
  });
});

describe('where time is up', () => {
  test('the first states have all their successors, the others none, whatever their phases', () => {
    const program = bundledProgram('tic-tac-toe');
    const game = laneGame(program);
    const { expander } = compiled(program, KERNELS.simd);
    const states = someStates(groundGame(program), seededRandom(1), { games: 100 }).map((state) => packed(game, state));
    const all = expander.expand(states);
    const found = [0, 1, 2, 3, 5, 8].map((looks) => {
      let left = looks;
      return expander.expand(states, () => left-- === 0);
    });
    for (const some of found) expect(some).toEqual(all.slice(0, some.length));
    const lengths = found.map(({ length }) => length);
    expect(lengths[0]).toBe(0);
    expect(lengths.some((length) => length > 0 && length < all.length)).toBe(true);
  });
});
