import type { Algorithm, OptionKind, OptionValues } from '../algorithm.js';
import type { SearchSetting, SolverMethod } from '../search.js';
import { symmetricVariant } from '../symmetric/withSymmetries.js';
import type { Simulator } from '../../game/index.js';
import type { MacOptions } from './macOptions.js';
import { MacSearch } from './macSearch.js';

const ROUND_OPTIONS = {
  order: {
    kind: 'word',
    words: ['line', 'utility', 'level'],
    default: 'line',
    summary:
      'the open round that is solved next: at the end of the best line, of the largest utility, or of the lowest level',
  },
  exploration: { kind: 'number', least: 0, most: 10, default: 0.3, summary: 'weight C of UCB along a line (by duels)' },
  mean: {
    kind: 'number',
    least: 0,
    most: 1,
    default: 0.5,
    summary: 'weight of means beside max and min along a line (by duels with uct)',
  },
  nogood: {
    kind: 'number',
    least: 0,
    most: 10,
    default: 0,
    summary: 'weight C of UCB by which arms below θ are nogoods, 0 for none; not for order=line (002)',
  },
  solve: { kind: 'number', least: 0, most: 1, default: 0.9, summary: 'share of the work for solving rounds (003)' },
  simulate: { kind: 'number', least: 0, most: 1, default: 0.1, summary: 'share of the work for playouts (003)' },
  sample: { kind: 'number', least: 1, most: 4096, default: 8, summary: 'first playouts of each arm' },
  patience: {
    kind: 'number',
    least: 0,
    most: 100,
    default: 1,
    summary: 'playouts of an arm before its round is solved, as a share of those that a round takes; for order=line',
  },
  prior: {
    kind: 'number',
    least: 0,
    most: 1e6,
    default: 50,
    summary: 'playouts that the mean of a round is worth beside those of each of its arms; for order=line',
  },
  playouts: { kind: 'number', least: 1, most: 1e9, default: 10_000, summary: 'most playouts of a round (003)' },
  playing: {
    kind: 'word',
    words: ['uniform', 'decisive', 'both'],
    default: 'both',
    summary: 'whether playouts take immediate wins and avoid immediate losses',
  },
  plies: { kind: 'number', least: 1, most: 30_000, default: 1000, summary: 'most joint moves of a playout' },
  rounds: { kind: 'number', least: 1, most: 4096, default: 64, summary: 'most rounds of a batch' },
} satisfies Record<string, OptionKind>;

/** What the presets of the papers share: at most 10,000 playouts a round. Batches of more rounds would be faster still, and weaker (bench/results/batching.md). */
const LISTED = { mean: 0, playing: 'uniform', playouts: 10_000, rounds: 128 };

/** The ways of the papers: shares of the time, order of the rounds. */
const PRESETS = {
  /** 003 section 5: 90 % of the time solves, 10 % samples. */
  constraints2016: { ...LISTED, order: 'utility', solve: 0.9, simulate: 0.1 },
  /** 002 section 5. */
  jfpc2016: { ...LISTED, order: 'utility', solve: 0.75, simulate: 0.25 },
  /** 004 section 5: levels become complete one after the other, horizon 200; the last quarter is for symmetries, which `mac-ucb-sym` looks for. */
  ijcai2017: { ...LISTED, order: 'level', solve: 0.45, simulate: 0.3, plies: 200 },
};

/** MAC-UCB: see {@link MacSearch}. `engine=network` finds the solutions of rounds by constraints; playouts are compiled all the same. */
export const macUcb: Algorithm = {
  name: 'mac-ucb',
  summary: 'MAC-UCB: one-round problems, the most promising first, and UCB over their solutions',
  options: {
    engine: {
      kind: 'word',
      words: ['compiled', 'network'],
      default: 'compiled',
      summary: 'what solves a round: compiled rules, or the constraint solver with arc consistency',
    },
    ...ROUND_OPTIONS,
  },
  presets: PRESETS,
  open: (setting, options) =>
    new MacSearch(
      setting,
      options['engine'] === 'network' ? solverOf(setting, 'mac') : setting.simulator,
      macOptions(options),
    ),
};

/** MAC-UCB-SYM (002 section 4, 004 section 5): the same where symmetries are made use of; nogoods hold for all images of a state. */
export const macUcbSym = symmetricVariant({
  ...macUcb,
  presets: {
    ...PRESETS,
    /** 002 section 5: half of the time solves, a quarter samples, a quarter is for symmetries. */
    jfpc2016: { ...PRESETS.jfpc2016, solve: 0.5, simulate: 0.25, symmetry: 0.25, nogood: 0.5 },
    ijcai2017: { ...PRESETS.ijcai2017, symmetry: 0.25 },
  },
});

/** FC-UCB (003 section 5.1): MAC-UCB whose rounds are solved by forward checking alone. */
export const fcUcb: Algorithm = {
  name: 'fc-ucb',
  summary: 'FC-UCB: MAC-UCB with forward checking in place of arc consistency, by the constraint solver',
  options: ROUND_OPTIONS,
  presets: PRESETS,
  open: (setting, options) => new MacSearch(setting, solverOf(setting, 'fc'), macOptions(options)),
};

function solverOf<State>({ throughSolver }: SearchSetting<State>, method: SolverMethod): Simulator<State> {
  if (throughSolver === undefined)
    throw new Error('there is no constraint network of this game to solve its rounds by');
  return throughSolver(method);
}

function macOptions(options: OptionValues): MacOptions {
  const order = options['order'];
  return {
    order: order === 'utility' || order === 'level' ? order : 'line',
    exploration: Number(options['exploration']),
    mean: Number(options['mean']),
    nogood: Number(options['nogood']),
    solve: Number(options['solve']),
    simulate: Number(options['simulate']),
    sample: Number(options['sample']),
    patience: Number(options['patience']),
    prior: Number(options['prior']),
    playouts: Number(options['playouts']),
    playing: options['playing'] as MacOptions['playing'],
    plies: Number(options['plies']),
    rounds: Number(options['rounds']),
  };
}
