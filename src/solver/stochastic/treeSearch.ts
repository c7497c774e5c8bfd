import type { Budget, Meter, Result } from '../../base/index.js';
import type { Network } from '../../network/index.js';
import { ForwardChecking } from '../forwardChecking.js';
import { Propagation } from '../propagation.js';
import { hardPart } from './decompose.js';
import type { Filter } from './filter.js';
import { type ValuedPolicy, lostPolicy } from './policy.js';
import { type PolicyAnswer, type PolicyQuestion, withinBudget } from './policyQuestion.js';
import { PolicySearch } from './policySearch.js';
import { PropagationFilter } from './propagationFilter.js';
import { StochasticProblem } from './stochasticProblem.js';

/** Stochastic forward checking on a whole network, of any number of stages: the solver of FC-UCB (003 section 5.1). */
export function fc(network: Network, question: PolicyQuestion, budget: Budget): Result<PolicyAnswer, string> {
  return searchTree(network, question, { budget, filterOf: (part) => new ForwardChecking(part) });
}

/**
 * The same search that keeps all constraints arc consistent, as MAC does: the optimum of small networks of several stages. (Large games are
 * solved round by round.)
 */
export function stochasticMac(
  network: Network,
  question: PolicyQuestion,
  budget: Budget,
): Result<PolicyAnswer, string> {
  return searchTree(network, question, { budget, filterOf: (part) => new PropagationFilter(new Propagation(part)) });
}

interface Means {
  readonly budget: Budget;
  readonly filterOf: (network: Network) => Filter;
}

function searchTree(
  network: Network,
  question: PolicyQuestion,
  { budget, filterOf }: Means,
): Result<PolicyAnswer, string> {
  return withinBudget(budget, (meter) => {
    const problem = new StochasticProblem(network, question.reading);
    const filter = filterOf(network);
    const { wanted, limit = Infinity } = question;
    const threshold = problem.thresholdOr(question.threshold);
    const search = new PolicySearch({ problem, filter, wanted, limit, meter });
    const found = filter.isConsistent ? search.from(0, [], threshold) : [];
    const mayLose = found.length === 0 && problem.mayLose(threshold) && isFeasible(hardPart(network), filterOf, meter);
    const policies: readonly ValuedPolicy[] = mayLose ? [lostPolicy(problem.players)] : found;
    return { policies, isComplete: search.isComplete, nodes: search.nodes };
  });
}

/** Whether a network without draws has a solution. */
function isFeasible(network: Network, filterOf: Means['filterOf'], meter: Meter): boolean {
  const filter = filterOf(network);
  const problem = new StochasticProblem(network);
  const search = new PolicySearch({ problem, filter, wanted: 'first', limit: 1, meter });
  return filter.isConsistent && search.from(0, [], [0]).length > 0;
}
