/**
 * Thinks in short slices while nobody asks. Between them whoever shares the thread has its turn, so that messages and keys are
 * not kept waiting.
 */
export class Pondering {
  /** Counts beginnings and ends: a loop that finds another number than its own is over. */
  #period = 0;

  /** Gives others their turn. */
  constructor(private readonly pause: () => Promise<void>) {}

  /** Runs slices until one says that nothing is left to do, or until `end`. */
  begin(slice: () => boolean): void {
    this.end();
    void this.#run(slice, this.#period);
  }

  end(): void {
    this.#period++;
  }

  async #run(slice: () => boolean, period: number): Promise<void> {
    do await this.pause();
    while (this.#period === period && slice());
  }
}
