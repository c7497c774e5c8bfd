import type { Algorithm } from './algorithm.js';
import { treeOptions, withDefaults } from './tree/treeAlgorithm.js';
import { TreeSearch } from './tree/treeSearch.js';

/** Generalised rapid action value estimation (Cazenave 2015) in the same tree as `uct`: values of moves wherever they are made guide the first tries. */
export const grave: Algorithm = {
  name: 'grave',
  summary: 'GRAVE: values of moves wherever they are made guide the first tries',
  options: withDefaults({ reference: 16, firstPlay: 0 }),
  open: (setting, options) => new TreeSearch(setting, treeOptions(options)),
};
