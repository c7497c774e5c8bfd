import { IntList } from '../base/index.js';
import type { ForwardChecking } from './forwardChecking.js';

export interface ForwardSearchOptions {
  /** To branch on first, while any of them is open; then on the others. All variables alike unless said otherwise. */
  readonly variables?: readonly number[];
}

/** So many variables are looked at between two looks at the clock. */
const UNTIMED = 4096;
/** No open variable has fewer values left: one with a single value is assigned. */
const FEWEST = 2;

/**
 * Finds all solutions of a network, or of what is left of it, by forward checking alone: a variable with one value left is assigned at once, else
 * the one with the fewest values (the first among equals) takes each of them in turn. MAC (`macSearch`) finds the same solutions with fewer
 * nodes. At the end, and by {@link close}, the checking goes back to where it was.
 */
export class ForwardSearch {
  /** Assignments tried, those of single values left aside. */
  nodes = 0;
  solutions = 0;
  #isOver = false;
  #isAtSolution = false;
  /** Pairs: variable that is branched on, and its value. */
  readonly #decisions = new IntList();

  /** The checking must not be changed while the search goes on. */
  constructor(
    private readonly checking: ForwardChecking,
    private readonly options: ForwardSearchOptions = {},
  ) {
    checking.save();
    if (!checking.isConsistent || !checking.settle()) this.close();
  }

  /** Goes on to the next solution, which is in the checking until the search goes on; false where there are no more, or time is up first: then it can only be closed. */
  advance(isTimeUp: () => boolean = () => false): boolean {
    if (this.#isOver) return false;
    let isConsistent = !this.#isAtSolution;
    while (!isTimeUp()) {
      if (isConsistent && this.checking.openCount === 0) {
        this.solutions++;
        this.#isAtSolution = true;
        return true;
      }
      if (isConsistent) {
        if (!this.#branch(isTimeUp)) return false;
      } else if (this.#decisions.length === 0) {
        this.close();
        return false;
      } else this.checking.restore();
      isConsistent = this.#takeNext(isTimeUp);
    }
    return false;
  }

  close(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    for (let at = this.#decisions.length; at > 0; at -= 2) this.checking.restore();
    this.checking.restore();
  }

  /** False where time is up before the variable is found. */
  #branch(isTimeUp: () => boolean): boolean {
    const x = this.#smallest(this.options.variables ?? []) ?? this.#smallestOfAll(isTimeUp);
    if (x === undefined) return false;
    this.#decisions.push(x);
    this.#decisions.push(-1);
    return true;
  }

  #smallest(variables: readonly number[]): number | undefined {
    const { checking } = this;
    let best: number | undefined;
    for (const x of variables) {
      if (checking.isOpen(x) && (best === undefined || checking.size(x) < checking.size(best))) best = x;
    }
    return best;
  }

  /** Some variable is open. There may be hundreds of thousands: undefined where time is up first. */
  #smallestOfAll(isTimeUp: () => boolean): number | undefined {
    const { checking } = this;
    const { length } = checking.network.variables;
    let best: number | undefined;
    for (let x = 0; x < length; x++) {
      if (x % UNTIMED === UNTIMED - 1 && isTimeUp()) return undefined;
      if (!checking.isOpen(x) || (best !== undefined && checking.size(x) >= checking.size(best))) continue;
      best = x;
      if (checking.size(x) === FEWEST) break;
    }
    return best;
  }

  /** Tries the next value of the variable that was last branched on; false where that fails, time is up, or there is none and the variable is left. */
  #takeNext(isTimeUp: () => boolean): boolean {
    const { checking } = this;
    const { array, length } = this.#decisions;
    const x = array[length - 2]!;
    let value = array[length - 1]! + 1;
    const end = checking.network.variables[x]!.values.length;
    while (value < end && !checking.has(x, value)) value++;
    if (value === end) {
      this.#decisions.length -= 2;
      return false;
    }
    array[length - 1] = value;
    this.nodes++;
    checking.save();
    return checking.assign(x, value, isTimeUp) && checking.settle(isTimeUp);
  }
}
