import { describe, expect, test } from 'vitest';
import type { GroundProgram } from '../ground/index.js';
import { seededRandom } from '../base/index.js';
import { compiledPlay, groundGame } from '../playout/index.js';
import { bundledProgram, hasSharedGames, programOf, sharedProgram } from '../../test/programs.js';
import { randomSheet } from '../../test/randomSheet.js';
import { holdingIn, playedStates, playedTransitions, solvedTransitions } from '../../test/transitions.js';
import { loadSheet, tracedGames } from '../../test/traces.js';
import { translateRound } from './translateRound.js';

const BUDGET = { clock: () => performance.now(), milliseconds: 120_000, bytes: 3e9 };
const TIMEOUT = { timeout: 300_000 };
const STATES = { count: 5, joints: 400 };

/** The solutions of a round, with the state injected, are its transitions: each once, and no others. */
function checkTransitions(program: GroundProgram): number {
  const translation = translateRound(program, { name: 'game', proofMilliseconds: 2000 }, BUDGET);
  if (!translation.ok) throw new Error(translation.error);
  const play = compiledPlay(program, 'compiled', BUDGET);
  if (!play.ok) throw new Error(play.error);
  const game = play.value.game;
  const states = playedStates(game, STATES);
  for (const state of states) {
    const solved = solvedTransitions(program, translation.value.round, holdingIn(program, game, state));
    expect(solved).toEqual(playedTransitions(program, game, state));
  }
  return states.length;
}

describe('transitions of bundled games', () => {
  const names = ['tic-tac-toe', 'matching-pennies', 'orchard-2-2-1', 'connect-four-5x4', 'rock-paper-scissors', 'nim'];
  test.each([...names, 'monty-hall', 'othello-4x4', 'hex-5x5', 'random-tic-tac-toe-2x2'])('%s', TIMEOUT, (name) => {
    expect(checkTransitions(bundledProgram(name))).toBeGreaterThan(0);
  });
});

test('transitions of random sheets', TIMEOUT, () => {
  let checked = 0;
  for (let seed = 1; seed <= 150; seed++) {
    const program = programOf(randomSheet(seededRandom(seed)));
    const translation = translateRound(program, { name: String(seed) }, BUDGET);
    if (!translation.ok) throw new Error(translation.error);
    const game = groundGame(program);
    for (const state of playedStates(game, STATES)) {
      const holding = holdingIn(program, game, state);
      const solved = solvedTransitions(program, translation.value.round, holding);
      expect(solved, `seed ${String(seed)}`).toEqual(playedTransitions(program, game, state));
      checked++;
    }
  }
  expect(checked).toBeGreaterThan(300);
});

/** Bytes of sheets, and literals of their ground rules, that are looked at: the others take a minute each. */
const LARGEST_SHEET = 8000;
const LARGEST_PROGRAM = 15_000;

describe.skipIf(!hasSharedGames)('transitions of public games (skipped where ../shared is absent)', () => {
  const names = tracedGames().filter((name) => loadSheet(name).length <= LARGEST_SHEET);
  let checked = 0;
  test.each(names)('%s', TIMEOUT, (name) => {
    const program = sharedProgram(name);
    if (program.body.length > LARGEST_PROGRAM) return;
    checkTransitions(program);
    checked++;
  });
  test('are those of at least a hundred games', () => {
    expect(checked).toBeGreaterThanOrEqual(100);
  });
});
