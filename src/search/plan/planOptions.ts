/** What can be set of a search for a plan. All were chosen by `npm run bench -- puzzles`. */
export interface PlanOptions {
  /** States that are expanded at once. */
  readonly batch: number;
  /** Playouts that value a state of a beam. */
  readonly playouts: number;
  /** Most joint moves of a playout. */
  readonly plies: number;
  /** States that a beam keeps of each depth at first; with every restart they double. */
  readonly width: number;
}

export const DEFAULT_PLAN_OPTIONS: PlanOptions = { batch: 256, playouts: 8, plies: 500, width: 16 };
