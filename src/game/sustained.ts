import type { Clock } from '../base/index.js';

/** Does so much work in one call, and says what came of it. */
export type Work<T> = (size: number) => Promise<T>;

export interface SustainedOptions {
  readonly clock: Clock;
  /** How long to measure. */
  readonly milliseconds: number;
  /** Most work of one call. */
  readonly largest?: number;
}

export interface Sustained<T> {
  /** What came of each call that was measured. */
  readonly results: readonly T[];
  readonly ms: number;
}

/** A call that takes less, in milliseconds, is mostly calling, or too small for several threads to share. */
const LONG_CALL = 400;
/** A call that does so much more work … */
const GROWTH = 4;
/** … at so much greater speed does not yet fill the lanes of the engine. */
const FASTER = 1.25;
/** Share of the measured time in which the machine warms up, at least. */
const WARM_UP = 0.1;

/** Speed that lasts: calls of a size that suits the engine, one after the other, measured after a warm-up in which that size is found. */
export async function sustained<T>(work: Work<T>, options: SustainedOptions): Promise<Sustained<T>> {
  const { clock, milliseconds } = options;
  const size = await suitableSize(work, options);
  const results: T[] = [];
  const start = clock();
  let ms = 0;
  while (ms < milliseconds) {
    results.push(await work(size));
    ms = clock() - start;
  }
  return { results, ms };
}

async function suitableSize<T>(work: Work<T>, options: SustainedOptions): Promise<number> {
  const { clock, milliseconds, largest = 2 ** 26 } = options;
  const start = clock();
  let size = 1;
  let speed = 0;
  for (;;) {
    const before = clock();
    await work(size);
    const now = clock();
    const grownSpeed = size / (now - before);
    const isEnough = size === largest || (now - before >= LONG_CALL && grownSpeed < FASTER * speed);
    if (now - start >= milliseconds || (isEnough && now - start >= WARM_UP * milliseconds)) return size;
    if (isEnough) continue;
    speed = grownSpeed;
    size = Math.min(largest, size * GROWTH);
  }
}
