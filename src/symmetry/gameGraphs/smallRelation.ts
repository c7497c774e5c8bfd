import { STAR } from '../../network/index.js';

/** A relation over at most so many assignments is kept as one bit for each of them, in two words. */
const MOST_ASSIGNMENTS = 64;

/**
 * Which assignments of some variables are allowed. The variables have `sizes[i]` values each; the assignment v is the cell
 * Σ v[i] · Π sizes[j < i], and cell c is bit c % 32 of `low` (c < 32) or `high`.
 */
export interface SmallRelation {
  readonly sizes: readonly number[];
  readonly low: number;
  readonly high: number;
}

/**
 * A relation written in the one way that does not depend on how it was written before: by all of its largest short tuples, those of the
 * disallowed assignments or of the allowed ones, whichever is shorter. Variables that do not matter to it are left out.
 */
export interface CanonicalRelation {
  /** Places, among the variables of the relation, of those that matter. */
  readonly places: readonly number[];
  readonly isAllowed: boolean;
  /** Each with a value, or {@link STAR}, for each place. */
  readonly tuples: readonly (readonly number[])[];
  /** The values of which one, at `head` among the places, is taken iff all others are, where that is what the relation says of its variables. */
  readonly conjunction?: { readonly head: number; readonly values: readonly number[] };
}

/** Number of assignments of variables with so many values each; Infinity where there are more than {@link MOST_ASSIGNMENTS}. */
export function assignmentsOf(sizes: readonly number[]): number {
  let product = 1;
  for (const size of sizes) {
    product *= size;
    if (product > MOST_ASSIGNMENTS) return Infinity;
  }
  return product;
}

/** The relation of the assignments that pass a test. */
export function relationOf(sizes: readonly number[], isAllowed: (values: readonly number[]) => boolean): SmallRelation {
  const words = [0, 0];
  const values = sizes.map(() => 0);
  for (let cell = 0; ; cell++) {
    if (isAllowed(values)) words[cell >> 5]! |= 1 << (cell & 31);
    let place = 0;
    while (place < sizes.length && values[place] === sizes[place]! - 1) values[place++] = 0;
    if (place === sizes.length) return { sizes, low: words[0]!, high: words[1]! };
    values[place]!++;
  }
}

/** The assignments that both relations, over the same variables, allow. */
export const intersection = (a: SmallRelation, b: SmallRelation): SmallRelation => ({
  sizes: a.sizes,
  low: a.low & b.low,
  high: a.high & b.high,
});

/** Canonical forms; most relations of a network are one of a few, so they are remembered. */
export class CanonicalRelations {
  readonly #known = new Map<string, CanonicalRelation>();

  of(relation: SmallRelation): CanonicalRelation {
    const key = `${String(relation.low)},${String(relation.high)},${relation.sizes.join()}`;
    let canonical = this.#known.get(key);
    if (canonical === undefined) this.#known.set(key, (canonical = canonicalRelation(relation)));
    return canonical;
  }
}

function canonicalRelation({ sizes, low, high }: SmallRelation): CanonicalRelation {
  const cells = assignmentsOf(sizes);
  const isAllowed = Array.from({ length: cells }, (_, cell) => (((cell < 32 ? low : high) >>> (cell & 31)) & 1) === 1);
  const denied = largestTuples(
    sizes,
    isAllowed.map((one) => !one),
  );
  const allowed = largestTuples(sizes, isAllowed);
  const places = [...sizes.keys()].filter((place) => denied.some((tuple) => tuple[place] !== STAR));
  const conjunction = conjunctionIn(
    denied.map((tuple) => places.map((place) => tuple[place]!)),
    places.map((place) => sizes[place]!),
  );
  const isAllowedShorter = claimsIn(allowed) + allowed.length < claimsIn(denied) + denied.length;
  const tuples = isAllowedShorter ? allowed : denied;
  const canonical = {
    places,
    isAllowed: isAllowedShorter,
    tuples: tuples.map((tuple) => places.map((place) => tuple[place]!)),
  };
  return conjunction === null ? canonical : { ...canonical, conjunction };
}

/**
 * A Boolean variable h is the conjunction of at least two others iff what is disallowed is, at its largest: h with each of the others denied, and
 * h denied with all of the others.
 */
function conjunctionIn(
  denied: readonly (readonly number[])[],
  sizes: readonly number[],
): { readonly head: number; readonly values: readonly number[] } | null {
  const whole = denied.find((tuple) => !tuple.includes(STAR));
  if (whole === undefined || sizes.length < 3 || denied.length !== sizes.length || sizes.some((size) => size !== 2))
    return null;
  const pairs = denied.filter((tuple) => tuple !== whole);
  const isOpposite = (tuple: readonly number[], place: number): boolean => tuple[place] === 1 - whole[place]!;
  const head = sizes.findIndex((_, place) => pairs.every((tuple) => isOpposite(tuple, place)));
  const isPair = (tuple: readonly number[]): boolean => {
    const places = [...tuple.keys()].filter((place) => tuple[place] !== STAR);
    return places.length === 2 && places.every((place) => isOpposite(tuple, place));
  };
  return head < 0 || !pairs.every(isPair) ? null : { head, values: whole.with(head, 1 - whole[head]!) };
}

const claimsIn = (tuples: readonly (readonly number[])[]): number =>
  tuples.reduce((sum, tuple) => sum + tuple.filter((value) => value !== STAR).length, 0);

/** The short tuples that cover only cells of a set, and that no other such tuple covers: its prime implicants. */
function largestTuples(sizes: readonly number[], isIn: readonly boolean[]): readonly (readonly number[])[] {
  // A short tuple is a cell of a larger box, in which the last value of each variable stands for all of its values.
  const steps = [1];
  for (const size of sizes) steps.push(steps.at(-1)! * (size + 1));
  const covers = new Uint8Array(steps.at(-1)!);
  const tupleAt = (at: number): number[] => sizes.map((size, place) => Math.floor(at / steps[place]!) % (size + 1));
  for (let at = 0; at < covers.length; at++) {
    const tuple = tupleAt(at);
    const star = tuple.findIndex((value, place) => value === sizes[place]);
    covers[at] =
      star < 0
        ? Number(isIn[cellOf(sizes, tuple)])
        : coversAll(covers, at - sizes[star]! * steps[star]!, {
            step: steps[star]!,
            size: sizes[star]!,
          });
  }
  const largest: (readonly number[])[] = [];
  for (let at = 0; at < covers.length; at++) {
    if (covers[at] === 0) continue;
    const tuple = tupleAt(at);
    const isLarger = tuple.some((value, place) => {
      const size = sizes[place]!;
      return value < size && covers[at + (size - value) * steps[place]!] === 1;
    });
    if (!isLarger) largest.push(tuple.map((value, place) => (value === sizes[place] ? STAR : value)));
  }
  return largest;
}

function coversAll(covers: Uint8Array, first: number, { step, size }: { step: number; size: number }): number {
  for (let value = 0; value < size; value++) if (covers[first + value * step] === 0) return 0;
  return 1;
}

function cellOf(sizes: readonly number[], values: readonly number[]): number {
  let cell = 0;
  for (let place = sizes.length - 1; place >= 0; place--) cell = cell * sizes[place]! + values[place]!;
  return cell;
}
