import { type Budget, BudgetExceeded, fail, ok, type Result } from '../../base/index.js';
import type { GroundProgram } from '../../ground/index.js';
import { roundTemplate } from '../../network/index.js';
import { automorphisms } from '../automorphisms.js';
import type { ColouredGraph } from '../colouredGraph.js';
import type { SymmetryMethod } from './gameSymmetries.js';
import { residualGraph } from './residualGraph.js';
import { ruleGraph } from './ruleGraph.js';

export interface MoveOrbits {
  /** For each move, counted over all roles, the least legal move of its orbit; -1 where it is not legal. */
  readonly orbits: Int32Array;
  /** Whether all that the graph shows was found; where not, moves of one orbit are so all the same. */
  readonly isComplete: boolean;
}

/** Tells, for a state, which moves of a role are as good as each other. */
export type OrbitFinder = (state: StateMoves, budget: Budget) => Result<MoveOrbits, string>;

/** A state that is not terminal. */
export interface StateMoves {
  /** Fluents that hold in it. */
  readonly holding: readonly number[];
  /** Legal moves, counted over all roles. */
  readonly legal: readonly number[];
}

/** Two rounds show what a move and the draw after it have in common (004 example 5); each is as large as the network. */
const ROUNDS = 2;
/** Constraints of a network that is looked at for one round only. */
const MANY_CONSTRAINTS = 5000;

/**
 * What finds orbits of moves in the states of a game: by the residual network of the state (see {@link residualGraph}), or by those automorphisms
 * of the rule graph that fix the state. What all states share is built here; fails with a reason where that exceeds the budget.
 */
export function orbitFinder(
  program: GroundProgram,
  method: SymmetryMethod,
  budget: Budget,
): Result<OrbitFinder, string> {
  if (method === 'rules')
    return ok((state, limits) => within(() => orbitsIn(stateRuleGraph(program, state, limits), state, limits)));
  const options = { name: 'symmetry', groups: [], isUnfactored: true, mayBeOver: true };
  const round = roundTemplate(program, options, budget);
  if (!round.ok) return round;
  const rounds = round.value.network.constraints.length > MANY_CONSTRAINTS ? 1 : ROUNDS;
  const template = { program, round: round.value };
  return ok((state, limits) =>
    within(() => orbitsIn(residualGraph(template, { holding: state.holding, rounds }, limits), state, limits)),
  );
}

interface StateGraph {
  readonly graph: ColouredGraph;
  readonly moves: Int32Array;
}

/** The rule graph with other colours for the fluents that hold. */
function stateRuleGraph(program: GroundProgram, { holding }: StateMoves, budget: Budget): StateGraph {
  const { graph, fluents, moves } = ruleGraph(program, budget);
  const colours = graph.colours.slice();
  const holds = colours.reduce((most, colour) => Math.max(most, colour), 0) + 1;
  for (const fluent of holding) colours[fluents[fluent]!] = holds;
  return { graph: { ...graph, colours }, moves };
}

function orbitsIn({ graph, moves }: StateGraph, { legal }: StateMoves, budget: Budget): MoveOrbits {
  const { orbits: orbitOf, isComplete } = automorphisms(graph, budget);
  const least = new Map<number, number>();
  const orbits = new Int32Array(moves.length).fill(-1);
  for (const move of legal.toSorted((a, b) => a - b)) {
    const vertex = moves[move]!;
    // A role's only legal move has no vertex.
    const orbit = vertex < 0 ? -1 - move : orbitOf[vertex]!;
    if (!least.has(orbit)) least.set(orbit, move);
    orbits[move] = least.get(orbit)!;
  }
  return { orbits, isComplete };
}

function within(find: () => MoveOrbits): Result<MoveOrbits, string> {
  try {
    return ok(find());
  } catch (error) {
    if (error instanceof BudgetExceeded) return fail(`the graph of the state takes ${error.message}`);
    throw error;
  }
}
