import type { Algorithm } from './algorithm.js';
import { openPlanSearch } from './plan/index.js';
import { withSymmetries } from './symmetric/withSymmetries.js';
import { treeOptions, withDefaults } from './tree/treeAlgorithm.js';
import { TreeSearch } from './tree/treeSearch.js';

/**
 * What is meant to be strongest, and plays where nobody says otherwise (how it fares: bench/results/league.md): one player alone looks for a plan; all others search the graph of states
 * with playouts that see immediate wins and dangers in turn with uniform ones, and mix by regret matching where several choose at once.
 */
export const woodstock: Algorithm = withSymmetries(
  {
    name: 'woodstock',
    summary: 'the default: plans for one player, else a tree search that mixes simultaneous moves',
    options: withDefaults({ mixing: 'root', exploration: 0.36, growth: 'visitsAMove', firstPlay: 0, playing: 'both' }),
    open: (setting, options) =>
      setting.game.roles.length === 1 ? openPlanSearch(setting) : new TreeSearch(setting, treeOptions(options)),
  },
  0,
);
