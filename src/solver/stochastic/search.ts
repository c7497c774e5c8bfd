import type { Budget, Meter, Result } from '../../base/index.js';
import type { Network } from '../../network/index.js';
import { type ValuedPolicy, afterDecisions, lostPolicy } from './policy.js';
import { type Draw, chooseAmong, joinDraws } from './policyLists.js';
import { type PolicyAnswer, type PolicyQuestion, withinBudget } from './policyQuestion.js';
import { StochasticProblem, reaches } from './stochasticProblem.js';

/**
 * Algorithm 1 of 000: every variable in its order, every value, constraints checked as soon as all their variables have values. Nothing is
 * pruned but what is inconsistent, and θ is looked at in the end: the slow, obvious twin of the other searches, for small networks.
 */
export function search(network: Network, question: PolicyQuestion, budget: Budget): Result<PolicyAnswer, string> {
  const problem = new StochasticProblem(network, question.reading);
  return withinBudget(budget, (meter) => new Search(problem, question, meter).answer());
}

class Search {
  readonly #values: number[] = [];
  readonly #limit: number;
  #nodes = 0;
  #isComplete = true;

  constructor(
    private readonly problem: StochasticProblem,
    private readonly question: PolicyQuestion,
    private readonly meter: Meter,
  ) {
    this.#limit = question.wanted === 'all' ? (question.limit ?? Infinity) : Infinity;
  }

  answer(): PolicyAnswer {
    const threshold = this.problem.thresholdOr(this.question.threshold);
    const solutions = this.#policiesFrom(0).filter(({ utilities }) => reaches(utilities, threshold));
    const policies = this.question.wanted === 'first' ? solutions.slice(0, 1) : solutions;
    return { policies, isComplete: this.#isComplete, nodes: this.#nodes };
  }

  /** The policies for the variables from this one on; none where all are infeasible. */
  #policiesFrom(variable: number): readonly ValuedPolicy[] {
    const { problem } = this;
    if (variable === problem.network.variables.length) {
      const utilities = problem.utilities(this.#values);
      return [{ policy: { kind: 'leaf', utilities, isLost: false }, utilities }];
    }
    return problem.isStochastic(variable) ? this.#draw(variable) : this.#decide(variable);
  }

  #decide(variable: number): readonly ValuedPolicy[] {
    const policies: ValuedPolicy[] = [];
    for (const value of this.problem.network.variables[variable]!.values.keys())
      for (const policy of this.#policiesBelow(variable, value))
        policies.push(afterDecisions(variable, [value], policy));
    if (policies.length === 0) return this.#violation(variable);
    const choices = chooseAmong(policies, this.question.wanted);
    if (choices.length <= this.#limit) return choices;
    this.#isComplete = false;
    return choices.slice(0, this.#limit);
  }

  #draw(variable: number): readonly ValuedPolicy[] {
    const { players } = this.problem;
    const draws: Draw[] = [];
    for (const [value, probability] of this.problem.probabilities(variable, this.#values).entries())
      if (probability > 0) draws.push({ value, probability, policies: this.#policiesBelow(variable, value) });
    if (draws.length === 0) return this.#violation(variable);
    const { wanted } = this.question;
    const joined = joinDraws(variable, draws, { players, wanted, limit: this.#limit, isPromising: () => true });
    if (joined.isCut) this.#isComplete = false;
    return joined.policies;
  }

  #policiesBelow(variable: number, value: number): readonly ValuedPolicy[] {
    this.meter.tick();
    this.#nodes++;
    this.#values[variable] = value;
    return this.problem.isConsistent(variable, this.#values)
      ? this.#policiesFrom(variable + 1)
      : this.#violation(variable);
  }

  #violation(variable: number): readonly ValuedPolicy[] {
    return this.problem.losesAt(variable) ? [lostPolicy(this.problem.players)] : [];
  }
}
