/**
 * Thrown by {@link TimeLimit.look} and caught by {@link TimeLimit.within} only. An exception, since it ends joins that are nested as deep as rules need each other:
 * each would else have to look at what came of those inside it, for each tuple.
 */
export class TimeUp extends Error {}

/** How long the questions to a game may take: the one that all its evaluations look at. */
export class TimeLimit {
  #isTimeUp: (() => boolean) | undefined;

  /** The answer to the question, or undefined where time was up before it was found. */
  within<T>(isTimeUp: () => boolean, question: () => T): T | undefined {
    const outer = this.#isTimeUp;
    this.#isTimeUp = isTimeUp;
    try {
      return question();
    } catch (error) {
      if (error instanceof TimeUp) return undefined;
      throw error;
    } finally {
      this.#isTimeUp = outer;
    }
  }

  look(): void {
    if (this.#isTimeUp?.() === true) throw new TimeUp();
  }
}
