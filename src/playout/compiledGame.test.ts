import fc from 'fast-check';
import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { fail, seededRandom } from '../base/index.js';
import { brokenClaims, compareGames, type Game, type Move, perft, renderDifference } from '../game/index.js';
import { readSheet } from '../gdl/index.js';
import { referenceGame } from '../reference/index.js';
import { validate } from '../rules/index.js';
import { bundledProgram, hasSharedGames, programOf, sharedProgram } from '../../test/programs.js';
import { randomSheet } from '../../test/randomSheet.js';
import { laneGame, packed } from './fakeLanes.js';
import { compiled, KERNELS, someStates } from './fakeRounds.js';
import { groundGame } from './groundGame.js';
import type { LaneKernels } from './lanePlayouts.js';
import type { PackedState } from './packedState.js';

const BUNDLED = readdirSync(new URL('../../games/', import.meta.url))
  .filter((file) => file.endsWith('.kif'))
  .map((file) => file.slice(0, -'.kif'.length));

describe.each(BUNDLED)('%s', (name) => {
  const program = bundledProgram(name);

  test('keeps the contract of a game', () => {
    expect(brokenClaims(compiled(program).game, { random: seededRandom(1), playouts: 3, plies: 60 })).toEqual([]);
  });

  test('is the ground game', () => {
    const options = { random: seededRandom(2), playouts: 5, plies: 80 };
    const difference = compareGames(groundGame(program), compiled(program).game, options);
    expect(difference && renderDifference(difference)).toBeUndefined();
  });

  test('is the ground game in states that cannot be reached, too', () => {
    const game = laneGame(program);
    const random = seededRandom(3);
    const { game: found } = compiled(program);
    const expected = groundGame(program);
    for (let i = 0; i < 20; i++) {
      const state = Uint8Array.from({ length: program.fluents }, () => random.below(2));
      const twin = packed(game, state);
      const legal = program.roles.map((_, role) => expected.legalMoves(state, role));
      expect(program.roles.map((_, role) => found.legalMoves(twin, role))).toEqual(legal);
      expect(found.isTerminal(twin)).toBe(expected.isTerminal(state));
      expect(found.goals(twin)).toEqual(expected.goals(state));
      if (legal.some((moves) => moves.length === 0)) continue;
      const joint = legal.map((moves) => moves[random.below(moves.length)]!);
      expect(found.next(twin, joint)).toEqual(packed(game, expected.next(state, joint)));
      expect(found.percepts(twin, joint)).toEqual(expected.percepts(state, joint));
    }
  });
});

describe('random sheets', () => {
  test.each(Object.entries<LaneKernels>(KERNELS))('play the same in reference and compiled, %s', (_, kernels) => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const random = seededRandom(seed);
        const content = randomSheet(random);
        const rules = validate(readSheet({ name: `seed ${String(seed)}`, content }));
        if (!rules.ok) throw new Error(content);
        const { game } = compiled(programOf(content), kernels);
        const difference = compareGames(referenceGame(rules.value), game, { random, playouts: 3, plies: 6 });
        if (difference !== undefined) throw new Error(`${content}\n\n${renderDifference(difference)}`);
      }),
      { numRuns: kernels === KERNELS.simd ? 120 : 40, seed: 2017 },
    );
  });

  test('keep the contract of a game', () => {
    for (let seed = 0; seed < 40; seed++) {
      const random = seededRandom(seed);
      const { game } = compiled(programOf(randomSheet(random)));
      expect(brokenClaims(game, { random, playouts: 2, plies: 6 })).toEqual([]);
    }
  });
});

describe.skipIf(!hasSharedGames)('rules that recur within a state (skipped where ../shared is absent)', () => {
  test.each(['amazonsTorus_10x10', 'atariGoVariant_7x7', 'linesOfAction', 'cubicup_3player'])('%s', (name) => {
    const program = sharedProgram(name);
    const options = { random: seededRandom(4), playouts: 1, plies: 20 };
    const difference = compareGames(groundGame(program), compiled(program).game, options);
    expect(difference && renderDifference(difference)).toBeUndefined();
  });
});

describe('what the network was not made for', () => {
  const program = bundledProgram('tic-tac-toe');
  const game = laneGame(program);
  const expected = groundGame(program);

  test('joint moves that are not legal have the successors that the rules give', () => {
    const { game: found } = compiled(program);
    for (const state of someStates(expected, seededRandom(5))) {
      const joint = expected.roles.map((_, role) => game.names.ofRole(role).at(-1)!);
      expect(found.next(packed(game, state), joint)).toEqual(packed(game, expected.next(state, joint)));
      const none: readonly Move[] = [];
      expect(found.next(packed(game, state), none)).toEqual(packed(game, expected.next(state, none)));
    }
  });

  test('rounds for which there is no memory are left to the rules', () => {
    const blind = bundledProgram('blind-tic-tac-toe');
    for (const program of [blind, bundledProgram('connect-four-5x4')]) {
      let kernels = 0;
      const scarce: LaneKernels = {
        make: (width, bytes) => (kernels++ === 0 ? KERNELS.simd.make(width, bytes) : fail('no memory')),
        unitWords: 4,
      };
      const options = { random: seededRandom(6), playouts: 2, plies: 40 };
      expect(compareGames(groundGame(program), compiled(program, scarce).game, options)).toBeUndefined();
    }
  });
});

test('more states than are remembered', () => {
  const count = (game: Game): number => perft(game, 4);
  const program = bundledProgram('connect-four-5x4');
  expect(count(compiled(program).game as Game)).toEqual(count(groundGame(program) as Game));
});

test('the hash of a successor is that of the state', () => {
  const program = bundledProgram('breakthrough-6x6');
  const { layout } = laneGame(program);
  const { game } = compiled(program);
  const sealed = (state: PackedState): PackedState => layout.of(layout.holding(state));
  for (const state of someStates(game, seededRandom(7))) expect(state).toEqual(sealed(state));
});
