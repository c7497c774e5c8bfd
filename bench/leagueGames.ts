/** The games and pairs of the league, and what the papers report of the same games. */
import { existsSync } from 'node:fs';

const SHARED = '../shared/games';
const BUNDLED = 'games';

export const SHARED_GAMES = [
  ...['breakthroughSuicide', 'connectFour', 'connectFourSimultaneous', 'copolymer_4_pie', 'dotsAndBoxesSuicide'],
  ...['englishDraughts', '2pffa_zerosum', 'hex', 'knightThrough', 'pentago', 'quarto', 'skirmishZeroSum', '2pttc'],
];
/** With chance, for two players. */
export const STOCHASTIC_GAMES = ['random-tic-tac-toe', 'pig-30', 'dice-race', 'dice-breakthrough'];

/** Two algorithms, the one whose score is told first. */
export type Pair = readonly [string, string];

export const PAIRS: readonly Pair[] = [
  ['mac-ucb', 'uct'],
  ['fc-ucb', 'uct'],
  ...['random', 'flat-ucb', 'uct', 'grave', 'cfr', 'mac-ucb', 'fc-ucb'].map((rival): Pair => ['woodstock', rival]),
];

export const pairName = ([first, second]: Pair): string => `${first},${second}`;

/** Where the rule sheet of a game is, or undefined where it is not. */
export function sheetOf(game: string): string | undefined {
  return [`${BUNDLED}/${game}.kif`, `${SHARED}/${game}.kif`].find((path) => existsSync(path));
}

/**
 * Wins in percent: by pair and game what corresponds to it most. 003: table 3, 30 s a move, for `mac-ucb` and `fc-ucb`. 004: table 1, 15 s a move,
 * MAC-UCB-SYM against each player, for `woodstock`; `uct`, `grave` and `mac-ucb` in this order.
 */
const TABLE_3: Readonly<Record<string, readonly [number, number]>> = {
  hex: [69.7, 55.3],
  englishDraughts: [61.2, 57.5],
};
const TABLE_1: Readonly<Record<string, readonly [number, number, number]>> = {
  breakthroughSuicide: [93.1, 59.4, 93.0],
  connectFour: [97.0, 65.1, 87.5],
  connectFourSimultaneous: [87.8, 77.2, 73.7],
  copolymer_4_pie: [87.2, 80.2, 73.9],
  dotsAndBoxesSuicide: [95.2, 80.5, 65.4],
  englishDraughts: [97.9, 70.1, 85.1],
  '2pffa_zerosum': [81.5, 61.2, 53.4],
  hex: [100.0, 74.2, 84.0],
  knightThrough: [96.0, 82.1, 81.2],
  pentago: [84.8, 72.1, 53.1],
  quarto: [87.1, 65.2, 54.9],
  skirmishZeroSum: [98.7, 77.7, 85.4],
  '2pttc': [97.6, 76.3, 94.9],
};

/** What a paper says of the pair in the game, with its source, or an empty text. */
export function inPapers([first, second]: Pair, game: string): string {
  if (first === 'woodstock') {
    const share = TABLE_1[game]?.[['uct', 'grave', 'mac-ucb'].indexOf(second)];
    const note = game === 'connectFour' ? ', 20×20' : '';
    return share === undefined ? '' : `${share.toFixed(1)} (004${note})`;
  }
  const share = TABLE_3[game]?.[['mac-ucb', 'fc-ucb'].indexOf(first)];
  const note = game === 'englishDraughts' ? ', Checkers' : '';
  return share === undefined ? '' : `${share.toFixed(1)} (003${note})`;
}
