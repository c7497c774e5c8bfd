import type { FluentGroup, RoundNetwork } from '../network/index.js';
import {
  type Choice,
  type Effort,
  isAtLeastOne,
  isAtMostOne,
  type ProofOptions,
  Propagation,
} from '../solver/index.js';

/** Variables with at most so many values are worth a proof for each value apart, where they tell whose turn it is. */
const MOST_CASES = 8;
/** A case is worth it where, on average, it leaves less than this share of the moves. */
const SHARE_OF_MOVES = 0.7;

interface StepQuestion {
  /** The groups of the round. */
  readonly assumed: readonly FluentGroup[];
  /** Those of them of which it is asked whether they may be broken. */
  readonly asked: readonly FluentGroup[];
  /** By its fluents, what is known to be an invariant already. */
  readonly known: ReadonlyMap<readonly number[], FluentGroup>;
}

/**
 * One step of an induction over rounds: from any state in which the groups of the round hold and that is not terminal, which of them may a
 * legal joint move break? The next state of the round must be without groups.
 */
export class InductionStep {
  readonly #round: RoundNetwork;
  readonly #effort: Effort;
  readonly #propagation: Propagation;

  /** `nodes` are those of search for each case that propagation alone does not settle. */
  constructor(
    round: RoundNetwork,
    effort: Effort,
    private readonly nodes: number,
  ) {
    this.#round = round;
    this.#effort = effort;
    this.#propagation = new Propagation(round.network);
    this.#propagation.assign(round.terminal, 0);
    this.#propagation.propagate();
  }

  /** The groups that may be broken, each with what may still be true of it; null where the effort does not suffice. */
  broken({ assumed, asked, known }: StepQuestion): ReadonlyMap<FluentGroup, readonly FluentGroup[]> | null {
    const broken = new Map<FluentGroup, readonly FluentGroup[]>();
    this.#forEachCase(assumed, () => {
      for (const group of asked) {
        const left = broken.get(group);
        if (left?.length === 0) continue;
        const weaker = this.#weaker(left?.[0] ?? group, known.has(group.fluents));
        if (weaker !== null) broken.set(group, weaker);
      }
    });
    return this.#effort.events <= 0 || this.#effort.isOver() ? null : broken;
  }

  /** What is left of a group that may be broken: that it has at most one fluent, or nothing; null where all of it is kept. */
  #weaker(group: FluentGroup, isKnownToExclude: boolean): readonly FluentGroup[] | null {
    const { fluents, next } = this.#round;
    const choices = group.fluents.map((fluent): Choice => [next.variable[fluent]!, next.value[fluent]!]);
    const splitOn = fluents.variable[group.fluents[0]!]!;
    const options: ProofOptions = { nodes: this.nodes, splitOn, effort: this.#effort };
    if (!isKnownToExclude && !isAtMostOne(this.#propagation, choices, options)) return [];
    if (!group.isTotal || isAtLeastOne(this.#propagation, choices, options)) return null;
    return [{ ...group, isTotal: false }];
  }

  /** For each value of the variable that tells most of whose turn it is: then the moves of most roles are few, and proofs are short. */
  #forEachCase(groups: readonly FluentGroup[], visit: () => void): void {
    const variable = this.#turnVariable(groups);
    if (variable === null) visit();
    else for (const value of this.#propagation.values(variable)) this.#inCase(variable, value, visit);
  }

  #inCase(variable: number, value: number, visit: () => void): void {
    this.#propagation.save();
    if (this.#propagation.assign(variable, value) && this.#propagation.propagate()) visit();
    this.#propagation.restore();
  }

  #turnVariable(groups: readonly FluentGroup[]): number | null {
    let best: number | null = null;
    let fewest = SHARE_OF_MOVES * this.#movesLeft();
    for (const { fluents } of groups) {
      const variable = this.#round.fluents.variable[fluents[0]!]!;
      const values = this.#propagation.values(variable);
      if (values.length > MOST_CASES) continue;
      let moves = 0;
      for (const value of values) this.#inCase(variable, value, () => (moves += this.#movesLeft()));
      if (moves / values.length >= fewest) continue;
      best = variable;
      fewest = moves / values.length;
    }
    return best;
  }

  #movesLeft(): number {
    return this.#round.actions.reduce((sum, action) => sum + this.#propagation.size(action), 0);
  }
}
