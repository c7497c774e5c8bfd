import { describe, expect, it } from 'vitest';
import { bundledProgram, hasSharedGames, programOf, sharedProgram } from '../../test/programs.js';
import { seededRandom } from '../base/index.js';
import type { Move } from '../game/index.js';
import type { GroundProgram } from '../ground/index.js';
import { laneGame, randomStates } from './fakeLanes.js';
import { PlyChecker } from './fakePlies.js';
import { STUCK_SHEET } from './fakeSheets.js';

/** Plays a ply from each of so many random states of each phase: the streams that count moves first, and the others with the same draws. */
function differences(program: GroundProgram, states: number): readonly string[] {
  const game = laneGame(program);
  const options = { width: { units: 2, unitWords: 4 }, seed: 5 } as const;
  const seen = new PlyChecker(game, { ...options, countsMoves: true });
  const unseen = new PlyChecker(game, { ...options, countsMoves: false });
  return randomStates(game, seededRandom(7), states).flatMap((ofPhase, phase) => {
    const found: string[] = [];
    for (let from = 0; from < ofPhase.length; from += seen.lanes) {
      const some = ofPhase.slice(from, from + seen.lanes);
      const joints: (readonly Move[] | undefined)[] = [];
      found.push(...seen.differences(phase, some, joints), ...unseen.differences(phase, some, joints));
    }
    return found;
  });
}

describe('a ply of every lane is one of the ground game: terminal or not, legal moves, the next state, the goals', () => {
  it.each([
    ...['tic-tac-toe', 'blind-tic-tac-toe', 'breakthrough-6x6', 'coins', 'connect-four', 'eight-puzzle', 'hex-5x5'],
    ...[
      'matching-pennies',
      'maze',
      'monty-hall',
      'nim',
      'othello-4x4',
      'random-tic-tac-toe-2x2',
      'rock-paper-scissors',
    ],
  ])('%s', (name) => {
    expect(differences(bundledProgram(name), 1000)).toEqual([]);
  });

  it('a sheet with states in which a role has no move', () => {
    expect(differences(programOf(STUCK_SHEET), 300)).toEqual([]);
  });

  it
    .skipIf(!hasSharedGames)
    .each([
      ...['3pffa', 'atariGoVariant_7x7', 'beatMania', 'biddingTicTacToe'],
      ...['blocker', 'breakthroughSmall', 'cephalopodMicro', 'checkersTiny'],
      ...['chickentictactoe', 'chineseCheckers3', 'chomp', 'connectFourSimultaneous'],
      ...['copolymer_4_pie', 'cubicup_3player', 'eightPuzzle'],
      ...['englishDraughts', 'escortLatch'],
      ...['guess', 'hidato37', 'kalaha5x2x3', 'knightsTour'],
      ...['minichess', 'nineBoardTicTacToe'],
      ...['numbertictactoe', 'pegEuro', 'pentago', 'roshambo2', 'ruleDepthLinear'],
      ...['simultaneousWin2', 'smallest_4player', 'sudokuGrade5', 'ticTacToeParallel'],
      ...['tictactoe_3d_small_6player', 'troublemaker01', 'ttcc4_2player_small'],
    ])('%s', (name) => {
    expect(differences(sharedProgram(name), 128)).toEqual([]);
  });

  it.skipIf(!hasSharedGames).each(['breakthrough', 'reversi', 'checkers'])('%s, which is large', (name) => {
    expect(differences(sharedProgram(name), 40)).toEqual([]);
  });
});
