import { IntList } from '../../base/index.js';
import { type Expansion, type StateIndex, stateIndex } from '../../game/index.js';
import { MOST_MET, type PlanSpace } from './planSpace.js';
import type { Strategy } from './strategy.js';

const NOWHERE = -1;

export interface BreadthFirstOptions<State> {
  /** Most memory, about. */
  readonly bytes: number;
  /** States for which this is the same count as one, whichever comes first: nothing is proved then. */
  readonly outline?: (state: State) => State;
}

/** Successors of a state that were not met yet, from one on. */
interface Rest<State> {
  readonly expansion: Expansion<State>;
  readonly before: number;
  readonly from: number;
}

/** Every state that can be reached, once, the nearest first: finds shortest ways, and proves the best value where it comes to an end. */
export class BreadthFirst<State> implements Strategy {
  isDone = false;
  isProof = false;
  /** The states in the order in which they were met. */
  readonly #states: StateIndex<State>;
  /** Of their outlines, where these are others. */
  readonly #outlines: StateIndex<State> | undefined;
  /** For each state the one before, which successor of that it is, and behind which successor of the root. */
  readonly #before = new IntList(64);
  readonly #successor = new IntList(64);
  readonly #first = new IntList(64);
  /** States before this one were expanded. */
  #at = 0;
  #rest: Rest<State> | undefined;

  constructor(
    private readonly space: PlanSpace<State>,
    private readonly options: BreadthFirstOptions<State>,
  ) {
    this.#states = stateIndex(space.setting.game);
    if (options.outline !== undefined) this.#outlines = stateIndex(space.setting.game);
    this.#meet(space.root, NOWHERE, 0);
  }

  get stage(): 'expansion' | 'rest' {
    return this.#rest === undefined ? 'expansion' : 'rest';
  }

  advance(most: number): void {
    if (this.#rest === undefined) this.#expand(most);
    else this.#meetSome(this.#rest);
    const isExhausted = this.#rest === undefined && this.#at === this.#states.size;
    this.isProof = isExhausted && this.options.outline === undefined;
    this.isDone = isExhausted || this.#bytes > this.options.bytes;
  }

  get #bytes(): number {
    return this.#states.bytes + (this.#outlines?.bytes ?? 0) + 3 * 4 * this.#before.array.length;
  }

  #expand(most: number): void {
    const to = Math.min(this.#states.size, this.#at + most);
    const states: State[] = [];
    for (let id = this.#at; id < to; id++) states.push(this.#states.state(id));
    for (const expansion of this.space.expand(states)) {
      this.#meetSome({ expansion, before: this.#at++, from: 0 });
      if (this.#rest !== undefined) break;
    }
  }

  /** Meets successors; if there are very many, the others are left for the next time. */
  #meetSome({ expansion, before, from }: Rest<State>): void {
    const { successors, terminal } = expansion;
    const to = Math.min(successors.length, from + MOST_MET);
    this.#rest = to < successors.length ? { expansion, before, from: to } : undefined;
    for (let successor = from; successor < to; successor++) {
      if (terminal[successor] === 1) {
        const first = before === 0 ? successor : this.#first.array[before]!;
        this.space.meetEnd(expansion, successor, { first, way: () => [...this.#wayTo(before), successor] });
      } else this.#meet(successors[successor]!, before, successor);
    }
  }

  #meet(state: State, before: number, successor: number): void {
    const { outline } = this.options;
    if (outline !== undefined) {
      const known = this.#outlines!.size;
      if (this.#outlines!.add(outline(state), 0) < known) return;
    }
    if (this.#states.add(state, 0) < this.#before.length) return;
    this.#first.push(before <= 0 ? successor : this.#first.array[before]!);
    this.#before.push(before);
    this.#successor.push(successor);
  }

  #wayTo(state: number): readonly number[] {
    const way: number[] = [];
    for (let at = state; at > 0; at = this.#before.array[at]!) way.push(this.#successor.array[at]!);
    return way.reverse();
  }
}
