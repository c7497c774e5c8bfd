import type { Budget } from '../base/index.js';
import type { Network } from '../network/index.js';
import { originalPolicy, originalSolution, preprocess, type Preprocessing } from '../solver/index.js';
import { CliError } from './cliError.js';
import type { Findings, SearchMeans } from './networkFindings.js';
import type { NetworkOptions, Question } from './networkOptions.js';
import { findPolicies } from './networkPolicies.js';
import { findSolutions } from './networkSolutions.js';
import type { Outside } from './outside.js';
import { progressOn } from './progress.js';

export interface Task {
  /** As messages call it. */
  readonly file: string;
  readonly network: Network;
  readonly question: Question;
  readonly options: NetworkOptions;
}

/** What was done with a network, and what came of it. */
export interface Examination extends Task {
  readonly preprocessing: Preprocessing | undefined;
  /** In the values of the network as it was given; undefined where nothing was searched. */
  readonly findings: Findings | undefined;
  readonly ms: { readonly preprocess: number; readonly search: number };
}

/** What a Node process has room for by default. */
const BYTES = 2 * 2 ** 30;

/** Preprocesses and searches a network, as the options ask for. */
export function examine(outside: Outside, task: Task): Examination {
  const { file, network, question, options } = task;
  const progress = progressOn(outside, file);
  const budget: Budget = { clock: progress.clock, milliseconds: 1000 * options.seconds, bytes: BYTES };
  try {
    const start = outside.now();
    if (options.preprocess) progress.tell(() => 'preprocessing');
    const preprocessing = options.preprocess && preprocess(network, { without: options.without, budget });
    const before = outside.now();
    progress.tell(() => `${question.method}, ${String(Math.round((outside.now() - before) / 1000))} s`);
    const means = { options, budget, tell: progress.tell };
    const findings =
      question.method === 'none' ? undefined : search(preprocessing?.network ?? network, question, means);
    const ms = { preprocess: before - start, search: outside.now() - before };
    return { ...task, preprocessing, findings: findings && inOriginalValues(findings, preprocessing), ms };
  } catch (cause) {
    // What recursion over very many variables ends with.
    if (!(cause instanceof RangeError)) throw cause;
    throw new CliError(1, `${file}: too large for --method ${question.method}: ${cause.message}`);
  } finally {
    progress.erase();
  }
}

function search(network: Network, question: Exclude<Question, { method: 'none' }>, means: SearchMeans): Findings {
  return question.method === 'mac'
    ? findSolutions(network, question.wanted, means)
    : findPolicies(network, question, means);
}

function inOriginalValues(findings: Findings, preprocessing: Preprocessing | undefined): Findings {
  if (preprocessing === undefined) return findings;
  return {
    ...findings,
    solutions: findings.solutions.map((solution) => originalSolution(preprocessing, solution)),
    policies: findings.policies.map((policy) => originalPolicy(preprocessing, policy)),
  };
}
