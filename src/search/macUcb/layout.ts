/** What MAC-UCB keeps beside each node: words of its record. The first are numbers of 8 bytes. */
export const BESIDE = {
  EXPECTED: 0,
  LOWER: 2,
  UPPER: 4,
  SUMS: 6,
  PRIORS: 8,
  SAMPLES: 10,
  IS_QUEUED: 11,
  LAST_EDGE: 12,
  IS_LISTED: 13,
  DEPTH: 14,
  WAY: 15,
  ASKED_IN: 16,
  PENDING: 17,
  CHOSEN_IN: 18,
  PLANNED: 19,
} as const;

export const WORDS_BESIDE = 20;
