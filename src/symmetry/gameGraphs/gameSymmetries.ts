import { type Budget, BudgetExceeded, fail, ok, type Result } from '../../base/index.js';
import type { GroundProgram } from '../../ground/index.js';
import { automorphisms } from '../automorphisms.js';
import type { StructuralSymmetry } from '../structuralSymmetry.js';
import { type GameGraph, symmetryOf } from './gameGraph.js';
import { matteringFluents } from './matteringFluents.js';
import { ruleGraph } from './ruleGraph.js';
import { templateGraph } from './templateGraph.js';

/** Where symmetries are looked for: in the network of a round (004 section 4), or in the ground rules (004 section 3). */
export const SYMMETRY_METHODS = ['network', 'rules'] as const;

export type SymmetryMethod = (typeof SYMMETRY_METHODS)[number];

/** The structural symmetries of a game that its graph shows. */
export interface GameSymmetries {
  /** None where there is no symmetry. */
  readonly generators: readonly StructuralSymmetry[];
  /** Exact order of the group that they generate, as it acts on moves and on the fluents that anything depends on. */
  readonly order: bigint;
  /** Whether these are all symmetries of the graph; false where the budget ran out first. */
  readonly isComplete: boolean;
  readonly graph: GameGraph;
  readonly ms: { readonly graph: number; readonly group: number };
}

/** Finds the symmetries of a game; fails with a reason where its graph exceeds the budget. */
export function gameSymmetries(
  program: GroundProgram,
  method: SymmetryMethod,
  budget: Budget,
): Result<GameSymmetries, string> {
  const { clock } = budget;
  const start = clock();
  try {
    const graph = method === 'rules' ? ruleGraph(program, budget) : templateGraph(program, budget);
    const built = clock();
    const group = groupOf(program, graph, { ...budget, milliseconds: budget.milliseconds - (built - start) });
    return ok({ ...group, graph, ms: { graph: built - start, group: clock() - built } });
  } catch (error) {
    if (error instanceof BudgetExceeded) return fail(`the graph of the game takes ${error.message}`);
    throw error;
  }
}

/**
 * What the automorphisms do to moves and to the fluents that matter. Some may do nothing to them: those are the kernel of this action, and the
 * order that counts is that of the whole by that of the kernel.
 */
function groupOf(
  program: GroundProgram,
  graph: GameGraph,
  budget: Budget,
): Pick<GameSymmetries, 'generators' | 'order' | 'isComplete'> {
  const { generators, order, isComplete, base } = automorphisms(graph.graph, budget, { baseColours: coloursOf(graph) });
  if (order === 1n) return { generators: [], order, isComplete };
  const mattering = matteringFluents(program);
  const isFixed = fixedVertices(graph, mattering);
  const symmetries = generators.map((generator) => symmetryOf(graph, generator));
  // What fixes a base is the identity.
  if (base.every((vertex) => isFixed[vertex] === 1)) return { generators: symmetries, order, isComplete };
  const kernel = automorphisms({ ...graph.graph, colours: withFixed(graph, isFixed) }, budget);
  return {
    generators: withoutRepeats(symmetries.filter((symmetry) => isEffective(symmetry, mattering))),
    order: order / kernel.order,
    isComplete: isComplete && kernel.isComplete,
  };
}

/** Of fluents and moves. */
function coloursOf({ graph, fluents, moves }: GameGraph): ReadonlySet<number> {
  const colours = new Set<number>();
  for (const vertex of fluents) colours.add(graph.colours[vertex]!);
  for (const vertex of moves) if (vertex >= 0) colours.add(graph.colours[vertex]!);
  return colours;
}

/** For each vertex 1 where it is a move or a fluent that matters. */
function fixedVertices({ graph, fluents, moves }: GameGraph, mattering: Uint8Array): Uint8Array {
  const isFixed = new Uint8Array(graph.colours.length);
  for (const vertex of moves) if (vertex >= 0) isFixed[vertex] = 1;
  for (let fluent = 0; fluent < fluents.length; fluent++) isFixed[fluents[fluent]!] = mattering[fluent]!;
  return isFixed;
}

/** Colours that leave no freedom to some vertices. */
function withFixed({ graph }: GameGraph, isFixed: Uint8Array): Int32Array {
  let fresh = graph.colours.reduce((most, colour) => Math.max(most, colour), 0);
  return graph.colours.map((colour, vertex) => (isFixed[vertex] === 1 ? ++fresh : colour));
}

const isEffective = ({ fluents, moves }: StructuralSymmetry, mattering: Uint8Array): boolean =>
  moves.some((image, move) => image !== move) ||
  fluents.some((image, fluent) => image !== fluent && mattering[fluent] === 1);

/** Automorphisms that differ may do the same to fluents and moves. */
function withoutRepeats(symmetries: readonly StructuralSymmetry[]): readonly StructuralSymmetry[] {
  return [...new Map(symmetries.map((one) => [`${one.fluents.join()} ${one.moves.join()}`, one])).values()];
}
