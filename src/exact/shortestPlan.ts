import { BudgetExceeded, IntList } from '../base/index.js';
import { type Expansion, NO_GOAL } from '../game/index.js';
import type { Watch } from './limits.js';
import { MetStates } from './metStates.js';
import { type Match, type Objective, UNFINISHED, widestBounds, worthOf } from './objective.js';

/** States that are expanded at once. */
const BATCH = 512;
/** In {@link PlanSearch}: no state comes before. */
const NOWHERE = -1;

/**
 * The best that can be reached where nobody plays against the own side and nothing is drawn, and a shortest way to it: breadth first, each
 * state once, until a value is found that no other exceeds. Cycles do no harm: play that never ends is worth as much as play that is cut off.
 */
export class PlanSearch<State> {
  nodes = 0;
  successors = 0;
  isStuck = false;
  /** Whether states, not terminal, were left at the horizon. */
  isCut = false;
  /** The best value that was found. */
  lower = -Infinity;
  readonly #states: MetStates<State>;
  /** For each state the one from which it was reached first. */
  readonly #before = new IntList(64);
  /** The best end, and the state from which it was reached. */
  #end: { readonly state: State; readonly before: number } | undefined;
  readonly #highest: number;
  #isExhausted = false;

  constructor(
    private readonly match: Match<State>,
    private readonly objective: Objective,
  ) {
    this.#states = new MetStates(match);
    this.#highest = widestBounds(objective).upper;
  }

  /** No value exceeds this. */
  get upper(): number {
    return this.#isExhausted ? this.lower : this.#highest;
  }

  /** Searches until the best value is known, or one that is enough; gives the reason where that takes too much. */
  run(watch: Watch, enough: number): string | undefined {
    const { game, start, horizon } = this.match;
    if (game.isTerminal(start)) {
      this.#meetEnd(
        { state: start, before: NOWHERE },
        game.goals(start).map((goal) => goal ?? NO_GOAL),
        0,
      );
    } else {
      this.#states.add(start, 0);
      this.#before.push(NOWHERE);
    }
    const most = Math.min(enough, this.#highest);
    try {
      let layer = 0;
      for (let round = 0; round < horizon && layer < this.#states.size && this.lower < most; round++) {
        const next = this.#states.size;
        this.#expandLayer(layer, watch, most);
        layer = next;
      }
      this.isCut = layer < this.#states.size && this.lower < most;
    } catch (cause) {
      if (!(cause instanceof BudgetExceeded)) throw cause;
      this.lower = Math.max(this.lower, widestBounds(this.objective).lower);
      return cause.message;
    }
    if (this.lower === -Infinity) this.lower = UNFINISHED;
    this.#isExhausted = this.lower < enough;
    return undefined;
  }

  /** The states of a shortest way to the best end that was found; the first alone where there is none. */
  way(): readonly State[] {
    if (this.#end === undefined) return [this.match.start];
    const way = [this.#end.state];
    for (let at = this.#end.before; at !== NOWHERE; at = this.#before.array[at]!) way.push(this.#states.state(at));
    return way.reverse();
  }

  /** Expands the states from a number on, until a value is found that is high enough. */
  #expandLayer(first: number, { limits, onProgress }: Watch, most: number): void {
    const last = this.#states.size;
    for (let from = first; from < last && this.lower < most;) {
      const bytes = this.#states.bytes + 4 * this.#before.array.length;
      const to = from + limits.allow(Math.min(BATCH, last - from), bytes);
      const states = Array.from({ length: to - from }, (_, index) => this.#states.state(from + index));
      this.match.simulator.expand(states).forEach((expansion, index) => {
        this.#meetAll(expansion, from + index);
      });
      from = to;
      onProgress({ nodes: this.nodes, lower: this.lower, upper: this.#highest });
    }
  }

  #meetAll({ successors, terminal, goals }: Expansion<State>, before: number): void {
    const roles = this.match.game.roles.length;
    this.nodes++;
    this.successors += successors.length;
    if (successors.length === 0) this.isStuck = true;
    for (let index = 0; index < successors.length; index++) {
      const state = successors[index]!;
      if (terminal[index] === 1) this.#meetEnd({ state, before }, goals, index * roles);
      else if (this.#states.add(state, 0) === this.#before.length) this.#before.push(before);
    }
  }

  #meetEnd(end: { readonly state: State; readonly before: number }, goals: ArrayLike<number>, at: number): void {
    const worth = worthOf(goals[at + this.objective.role]!, this.objective);
    if (worth <= this.lower) return;
    this.lower = worth;
    this.#end = end;
  }
}
