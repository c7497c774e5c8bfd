/**
 * Yardsticks: players of our own that know one game each, and look ahead to a fixed depth with an evaluation for
 * people. They are strangers to the searches, which may share a blindness that does not show when they play each
 * other.
 */
import { fail, ok, type Result } from '../../src/base/index.js';
import { bestMove } from './alphaBeta.js';
import { readChess } from './chess.js';
import { readCheckers } from './checkers.js';
import { readEnglishDraughts } from './englishDraughts.js';
import type { Position } from './position.js';
import { readBreakthrough, readKnightthrough } from './race.js';

export interface Yardstick {
  /** Reads a state from its facts, as `Game.names` has them. */
  read(facts: readonly string[]): Position;
  /** The move of the role whose turn it is, as KIF. The same facts and depth give the same move. */
  choose(facts: readonly string[], depth: number): string;
}

/** By the name of the sheet. */
const READERS: Readonly<Record<string, (facts: readonly string[]) => unknown>> = {
  breakthrough: readBreakthrough,
  checkers: readCheckers,
  englishDraughts: readEnglishDraughts,
  knightThrough: readKnightthrough,
  speedChess: readChess,
};

export const YARDSTICK_GAMES = Object.keys(READERS);

export function openYardstick(game: string): Result<Yardstick, string> {
  if (!Object.hasOwn(READERS, game))
    return fail(`there is no yardstick for ${game}; there are those for ${YARDSTICK_GAMES.join(', ')}`);
  // Moves of a position are only ever given back to positions of the same game.
  const read = READERS[game] as (facts: readonly string[]) => Position;
  return ok({
    read,
    choose: (facts, depth) => {
      const position = read(facts);
      return position.text(bestMove(position, depth));
    },
  });
}
