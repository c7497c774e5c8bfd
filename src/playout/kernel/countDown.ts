import { type Expression, type FunctionWriter, type Local, set, type Statement } from '../wasm/index.js';
import type { VectorType } from './vector.js';

/** Writes down where a move is made. */
export type StoreMove<T extends 'v128' | 'i64'> = (does: Expression<T>) => Statement;

/**
 * Counts ranks down along legal moves: the move at which a rank would fall below zero is made. The planes are those of the rank's complement,
 * the lowest bit first, so that what is left to borrow is a plain conjunction. A rank that fell below zero is as large as can be, and does not
 * come there again.
 */
export class CountDown<T extends 'v128' | 'i64'> {
  readonly #borrow: Local<T>;
  readonly #before: Local<T>;
  readonly #first: Local<T>;
  readonly #second: Local<T>;
  readonly #isOne: Local<T>;

  constructor(
    private readonly vector: VectorType<T>,
    body: FunctionWriter,
    private readonly planes: readonly Local<T>[],
  ) {
    [this.#borrow, this.#before, this.#first, this.#second, this.#isOne] = body.localsOf(vector.type, 5) as [
      Local<T>,
      Local<T>,
      Local<T>,
      Local<T>,
      Local<T>,
    ];
  }

  one(legal: Expression<T>, store: StoreMove<T>): readonly Statement[] {
    return [set(this.#borrow, legal), ...this.planes.flatMap((plane) => this.#take(plane)), store(this.#borrow)];
  }

  /**
   * Two moves, for three operations more than one: where both are legal nothing is borrowed at the lowest bit, so that either carries to the next one
   * by a plain disjunction. Of the two that is made which the lowest bit tells.
   */
  two(
    legal: readonly [Expression<T>, Expression<T>],
    store: readonly [StoreMove<T>, StoreMove<T>],
  ): readonly Statement[] {
    const { vector } = this;
    const [lowest, ...higher] = this.planes as readonly [Local<T>, ...Local<T>[]];
    const [first, second, isOne] = [this.#first, this.#second, this.#isOne];
    return [
      set(first, legal[0]),
      set(second, legal[1]),
      set(isOne, vector.xor(first, second)),
      set(second, vector.and(first, second)),
      // The first is made where the rank is zero.
      set(first, vector.and(first, lowest)),
      set(this.#borrow, vector.or(second, vector.and(isOne, lowest))),
      set(lowest, vector.xor(lowest, isOne)),
      ...higher.flatMap((plane) => this.#take(plane)),
      set(first, vector.and(this.#borrow, first)),
      store[0](first),
      store[1](vector.xor(this.#borrow, first)),
    ];
  }

  /** Takes what is to be borrowed from a plane, and leaves what is still to be borrowed. */
  #take(plane: Local<T>): readonly Statement[] {
    const { vector } = this;
    return [
      set(this.#before, plane),
      set(plane, vector.xor(this.#before, this.#borrow)),
      set(this.#borrow, vector.and(this.#borrow, this.#before)),
    ];
  }
}
