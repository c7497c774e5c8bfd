/** What our notes on constraints say where the XCSP3 form alone would not tell which of our constraints it was. */
export const NOTES = {
  /** A constraint that excludes nothing, because there is no other. */
  none: 'none',
  /** Followed by the scope. */
  emptyTable: 'no tuple:',
  emptyClause: 'no literal',
  channel: 'channel',
} as const;
