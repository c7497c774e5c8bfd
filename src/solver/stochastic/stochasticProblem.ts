import type { Distribution, Network } from '../../network/index.js';
import { constraintHolds, rowAgrees } from './constraintHolds.js';

/**
 * What a violated constraint means.
 *
 * Both readings agree before the first draw: a policy that violates a constraint there is *infeasible*, it is no policy at all. They differ
 * in scenarios, that is from the first stochastic variable on:
 *
 * - `satisfaction`: the scenario is lost and worth 0, and the others may make up for it. So Walsh's stochastic CSP, 001 (section 3.1 and
 *   example 2: leaves of value 0 and 1) and algorithm 1 of 000, which adds nothing for an inconsistent value.
 * - `feasibility`: the whole policy is infeasible (-∞). So the text of 000 section 3 and definition 2 of 003, where a hard constraint is
 *   worth -∞ even with a stochastic variable in its scope. Scenarios of probability 0 do not count: 003 draws them in its trees, but
 *   then 0 · (-∞) would have to be 0 wherever a chance move is illegal.
 *
 * 001 and 003 call a constraint hard, or a decision constraint, if no stochastic variable is in its scope. That is the same in the networks
 * that they split, where all decisions precede all draws. A decision that follows a draw may be another in each scenario: under
 * `satisfaction` it can lose its scenario only.
 */
export type Reading = 'satisfaction' | 'feasibility';

/**
 * A stochastic network as all searches see it; the meaning of policies is here and nowhere else.
 *
 * Variables are assigned in their order, and a constraint is checked at the last variable of its scope. A policy
 * 1. decides no value that violates a constraint at that variable (`isConsistent` in algorithm 1 of 000), and under `satisfaction` none
 *    that loses all scenarios below while another would not;
 * 2. goes on below each value of positive probability of a stochastic variable;
 * 3. ends where the scenario is lost: where a draw violates a constraint, where nothing can be drawn, where no value is left to decide. In
 *    the same places it is infeasible under `feasibility`, and before the first draw.
 *
 * A complete assignment that satisfies all constraints is worth the sum of its utilities to each player, and 1 where there are no players.
 * (A soft constraint is a {@link Utility}, so hard ones carry no utility of their own as in 003.) A policy is a solution where each
 * player's expected utility reaches θ.
 */
export class StochasticProblem {
  /** The first stochastic variable, or the number of variables where there is none. */
  readonly firstDraw: number;
  /** How many utilities a policy has. */
  readonly players: number;
  /** The most that a scenario can be worth to each player. */
  readonly ceiling: readonly number[];
  readonly #distributions: readonly (Distribution | undefined)[];
  /** For each variable the constraints whose last variable it is. */
  readonly #endingAt: readonly (readonly number[])[];

  constructor(
    readonly network: Network,
    readonly reading: Reading = 'satisfaction',
  ) {
    const { variables, constraints, distributions, players, utilities } = network;
    const firstDraw = variables.findIndex(({ kind }) => kind === 'stochastic');
    this.firstDraw = firstDraw < 0 ? variables.length : firstDraw;
    this.players = Math.max(1, players.length);
    this.ceiling = players.length === 0 ? [1] : players.map((_, player) => mostOf(utilities, player));
    const distributionOf = variables.map((): Distribution | undefined => undefined);
    for (const distribution of distributions) distributionOf[distribution.variable] = distribution;
    this.#distributions = distributionOf;
    const endingAt = variables.map((): number[] => []);
    for (const [c, { scope }] of constraints.entries()) endingAt[lastOf(scope)]?.push(c);
    this.#endingAt = endingAt;
  }

  isStochastic(variable: number): boolean {
    return this.network.variables[variable]!.kind === 'stochastic';
  }

  /** Whether a violation at that variable loses the scenario; otherwise the policy is infeasible. */
  losesAt(variable: number): boolean {
    return this.reading === 'satisfaction' && variable >= this.firstDraw;
  }

  /** The threshold that is asked for, or that of the network. */
  thresholdOr(asked: readonly number[] | undefined): readonly number[] {
    const threshold = asked ?? this.network.threshold;
    if (threshold.length === this.players) return threshold;
    throw new RangeError(`${threshold.length} thresholds for ${this.players} utilities; give one for each`);
  }

  /** Whether even a policy that loses every scenario reaches the threshold. */
  mayLose(threshold: readonly number[]): boolean {
    const hasDraws = this.firstDraw < this.network.variables.length;
    return hasDraws && this.reading === 'satisfaction' && threshold.every((theta) => theta <= PRECISION);
  }

  /** Whether all constraints hold that end at the variable, whose value is the last one assigned. */
  isConsistent(variable: number, values: ArrayLike<number>): boolean {
    const { constraints } = this.network;
    return this.#endingAt[variable]!.every((c) => constraintHolds(constraints[c]!, values));
  }

  /** The probability of each value of a stochastic variable, given the values before it; all are 0 where nothing can be drawn. */
  probabilities(variable: number, values: ArrayLike<number>): readonly number[] {
    const nothing = (): readonly number[] => this.network.variables[variable]!.values.map(() => 0);
    const distribution = this.#distributions[variable];
    if (distribution === undefined) return nothing();
    const { scope } = distribution;
    if (distribution.kind === 'table')
      return distribution.rows.find(({ tuple }) => rowAgrees(scope, tuple, values))?.probabilities ?? nothing();
    const possible = scope.reduce((sum, x) => sum + values[x]!, 0);
    return possible === 0 ? nothing() : scope.map((x) => values[x]! / possible);
  }

  /** The variables that the distribution of a stochastic variable depends on. */
  conditions(variable: number): readonly number[] {
    return this.#distributions[variable]?.scope ?? [];
  }

  /** What a complete assignment is worth to each player, if it satisfies all constraints. */
  utilities(values: ArrayLike<number>): readonly number[] {
    const { players, utilities } = this.network;
    if (players.length === 0) return [1];
    const sums = players.map(() => 0);
    for (const { player, scope, rows, otherwise } of utilities)
      sums[player]! += rows.find(({ tuple }) => rowAgrees(scope, tuple, values))?.utility ?? otherwise;
    return sums;
  }
}

/** The variable at which a constraint is checked; the first where it has none, and is true or false once for all. */
export const lastOf = (scope: readonly number[]): number => scope.reduce((last, x) => Math.max(last, x), 0);

function mostOf(utilities: Network['utilities'], player: number): number {
  let sum = 0;
  for (const utility of utilities)
    if (utility.player === player)
      sum += utility.rows.reduce((most, row) => Math.max(most, row.utility), utility.otherwise);
  return sum;
}

/** Expected utilities are sums of products of doubles: those that differ by less are the same. */
export const PRECISION = 1e-9;

/** Whether each utility is at least its threshold. */
export function reaches(utilities: readonly number[], threshold: readonly number[]): boolean {
  return utilities.every((utility, player) => utility >= threshold[player]! - PRECISION);
}
