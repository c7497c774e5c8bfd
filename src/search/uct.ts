import type { Algorithm, OptionValues } from './algorithm.js';
import type { TreeOptions } from './tree/treeOptions.js';
import { TreeSearch } from './tree/treeSearch.js';

/** Upper confidence bounds applied to trees (Kocsis and Szepesvári 2006), for several players (Sturtevant 2008). */
export const uct: Algorithm = {
  name: 'uct',
  summary: 'UCT for several players, with solved nodes and transpositions',
  options: {
    exploration: { kind: 'number', least: 0, most: 10, default: 0.5, summary: 'weight C of the exploration' },
    playouts: { kind: 'number', least: 1, most: 4096, default: 4, summary: 'playouts for each state that is valued' },
    leaves: { kind: 'number', least: 1, most: 4096, default: 256, summary: 'most leaves of a batch' },
    sampling: { kind: 'word', words: ['leaf', 'children'], default: 'leaf', summary: 'what is valued at a leaf' },
    mixing: { kind: 'word', words: ['ucb', 'regret'], default: 'ucb', summary: 'choice of simultaneous moves' },
    reference: {
      kind: 'number',
      least: 0,
      most: 1e9,
      default: 0,
      summary: 'visits of a node with its own values of moves',
    },
    bias: { kind: 'number', least: 0, most: 1, default: 1e-4, summary: 'bias of RAVE' },
    plies: { kind: 'number', least: 1, most: 30_000, default: 1000, summary: 'most joint moves of a playout' },
  },
  open: (setting, options) => new TreeSearch(setting, treeOptions(options)),
};

function treeOptions(options: OptionValues): TreeOptions {
  return {
    exploration: Number(options['exploration']),
    playouts: Number(options['playouts']),
    leaves: Number(options['leaves']),
    sampling: options['sampling'] === 'children' ? 'children' : 'leaf',
    mixing: options['mixing'] === 'regret' ? 'regret' : 'ucb',
    reference: Number(options['reference']),
    bias: Number(options['bias']),
    plies: Number(options['plies']),
  };
}
