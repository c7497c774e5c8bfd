import { timerUntil } from '../sharedClock.js';

/** Something that is waited for until it is there, and not beyond a moment of `sharedClock`. */
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
    this.#timer = setTimeout(() => {
      this.give();
    }, timerUntil(due));
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
