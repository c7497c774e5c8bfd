import type { Random } from '../../base/index.js';
import type { Move } from '../../game/index.js';
import {
  END,
  forEachEdgeOf,
  jointOf,
  LEAF,
  movesOf,
  NONE,
  POINTS,
  type SearchGraph,
  SEVERAL,
  TURN,
} from '../graph/index.js';
import type { MoveReport, SearchEffort, SearchReport, SearchSetting } from '../search.js';
import { choosers } from './severalChoice.js';
import { sureMove } from './sureMove.js';

/** A line is followed no further. */
const LONGEST_LINE = 32;
/**
 * Moves that are played less often than this share of the most likely one are not played: they are mostly what is
 * left of trying everything (thresholding, Ganzfried and Sandholm 2012).
 */
const LIKELY = 0.3;
const TWO_TO_32 = 2 ** 32;

/** What is known at a root. */
interface Knowledge<State> {
  readonly setting: SearchSetting<State>;
  readonly graph: SearchGraph<State>;
  readonly root: number;
  /** Draws the move where play is mixed. */
  readonly random: Random;
}

export function reportOf<State>(known: Knowledge<State>, effort: SearchEffort): SearchReport {
  const { setting, graph, root } = known;
  const player = graph.roleOf.indexOf(setting.role);
  const moves = reportsOf(known, player);
  const isKnown = graph.visits[root]! > 0 || graph.isSolved(root);
  return {
    move: mixedMove(known, moves),
    moves,
    value: isKnown ? POINTS * graph.value(root, player) : undefined,
    isSolved: graph.isSolved(root),
    variation: variationOf(known, moves[0]!.move),
    effort,
  };
}

/** The legal moves of the role at the root. */
export function legalMoves<State>({ setting, graph, root }: Omit<Knowledge<State>, 'random'>): readonly Move[] {
  if (graph.counts[root]! > 0) return movesOf(graph, root, setting.role);
  return setting.game.legalMoves(graph.state(root), setting.role);
}

/** Where moves are played with probabilities, one of them at random, else the best. */
function mixedMove<State>({ random }: Knowledge<State>, moves: readonly MoveReport[]): Move {
  if (moves[0]!.probability === undefined) return moves[0]!.move;
  const likely = moves.filter(({ probability = 0 }) => probability >= LIKELY * moves[0]!.probability!);
  const total = likely.reduce((sum, { probability = 0 }) => sum + probability, 0);
  let drawn = (total * random.nextUint32()) / TWO_TO_32;
  for (const { move, probability = 0 } of likely) {
    drawn -= probability;
    if (drawn < 0) return move;
  }
  return moves[0]!.move;
}

function reportsOf<State>(known: Knowledge<State>, player: number): readonly MoveReport[] {
  const { graph, root } = known;
  if (graph.kinds[root] === TURN && graph.choosers[root] === player) return movesAtTurn(graph, root);
  const legal = legalMoves(known);
  if (graph.kinds[root] === SEVERAL && legal.length > 1) return movesOfSeveral(known, player);
  return legal.map((move) => ({
    move,
    value: graph.visits[root]! > 0 || graph.isSolved(root) ? POINTS * graph.value(root, player) : undefined,
    visits: graph.visits[root]!,
    isSolved: graph.isSolved(root),
  }));
}

/**
 * The best first: of the moves that are settled the best, of the others the one tried most often, and of these two
 * the one with the higher value, the settled one if they are equal; then all others by value.
 */
function movesAtTurn<State>(graph: SearchGraph<State>, root: number): readonly MoveReport[] {
  const reports = Array.from({ length: graph.counts[root]! }, (_, edge) => edgeReport(graph, root, edge));
  const worth = ({ value }: MoveReport): number => value ?? -1;
  const settled = reports.filter(({ isSolved }) => isSolved).sort((a, b) => worth(b) - worth(a) || b.visits - a.visits);
  const open = reports.filter(({ isSolved }) => !isSolved).sort((a, b) => b.visits - a.visits || worth(b) - worth(a));
  const [sure, likely] = [settled[0], open[0]];
  const best = sure !== undefined && (likely === undefined || worth(sure) >= worth(likely)) ? sure : likely!;
  const rest = reports.filter((report) => report !== best).sort((a, b) => worth(b) - worth(a));
  return [best, ...rest];
}

function edgeReport<State>(graph: SearchGraph<State>, root: number, edge: number): MoveReport {
  const place = graph.edges[root]! + edge;
  const child = graph.children[place]!;
  const player = graph.choosers[root]!;
  const at = child + player;
  const isSolved = graph.lower[at] === graph.upper[at];
  const isKnown = graph.visits[child]! > 0 || isSolved;
  return {
    move: graph.edgeMoves[place]!,
    value: isKnown ? POINTS * graph.value(child, player) : undefined,
    visits: graph.edgeVisits[place]!,
    isSolved,
  };
}

/**
 * Where the value is settled, the move that makes sure of it; else, where players mix, moves with their shares in the
 * average strategy; else the one tried most often.
 */
function movesOfSeveral<State>({ graph, root, setting }: Knowledge<State>, player: number): readonly MoveReport[] {
  const block = graph.arms[root]!;
  let at = block + graph.roles;
  for (let role = 0; role < setting.role; role++) at += graph.ofArms.ints[block + role]!;
  const size = graph.ofArms.ints[block + setting.role]!;
  const shares = graph.ofArms.shares.subarray(at, at + size).reduce((sum, share) => sum + share, 0);
  const isSettled = graph.lower[root + player] === graph.upper[root + player];
  const sure = isSettled ? sureMove(graph, root, player) : NONE;
  const isMixed = !isSettled && choosers(graph, block) > 1 && shares > 0;
  const reports = Array.from({ length: size }, (_, arm): MoveReport => {
    const move = graph.ofArms.ints[at + arm]!;
    const visits = graph.ofArms.visits[at + arm]!;
    if (move === sure) return { move, value: POINTS * graph.value(root, player), visits, isSolved: true };
    const value = visits === 0 ? undefined : (POINTS * graph.ofArms.sums[at + arm]!) / visits;
    const report = { move, value, visits, isSolved: false };
    return isMixed ? { ...report, probability: graph.ofArms.shares[at + arm]! / shares } : report;
  });
  const rank = ({ isSolved, probability, visits }: MoveReport): number =>
    isSolved ? Infinity : (probability ?? visits);
  return reports.sort((a, b) => rank(b) - rank(a) || (b.value ?? -1) - (a.value ?? -1));
}

/** The line that was looked at most, beginning with that move of the role. */
function variationOf<State>(known: Knowledge<State>, move: Move): readonly (readonly Move[])[] {
  const { graph, root } = known;
  const line: (readonly Move[])[] = [];
  let node = root;
  while (line.length < LONGEST_LINE && graph.kinds[node] !== LEAF && graph.kinds[node] !== END) {
    const edge = expectedEdge(known, node, node === root ? move : undefined);
    if (edge === NONE) break;
    line.push(jointOf(graph, { node, edge }));
    node = graph.children[graph.edges[node]! + edge]!;
  }
  return line;
}

function expectedEdge<State>({ graph, setting }: Knowledge<State>, node: number, move: Move | undefined): number {
  let best = NONE;
  let bestVisits = 0;
  if (graph.kinds[node] === TURN && move === undefined) {
    const [first] = movesAtTurn(graph, node);
    return first!.visits === 0 && !first!.isSolved
      ? NONE
      : graph.edgeMoves.subarray(graph.edges[node], graph.edges[node]! + graph.counts[node]!).indexOf(first!.move);
  }
  const see = (edge: number): void => {
    const visits = graph.edgeVisits[graph.edges[node]! + edge]! + 1;
    if (visits > bestVisits) [best, bestVisits] = [edge, visits];
  };
  if (move === undefined) for (let edge = 0; edge < graph.counts[node]!; edge++) see(edge);
  else forEachEdgeOf(graph, { node, role: setting.role, move }, see);
  return best;
}
