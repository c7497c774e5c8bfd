import type { Budget, Result } from '../base/index.js';
import type { Network } from '../network/index.js';
import {
  chooseAmong,
  fc,
  macSfc,
  type PolicyAnswer,
  type PolicyQuestion,
  search,
  stochasticMac,
  type ValuedPolicy,
  type Wanted,
} from '../solver/index.js';
import { type Findings, givenUp, type SearchMeans } from './networkFindings.js';
import type { PolicyMethod, Question } from './networkOptions.js';
import { count } from './style.js';

type PolicyTask = Extract<Question, { readonly threshold: readonly number[] }>;

/** What a search for policies came to. */
interface Outcome {
  readonly policies: readonly ValuedPolicy[];
  readonly found: number;
  /** Whether neither a limit nor time cut something off that was wanted. */
  readonly isComplete: boolean;
  readonly isOutOfTime: boolean;
  readonly nodes: number | null;
}

/** Searches for policies that reach the threshold. */
export function findPolicies(network: Network, task: PolicyTask, means: SearchMeans): Findings {
  const { method, wanted } = task;
  const { options } = means;
  const limit = wanted === 'all' && !options.count ? options.limit : MOST_POLICIES;
  const { policies, found, isComplete, isOutOfTime, nodes } =
    method === 'mac-sfc'
      ? streamPolicies(network, { ...task, limit }, means)
      : askForPolicies(network, { ...task, limit, solver: SOLVERS[method] }, means);
  const satisfiable = found > 0 ? true : isComplete ? false : null;
  const isLimited = !isComplete && (wanted !== 'all' || satisfiable === null);
  const problem = isOutOfTime
    ? givenUp(options, `${policiesText(found)} found so far`)
    : isLimited
      ? LIMITED
      : undefined;
  const shown = options.count ? [] : policies;
  return { satisfiable, found, isComplete, solutions: [], policies: shown, nodes, failures: null, problem };
}

/** More policies are not kept. */
const MOST_POLICIES = 1_000_000;
const LIMITED = 'there are too many policies to look at all of them; try another --method';

const policiesText = (number: number): string => (number === 1 ? '1 policy' : `${count(number)} policies`);

type Solver = (network: Network, question: PolicyQuestion, budget: Budget) => Result<PolicyAnswer, string>;

const SOLVERS: Readonly<Record<Exclude<PolicyMethod, 'mac-sfc'>, Solver>> = {
  fc,
  search,
  'stochastic-mac': stochasticMac,
};

/** Part of the time that is left for any policy at all, where there is too little to find what is wanted. */
const RESERVE = 0.1;

/** These searches tell nothing before they end. So where time runs out, a little of it goes to a search for any policy. */
function askForPolicies(
  network: Network,
  { wanted, threshold, limit, solver }: PolicyTask & { readonly limit: number; readonly solver: Solver },
  { options: { reading }, budget }: SearchMeans,
): Outcome {
  const ask = (which: Wanted, share: number): Result<PolicyAnswer, string> => {
    const milliseconds = share * budget.milliseconds;
    return solver(network, { wanted: which, threshold, reading, limit }, { ...budget, milliseconds });
  };
  const answer = ask(wanted, wanted === 'first' ? 1 : 1 - RESERVE);
  if (answer.ok) return { ...answer.value, found: answer.value.policies.length, isOutOfTime: false };
  const any = wanted === 'first' ? answer : ask('first', RESERVE);
  const policies = any.ok ? any.value.policies : [];
  const isComplete = any.ok && policies.length === 0;
  return { policies, found: policies.length, isComplete, isOutOfTime: !isComplete, nodes: null };
}

function streamPolicies(
  network: Network,
  { wanted, threshold, limit }: PolicyTask & { readonly limit: number },
  { options: { reading, count: isCounted }, budget, tell }: SearchMeans,
): Outcome {
  const stream = macSfc(network, { threshold, reading, limit }, budget);
  const policies: ValuedPolicy[] = [];
  let seen = 0;
  let isLeft = false;
  tell(() => `${policiesText(seen)}, ${count(stream.nodes)} nodes`);
  for (const policy of stream) {
    isLeft = seen === limit;
    if (isLeft) break;
    seen++;
    if (!isCounted) policies.push(policy);
    if (wanted === 'best') policies.splice(0, policies.length, ...chooseAmong(policies, wanted));
    isLeft = wanted === 'first';
    if (isLeft) break;
  }
  const isOutOfTime = !isLeft && stream.state === 'stopped';
  const isComplete = isLeft ? wanted === 'first' : !isOutOfTime && stream.isComplete;
  const found = wanted === 'best' ? policies.length : seen;
  return { policies, found, isComplete, isOutOfTime, nodes: stream.nodes };
}
