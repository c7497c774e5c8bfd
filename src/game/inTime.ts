import type { Game } from './game.js';

/** Asks a game for as long as there is time, where it can be interrupted; to the end where it cannot be, or nobody tells the time. */
export function inTime<T>(
  game: Pick<Game, 'within'>,
  isTimeUp: (() => boolean) | undefined,
  ask: () => T,
): T | undefined {
  return game.within === undefined || isTimeUp === undefined ? ask() : game.within(isTimeUp, ask);
}
