import type { Budget } from '../base/index.js';
import type { ValuedPolicy } from '../solver/index.js';
import type { NetworkOptions } from './networkOptions.js';

/** What a search brought. */
export interface Findings {
  /** Null where it is not known. */
  readonly satisfiable: boolean | null;
  /** How many solutions or policies there are, as far as is known. */
  readonly found: number;
  /** Whether these are all that were wanted. */
  readonly isComplete: boolean;
  /** Those to show. */
  readonly solutions: readonly ArrayLike<number>[];
  readonly policies: readonly ValuedPolicy[];
  /** Null where they are not known, or not counted. */
  readonly nodes: number | null;
  readonly failures: number | null;
  /** Why something is not known, if it is not. */
  readonly problem: string | undefined;
}

/** What searches have in common. */
export interface SearchMeans {
  readonly options: NetworkOptions;
  readonly budget: Budget;
  /** Takes what is to be shown of how far it has come. */
  readonly tell: (doing: () => string) => void;
}

/** The problem where time ran out. */
export const givenUp = ({ seconds }: NetworkOptions, known: string): string =>
  `given up after ${String(seconds)} s: ${known}; allow more by --seconds`;
