import { type Combinations, gameSimulator, type Move } from '../../game/index.js';
import type { Search, SearchLimit, SearchReport, SearchSetting } from '../search.js';
import { WideSearch } from './wideSearch.js';

/** For games whose moves are combinations: thinks about the columns, as roles of one player. */
export class CombinedSearch<State> implements Search<State> {
  readonly #search: WideSearch<State>;

  constructor(
    setting: SearchSetting<State>,
    private readonly combinations: Combinations<State>,
  ) {
    const { columns } = combinations;
    const simulator =
      setting.columnSimulator ??
      gameSimulator(
        columns,
        columns.roles.map(() => 0),
      );
    this.#search = new WideSearch({ ...setting, game: columns, simulator, role: 0 });
  }

  think(limit: SearchLimit): void {
    this.#search.think(limit);
  }

  report(): SearchReport {
    const { joint, value, isSolved, variation, effort } = this.#search.report();
    const moveOf = (actions: readonly Move[]): Move => this.combinations.moveOf(actions);
    const move = moveOf(joint);
    return {
      ...{ move, value, isSolved, effort },
      moves: [{ move, value, visits: 1, isSolved }],
      variation: variation.map((actions) => [moveOf(actions)]),
    };
  }

  moveTo(state: State): void {
    this.#search.moveTo(state);
  }
}
