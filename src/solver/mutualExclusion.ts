import { macSearch } from './macSearch.js';
import type { Propagation } from './propagation.js';

/** A variable and a value of it. */
export type Choice = readonly [variable: number, value: number];

export interface ProofOptions {
  /** Nodes of search where propagation alone does not settle a case; 0 for none. */
  readonly nodes: number;
  /** What the choices depend on most. */
  readonly splitOn: number;
  readonly effort: Effort;
}

/** What proofs may still cost; once it is spent, nothing more is proved. Unlike time it is the same in every run. */
export interface Effort {
  /** Values that propagation may still remove or fix. */
  events: number;
  /** Whether to stop for another reason. */
  readonly isOver: () => boolean;
}

/** Whether, in every solution of what is left of the network, at most one of the choices is made; false too where the effort does not suffice. */
export function isAtMostOne(propagation: Propagation, choices: readonly Choice[], options: ProofOptions): boolean {
  return choices.every(([x, value], index) => {
    const others = choices.slice(index + 1);
    return isRefuted(propagation, options, {
      assume: () => propagation.assign(x, value),
      otherwise: () => areAllOut(propagation, others) || isNoneIn(propagation, others, options),
    });
  });
}

const areAllOut = (propagation: Propagation, choices: readonly Choice[]): boolean =>
  choices.every(([x, value]) => !propagation.has(x, value));

/** Whether no solution makes one of the choices; for each value of the variable to split on apart, which is less work than for each choice. */
function isNoneIn(propagation: Propagation, choices: readonly Choice[], options: ProofOptions): boolean {
  return propagation.values(options.splitOn).every((value) =>
    isRefuted(propagation, options, {
      assume: () => propagation.assign(options.splitOn, value),
      otherwise: () =>
        choices.every((choice) => areAllOut(propagation, [choice]) || isOut(propagation, choice, options)),
    }),
  );
}

function isOut(propagation: Propagation, [x, value]: Choice, options: ProofOptions): boolean {
  return isRefuted(propagation, options, {
    assume: () => propagation.assign(x, value),
    otherwise: () => hasNoSolution(propagation, options),
  });
}

/** Whether at least one is. */
export function isAtLeastOne(propagation: Propagation, choices: readonly Choice[], options: ProofOptions): boolean {
  return isRefuted(propagation, options, {
    assume: () => choices.every(([x, value]) => !propagation.has(x, value) || propagation.remove(x, value)),
    otherwise: () => hasNoSolution(propagation, options),
  });
}

interface Case {
  readonly assume: () => boolean;
  /** What shows, with the assumption made, that it is wrong. */
  readonly otherwise: () => boolean;
}

function isRefuted(propagation: Propagation, { effort }: ProofOptions, { assume, otherwise }: Case): boolean {
  if (effort.events <= 0 || effort.isOver()) return false;
  const { trailLength } = propagation.domains;
  propagation.save();
  const isOpen = assume() && propagation.propagate();
  effort.events -= EVENTS_PER_CASE + propagation.domains.trailLength - trailLength;
  const isProved = !isOpen || otherwise();
  propagation.restore();
  return isProved;
}

function hasNoSolution(propagation: Propagation, { nodes, splitOn, effort }: ProofOptions): boolean {
  if (nodes === 0) return false;
  const search = macSearch(propagation, { variables: [splitOn], nodes, heuristic: 'dom/wdeg' });
  const isFound = search.advance();
  const { state } = search;
  search.close();
  effort.events -= EVENTS_PER_NODE * search.nodes;
  return !isFound && state === 'exhausted';
}

/** About what a case costs beside its own events, and a node of search with them. */
const EVENTS_PER_CASE = 100;
const EVENTS_PER_NODE = 1000;
