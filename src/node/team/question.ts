import { sharedClock } from '../sharedClock.js';

/** No timer of Node is longer. */
const LONGEST_MS = 2 ** 31 - 1;

/** Something that is waited for until it is there, and not beyond a moment of {@link sharedClock}. */
export class Question {
  readonly given: Promise<void>;
  #timer: NodeJS.Timeout | undefined;
  #resolve: () => void = () => undefined;

  constructor(
    due: number,
    private readonly isAnswered: () => boolean,
  ) {
    this.given = new Promise((resolve) => {
      this.#resolve = resolve;
    });
    const left = Math.min(LONGEST_MS, Math.max(0, due - sharedClock()));
    this.#timer = setTimeout(() => {
      this.give();
    }, left);
    this.look();
  }

  /** Looks whether it is there. */
  look(): void {
    if (this.isAnswered()) this.give();
  }

  /** Waits no longer. */
  give(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#resolve();
  }
}
