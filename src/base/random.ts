/** A stream of random numbers that its seed fixes. Chance is an argument: nothing below the player makes its own. */
export interface Random {
  /** Uniform over 0 … 2^32 - 1. */
  readonly nextUint32: () => number;
  /** Uniform over 0 … bound - 1, for a bound of 1 … 2^32. */
  readonly below: (bound: number) => number;
}

const TWO_TO_32 = 2 ** 32;

/** xoshiro128** 1.1 of Blackman and Vigna (prng.di.unimi.it), its 128 bits of state filled from the seed by splitmix32. */
export function seededRandom(seed: number): Random {
  const mix = splitmix32(seed);
  return xoshiro128ss([mix(), mix(), mix(), mix()]);
}

/** The generator with a given state, of which not all four words may be zero. */
export function xoshiro128ss(state: readonly [number, number, number, number]): Random {
  let [a, b, c, d] = state.map((word) => word | 0) as [number, number, number, number];
  const nextUint32 = (): number => {
    const result = Math.imul(rotateLeft(Math.imul(b, 5), 7), 9) >>> 0;
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = rotateLeft(d, 11);
    return result;
  };
  const below = (bound: number): number => {
    // Numbers from the last, incomplete multiple of the bound would favour the small remainders: they are drawn again.
    const fair = TWO_TO_32 - (TWO_TO_32 % bound);
    for (;;) {
      const drawn = nextUint32();
      if (drawn < fair) return drawn % bound;
    }
  };
  return { nextUint32, below };
}

/** A Weyl sequence with a 32-bit finaliser from the hash prospector's search (github.com/skeeto/hash-prospector); any seed will do. */
function splitmix32(seed: number): () => number {
  let weyl = seed | 0;
  return () => {
    weyl = (weyl + 0x9e3779b9) | 0;
    let mixed = weyl ^ (weyl >>> 16);
    mixed = Math.imul(mixed, 0x21f0aaad);
    mixed ^= mixed >>> 15;
    mixed = Math.imul(mixed, 0x735a2d97);
    return (mixed ^ (mixed >>> 15)) >>> 0;
  };
}

function rotateLeft(word: number, by: number): number {
  return (word << by) | (word >>> (32 - by));
}
