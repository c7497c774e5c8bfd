import type { MacOptions } from './macOptions.js';

/**
 * Under a budget of nodes there is no time to share: there, finding a solution of a round counts as much as so many playouts. About what MAC takes for
 * it beside a compiled playout of a small game; through the compiled expansion it takes less than one.
 */
const PLAYOUTS_A_SOLUTION = 16;

/** Keeps the shares of solving and of playouts: in milliseconds under a deadline, in playouts under a budget of nodes. */
export class WorkShares {
  #solving = 0;
  #playing = 0;
  readonly #share: number;

  constructor({ solve, simulate }: MacOptions) {
    this.#share = simulate === 0 ? 0 : simulate / (solve + simulate);
  }

  start(): void {
    this.#solving = 0;
    this.#playing = 0;
  }

  /** Whether playouts have had less than their share. */
  get isPlayoutsTurn(): boolean {
    return this.#playing < this.#share * (this.#solving + this.#playing);
  }

  countSolving({ ms, solutions }: { readonly ms: number | undefined; readonly solutions: number }): void {
    this.#solving += ms ?? PLAYOUTS_A_SOLUTION * solutions;
  }

  countPlaying({ ms, playouts }: { readonly ms: number | undefined; readonly playouts: number }): void {
    this.#playing += ms ?? playouts;
  }
}
