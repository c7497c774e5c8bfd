/** Longer names are no words. */
const LONGEST_SLIP = 40;

/**
 * Finds the name that was probably meant: the same but for case, or but for one slip of the pen. Two names are a slip apart when leaving
 * out one letter of each, or of either, makes them equal; that is a lookup, so that large sheets stay cheap.
 */
export class Spelling {
  readonly #byCase = new Map<string, string>();
  readonly #bySlip = new Map<string, string>();

  readonly #shortest: number;

  /** Names shorter than `shortest` are taken as one letter apart on purpose. */
  constructor(names: Iterable<string>, shortest = 4) {
    this.#shortest = shortest;
    for (const name of names) {
      setFirst(this.#byCase, name.toLowerCase(), name);
      for (const variant of this.#slipsOf(name)) setFirst(this.#bySlip, variant, name);
    }
  }

  /** Undefined where no other name is close. */
  meant(name: string): string | undefined {
    const sameButForCase = this.#byCase.get(name.toLowerCase());
    if (sameButForCase !== undefined && sameButForCase !== name) return sameButForCase;
    for (const variant of this.#slipsOf(name)) {
      const close = this.#bySlip.get(variant);
      if (close !== undefined && close !== name) return close;
    }
    return undefined;
  }

  /** The name itself and what is left of it without one letter; names with digits are numbered, not misspelt. */
  #slipsOf(name: string): readonly string[] {
    if (name.length < this.#shortest || name.length > LONGEST_SLIP || /\d/.test(name)) return [];
    const letters = Array.from(name.toLowerCase());
    return [name.toLowerCase(), ...letters.map((_, i) => letters.toSpliced(i, 1).join(''))];
  }
}

function setFirst(map: Map<string, string>, key: string, value: string): void {
  if (!map.has(key)) map.set(key, value);
}
