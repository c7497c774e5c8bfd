import type { Cube } from './cubes.js';

/** Cubes that share a literal: that literal, and what each of them has besides. */
export interface Factor {
  readonly variable: number;
  readonly claim: number;
  readonly rests: readonly Cube[];
}

interface Factors {
  readonly factors: readonly Factor[];
  /** The cubes that none is taken out of. */
  readonly left: readonly Cube[];
}

/** Literals that are taken out of a disjunction, one after another; for each, all literals that are left are compared. */
const MOST_FACTORS = 100;

/**
 * Takes the literal that most of the longer cubes share out of these, then the next out of those that are left, as long as two share one;
 * of literals that as many share, the one whose last comes first.
 */
export function sharedLiterals(cubes: readonly Cube[]): Factors {
  if (!hasSeveralLonger(cubes)) return { factors: [], left: cubes };
  const occurrences = new Occurrences(cubes);
  const factors: Factor[] = [];
  while (factors.length < MOST_FACTORS) {
    const factor = occurrences.takeMostShared();
    if (factor === null) break;
    factors.push(factor);
  }
  return factors.length === 0 ? { factors, left: cubes } : { factors, left: occurrences.left() };
}

function hasSeveralLonger(cubes: readonly Cube[]): boolean {
  const isLonger = (cube: Cube): boolean => cube.length > 2;
  return cubes.findIndex(isLonger) !== cubes.findLastIndex(isLonger);
}

const NONE = -1;

/**
 * Where the literals of some cubes occur. Literals are numbered as they first occur, and so are their occurrences in cubes of several
 * literals. Occurrence o is literal `literal[o]` in cube `cube[o]`; the one of the same literal before it is `before[o]`. Literal l has
 * `count[l]` occurrences in cubes that are left, and `last[l]` is the last of them, or one after that in a cube that was taken.
 */
class Occurrences {
  readonly #literal: number[] = [];
  readonly #cube: number[] = [];
  readonly #before: number[] = [];
  readonly #count: number[] = [];
  readonly #last: number[] = [];
  /** For each cube, its first occurrence. */
  readonly #start: number[] = [];
  readonly #isTaken: boolean[] = [];

  constructor(private readonly cubes: readonly Cube[]) {
    const stride = 1 + cubes.reduce(highestClaim, 0);
    const numbers = new Map<number, number>();
    for (const [index, cube] of cubes.entries()) {
      this.#start.push(this.#literal.length);
      this.#isTaken.push(false);
      if (cube.length <= 2) continue;
      for (let at = 0; at < cube.length; at += 2) {
        const key = cube[at]! * stride + cube[at + 1]!;
        let literal = numbers.get(key);
        if (literal === undefined) {
          literal = this.#count.length;
          numbers.set(key, literal);
          this.#count.push(0);
          this.#last.push(NONE);
        }
        this.#add(literal, index);
      }
    }
  }

  #add(literal: number, cube: number): void {
    this.#count[literal]!++;
    this.#before.push(this.#last[literal]!);
    this.#last[literal] = this.#literal.length;
    this.#literal.push(literal);
    this.#cube.push(cube);
  }

  left(): readonly Cube[] {
    return this.cubes.filter((_, index) => !this.#isTaken[index]);
  }

  takeMostShared(): Factor | null {
    const literal = this.#mostShared();
    if (literal === NONE) return null;
    const taken: number[] = [];
    for (let at = this.#lastOf(literal); at !== NONE; at = this.#before[at]!)
      if (!this.#isTaken[this.#cube[at]!]) taken.push(at);
    taken.reverse();
    const rests = taken.map((at) => this.#take(at));
    const place = this.#place(taken[0]!);
    const [variable, claim] = this.cubes[this.#cube[taken[0]!]!]!.slice(place, place + 2) as [number, number];
    return { variable, claim, rests };
  }

  #mostShared(): number {
    let best = NONE;
    let most = 1;
    for (let literal = 0; literal < this.#count.length; literal++) {
      const count = this.#count[literal]!;
      if (count > most || (count === most && best !== NONE && this.#lastOf(literal) < this.#lastOf(best))) {
        best = literal;
        most = count;
      }
    }
    return best;
  }

  #lastOf(literal: number): number {
    let at = this.#last[literal]!;
    while (at !== NONE && this.#isTaken[this.#cube[at]!]) at = this.#before[at]!;
    this.#last[literal] = at;
    return at;
  }

  /** Takes the cube of an occurrence; what it has besides. */
  #take(at: number): Cube {
    const index = this.#cube[at]!;
    const cube = this.cubes[index]!;
    this.#isTaken[index] = true;
    const start = this.#start[index]!;
    for (let each = start; each < start + cube.length / 2; each++) this.#count[this.#literal[each]!]!--;
    return cube.toSpliced(this.#place(at), 2);
  }

  /** Where an occurrence is in its cube. */
  #place(at: number): number {
    return 2 * (at - this.#start[this.#cube[at]!]!);
  }
}

function highestClaim(highest: number, cube: Cube): number {
  let most = highest;
  for (let at = 1; at < cube.length; at += 2) if (cube[at]! > most) most = cube[at]!;
  return most;
}
