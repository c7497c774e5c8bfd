/** A function of more inputs than these is not tabulated: one bit for each assignment, in two words. */
export const MOST_INPUTS = 6;

/**
 * Which assignments of some Boolean inputs make a function true: assignment a, in which input i is bit i of a, is bit a % 32 of `low` (a < 32)
 * or `high`. Bits of no assignment are 0.
 */
export interface TruthTable {
  readonly inputs: number;
  readonly low: number;
  readonly high: number;
}

/**
 * A function written in the one way that does not depend on how it was written before: by all of its largest implicants (its prime implicants), or,
 * where that is shorter, by those of its negation.
 */
export interface PrimeForm {
  readonly isNegated: boolean;
  /** Each the literals of an implicant, 2 · input, plus 1 where it is denied; none where the function is constant, and one that is empty. */
  readonly tuples: readonly (readonly number[])[];
}

/** Where an input is true: low words; the high ones are the same but for the last input. */
const WORDS = [0xaaaaaaaa, 0xcccccccc, 0xf0f0f0f0, 0xff00ff00, 0xffff0000, 0].map((word) => word | 0);

/** Low word of a literal, 2 · input, plus 1 where it is denied. */
export const lowWord = (literal: number): number => WORDS[literal >> 1]! ^ -(literal & 1);

export const highWord = (literal: number): number =>
  (literal >> 1 === MOST_INPUTS - 1 ? -1 : WORDS[literal >> 1]!) ^ -(literal & 1);

/** The words of a table without bits of no assignment. */
export const lowBits = (inputs: number, low: number): number => (inputs < 5 ? low & ((1 << (1 << inputs)) - 1) : low);
export const highBits = (inputs: number, high: number): number => (inputs < MOST_INPUTS ? 0 : high);

/** Prime forms; most functions of a game are one of a few, so they are remembered. */
export class PrimeForms {
  readonly #known = new Map<number, Map<number, PrimeForm>>();

  of(table: TruthTable): PrimeForm {
    const key = table.inputs * 2 ** 32 + (table.low >>> 0);
    let some = this.#known.get(key);
    if (some === undefined) this.#known.set(key, (some = new Map<number, PrimeForm>()));
    let form = some.get(table.high);
    if (form === undefined) some.set(table.high, (form = primeForm(table)));
    return form;
  }
}

function primeForm({ inputs, low, high }: TruthTable): PrimeForm {
  const tuples = primeImplicants({ inputs, low, high });
  const negation = { inputs, low: lowBits(inputs, ~low), high: highBits(inputs, ~high) };
  const negated = primeImplicants(negation);
  return costOf(negated) < costOf(tuples) ? { isNegated: true, tuples: negated } : { isNegated: false, tuples };
}

const costOf = (tuples: readonly (readonly number[])[]): number =>
  tuples.reduce((sum, tuple) => sum + tuple.length, tuples.length);

/**
 * A short tuple is a number to base 3, the digit of each input 0, 1, or 2 where it is left out: it is an implicant iff both are that put 0 or 1
 * there, and a largest one iff none is that leaves out one input more.
 */
function primeImplicants({ inputs, low, high }: TruthTable): readonly (readonly number[])[] {
  const powers = Array.from({ length: inputs + 1 }, (_, place) => 3 ** place);
  const count = powers[inputs]!;
  const isImplicant = new Uint8Array(count);
  const largest: number[][] = [];
  for (let tuple = 0; tuple < count; tuple++) {
    let cell = 0;
    let place = 0;
    for (let digits = tuple; place < inputs && digits % 3 < 2; place++, digits = Math.floor(digits / 3)) {
      cell |= (digits % 3) << place;
    }
    isImplicant[tuple] =
      place === inputs
        ? ((cell < 32 ? low : high) >>> (cell & 31)) & 1
        : isImplicant[tuple - powers[place]!]! & isImplicant[tuple - 2 * powers[place]!]!;
  }
  for (let tuple = 0; tuple < count; tuple++) {
    if (isImplicant[tuple] === 0) continue;
    const literals: number[] = [];
    let isLargest = true;
    for (let place = 0, digits = tuple; place < inputs && isLargest; place++, digits = Math.floor(digits / 3)) {
      const digit = digits % 3;
      if (digit === 2) continue;
      isLargest = isImplicant[tuple + (2 - digit) * powers[place]!] === 0;
      literals.push(2 * place + 1 - digit);
    }
    if (isLargest) largest.push(literals);
  }
  return largest;
}
