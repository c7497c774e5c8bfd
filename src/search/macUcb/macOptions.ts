import type { TreeOptions } from '../tree/treeOptions.js';

/** How MAC-UCB searches. */
export interface MacOptions {
  /**
   * Which open round is solved next. `utility`: the one of the largest expected utility for us in the whole list (001 algorithm 3). `level`: one of the lowest depth,
   * of these the one of the largest utility, so that levels get complete one after the other (004 section 5). `line`: the one at the end of
   * the line that UCB takes through the rounds solved so far, for us where we choose and against us where others do (003 section 4.3).
   */
  readonly order: 'line' | 'utility' | 'level';
  /** Weight C of the bonus for what was rarely tried on the way down a line. */
  readonly exploration: number;
  /** Weight of the mean over all rounds below a state beside its utility by max and min, on the way down a line. 0: the papers'. */
  readonly mean: number;
  /**
   * Weight C of the upper confidence bound of an arm of ours that must not be below the utility expected at the root; arms below are nogoods (002 section 4). 0: there
   * are none. A line follows these bounds anyway: only the other orders look at it.
   */
  readonly nogood: number;
  /** Shares of the work, relative to each other: solving rounds … */
  readonly solve: number;
  /** … and playouts. Every arm gets its first playouts however small this share is. */
  readonly simulate: number;
  /** Playouts that each arm of a round gets at first, and in which more are shared out: so many, or more where arms are few and lanes would be idle. */
  readonly sample: number;
  /**
   * Along a line: an arm whose playouts are fewer than this share of what it takes to sample a round as wide as its own is sampled further before its round is solved. 0: it is solved at
   * once, as in the papers.
   */
  readonly patience: number;
  /**
   * Along a line: playouts that what was known of a round before it was solved is worth beside those of each arm. The best of many arms with few playouts each owes most of its mean to luck.
   * 0: nothing, as in the papers.
   */
  readonly prior: number;
  /** Most playouts of a round. */
  readonly playouts: number;
  /** How playouts are played, as in {@link TreeOptions}. */
  readonly playing: TreeOptions['playing'];
  /** Most joint moves of a playout. */
  readonly plies: number;
  /** Most rounds that are solved in one batch. */
  readonly rounds: number;
}
