import { type Budget, BudgetExceeded, Meter } from '../../base/index.js';
import type { Network } from '../../network/index.js';
import { type MacSearch, type MacState, macSearch } from '../macSearch.js';
import type { Propagation } from '../propagation.js';
import { Feasibility } from './feasibility.js';
import { type ValuedPolicy, afterDecisions, lostPolicy } from './policy.js';
import type { PolicyQuestion } from './policyQuestion.js';
import { StochasticProblem } from './stochasticProblem.js';

/** Opens the search for all policies of a network that reach the threshold. */
export function macSfc(network: Network, question: Omit<PolicyQuestion, 'wanted'>, budget: Budget): MacSfc {
  return new MacSfc(new StochasticProblem(network, question.reading), question, budget);
}

/**
 * The solver of MAC-UCB (001 algorithm 3 lines 3 to 15; 003 section 4.2), made for one-stage networks: stochastic forward checking solves the
 * chance part; its solutions become the feasibility constraint of the hard part; MAC enumerates that; each solution is the beginning of
 * the policies found below it. Later stages, where there are any, count as part of the chance part.
 *
 *     for (const { policy, utilities } of macSfc(network, {}, budget)) …
 */
export class MacSfc implements Iterable<ValuedPolicy> {
  /** `stopped` where the budget ran out. */
  state: MacState = 'searching';
  /** The solutions of the chance part, where the budget allowed that. */
  readonly feasibility: Feasibility | undefined;
  /** Whether the question's limit cut off some policies. */
  readonly isComplete: boolean;
  readonly #mac: MacSearch | undefined;
  readonly #policies: Generator<ValuedPolicy>;

  constructor(problem: StochasticProblem, question: Omit<PolicyQuestion, 'wanted'>, budget: Budget) {
    const threshold = problem.thresholdOr(question.threshold);
    const { limit = Infinity } = question;
    const meter = new Meter(budget);
    this.feasibility = this.#withinBudget(() => new Feasibility(problem, { threshold, limit, meter }));
    this.isComplete = this.feasibility?.isComplete ?? false;
    const decisions = this.feasibility && decisionsOf(this.feasibility, problem.mayLose(threshold));
    if (decisions === undefined) this.state = this.feasibility === undefined ? 'stopped' : 'exhausted';
    else
      this.#mac = macSearch(decisions, {
        budget: { ...budget, milliseconds: budget.milliseconds - meter.milliseconds },
      });
    this.#policies = this.#combine(problem);
  }

  /** Values tried in both parts. */
  get nodes(): number {
    return (this.feasibility?.nodes ?? 0) + (this.#mac?.nodes ?? 0);
  }

  [Symbol.iterator](): Generator<ValuedPolicy> {
    return this.#policies;
  }

  *#combine(problem: StochasticProblem): Generator<ValuedPolicy> {
    if (this.feasibility === undefined || this.#mac === undefined) return;
    try {
      for (const solution of this.#mac) {
        if (this.feasibility.size === 0) {
          yield lostPolicy(problem.players);
          return;
        }
        for (const policy of this.feasibility.policiesBelow(solution)) yield afterDecisions(0, [...solution], policy);
      }
    } finally {
      this.state = this.#mac.state;
    }
  }

  #withinBudget<T>(run: () => T): T | undefined {
    try {
      return run();
    } catch (error) {
      if (!(error instanceof BudgetExceeded)) throw error;
      return undefined;
    }
  }
}

/**
 * What MAC solves: the hard part with the feasibility constraint. Where the chance part has no solution nothing is left to solve, unless
 * nothing is asked for: then any feasible decisions will do.
 */
function decisionsOf(feasibility: Feasibility, mayLose: boolean): Network | Propagation | undefined {
  const { size, open, hard } = feasibility;
  if (size === 0) return mayLose ? hard : undefined;
  if (open.length === 0) return hard;
  return { ...hard.network, constraints: [...hard.network.constraints, feasibility.constraint()] };
}
