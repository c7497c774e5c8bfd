import { CHANCE, SEVERAL, TURN } from './layout.js';
import type { SearchGraph } from './searchGraph.js';

/**
 * Draws the bounds of a node from those of its children; true if some changed. What is proved is the value where each player does the
 * best for himself (max-n; with two players and a constant sum, minimax):
 * - a TURN: the chooser has the best of his bounds; the others have the range over the edges that he may still want: those that may be better for
 *   him than what he can make sure of, and those that make sure of it (which of equal ones he takes is left open);
 * - CHANCE: the mean;
 * - SEVERAL: below, what a player can make sure of by one move whatever the others do; above, with a constant sum, what the
 *   other can hold him to by one move, else the most that can come of it. Mixed play is between them.
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
    const at = children[edge]! * players + chooser;
    if (lower[at]! > low) low = lower[at]!;
    if (upper[at]! > high) high = upper[at]!;
  }
  let isChanged = setBounds(graph, node * players + chooser, low, high);
  for (let player = 0; player < players; player++) {
    if (player === chooser) continue;
    let least = 1;
    let most = 0;
    for (let edge = first; edge < end; edge++) {
      const from = children[edge]! * players;
      if (upper[from + chooser]! <= low && lower[from + chooser]! < low) continue;
      if (lower[from + player]! < least) least = lower[from + player]!;
      if (upper[from + player]! > most) most = upper[from + player]!;
    }
    if (setBounds(graph, node * players + player, least, most)) isChanged = true;
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
      const at = children[edge]! * players + player;
      low += lower[at]!;
      high += upper[at]!;
    }
    if (setBounds(graph, node * players + player, low / count, high / count)) isChanged = true;
  }
  return isChanged;
}

function tightenSeveral<State>(graph: SearchGraph<State>, node: number): boolean {
  let isChanged = false;
  for (let player = 0; player < graph.players; player++) {
    const [low, high] = guarantees(graph, node, player);
    if (setBounds(graph, node * graph.players + player, low, high)) isChanged = true;
  }
  return isChanged;
}

/** What a player can make sure of by one move, and what the others' moves can hold him to. */
function guarantees<State>(graph: SearchGraph<State>, node: number, player: number): readonly [number, number] {
  const { arms, armInts, counts, edges, children, players, roles, roleOf, lower, upper } = graph;
  const block = arms[node]!;
  const role = roleOf[player]!;
  const own = armInts[block + role]!;
  const draws = drawsOf(graph, block);
  const others = counts[node]! / own / draws.size;
  const least = new Float64Array(own * others);
  const most = new Float64Array(own * others);
  for (let edge = 0; edge < counts[node]!; edge++) {
    // The own move, the others' moves taken as one number, and chance's draw.
    let rest = edge;
    let ownMove = 0;
    let otherMoves = 0;
    let scale = 1;
    for (let each = roles - 1; each >= 0; each--) {
      const size = armInts[block + each]!;
      const move = rest % size;
      rest = Math.floor(rest / size);
      if (each === role) ownMove = move;
      else if (each !== draws.role) {
        otherMoves += move * scale;
        scale *= size;
      }
    }
    const at = children[edges[node]! + edge]! * players + player;
    least[ownMove * others + otherMoves]! += lower[at]! / draws.size;
    most[ownMove * others + otherMoves]! += upper[at]! / draws.size;
  }
  const low = best(own, (move) => worst(others, (other) => least[move * others + other]!));
  const high = graph.isZeroSum
    ? worst(others, (other) => best(own, (move) => most[move * others + other]!))
    : best(own * others, (at) => most[at]!);
  return [low, high];
}

/** The role of chance and the number of its draws; a role that nobody has where there is none. */
function drawsOf<State>(
  { roles, roleOf, armInts }: SearchGraph<State>,
  block: number,
): { readonly role: number; readonly size: number } {
  for (let role = 0; role < roles; role++) if (!roleOf.includes(role)) return { role, size: armInts[block + role]! };
  return { role: -1, size: 1 };
}

function best(count: number, worth: (index: number) => number): number {
  let found = 0;
  for (let index = 0; index < count; index++) found = Math.max(found, worth(index));
  return found;
}

function worst(count: number, worth: (index: number) => number): number {
  let found = 1;
  for (let index = 0; index < count; index++) found = Math.min(found, worth(index));
  return found;
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
