import { type Budget, BudgetExceeded, fail, ok, type Result } from '../../base/index.js';
import type { GroundProgram } from '../../ground/index.js';
import { roundTemplate } from '../../network/index.js';
import { automorphisms } from '../automorphisms.js';
import { PermutationGroup } from '../permutationGroup.js';
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
  readonly ms: { readonly network: number; readonly graph: number; readonly group: number };
}

/** Finds the symmetries of a game; fails with a reason where its graph exceeds the budget. */
export function gameSymmetries(
  program: GroundProgram,
  method: SymmetryMethod,
  budget: Budget,
): Result<GameSymmetries, string> {
  const { clock } = budget;
  const start = clock();
  // Proofs that fluents are values of one variable take longer than all the rest, and were not seen to show more.
  const round =
    method === 'rules' ? null : roundTemplate(program, { name: 'symmetry', groups: [], isUnfactored: true }, budget);
  if (round?.ok === false) return round;
  const translated = clock();
  try {
    const graph = round === null ? ruleGraph(program, budget) : templateGraph(program, round.value, budget);
    const built = clock();
    const group = groupOf(program, graph, { ...budget, milliseconds: budget.milliseconds - (built - start) });
    const ms = { network: translated - start, graph: built - translated, group: clock() - built };
    return ok({ ...group, graph, ms });
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
  const { generators, order, isComplete } = automorphisms(graph.graph, budget);
  if (order === 1n) return { generators: [], order, isComplete };
  const mattering = matteringFluents(program);
  const symmetries = new Map<string, StructuralSymmetry>();
  let isIdle = false;
  for (const generator of generators) {
    const symmetry = symmetryOf(graph, generator);
    isIdle ||= symmetry.fluents.some((image, fluent) => image !== fluent && mattering[fluent] === 0);
    if (isEffective(symmetry, mattering)) {
      symmetries.set(`${symmetry.fluents.join()} ${symmetry.moves.join()}`, symmetry);
    }
  }
  const effective = [...symmetries.values()];
  if (order <= FEW && !isIdle) return { generators: effective, order: orderOf(program, effective), isComplete };
  const kernel = automorphisms({ ...graph.graph, colours: withFixedThings(graph, mattering) }, budget);
  return { generators: effective, order: order / kernel.order, isComplete: isComplete && kernel.isComplete };
}

/** A group of this many elements is quickly counted; for larger ones it is quicker to look for the kernel. */
const FEW = 1000n;

function orderOf({ fluents, moves }: GroundProgram, generators: readonly StructuralSymmetry[]): bigint {
  const permutations = generators.map((generator) => {
    const permutation = new Int32Array(fluents + moves);
    permutation.set(generator.fluents);
    permutation.set(
      generator.moves.map((move) => fluents + move),
      fluents,
    );
    return permutation;
  });
  return PermutationGroup.generatedBy(fluents + moves, permutations).order;
}

const isEffective = ({ fluents, moves }: StructuralSymmetry, mattering: Uint8Array): boolean =>
  moves.some((image, move) => image !== move) ||
  fluents.some((image, fluent) => image !== fluent && mattering[fluent] === 1);

/** Colours that leave no freedom to moves and to the fluents that matter. */
function withFixedThings({ graph, fluents, moves }: GameGraph, mattering: Uint8Array): Int32Array {
  const colours = graph.colours.slice();
  let fresh = colours.reduce((most, colour) => Math.max(most, colour), 0);
  for (const vertex of moves) if (vertex >= 0) colours[vertex] = ++fresh;
  for (const [fluent, vertex] of fluents.entries()) if (mattering[fluent] === 1) colours[vertex] = ++fresh;
  return colours;
}
