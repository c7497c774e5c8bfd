import type { Algorithm, OptionValues } from './algorithm.js';
import { openPlanSearch } from './plan/index.js';
import { withSymmetries } from './symmetric/withSymmetries.js';
import { treeOptions, withDefaults } from './tree/treeAlgorithm.js';
import type { Search, SearchSetting } from './search.js';
import { TreeSearch } from './tree/treeSearch.js';

/** With more moves than that, counting them takes longer than the playouts. */
const MOST_COUNTED = 1024;

/**
 * What is meant to be strongest, and plays where nobody says otherwise (how it fares: bench/results/league.md): one player alone looks for a plan; all others search the graph of states
 * with playouts that see immediate wins and dangers in turn with uniform ones, and mix by regret matching where several choose at once. While little is known of the moves of the present
 * state, what they came to elsewhere guides it (GRAVE).
 */
export const woodstock: Algorithm = withSymmetries(
  {
    name: 'woodstock',
    summary: 'the default: plans for one player, else a tree search that mixes simultaneous moves',
    options: withDefaults({
      mixing: 'root',
      exploration: 0.36,
      growth: 'visitsAMove',
      firstPlay: 0,
      playing: 'both',
      reference: 16,
      scarcity: 32,
    }),
    open: <State>(setting: SearchSetting<State>, values: OptionValues): Search<State> => {
      if (setting.game.roles.length === 1) return openPlanSearch(setting);
      const { moves = Infinity } = setting.simulator;
      const options = treeOptions(values);
      return new TreeSearch(setting, moves > MOST_COUNTED ? { ...options, reference: 0 } : options);
    },
  },
  0,
);
