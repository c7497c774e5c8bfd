import type { Pace } from './pace.js';

/** Of what was found to be too late or too early, so much is mended the next time. */
const GAIN = 0.5;

/** Tells playouts that time is up, so early that what they tell is there and learnt in time; how early that is it finds out from when they were over before. */
export class Notice {
  /** Of what was told last: milliseconds that were to be left when it was over. */
  #toLeave: number | undefined;

  constructor(
    private readonly pace: Pick<Pace, 'left'>,
    /** How long they take to be over. */
    private expectedMs: number,
  ) {}

  /** Whether to tell them now, where so many milliseconds are to be left when they are over. */
  isDue(toLeave: number): boolean {
    if (this.pace.left > this.expectedMs + toLeave) return false;
    this.#toLeave = toLeave;
    return true;
  }

  /** The playouts are over, told or not. */
  isOver(): void {
    if (this.#toLeave === undefined) return;
    this.expectedMs = Math.max(0, this.expectedMs + GAIN * (this.#toLeave - this.pace.left));
    this.#toLeave = undefined;
  }
}
