import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src/base/index.js';
import type { Game } from '../../src/game/index.js';
import { loadRules, openPlay } from '../../src/pipeline.js';
import { openYardstick, YARDSTICK_GAMES, type Yardstick } from './index.js';

const sheetOf = (name: string): string => `../shared/games/${name}.kif`;
const hasSheets = YARDSTICK_GAMES.every((name) => existsSync(sheetOf(name)));
const STAGE = { clock: () => performance.now(), milliseconds: 60_000, bytes: 2 ** 30 };

function openGame(name: string): Game {
  const rules = loadRules({ name, content: readFileSync(sheetOf(name)) });
  if (!rules.ok) throw new Error(`${name} is not valid`);
  const play = openPlay(rules.value, 'compiled', STAGE);
  if (!play.ok) throw new Error(play.error);
  return play.value.game;
}

function yardstickOf(name: string): Yardstick {
  const yardstick = openYardstick(name);
  if (!yardstick.ok) throw new Error(yardstick.error);
  return yardstick.value;
}

const texts = (game: Game, state: unknown, role: number): string[] =>
  game.legalMoves(state, role).map((move) => game.names.move(move));

/** The state after the mover's move; the other has but one. */
function after(game: Game, state: unknown, mover: number, text: string): unknown {
  const joint = game.roles.map((_, role) =>
    role === mover ? game.names.findMove(text)! : game.legalMoves(state, role)[0]!,
  );
  return game.next(state, joint);
}

/** Points of the first role where the two play, each by its own choice. */
function playOut(game: Game, choose: readonly [Chooser, Chooser], yardstick: Yardstick): number {
  let state = game.initial();
  while (!game.isTerminal(state)) {
    const { turn } = yardstick.read(game.names.facts(state));
    state = after(game, state, turn, choose[turn](state));
  }
  return game.goals(state)[0]!;
}

type Chooser = (state: unknown) => string;

describe.skipIf(!hasSheets)('yardsticks (skipped where ../shared is absent)', () => {
  it.each(YARDSTICK_GAMES)('%s: has the moves and ends of the rules along random play', (name) => {
    const game = openGame(name);
    const yardstick = yardstickOf(name);
    const random = seededRandom(5);
    for (let playout = 0; playout < 40; playout++) {
      let state = game.initial();
      let position = yardstick.read(game.names.facts(state));
      for (;;) {
        const isTerminal = game.isTerminal(state);
        expect(position.outcome).toBe(isTerminal ? game.goals(state)[0] : undefined);
        if (isTerminal) break;
        const { turn } = position;
        const moves = texts(game, state, turn);
        expect(position.moves.map((move) => position.text(move)).sort()).toEqual(moves.toSorted());
        expect(texts(game, state, 1 - turn)).toEqual(['noop']);
        const chosen = moves[random.below(moves.length)]!;
        position = position.after(position.moves.find((move) => position.text(move) === chosen)!);
        state = after(game, state, turn, chosen);
        // What it makes of a move by itself is what it reads in the next state.
        expect(position).toEqual(yardstick.read(game.names.facts(state)));
      }
    }
  });

  it.each(YARDSTICK_GAMES)('%s: depth 2 is far ahead of random play', (name) => {
    const game = openGame(name);
    const yardstick = yardstickOf(name);
    const random = seededRandom(9);
    const chance: Chooser = (state) => {
      const { turn } = yardstick.read(game.names.facts(state));
      const moves = texts(game, state, turn);
      return moves[random.below(moves.length)]!;
    };
    const search: Chooser = (state) => yardstick.choose(game.names.facts(state), 2);
    const points = [1, 2, 3].flatMap(() => [
      playOut(game, [search, chance], yardstick),
      100 - playOut(game, [chance, search], yardstick),
    ]);
    expect(points.reduce((sum, each) => sum + each, 0) / points.length).toBeGreaterThan(90);
  });

  it('depth 4 is ahead of depth 1 in breakthrough, in both roles', () => {
    const game = openGame('breakthrough');
    const yardstick = yardstickOf('breakthrough');
    const depth =
      (plies: number): Chooser =>
      (state) =>
        yardstick.choose(game.names.facts(state), plies);
    expect(playOut(game, [depth(4), depth(1)], yardstick)).toBe(100);
    expect(playOut(game, [depth(1), depth(4)], yardstick)).toBe(0);
  });
});

describe('yardsticks', () => {
  it.each([
    [
      'breakthrough',
      ['(cellHolds 3 7 white)', '(cellHolds 4 8 black)', '(cellHolds 2 2 black)', '(control white)'],
      1,
      /^\(move 3 7 . 8\)$/,
    ],
    ['breakthrough', ['(cellHolds 3 7 white)', '(cellHolds 4 2 black)', '(control black)'], 4, /^\(move 4 2 . 1\)$/],
    [
      'knightThrough',
      ['(cell 3 6 white)', '(cell 4 8 black)', '(cell 1 3 black)', '(control white)'],
      3,
      /^\(move 3 6 . 8\)$/,
    ],
    [
      'speedChess',
      [
        '(cell e 1 white king)',
        '(cell e 8 black king)',
        '(cell e 5 white rook)',
        '(cell a 8 black queen)',
        '(control white)',
        '(step 9)',
      ],
      2,
      /^\(move rook e 5 e 8\)$/,
    ],
    [
      'englishDraughts',
      ['(cell a 7 black pawn)', '(cell b 6 white king)', '(cell d 4 white king)', '(lastToMove black)', '(step 0)'],
      4,
      /^\(move d 4 c 5\)$/,
    ],
    [
      'checkers',
      ['(cell b 4 wp)', '(cell c 5 bp)', '(cell d 6 b)', '(control red)', '(step 9)'],
      1,
      /^\(move wp b 4 d 6\)$/,
    ],
  ])('%s: takes a win in one: %j', (name, facts, depth, move) => {
    expect(yardstickOf(name).choose(facts, depth)).toMatch(move);
  });

  it('tells for which games there are some', () => {
    expect(openYardstick('hex')).toEqual({
      ok: false,
      error:
        'there is no yardstick for hex; there are those for breakthrough, checkers, englishDraughts, knightThrough, speedChess',
    });
  });
});
