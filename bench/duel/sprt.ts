/**
 * The sequential test of a duel, and what its pairs say of the score.
 *
 * A pair is two matches with the same seed and swapped roles. Its score is 0, 1/4, 1/2, 3/4 or 1. Pairs are
 * independent, the two matches of a pair are not. The generalised sequential probability ratio test compares "the
 * expected score is h0" with "it is h1" after each pair, by the normal approximation of the log-likelihood ratio, as
 * fishtest and OpenBench do (Van den Bergh, "A practical introduction to the GSPRT"):
 *
 *   LLR = n (h1 - h0) (2 mean - h0 - h1) / (2 variance)
 *
 * Those test thousands of pairs; here there may be ten, and the variance of the first few is no guide: taken as it is,
 * four of five tests of some games end wrongly within ten pairs. So {@link PRIOR_PAIRS} pairs of independent matches
 * between equals are added to the variance (not to the mean).
 */
export interface SprtSetting {
  /** Expected score of the null hypothesis. */
  readonly h0: number;
  /** Expected score of the alternative, above `h0`. */
  readonly h1: number;
  /** Probability to accept H1 where H0 is true. */
  readonly alpha: number;
  /** Probability to accept H0 where H1 is true. */
  readonly beta: number;
}

export const DEFAULT_SPRT: SprtSetting = { h0: 0.5, h1: 0.55, alpha: 0.05, beta: 0.05 };

export type Verdict = 'H1 accepted' | 'H0 accepted' | 'undecided';

/** What pairs say of the expected score of the first side. */
export interface PairStatistics {
  readonly pairs: number;
  readonly mean: number;
  /** Standard error of the mean. */
  readonly error: number;
  /** The interval of 95 %. After a test that stopped early it is a little too far from `h0` and `h1`. */
  readonly low: number;
  readonly high: number;
}

/** With it error rates are near alpha and beta in games of all kinds: sprt.test.ts. */
const PRIOR_PAIRS = 4;
/** Of the score of two independent matches, each won or lost with 1/2. */
const PRIOR_VARIANCE = 1 / 8;
/** Of a normal distribution: 95 % are within so many standard errors. */
const TWO_SIDED_95 = 1.96;

export function pairStatistics(scores: readonly number[]): PairStatistics {
  const pairs = scores.length;
  if (pairs === 0) return { pairs, mean: 0.5, error: Infinity, low: 0, high: 1 };
  const mean = meanOf(scores);
  return { pairs, mean, ...intervalOf(mean, Math.sqrt(varianceOf(scores, mean) / pairs)) };
}

/** The interval around a mean with a standard error, within 0 and 1. */
export function intervalOf(mean: number, error: number): Pick<PairStatistics, 'error' | 'low' | 'high'> {
  const half = TWO_SIDED_95 * error;
  return { error, low: Math.max(0, mean - half), high: Math.min(1, mean + half) };
}

export function logLikelihoodRatio(scores: readonly number[], { h0, h1 }: SprtSetting): number {
  if (scores.length === 0) return 0;
  const mean = meanOf(scores);
  return (scores.length * (h1 - h0) * (2 * mean - h0 - h1)) / (2 * varianceOf(scores, mean));
}

/** The ratios at which H0 and H1 are accepted (Wald). */
export function boundsOf({ alpha, beta }: SprtSetting): readonly [number, number] {
  return [Math.log(beta / (1 - alpha)), Math.log((1 - beta) / alpha)];
}

export function verdictOf(scores: readonly number[], setting: SprtSetting): Verdict {
  const ratio = logLikelihoodRatio(scores, setting);
  const [low, high] = boundsOf(setting);
  return ratio >= high ? 'H1 accepted' : ratio <= low ? 'H0 accepted' : 'undecided';
}

const meanOf = (scores: readonly number[]): number => scores.reduce((sum, score) => sum + score, 0) / scores.length;

function varianceOf(scores: readonly number[], mean: number): number {
  const squares = scores.reduce((sum, score) => sum + (score - mean) ** 2, 0);
  return (PRIOR_PAIRS * PRIOR_VARIANCE + squares) / (PRIOR_PAIRS + scores.length);
}
