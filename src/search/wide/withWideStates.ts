import { legalMovesOfAll, TooManyJointMoves } from '../../game/index.js';
import type { Algorithm } from '../algorithm.js';
import type { Search, SearchLimit, SearchReport, SearchSetting } from '../search.js';
import { DecoupledSearch } from './decoupledSearch.js';

/** More joint moves than can be put into a tree in the time of a move. */
const MOST_JOINTS = 2 ** 17;

/** The algorithm in states whose joint moves can be listed, {@link DecoupledSearch} in all others. */
export const withWideStates = (algorithm: Algorithm): Algorithm => ({
  ...algorithm,
  open: (setting, options) => new WideStates(setting, (narrow) => algorithm.open(narrow, options)),
});

class WideStates<State> implements Search<State> {
  #state: State;
  /** Opened at the first state that is not wide; opened anew after it met one that is. */
  #search: Search<State> | undefined;
  /** Where the present state is wide, or one of those that the search came to. */
  #decoupled: DecoupledSearch<State> | undefined;

  constructor(
    private readonly setting: SearchSetting<State>,
    private readonly open: (setting: SearchSetting<State>) => Search<State>,
  ) {
    this.#state = setting.state;
    if (this.#isWide(setting.state)) this.#decoupled = new DecoupledSearch(setting);
    else this.#search = open(setting);
  }

  think(limit: SearchLimit): void {
    if (this.#decoupled === undefined) {
      try {
        this.#search!.think(limit);
        return;
      } catch (error) {
        if (!(error instanceof TooManyJointMoves)) throw error;
        this.#search = undefined;
        this.#decoupled = new DecoupledSearch({ ...this.setting, state: this.#state });
      }
    }
    this.#decoupled.think(limit);
  }

  report(): SearchReport {
    return (this.#decoupled ?? this.#search!).report();
  }

  moveTo(state: State): void {
    this.#state = state;
    this.#decoupled = this.#isWide(state) ? new DecoupledSearch({ ...this.setting, state }) : undefined;
    if (this.#decoupled !== undefined) return;
    if (this.#search === undefined) this.#search = this.open({ ...this.setting, state });
    else this.#search.moveTo(state);
  }

  #isWide(state: State): boolean {
    return legalMovesOfAll(this.setting.game, state).reduce((joints, { length }) => joints * length, 1) > MOST_JOINTS;
  }
}
