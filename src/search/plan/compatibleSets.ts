import type { Random } from '../../base/index.js';

/** Bits of a word. */
const WORD = 32;

/** Moves, counted from 0, which of them go together, and what they are good for. Sets of moves are bits of words. */
export interface MoveModel {
  readonly moves: number;
  /** For each move the set of those that can be made beside it; it is not among them. */
  readonly compatible: readonly Uint32Array[];
  /** For each need the set of the moves that meet it. */
  readonly needs: readonly Uint32Array[];
  /** Fewest moves of a solution: how many have to be made before play can end. */
  readonly fewest: number;
}

export const emptySet = (moves: number): Uint32Array => new Uint32Array((moves + WORD - 1) >>> 5);

export const addTo = (set: Uint32Array, move: number): void => {
  set[move >>> 5]! |= 1 << (move & 31);
};

export const has = (set: Uint32Array, move: number): boolean => ((set[move >>> 5]! >>> (move & 31)) & 1) === 1;

const remove = (set: Uint32Array, move: number): void => {
  set[move >>> 5]! &= ~(1 << (move & 31));
};

/** Where the search stands: what was chosen, what else may be, and between which moves it is to choose next. */
interface Frame {
  readonly chosen: readonly number[];
  readonly allowed: Uint32Array;
  /** Needs that nothing chosen meets. */
  readonly unmet: readonly number[];
  /** Some move of these is in every solution; those before `at` were tried, and are in none of the rest. */
  readonly choices: readonly number[];
  at: number;
}

/** Words that a check of all moves against all needs may look at; where there are more, the needs alone are looked at. */
const MOST_WORDS = 2 ** 21;

/** Frames that fail before the search begins anew; with every beginning they double. */
const FIRST_FAILURES = 64;

/**
 * Finds sets of moves that go together and meet all needs: a constraint network with a variable for each need, searched depth first
 * with singleton consistency (a move beside which some need cannot be met is dropped), the need with the fewest moves for its weight first (dom/wdeg,
 * Boussemart et al. 2004), in random order, beginning anew after so many failures. Where a number of moves is asked for, moves of
 * which no two go together give one at most: cliques that cover all that is allowed bound it, and where there are no more of
 * them than moves are missing, each is a need (the colour bound of maximum clique, Tomita and Seki 2003).
 */
export class CompatibleSets {
  /** Whether every solution was given. */
  isDone = false;
  readonly #weight: Float64Array;
  #frames: Frame[] = [];
  #failures = 0;
  #mostFailures = FIRST_FAILURES;

  constructor(
    private readonly model: MoveModel,
    private readonly random: Random,
  ) {
    this.#weight = new Float64Array(model.needs.length).fill(1);
    this.#begin();
  }

  /** The next solution, undefined where none was found within so many steps, or in time. Solutions may come again. */
  next(steps: number, isTimeUp = (): boolean => false): readonly number[] | undefined {
    for (let step = 0; step < steps && !this.isDone; step++) {
      const solution = this.#step();
      if (solution !== undefined) return solution;
      if (isTimeUp()) return undefined;
    }
    return undefined;
  }

  #begin(): void {
    this.#failures = 0;
    const { moves, needs } = this.model;
    const allowed = emptySet(moves);
    for (let move = 0; move < moves; move++) addTo(allowed, move);
    this.#frames = [];
    this.#open([], allowed, [...needs.keys()]);
  }

  #step(): readonly number[] | undefined {
    const frame = this.#frames.at(-1);
    if (frame === undefined) {
      this.isDone = true;
      return undefined;
    }
    if (frame.at === frame.choices.length) {
      this.#frames.pop();
      return undefined;
    }
    const move = frame.choices[frame.at++]!;
    const chosen = [...frame.chosen, move];
    const allowed = intersection(frame.allowed, this.model.compatible[move]!);
    remove(frame.allowed, move);
    const unmet = frame.unmet.filter((need) => !has(this.model.needs[need]!, move));
    if (unmet.length === 0 && chosen.length >= this.model.fewest) return chosen;
    this.#open(chosen, allowed, unmet);
    return undefined;
  }

  /** Goes on with a choice, unless it is certain to fail. */
  #open(chosen: readonly number[], allowed: Uint32Array, unmet: readonly number[]): void {
    const choices = this.#isConsistent(allowed, unmet) ? this.#choices(allowed, unmet, chosen.length) : [];
    if (choices.length > 0) this.#frames.push({ chosen, allowed, unmet, choices: this.#shuffled(choices), at: 0 });
    else if (++this.#failures >= this.#mostFailures && chosen.length > 0) {
      this.#mostFailures *= 2;
      this.#begin();
    }
  }

  /** Drops every move beside which a need cannot be met; whether all needs still can be. */
  #isConsistent(allowed: Uint32Array, unmet: readonly number[]): boolean {
    const { needs, compatible } = this.model;
    for (let isChanged = true; isChanged;) {
      isChanged = false;
      for (const need of unmet) if (!meets(allowed, needs[need]!)) return this.#fail(need);
      const members = membersOf(allowed);
      if (members.length * unmet.length * allowed.length > MOST_WORDS) return true;
      for (const move of members) {
        const blocked = unmet.find(
          (need) => !has(needs[need]!, move) && !meetBoth(allowed, compatible[move]!, needs[need]!),
        );
        if (blocked === undefined) continue;
        remove(allowed, move);
        isChanged = true;
      }
    }
    return true;
  }

  #fail(need: number): false {
    this.#weight[need]!++;
    return false;
  }

  /** Moves one of which must be made; none where too few are left. */
  #choices(allowed: Uint32Array, unmet: readonly number[], made: number): readonly number[] {
    let best: readonly number[] | undefined;
    let least = Infinity;
    for (const need of unmet) {
      const members = membersOf(intersection(allowed, this.model.needs[need]!));
      const size = members.length / this.#weight[need]!;
      if (size >= least) continue;
      least = size;
      best = members;
    }
    const missing = this.model.fewest - made;
    if (missing <= 0) return best ?? [];
    const cliques = this.#cliques(allowed);
    if (cliques.length < missing) return [];
    const more = cliques.slice(missing - 1).flat();
    return best === undefined || more.length < best.length ? more : best;
  }

  /** What is allowed, in sets of which no two members go together, the largest first. */
  #cliques(allowed: Uint32Array): readonly (readonly number[])[] {
    const cliques: { members: number[]; compatible: Uint32Array }[] = [];
    for (const move of membersOf(allowed)) {
      const clique = cliques.find(({ compatible }) => !has(compatible, move));
      const row = this.model.compatible[move]!;
      if (clique === undefined) cliques.push({ members: [move], compatible: row.slice() });
      else {
        clique.members.push(move);
        unite(clique.compatible, row);
      }
    }
    return cliques.map(({ members }) => members).sort((a, b) => b.length - a.length);
  }

  #shuffled(moves: readonly number[]): readonly number[] {
    const shuffled = [...moves];
    for (let at = shuffled.length - 1; at > 0; at--) {
      const other = this.random.below(at + 1);
      [shuffled[at], shuffled[other]] = [shuffled[other]!, shuffled[at]!];
    }
    return shuffled;
  }
}

function intersection(left: Uint32Array, right: Uint32Array): Uint32Array {
  const both = left.slice();
  for (let word = 0; word < both.length; word++) both[word]! &= right[word]!;
  return both;
}

function unite(set: Uint32Array, more: Uint32Array): void {
  for (let word = 0; word < set.length; word++) set[word]! |= more[word]!;
}

function meets(left: Uint32Array, right: Uint32Array): boolean {
  for (let word = 0; word < left.length; word++) if ((left[word]! & right[word]!) !== 0) return true;
  return false;
}

function meetBoth(first: Uint32Array, second: Uint32Array, third: Uint32Array): boolean {
  for (let word = 0; word < first.length; word++) {
    if ((first[word]! & second[word]! & third[word]!) !== 0) return true;
  }
  return false;
}

function membersOf(set: Uint32Array): readonly number[] {
  const members: number[] = [];
  for (let word = 0; word < set.length; word++) {
    for (let rest = set[word]!; rest !== 0; rest &= rest - 1) members.push(WORD * word + 31 - Math.clz32(rest & -rest));
  }
  return members;
}
