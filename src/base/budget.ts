/** Milliseconds since any fixed moment; comes in as an argument so that nothing below the player reads the wall clock. */
export type Clock = () => number;

/** How much a stage may use before it stops cleanly with a reason. */
export interface Budget {
  readonly clock: Clock;
  readonly milliseconds: number;
  /** Of the stage's own large arrays; small objects are not counted. */
  readonly bytes: number;
}

/** Thrown by a {@link Meter}, and caught at the door of the stage that made it. */
export class BudgetExceeded extends Error {
  override readonly name = 'BudgetExceeded';
}

const TICKS_PER_LOOK = 4096;

/** Counts what a stage uses and throws {@link BudgetExceeded} once that is too much. */
export class Meter {
  readonly #budget: Budget;
  readonly #start: number;
  #ticks = 0;
  #bytes = 0;

  constructor(budget: Budget) {
    this.#budget = budget;
    this.#start = budget.clock();
  }

  get milliseconds(): number {
    return this.#budget.clock() - this.#start;
  }

  /** Call once a step of work: cheap enough for inner loops, it looks at the clock now and then. */
  tick(): void {
    if (++this.#ticks % TICKS_PER_LOOK === 0) this.look();
  }

  look(): void {
    const limit = this.#budget.milliseconds;
    if (this.milliseconds > limit) throw new BudgetExceeded(`more than ${String(limit)} ms`);
  }

  /** Call before large arrays are allocated (or, with a negative number, after they are dropped). */
  allocate(bytes: number): void {
    this.#bytes += bytes;
    const limit = this.#budget.bytes;
    if (this.#bytes > limit) throw new BudgetExceeded(`more than ${String(Math.round(limit / 2 ** 20))} MB`);
  }
}
