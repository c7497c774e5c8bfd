/** Bounds of a share, 0 … 1. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** Of the normal distribution: 95 % lie within so many standard deviations. */
const DEVIATIONS_OF_95_PERCENT = 1.959963984540054;

/**
 * The 95 % score interval of Wilson (1927) for a probability, after so many successes. Halves may count, as draws do: they vary less than wins and
 * losses, so that the interval is then rather too wide. Without trials nothing is known.
 */
export function wilsonInterval(successes: number, trials: number): Interval {
  if (trials === 0) return { low: 0, high: 1 };
  const z2 = DEVIATIONS_OF_95_PERCENT ** 2;
  const share = successes / trials;
  const centre = share + z2 / (2 * trials);
  const spread = DEVIATIONS_OF_95_PERCENT * Math.sqrt((share * (1 - share) + z2 / (4 * trials)) / trials);
  const scale = 1 + z2 / trials;
  return { low: Math.max(0, (centre - spread) / scale), high: Math.min(1, (centre + spread) / scale) };
}
