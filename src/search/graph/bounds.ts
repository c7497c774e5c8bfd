import { CHANCE, NONE, SEVERAL, TURN } from './layout.js';
import type { SearchGraph } from './searchGraph.js';

/**
 * Draws the bounds of a node from those of its children; true if some changed. What is proved is the value where each
 * player does the best for himself (max-n; with two players and a constant sum, minimax):
 * - a TURN: the chooser has the best of his bounds; the others have the range over the edges that he may still want:
 *   those that may be better for him than what he can make sure of, and those that make sure of it (which of equal ones
 *   he takes is left open);
 * - CHANCE: the mean;
 * - SEVERAL: below, what a player can make sure of by one move whatever the others do; above, with a constant sum,
 *   what the other can hold him to by one move, else the most that can come of it. Mixed play is between them.
 */
export function tighten<State>(graph: SearchGraph<State>, node: number): boolean {
  switch (graph.kinds[node]) {
    case TURN:
      return tightenTurn(graph, node);
    case CHANCE:
      return tightenChance(graph, node);
    case SEVERAL:
      return tightenSeveral(graph, node);
    default:
      return false;
  }
}

function tightenTurn<State>(graph: SearchGraph<State>, node: number): boolean {
  const { players, children, lower, upper } = graph;
  const chooser = graph.choosers[node]!;
  const first = graph.edges[node]!;
  const end = first + graph.counts[node]!;
  let low = 0;
  let high = 0;
  for (let edge = first; edge < end; edge++) {
    const at = children[edge]! + chooser;
    if (lower[at]! > low) low = lower[at]!;
    if (upper[at]! > high) high = upper[at]!;
  }
  let isChanged = setBounds(graph, node + chooser, low, high);
  for (let player = 0; player < players; player++) {
    if (player === chooser) continue;
    let least = 1;
    let most = 0;
    for (let edge = first; edge < end; edge++) {
      const from = children[edge]!;
      if (upper[from + chooser]! <= low && lower[from + chooser]! < low) continue;
      if (lower[from + player]! < least) least = lower[from + player]!;
      if (upper[from + player]! > most) most = upper[from + player]!;
    }
    if (setBounds(graph, node + player, least, most)) isChanged = true;
  }
  return isChanged;
}

function tightenChance<State>(graph: SearchGraph<State>, node: number): boolean {
  const { players, children, lower, upper } = graph;
  const first = graph.edges[node]!;
  const count = graph.counts[node]!;
  let isChanged = false;
  for (let player = 0; player < players; player++) {
    let low = 0;
    let high = 0;
    for (let edge = first; edge < first + count; edge++) {
      const at = children[edge]! + player;
      low += lower[at]!;
      high += upper[at]!;
    }
    if (setBounds(graph, node + player, low / count, high / count)) isChanged = true;
  }
  return isChanged;
}

function tightenSeveral<State>(graph: SearchGraph<State>, node: number): boolean {
  let isChanged = false;
  for (let player = 0; player < graph.players; player++) {
    const [low, high] = guarantees(graph, node, player);
    if (setBounds(graph, node + player, low, high)) isChanged = true;
  }
  return isChanged;
}

/** What a player can make sure of by one move, and what the others' moves can hold him to. */
function guarantees<State>(graph: SearchGraph<State>, node: number, player: number): readonly [number, number] {
  const { edges, counts, children, lower, upper } = graph;
  const { own, others, draws, cells } = cellsOf(graph, node, graph.roleOf[player]!);
  const least = new Float64Array(own * others);
  const most = new Float64Array(own * others);
  const first = edges[node]!;
  for (let edge = 0; edge < counts[node]!; edge++) {
    const at = children[first + edge]! + player;
    least[cells[edge]!]! += lower[at]! / draws;
    most[cells[edge]!]! += upper[at]! / draws;
  }
  let low = 0;
  for (let row = 0; row < least.length; row += others) {
    let worst = 1;
    for (let at = row; at < row + others; at++) if (least[at]! < worst) worst = least[at]!;
    if (worst > low) low = worst;
  }
  let high = graph.isZeroSum ? 1 : 0;
  for (let other = 0; other < others; other++) {
    let best = 0;
    for (let at = other; at < most.length; at += others) if (most[at]! > best) best = most[at]!;
    high = graph.isZeroSum ? Math.min(high, best) : Math.max(high, best);
  }
  return [low, high];
}

/** The joint moves of a node as a role sees them: its own moves × the others', taken as one move. */
interface Cells {
  readonly own: number;
  readonly others: number;
  /** Edges of each cell, one for each of chance's draws. */
  readonly draws: number;
  /** By edge. */
  readonly cells: Int32Array;
}

function cellsOf<State>(graph: SearchGraph<State>, node: number, role: number): Cells {
  const { arms, counts, roles, chance } = graph;
  const armInts = graph.ofArms.ints;
  const sizes = armInts.subarray(arms[node], arms[node]! + roles);
  const own = sizes[role]!;
  const draws = chance === NONE ? 1 : sizes[chance]!;
  const others = counts[node]! / own / draws;
  // How far the cell moves on with a move of each role: edges count the moves of the roles like the digits of a number, the last role's first.
  const steps = new Int32Array(roles);
  let scale = 1;
  for (let each = roles - 1; each >= 0; each--) {
    if (each === role) steps[each] = others;
    else if (each !== chance) {
      steps[each] = scale;
      scale *= sizes[each]!;
    }
  }
  const digits = new Int32Array(roles);
  const cells = new Int32Array(counts[node]!);
  let cell = 0;
  for (let edge = 0; edge < cells.length; edge++) {
    cells[edge] = cell;
    for (let each = roles - 1; each >= 0; each--) {
      cell += steps[each]!;
      if (++digits[each]! < sizes[each]!) break;
      cell -= digits[each]! * steps[each]!;
      digits[each] = 0;
    }
  }
  return { own, others, draws, cells };
}

/** Bounds never get wider: a child that was forgotten and met again knows less than before. */
function setBounds<State>({ lower, upper }: SearchGraph<State>, at: number, low: number, high: number): boolean {
  const newLow = Math.max(lower[at]!, Math.fround(low));
  const newHigh = Math.max(newLow, Math.min(upper[at]!, Math.fround(high)));
  const isChanged = newLow !== lower[at] || newHigh !== upper[at];
  lower[at] = newLow;
  upper[at] = newHigh;
  return isChanged;
}
