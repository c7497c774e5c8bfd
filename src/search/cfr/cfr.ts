import type { Algorithm } from '../algorithm.js';
import { CfrSearch } from './cfrSearch.js';

/** Monte Carlo counterfactual regret minimisation (Lanctot et al. 2009), at the present state. */
export const cfr: Algorithm = {
  name: 'cfr',
  summary: 'regret minimisation by outcome sampling over a growing tree, with baselines',
  options: {
    exploration: {
      kind: 'number',
      least: 0.001,
      most: 1,
      default: 0.1,
      summary: 'share of draws that are left to chance',
    },
    correction: {
      kind: 'number',
      least: 0,
      most: 1,
      default: 0,
      summary: 'share of importance-weighted surprise in regrets: 1 is plain outcome sampling',
    },
    playouts: { kind: 'number', least: 1, most: 4096, default: 4, summary: 'playouts for each state that is valued' },
    leaves: { kind: 'number', least: 1, most: 4096, default: 256, summary: 'most descents of a batch' },
    sampling: { kind: 'word', words: ['leaf', 'children'], default: 'leaf', summary: 'what is valued at a leaf' },
    plies: { kind: 'number', least: 1, most: 30_000, default: 1000, summary: 'most joint moves of a playout' },
  },
  open: (setting, options) =>
    new CfrSearch(setting, {
      exploration: Number(options['exploration']),
      correction: Number(options['correction']),
      playouts: Number(options['playouts']),
      leaves: Number(options['leaves']),
      sampling: options['sampling'] === 'children' ? 'children' : 'leaf',
      plies: Number(options['plies']),
    }),
};
