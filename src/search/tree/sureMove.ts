import type { Move } from '../../game/index.js';
import { armOf, type SearchGraph } from '../graph/index.js';

/**
 * The move that makes sure of a player's lower bound at a node where several choose, whatever the others do, on
 * average over what chance draws.
 */
export function sureMove<State>(graph: SearchGraph<State>, node: number, player: number): Move {
  const { roleOf, roles, edges, counts, children, lower } = graph;
  const armInts = graph.ofArms.ints;
  const own = roleOf[player]!;
  /** By own move, then by the moves of the other players: the sum over chance's draws. */
  const sums = new Map<Move, Map<string, number>>();
  for (let edge = 0; edge < counts[node]!; edge++) {
    let others = '';
    for (let role = 0; role < roles; role++) {
      if (role !== own && roleOf.includes(role)) others += `${String(armOf(graph, { node, edge }, role))} `;
    }
    const move = armInts[armOf(graph, { node, edge }, own)]!;
    const replies = sums.get(move) ?? new Map<string, number>();
    const low = lower[children[edges[node]! + edge]! + player]!;
    sums.set(move, replies.set(others, (replies.get(others) ?? 0) + low));
  }
  const surest = [...sums].map(([move, replies]) => ({ move, low: Math.min(...replies.values()) }));
  return surest.reduce((best, each) => (each.low > best.low ? each : best)).move;
}
