import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type ButtonBoards, buttonBoards } from '../../test/buttonBoards.js';
import { seededRandom } from '../base/index.js';
import { loadRules } from '../pipeline.js';
import { referenceGame } from '../reference/index.js';
import { moveColumns, type ValidRules } from '../rules/index.js';
import {
  brokenClaims,
  canAllMove,
  combinedGame,
  compareGames,
  countLegalMoves,
  type Game,
  isLegal,
  observeTiming,
  playout,
  randomLegalMove,
  someLegalMoves,
  TooManyJointMoves,
} from './index.js';

const rulesOf = (options: Partial<ButtonBoards>): ValidRules =>
  rulesIn(buttonBoards({ boards: 3, moves: 'together', ...options }));

function rulesIn(content: string): ValidRules {
  const rules = loadRules({ name: 'sheet', content });
  if (!rules.ok) throw new Error(rules.error[0]?.message);
  return rules.value;
}

/** The game by the columns of its moves, however few there are. */
function byColumns(rules: ValidRules, tied?: readonly (readonly number[])[]): Game {
  const columns = moveColumns(rules, tied)!;
  return combinedGame(referenceGame(columns.rules) as Game, rules.roles[0]!, columns);
}

describe('a game whose moves are combinations', () => {
  it.each([{}, { isDefined: true }, { tied: [2] }, { isAlternating: true }, { isShared: true, endsAtGoal: false }])(
    'is the game itself, boards with %o',
    (options) => {
      const rules = rulesOf(options);
      for (const tied of [[], [[0, 2]]]) {
        const random = seededRandom(1);
        const compared = { random, playouts: 5, plies: 20 };
        expect(compareGames(referenceGame(rules), byColumns(rules, tied), compared)).toBeUndefined();
      }
    },
  );

  it('keeps what games promise', () => {
    const game = byColumns(rulesOf({}));
    expect(brokenClaims(game, { random: seededRandom(1), playouts: 3, plies: 10 })).toEqual([]);
  });

  it('need not list its moves', () => {
    const game = byColumns(rulesOf({ boards: 20 }));
    const state = game.initial();
    expect(() => game.legalMoves(state, 0)).toThrow(TooManyJointMoves);
    expect(countLegalMoves(game, state, 0)).toBe(3 ** 20);
    expect(canAllMove(game, state)).toBe(true);
    const random = seededRandom(1);
    const drawn = Array.from({ length: 20 }, () => randomLegalMove(game, state, { role: 0, random })!);
    expect(new Set(drawn).size).toBe(20);
    for (const move of drawn) {
      expect(isLegal(game, state, { role: 0, move })).toBe(true);
      expect(game.names.findMove(game.names.move(move))).toBe(move);
    }
    const first = someLegalMoves(game, state, { role: 0, most: 3 }).map((move) => game.names.move(move));
    expect(first.map((text) => text.slice(-6))).toEqual(
      ['a a a)', 'a a b)', 'a a c)'].map((end) => ` ${end}`.slice(-6)),
    );
    expect(playout(game, random).joints).toHaveLength(6);
    expect(observeTiming(game, { random, playouts: 1, plies: 10 })).toBe('turn-based');
  });

  it('knows which are not legal', () => {
    const rules = rulesOf({ boards: 3 });
    const game = byColumns(rules);
    expect(game.names.findMove('(press a b)')).toBeUndefined();
    expect(game.names.findMove('(pull a b c)')).toBeUndefined();
    const wrong = game.names.findMove('(press a b p)');
    const isWrong = wrong === undefined || !isLegal(game, game.initial(), { role: 0, move: wrong });
    expect(isWrong).toBe(true);
  });
});

const SHARED = new URL('../../../shared/games/', import.meta.url);

describe.skipIf(!existsSync(SHARED))('sheets whose moves have columns (skipped where ../shared is absent)', () => {
  it.each(['lightsOnSimultaneous', 'lightsOnSimul4', 'lightsOut', 'simultaneousWin2', 'twisty-passages'])(
    '%s is the same by columns',
    (name) => {
      const rules = rulesIn(readFileSync(new URL(`${name}.kif`, SHARED), 'utf8'));
      const compared = { random: seededRandom(1), playouts: 2, plies: 30 };
      expect(compareGames(referenceGame(rules), byColumns(rules), compared)).toBeUndefined();
    },
  );

  it('factoringMediumTurtleBrain is the same by columns', () => {
    const rules = rulesIn(readFileSync(new URL('factoringMediumTurtleBrain.kif', SHARED), 'utf8'));
    const compared = { random: seededRandom(1), playouts: 1, plies: 5 };
    expect(compareGames(referenceGame(rules), byColumns(rules), compared)).toBeUndefined();
  });
});

describe('the judge', () => {
  it('takes moves for combinations only where they cannot be listed', () => {
    expect(referenceGame(rulesOf({ boards: 10 })).combinations).toBeUndefined();
    expect(referenceGame(rulesOf({ boards: 11 })).combinations?.columns.roles).toHaveLength(11);
  });
});
