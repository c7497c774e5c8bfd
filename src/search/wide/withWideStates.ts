import { legalMovesOfAll, TooManyJointMoves } from '../../game/index.js';
import type { Algorithm } from '../algorithm.js';
import type { Search, SearchLimit, SearchReport, SearchSetting } from '../search.js';
import { CombinedSearch } from './combinedSearch.js';
import { WideSearch } from './wideSearch.js';

/** More joint moves than can be put into a tree in the time of a move. */
const MOST_JOINTS = 2 ** 17;

/** The algorithm in states whose joint moves can be listed, {@link WideSearch} in all others, and where moves are combinations. */
export const withWideStates = (algorithm: Algorithm): Algorithm => ({
  ...algorithm,
  open: (setting, options) =>
    setting.game.combinations === undefined
      ? new WideStates(setting, (narrow) => algorithm.open(narrow, options))
      : new CombinedSearch(setting, setting.game.combinations),
});

class WideStates<State> implements Search<State> {
  #state: State;
  /** Opened at the first state that is not wide; opened anew after it met one that is. */
  #search: Search<State> | undefined;
  /** Where the present state is wide, or one of those that the search came to. */
  #wide: WideSearch<State> | undefined;

  constructor(
    private readonly setting: SearchSetting<State>,
    private readonly open: (setting: SearchSetting<State>) => Search<State>,
  ) {
    this.#state = setting.state;
    if (this.#isWide(setting.state)) this.#wide = new WideSearch(setting);
    else this.#search = open(setting);
  }

  think(limit: SearchLimit): void {
    if (this.#wide === undefined) {
      try {
        this.#search!.think(limit);
        return;
      } catch (error) {
        if (!(error instanceof TooManyJointMoves)) throw error;
        this.#search = undefined;
        this.#wide = new WideSearch({ ...this.setting, state: this.#state });
      }
    }
    this.#wide.think(limit);
  }

  report(): SearchReport {
    return (this.#wide ?? this.#search!).report();
  }

  moveTo(state: State): void {
    this.#state = state;
    if (this.#isWide(state)) {
      if (this.#wide === undefined) this.#wide = new WideSearch({ ...this.setting, state });
      else this.#wide.moveTo(state);
      return;
    }
    this.#wide = undefined;
    if (this.#search === undefined) this.#search = this.open({ ...this.setting, state });
    else this.#search.moveTo(state);
  }

  #isWide(state: State): boolean {
    return legalMovesOfAll(this.setting.game, state).reduce((joints, { length }) => joints * length, 1) > MOST_JOINTS;
  }
}
