import type { ColouredGraph, Permutation } from '../colouredGraph.js';
import type { StructuralSymmetry } from '../structuralSymmetry.js';

/** A coloured graph whose automorphisms are symmetries of a game. */
export interface GameGraph {
  readonly graph: ColouredGraph;
  /** What colours stand for, for people. */
  readonly colourNames: readonly string[];
  /** The vertex of each fluent, counted from 0 as in the ground program. */
  readonly fluents: Int32Array;
  /** The vertex of each move, counted from 0 over all roles as in the ground program; -1 where it has none. */
  readonly moves: Int32Array;
}

const NONE = -1;

/** What an automorphism of the graph does to fluents and moves. */
export function symmetryOf({ graph, fluents, moves }: GameGraph, permutation: Permutation): StructuralSymmetry {
  const thingAt = new Int32Array(graph.colours.length).fill(NONE);
  for (const [thing, vertex] of fluents.entries()) thingAt[vertex] = thing;
  for (const [thing, vertex] of moves.entries()) if (vertex !== NONE) thingAt[vertex] = thing;
  const image = (vertex: number, thing: number): number => (vertex === NONE ? thing : thingAt[permutation[vertex]!]!);
  return { fluents: fluents.map(image), moves: moves.map(image) };
}
