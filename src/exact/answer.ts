import { BudgetExceeded } from '../base/index.js';
import { BoundedSearch, OPEN_WINDOW, type Window } from './boundedSearch.js';
import { cycleText } from './cycleText.js';
import { GameGraph } from './gameGraph.js';
import { playersOf, randomOf } from './interests.js';
import type { Watch } from './limits.js';
import type { Match, Objective } from './objective.js';
import type { Policy } from './policy.js';
import { graphPolicy } from './graphPolicy.js';
import { planPolicy } from './planPolicy.js';
import { PlanSearch } from './shortestPlan.js';

/**
 * Why solving ended. `settled`: the value is known. `decided`: it is known as far as the threshold asks. `cycle`: states come back, so
 * that play may never end, and the value would hang on itself. `budget`: time, memory or the number of states ran out.
 */
export type Ending = 'settled' | 'decided' | 'cycle' | 'budget';

/** What was found out for one objective. */
export interface Answer {
  readonly ending: Ending;
  /** Why no more is known, for people; empty where the value is. */
  readonly reason: string;
  readonly lower: number;
  readonly upper: number;
  /** States expanded, and joint moves made in them. */
  readonly nodes: number;
  readonly successors: number;
  /** Whether a state was met in which several players have a choice. */
  readonly isSimultaneous: boolean;
  /** Whether a state, not terminal, was met in which some role has no legal move; it counts as unfinished. */
  readonly isStuck: boolean;
  /** Whether a state, not terminal, was met at the horizon; it counts as unfinished. */
  readonly isCut: boolean;
  /** What the goals of all players add up to in every terminal state that was met; undefined where that differs, or is not known. */
  readonly sum: number | undefined;
  /** A policy that reaches the value, or the better bound where the value is not known; of so many states at most. */
  policy(most: number): Policy;
}

/** Leaves that are expanded at once: more keep the lanes of the engine fuller, fewer have better bounds to go by. */
const BATCH = 16;

/** Values, in points, that differ less are the same. */
const JUST_BELOW = 1e-9;

/** Solves a match for one objective; with a threshold, only as far as it takes to know whether the value reaches that. */
export function answer<State>(
  match: Match<State>,
  objective: Objective,
  { watch, threshold }: { readonly watch: Watch; readonly threshold: number | undefined },
): Answer {
  const { roles } = match.game;
  const isPlan = randomOf(roles) < 0 && objective.own.length === playersOf(roles).length && objective.aim === 'best';
  return isPlan ? byPlan(match, objective, { watch, threshold }) : byBounds(match, objective, { watch, threshold });
}

interface Asked {
  readonly watch: Watch;
  readonly threshold: number | undefined;
}

function byPlan<State>(match: Match<State>, objective: Objective, { watch, threshold }: Asked): Answer {
  const search = new PlanSearch(match, objective);
  const reason = search.run(watch, threshold ?? Infinity);
  const { lower, upper, nodes, successors, isStuck, isCut } = search;
  const ending = reason !== undefined ? 'budget' : lower >= upper ? 'settled' : 'decided';
  return {
    ...{ ending, reason: reason ?? '', lower, upper, nodes, successors, isStuck, isCut },
    // Nobody plays against another.
    ...{ isSimultaneous: false, sum: undefined },
    policy: (most) => planPolicy(match, objective, { way: search.way(), value: lower, most }),
  };
}

function byBounds<State>(match: Match<State>, objective: Objective, { watch, threshold }: Asked): Answer {
  const graph = new GameGraph(match, objective);
  const search = new BoundedSearch(graph.values, graph.root);
  // A value that is just the threshold reaches it: it is missed only by what is below.
  const window = threshold === undefined ? OPEN_WINDOW : { alpha: threshold - JUST_BELOW, beta: threshold };
  const { ending, reason } = settle({ match, graph, search }, window, watch);
  const { expanded, successors, isSimultaneous, isStuck, isCut, sum, values, root } = graph;
  return {
    ...{ ending, reason, nodes: expanded, successors, isSimultaneous, isStuck, isCut },
    sum: Number.isNaN(sum) ? undefined : sum,
    lower: values.lower[root]!,
    upper: values.upper[root]!,
    policy: (most) => graphPolicy(match, objective, { graph, most }),
  };
}

interface Search<State> {
  readonly match: Match<State>;
  readonly graph: GameGraph<State>;
  readonly search: BoundedSearch;
}

function settle<State>(
  { match, graph, search }: Search<State>,
  window: Window,
  { limits, onProgress }: Watch,
): Pick<Answer, 'ending' | 'reason'> {
  const { values, root } = graph;
  try {
    for (;;) {
      const leaves = search.leaves(BATCH, window);
      if (leaves.length === 0) break;
      graph.grow(leaves.slice(0, limits.allow(leaves.length, graph.bytes)));
      onProgress({ nodes: graph.expanded, lower: values.lower[root]!, upper: values.upper[root]! });
    }
  } catch (cause) {
    if (!(cause instanceof BudgetExceeded)) throw cause;
    return { ending: 'budget', reason: cause.message };
  }
  if (values.isSettled(root)) return { ending: 'settled', reason: '' };
  if (search.isDecided(window)) return { ending: 'decided', reason: '' };
  return { ending: 'cycle', reason: cycleText(match, graph, search.cycle ?? []) };
}
