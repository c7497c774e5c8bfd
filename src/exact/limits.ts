import { type Budget, BudgetExceeded } from '../base/index.js';

/** How much solving may use, in all. */
export interface SolveBudget extends Budget {
  /** States that may be expanded. */
  readonly nodes: number;
}

/** What is known while more is being found out. */
export interface Progress {
  /** States expanded up to now. */
  readonly nodes: number;
  readonly lower: number;
  readonly upper: number;
}

/** Who looks after a long search. */
export interface Watch {
  readonly limits: Limits;
  readonly onProgress: (progress: Progress) => void;
}

/** Counts what is used, and throws {@link BudgetExceeded} once that is too much. */
export class Limits {
  readonly #start: number;
  #nodes = 0;

  constructor(private readonly budget: SolveBudget) {
    this.#start = budget.clock();
  }

  get milliseconds(): number {
    return this.budget.clock() - this.#start;
  }

  /** How many of so many states may be expanded, with so much memory in use; one at least, or it throws. */
  allow(states: number, bytes: number): number {
    const { nodes, milliseconds, bytes: most } = this.budget;
    if (this.milliseconds > milliseconds) throw new BudgetExceeded(`more than ${String(milliseconds / 1000)} s`);
    if (bytes > most) throw new BudgetExceeded(`more than ${String(Math.round(most / 2 ** 20))} MB of memory`);
    if (this.#nodes >= nodes) throw new BudgetExceeded(`more than ${String(nodes)} states`);
    const allowed = Math.min(states, nodes - this.#nodes);
    this.#nodes += allowed;
    return allowed;
  }
}
