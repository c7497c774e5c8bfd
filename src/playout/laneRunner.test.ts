import { describe, expect, it } from 'vitest';
import { bundledProgram, hasSharedGames, programOf, sharedProgram } from '../../test/programs.js';
import { seededRandom } from '../base/index.js';
import type { GroundProgram } from '../ground/index.js';
import { laneGame, packed, randomStates } from './fakeLanes.js';
import { playoutStreams } from './gates/playoutStreams.js';
import { pairedKernel } from './kernel/fakePair.js';
import type { Width } from './kernel/memoryMap.js';
import { inTurn, type LaneBatch, LaneRunner } from './laneRunner.js';
import type { LaneGame } from './lanePlayouts.js';
import { STUCK_SHEET } from './fakeSheets.js';

const WIDTHS: readonly Width[] = ([4, 2] as const).flatMap((unitWords) =>
  [1, 4, 8].map((units) => ({ units, unitWords })),
);
const NARROW: readonly Width[] = [
  { units: 1, unitWords: 4 },
  { units: 2, unitWords: 2 },
];

/** Batches from random states of every phase; the paired kernel throws where the twin comes to something else. */
function playInPairs(
  program: GroundProgram,
  { width, maxPlies, isLarge = false }: { width: Width; maxPlies: number; isLarge?: boolean },
): void {
  const game = laneGame(program);
  const random = seededRandom(11);
  for (const countsMoves of isLarge ? [false] : [false, true]) {
    const streams = playoutStreams({ program, phases: game.phases, countsMoves });
    const runner = LaneRunner.open(streams, width, pairedKernel(streams.temporaries));
    if (!runner.ok) throw new Error(runner.error);
    const all = shares(runner.value.lanes, width);
    randomStates(game, random, 4).forEach((states, phase) => {
      for (const { starts: count, ...share } of isLarge ? [all[phase % all.length]!] : all) {
        const starts = Array.from({ length: count }, (_, start) => packed(game, states[start % states.length]!));
        const batch = { phases: starts.map(() => phase), starts, maxPlies, ...share, seed: random.nextUint32() };
        expect(() => runner.value.run(batch)).not.toThrow();
      }
    });
    for (const isShared of [false, true]) {
      const batch = ofAllPhases(game, runner.value.lanes, { maxPlies, isShared });
      expect(() => runner.value.run(batch)).not.toThrow();
    }
  }
}

/**
 * Starts of all phases side by side: a lane for every playout, and some lanes idle; or more playouts than lanes, shared
 * by all.
 */
function ofAllPhases(
  game: LaneGame,
  lanes: number,
  { maxPlies, isShared }: { readonly maxPlies: number; readonly isShared: boolean },
): LaneBatch {
  const found = randomStates(game, seededRandom(12), 4).map((states) => states.map((state) => packed(game, state)));
  const playoutsEach = 2;
  const phases = Array.from({ length: lanes / playoutsEach - 3 }, (_, start) => start % found.length).filter(
    (phase) => found[phase]!.length > 0,
  );
  const starts = phases.map((phase, start) => found[phase]![start % found[phase]!.length]!);
  const batch = { starts, maxPlies, seed: 13 };
  if (!isShared) return { ...batch, phases, lanesEach: playoutsEach, playoutsEach };
  return { ...batch, phases: phases.toSorted((a, b) => a - b), lanesEach: undefined, playoutsEach: 5 };
}

interface Share {
  readonly starts: number;
  readonly lanesEach: number;
  readonly playoutsEach: number;
}

/** Lanes that share playouts with others, a few of them idle; lanes on their own; whole vectors, with playouts for some or for all lanes. */
function shares(lanes: number, { units, unitWords }: Width): readonly Share[] {
  const vector = 32 * unitWords;
  return [
    { starts: Math.floor(lanes / 5), lanesEach: 5, playoutsEach: 8 },
    { starts: Math.ceil(units / 2), lanesEach: vector, playoutsEach: Math.floor(0.8 * vector) },
    { starts: lanes - 7, lanesEach: 1, playoutsEach: 2 },
    { starts: 1, lanesEach: lanes, playoutsEach: lanes + 30 },
  ];
}

describe('whole batches end with the same memory in the kernel and in its twin', () => {
  it.each(WIDTHS)('in every width: $units × $unitWords words', (width) => {
    playInPairs(bundledProgram('tic-tac-toe'), { width, maxPlies: 100 });
  });

  it.each(['rock-paper-scissors', 'monty-hall', 'nim', 'maze', 'othello-4x4', 'connect-four-5x4', 'hex-5x5'])(
    '%s',
    (name) => {
      for (const width of NARROW) playInPairs(bundledProgram(name), { width, maxPlies: 12 });
    },
  );

  it.each([0, 1, 2, 3, 5, 8])('with a cap at %d plies', (maxPlies) => {
    for (const width of NARROW) playInPairs(bundledProgram('tic-tac-toe'), { width, maxPlies });
  });

  it('where playouts are stuck', () => {
    for (const width of NARROW) playInPairs(programOf(STUCK_SHEET), { width, maxPlies: 100 });
  });

  it.skipIf(!hasSharedGames).each([
    ['reversi', 'whose goals are evaluated aside', 6],
    ['checkersTiny', 'which has many moves', 6],
    ['atariGoVariant_7x7', 'whose rules are recursive', 6],
    ['cubicup_3player', 'which has three players', 12],
    ['chineseCheckers3', 'which has three phases', 12],
    ['ticTacToeParallel', 'whose moves are simultaneous', 12],
  ] as const)('%s, %s', (name, _, maxPlies) => {
    playInPairs(sharedProgram(name), { width: { units: 1, unitWords: 2 }, maxPlies, isLarge: true });
  });
});

it.each([
  [[0, 0, 0], 3, [0]],
  [[1, 0], 2, [0, 1]],
  [[4, 0, 5, 0], 6, [4, 5, 0]],
  [[2, 3, 11], 12, [11, 2, 3]],
])('lanes of the phases %j of %d join in the order %j, whoever comes last waiting least', (phases, period, order) => {
  expect(inTurn(phases, period)).toEqual(order);
});
