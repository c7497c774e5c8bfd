import type { Budget } from '../../base/index.js';
import type { Network } from '../../network/index.js';
import { Draft } from './draft.js';
import { dropTrivial } from './dropTrivial.js';
import { type PreprocessedNetwork, finishDraft } from './finishDraft.js';
import { makeConsistent } from './makeConsistent.js';
import { mergeScopes } from './mergeScopes.js';
import { projectUnary } from './projectUnary.js';
import { removeUniversal } from './removeUniversal.js';

/** The passes, in their order; each rewrites a draft of the network and keeps its solutions. */
const PASSES = { mergeScopes, projectUnary, removeUniversal, dropTrivial, makeConsistent } as const;

export type PreprocessingPass = keyof typeof PASSES;

export const PREPROCESSING_PASSES = Object.keys(PASSES) as readonly PreprocessingPass[];

export interface PreprocessOptions {
  /** Passes to leave out; none unless said otherwise. */
  readonly without?: readonly PreprocessingPass[];
  /** Its clock times the passes; its time bounds singleton consistency, which keeps what it found by then. */
  readonly budget: Budget;
}

export interface NetworkSize {
  /** Variables with several values. */
  readonly variables: number;
  /** Of all variables. */
  readonly values: number;
  readonly constraints: number;
  /** Of all tables. */
  readonly tuples: number;
}

export interface PassEffect {
  readonly pass: PreprocessingPass;
  readonly before: NetworkSize;
  readonly after: NetworkSize;
  readonly milliseconds: number;
}

export interface Preprocessing extends PreprocessedNetwork {
  /** Of the passes in the order in which they ran. */
  readonly effects: readonly PassEffect[];
}

/**
 * Makes a network smaller and keeps its solutions (003 section 4.1): equal scopes merged, unary constraints projected, universal variables
 * removed, trivial constraints dropped, singleton arc consistency. Where the last one removed values, the others run once more.
 *
 * What policies are worth stays the same too, as stochastic variables keep all their values. Only, a policy that is lost in every scenario
 * may become infeasible: that its decisions are in vain is then known before the draw.
 */
export function preprocess(network: Network, options: PreprocessOptions): Preprocessing {
  const { without = [], budget } = options;
  const draft = new Draft(network);
  const effects: PassEffect[] = [];
  const run = (pass: PreprocessingPass): void => {
    if (without.includes(pass) || !draft.isConsistent) return;
    const before = sizeOf(draft);
    const start = budget.clock();
    PASSES[pass](draft, budget);
    effects.push({ pass, before, after: sizeOf(draft), milliseconds: budget.clock() - start });
  };
  for (const pass of PREPROCESSING_PASSES) run(pass);
  const last = effects.at(-1);
  if (last?.pass === 'makeConsistent' && last.after.values < last.before.values)
    for (const pass of PREPROCESSING_PASSES) if (pass !== 'makeConsistent') run(pass);
  return { ...finishDraft(draft), effects };
}

function sizeOf({ sizes, constraints }: Draft): NetworkSize {
  let tuples = 0;
  for (const constraint of constraints)
    if (constraint.kind === 'table') tuples += constraint.tuples.length / Math.max(1, constraint.scope.length);
  return {
    variables: sizes.reduce((count, size) => count + (size > 1 ? 1 : 0), 0),
    values: sizes.reduce((sum, size) => sum + size, 0),
    constraints: constraints.length,
    tuples,
  };
}
