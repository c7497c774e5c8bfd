import type { Move } from '../../game/index.js';
import { SEVERAL, TURN } from './layout.js';
import type { SearchGraph } from './searchGraph.js';

/** An edge of a node. */
export interface Edge {
  readonly node: number;
  readonly edge: number;
}

/** The arm of a role on an edge of a node of the kind SEVERAL, as an index of the arrays of arms. */
export function armOf<State>(
  { arms, ofArms: { ints: armInts }, roles }: SearchGraph<State>,
  { node, edge }: Edge,
  role: number,
): number {
  const block = arms[node]!;
  let rest = edge;
  let at = block + roles;
  let found = 0;
  for (let each = 0; each < role; each++) at += armInts[block + each]!;
  for (let each = roles - 1; each >= role; each--) {
    const size = armInts[block + each]!;
    found = rest % size;
    rest = Math.floor(rest / size);
  }
  return at + found;
}

/**
 * The move of a role on an edge: what the graph was told, since asking the game takes milliseconds where there are
 * thousands of moves.
 */
export function moveOf<State>(graph: SearchGraph<State>, { node, edge }: Edge, role: number): Move {
  if (graph.kinds[node] === SEVERAL) return graph.ofArms.ints[armOf(graph, { node, edge }, role)]!;
  if (role === chooserAt(graph, node)) return graph.edgeMoves[graph.edges[node]! + edge]!;
  return graph.forced[node + role]!;
}

/** The role that chooses at a TURN or at CHANCE. */
function chooserAt<State>({ kinds, roleOf, choosers, chance }: SearchGraph<State>, node: number): number {
  return kinds[node] === TURN ? roleOf[choosers[node]!]! : chance;
}

/** Calls for every edge of a node on which a role makes a move, in their order. */
export function forEachEdgeOf<State>(
  graph: SearchGraph<State>,
  { node, role, move }: { readonly node: number; readonly role: number; readonly move: Move },
  visit: (edge: number) => void,
): void {
  const { kinds, arms, counts } = graph;
  const armInts = graph.ofArms.ints;
  if (kinds[node] !== SEVERAL) {
    for (let edge = 0; edge < counts[node]!; edge++) if (moveOf(graph, { node, edge }, role) === move) visit(edge);
    return;
  }
  const size = armInts[arms[node]! + role]!;
  const run = runOf(graph, node, role);
  const first = armOf(graph, { node, edge: 0 }, role);
  const arm = armInts.subarray(first, first + size).indexOf(move);
  for (let from = arm * run; from < counts[node]!; from += size * run)
    for (let edge = from; edge < from + run; edge++) visit(edge);
}

/** At a node of the kind SEVERAL: so many edges, one after the other, have the same move of a role. */
export function runOf<State>(
  { arms, ofArms: { ints: armInts }, roles }: SearchGraph<State>,
  node: number,
  role: number,
): number {
  let run = 1;
  for (let each = roles - 1; each > role; each--) run *= armInts[arms[node]! + each]!;
  return run;
}

/** The joint move of an edge. */
export function jointOf<State>(graph: SearchGraph<State>, edge: Edge): readonly Move[] {
  return Array.from({ length: graph.roles }, (_, role) => moveOf(graph, edge, role));
}

/** The moves that a role has at a node with edges. */
export function movesOf<State>(graph: SearchGraph<State>, node: number, role: number): readonly Move[] {
  if (graph.kinds[node] === SEVERAL) {
    const block = graph.arms[node]!;
    const first = armOf(graph, { node, edge: 0 }, role);
    return [...graph.ofArms.ints.subarray(first, first + graph.ofArms.ints[block + role]!)];
  }
  const first = graph.edges[node]!;
  if (role === chooserAt(graph, node)) return [...graph.edgeMoves.subarray(first, first + graph.counts[node]!)];
  return [graph.forced[node + role]!];
}
