import type { OptionKind, OptionValues } from '../algorithm.js';
import type { TreeOptions } from './treeOptions.js';

/** The options of tree searches, with the defaults of plain UCT; algorithms offer those that make sense for them. */
const TREE_OPTIONS = {
  exploration: {
    kind: 'number',
    least: 0,
    most: 10,
    default: 0.5,
    summary: 'weight C of what was rarely tried in UCB',
  },
  growth: {
    kind: 'word',
    words: ['visits', 'visitsAMove'],
    default: 'visits',
    summary: 'whose logarithm that weight grows with: visits of a state (UCB1), or its visits a move',
  },
  firstPlay: {
    kind: 'number',
    least: -1,
    most: 1,
    default: 1,
    summary: 'how much worse than the mean an untried move is taken to be; 1 to try all of them first',
  },
  loss: { kind: 'number', least: 0, most: 1, default: 1, summary: 'share of its value that a visit under way loses' },
  playouts: { kind: 'number', least: 1, most: 4096, default: 2, summary: 'playouts for each state that is valued' },
  leaves: { kind: 'number', least: 1, most: 4096, default: 512, summary: 'most leaves of a batch' },
  sampling: { kind: 'word', words: ['leaf', 'children'], default: 'leaf', summary: 'what is valued at a leaf' },
  patience: { kind: 'number', least: 1, most: 1e6, default: 8, summary: 'visits after which a leaf is expanded' },
  mixing: {
    kind: 'word',
    words: ['ucb', 'regret', 'root'],
    default: 'ucb',
    summary: 'how moves are chosen that several make at once; root: by regret only in the present state',
  },
  reference: {
    kind: 'number',
    least: 0,
    most: 1e9,
    default: 0,
    summary: 'visits from which on a node keeps values of moves wherever they are made; 0 for none (GRAVE)',
  },
  scarcity: {
    kind: 'number',
    least: 0,
    most: 1e9,
    default: 1e9,
    summary: 'visits a move of the present state from which on these values are not looked at any more',
  },
  bias: { kind: 'number', least: 0, most: 1, default: 0.02, summary: 'bias of RAVE' },
  playing: {
    kind: 'word',
    words: ['uniform', 'decisive', 'both'],
    default: 'uniform',
    summary: 'whether playouts take immediate wins and avoid immediate losses',
  },
  proof: {
    kind: 'number',
    least: 0,
    most: 10,
    default: 0,
    summary: 'weight of proof numbers in the bonus of a choice; 0 for none',
  },
  plies: { kind: 'number', least: 1, most: 30_000, default: 1000, summary: 'most joint moves of a playout' },
} as const satisfies Record<keyof TreeOptions, OptionKind>;

/** The same options with other defaults. */
export function withDefaults(defaults: Partial<TreeOptions>): Readonly<Record<keyof TreeOptions, OptionKind>> {
  const entries = Object.entries(TREE_OPTIONS).map(([key, kind]) => {
    const value = defaults[key as keyof TreeOptions];
    return [key, value === undefined ? kind : { ...kind, default: value }];
  });
  return Object.fromEntries(entries) as Record<keyof TreeOptions, OptionKind>;
}

export function treeOptions(values: OptionValues): TreeOptions {
  const number = (key: keyof TreeOptions): number => Number(values[key]);
  return {
    exploration: number('exploration'),
    growth: values['growth'] === 'visitsAMove' ? 'visitsAMove' : 'visits',
    firstPlay: number('firstPlay'),
    loss: number('loss'),
    playouts: number('playouts'),
    leaves: number('leaves'),
    sampling: values['sampling'] === 'children' ? 'children' : 'leaf',
    patience: number('patience'),
    mixing: values['mixing'] as TreeOptions['mixing'],
    reference: number('reference'),
    scarcity: number('scarcity'),
    bias: number('bias'),
    playing: values['playing'] as TreeOptions['playing'],
    proof: number('proof'),
    plies: number('plies'),
  };
}
