import { IntList } from '../base/index.js';
import type { ForwardChecking } from './forwardChecking.js';

export interface ForwardSearchOptions {
  /** To branch on first, while any of them is open; then on the others. All variables alike unless said otherwise. */
  readonly variables?: readonly number[];
}

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
  /** Made when it is first asked for. */
  #all: readonly number[] | undefined;

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
      if (isConsistent) this.#branch();
      else if (this.#decisions.length === 0) {
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

  #branch(): void {
    this.#decisions.push(this.#smallest(this.options.variables ?? []) ?? this.#smallestOfAll());
    this.#decisions.push(-1);
  }

  #smallestOfAll(): number {
    this.#all ??= [...this.checking.network.variables.keys()];
    return this.#smallest(this.#all)!;
  }

  #smallest(variables: readonly number[]): number | undefined {
    const { checking } = this;
    let best: number | undefined;
    for (const x of variables) {
      if (checking.isOpen(x) && (best === undefined || checking.size(x) < checking.size(best))) best = x;
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
