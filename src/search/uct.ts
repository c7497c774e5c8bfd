import type { Algorithm } from './algorithm.js';
import { treeOptions, withDefaults } from './tree/treeAlgorithm.js';
import { TreeSearch } from './tree/treeSearch.js';

/**
 * Upper confidence bounds applied to trees (Kocsis and Szepesvári 2006), for several players (Sturtevant 2008), with solved nodes and
 * transpositions.
 */
export const uct: Algorithm = {
  name: 'uct',
  summary: 'UCT for several players, with solved nodes and transpositions',
  options: withDefaults({}),
  open: (setting, options) => new TreeSearch(setting, treeOptions(options)),
};
