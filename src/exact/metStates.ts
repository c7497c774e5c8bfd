import { type StateIndex, stateIndex } from '../game/index.js';
import type { Match } from './objective.js';

/** What a list has for each of its entries, and a state beside its words, about. */
const ENTRY_BYTES = 120;

/**
 * Numbers the states of a match, from 0 on, those alike that one stands for; each number has the first state that was met with it. (That first state, and not
 * the one that stands for it, is played on: moves that did well before are then among the first again.)
 */
export class MetStates<State> {
  readonly #index: StateIndex<State>;
  /** By number; empty where every state stands for itself. */
  readonly #first: State[] = [];

  constructor(private readonly match: Match<State>) {
    this.#index = stateIndex(match.game);
  }

  get size(): number {
    return this.#index.size;
  }

  get bytes(): number {
    return this.#index.bytes + ENTRY_BYTES * this.#first.length;
  }

  /** The number of a state; it is new where that is the old `size`. */
  add(state: State, roundsLeft: number): number {
    const { canonical } = this.match;
    if (canonical === undefined) return this.#index.add(state, roundsLeft);
    const id = this.#index.add(canonical(state), roundsLeft);
    if (id === this.#first.length) this.#first.push(state);
    return id;
  }

  /** The number of a state that was added, or -1. */
  find(state: State, roundsLeft: number): number {
    return this.#index.find(this.match.canonical?.(state) ?? state, roundsLeft);
  }

  state(id: number): State {
    return this.#first[id] ?? this.#index.state(id);
  }

  roundsLeft(id: number): number {
    return this.#index.roundsLeft(id);
  }
}
