import type { OwnChoice, Place, Unfolding } from './unfolding.js';

/** How many policies have which expected points. */
type Counts = ReadonlyMap<number, bigint>;

/** Different values of the policies from one place on; more are not counted. */
const MOST_VALUES = 2000;
/** Steps of the whole count. */
const MOST_STEPS = 2_000_000;
/** Values are the same if they are so to nine decimals. */
const DECIMALS = 1e9;

/**
 * The number of deterministic policies whose expected points are at least the threshold, whatever the others do. A policy says for every
 * course of play which it allows what the own side does then (a tree, as in section 3 of 000: states that are reached in two ways may
 * be treated in two ways). Undefined where policies have too many different values to be counted.
 */
export function countPolicies({ places, root }: Unfolding, threshold: number): bigint | undefined {
  const counter = new PolicyCounter();
  const known: Counts[] = [];
  for (const place of places) {
    const counts = counter.countsOf(place, known);
    if (counts === undefined) return undefined;
    known.push(counts);
  }
  let total = 0n;
  for (const [value, count] of known[root]!) if (value >= threshold) total += count;
  return total;
}

class PolicyCounter {
  #steps = 0;

  countsOf({ worth, choices }: Place, known: readonly Counts[]): Counts | undefined {
    if (worth !== undefined) return new Map([[worth, 1n]]);
    const all = new Map<number, bigint>();
    for (const choice of choices) {
      const counts = this.#afterChoice(choice, known);
      if (counts === undefined) return undefined;
      for (const [value, count] of counts) all.set(value, (all.get(value) ?? 0n) + count);
    }
    return all.size > MOST_VALUES ? undefined : all;
  }

  /** The others answer, and the least counts; chance draws, and the mean counts. */
  #afterChoice({ answers }: OwnChoice, known: readonly Counts[]): Counts | undefined {
    const means = answers.map((draws) => {
      const sums = this.#joined(
        draws.map((place) => known[place]!),
        (one, other) => one + other,
      );
      return sums === undefined
        ? undefined
        : new Map([...sums].map(([sum, count]) => [rounded(sum / draws.length), count]));
    });
    return means.every((counts) => counts !== undefined) ? this.#joined(means, Math.min) : undefined;
  }

  /** One policy for each of several places: as many as there are combinations. */
  #joined(parts: readonly Counts[], value: (one: number, other: number) => number): Counts | undefined {
    let all = parts[0]!;
    for (const part of parts.slice(1)) {
      this.#steps += all.size * part.size;
      if (this.#steps > MOST_STEPS) return undefined;
      const joined = new Map<number, bigint>();
      for (const [one, count] of all) {
        for (const [other, times] of part) {
          const key = rounded(value(one, other));
          joined.set(key, (joined.get(key) ?? 0n) + count * times);
        }
      }
      if (joined.size > MOST_VALUES) return undefined;
      all = joined;
    }
    return all;
  }
}

const rounded = (value: number): number => Math.round(value * DECIMALS) / DECIMALS;
