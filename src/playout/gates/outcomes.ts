import type { GroundProgram } from '../../ground/index.js';
import { type Edge, FALSE, type GateNetwork, not } from './gateNetwork.js';

/**
 * What is counted of finished playouts: for each role and each of its goal values but the lowest, whether that is its only one. The rest of
 * the playouts count as the lowest.
 */
export interface GoalOutcome {
  readonly role: number;
  readonly value: number;
}

/** For each role, its lowest goal value; 0 where it has none. */
export function lowestGoals({ roles, goals }: GroundProgram): readonly number[] {
  return roles.map((_, role) => {
    const values = goals.filter((goal) => goal.role === role).map(({ value }) => value);
    return values.length === 0 ? 0 : Math.min(...values);
  });
}

/** The outcomes of a program, in a fixed order. */
export function goalOutcomes(program: GroundProgram): readonly GoalOutcome[] {
  const lowest = lowestGoals(program);
  return program.goals.filter(({ role, value }) => value !== lowest[role]).map(({ role, value }) => ({ role, value }));
}

/** The edges of the outcomes, in the same order, given the edges of the program's goals. */
export function outcomeEdges(network: GateNetwork, program: GroundProgram, goals: readonly Edge[]): readonly Edge[] {
  const lowest = lowestGoals(program);
  const edges = program.goals.map(() => FALSE);
  program.roles.forEach((_, role) => {
    const own = program.goals.flatMap((goal, index) => (goal.role === role ? [index] : []));
    onlyOnes(
      network,
      own.map((index) => goals[index]!),
    ).forEach((edge, at) => (edges[own[at]!] = edge));
  });
  return edges.filter((_, index) => program.goals[index]!.value !== lowest[program.goals[index]!.role]);
}

/** For each edge, whether it holds and no other does. */
function onlyOnes(network: GateNetwork, edges: readonly Edge[]): readonly Edge[] {
  const noneBefore: Edge[] = [];
  const noneAfter: Edge[] = [];
  for (let index = 0; index < edges.length; index++) {
    noneBefore.push(index === 0 ? 0 : network.and([noneBefore[index - 1]!, not(edges[index - 1]!)]));
  }
  for (let index = edges.length - 1; index >= 0; index--) {
    noneAfter[index] = index === edges.length - 1 ? 0 : network.and([noneAfter[index + 1]!, not(edges[index + 1]!)]);
  }
  return edges.map((edge, index) => network.and([noneBefore[index]!, edge, noneAfter[index]!]));
}
