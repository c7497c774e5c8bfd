import { seededRandom } from '../base/index.js';
import { countLegalMoves, MOST_LISTED, randomLegalMove } from '../game/index.js';
import type { Algorithm } from './algorithm.js';
import type { Search, SearchReport, SearchSetting } from './search.js';

/** Draws a legal move uniformly, without thinking: the rival that everything must beat. */
export const random: Algorithm = {
  name: 'random',
  summary: 'a legal move at random',
  options: {},
  open: (setting) => new RandomSearch(setting),
};

class RandomSearch<State> implements Search<State> {
  readonly #random;
  #report: SearchReport;

  constructor(private readonly setting: SearchSetting<State>) {
    this.#random = seededRandom(setting.seed);
    this.#report = this.#draw(setting.state);
  }

  think(): void {
    // There is nothing to think about.
  }

  report(): SearchReport {
    return this.#report;
  }

  moveTo(state: State): void {
    this.#report = this.#draw(state);
  }

  #draw(state: State): SearchReport {
    const { game, role } = this.setting;
    const move = randomLegalMove(game, state, { role, random: this.#random })!;
    const count = countLegalMoves(game, state, role);
    const moves = count > MOST_LISTED ? [move] : game.legalMoves(state, role);
    return {
      move,
      moves: moves.map((each) => ({
        ...{ move: each, value: undefined, visits: 0, isSolved: false },
        probability: 1 / count,
      })),
      value: undefined,
      isSolved: false,
      variation: [],
      effort: { nodes: 0, playouts: 0, expansions: 0, ms: 0 },
    };
  }
}
