import type { Move } from '../../game/index.js';
import { END, forEachEdgeOf, jointOf, LEAF, POINTS, runOf, type SearchGraph, SEVERAL, TURN } from '../graph/index.js';
import type { MoveReport, SearchEffort, SearchReport, SearchSetting } from '../search.js';
import { legalMoves } from '../tree/report.js';
import type { MacOptions } from './macOptions.js';
import { isProved, type Utilities, worstOfRows } from './utilities.js';

/** A line is followed no further. */
const LONGEST_LINE = 32;

/** What is known at a root. */
interface Knowledge<State> {
  readonly setting: SearchSetting<State>;
  readonly graph: SearchGraph<State>;
  readonly utilities: Utilities<State>;
  readonly root: number;
  /** The legal moves there, where the game was asked for them before. */
  readonly legal: readonly Move[] | undefined;
}

export function macReport<State>(known: Knowledge<State>, { order }: MacOptions, effort: SearchEffort): SearchReport {
  const { utilities, root } = known;
  const moves = bestFirst(reportsOf(known), order === 'line');
  const isKnown = utilities.isKnown(root);
  return {
    move: moves[0]!.move,
    moves,
    value: isKnown ? POINTS * utilities.expected[root >> 1]! : undefined,
    isSolved: isKnown && utilities.isSolved(root),
    variation: variationOf(known, moves[0]!.move),
    effort,
  };
}

/**
 * By utility (001 section 4.2.2). Where lines were followed, the most followed of the moves that are not settled
 * stands for these: what was followed seldom may owe its utility to luck.
 */
function bestFirst(moves: readonly MoveReport[], isByVisits: boolean): readonly MoveReport[] {
  const worth = ({ value }: MoveReport): number => value ?? -1;
  const sorted = [...moves].sort((a, b) => worth(b) - worth(a) || b.visits - a.visits);
  if (!isByVisits) return sorted;
  const open = sorted.filter(({ isSolved }) => !isSolved);
  const likely = open.reduce<MoveReport | undefined>(
    (best, each) => (best === undefined || each.visits > best.visits ? each : best),
    undefined,
  );
  const sure = sorted.find(({ isSolved }) => isSolved);
  const best = likely === undefined || (sure !== undefined && worth(sure) >= worth(likely)) ? sure! : likely;
  return [best, ...sorted.filter((each) => each !== best)];
}

function reportsOf<State>(known: Knowledge<State>): readonly MoveReport[] {
  const { graph, utilities, root } = known;
  const legal = known.legal ?? legalMoves(known);
  if (legal.length > 1 && graph.kinds[root] === TURN) {
    return Array.from({ length: graph.counts[root]! }, (_, index) => {
      const edge = graph.edges[root]! + index;
      const child = graph.children[edge]!;
      return {
        move: graph.edgeMoves[edge]!,
        value: POINTS * utilities.expected[child >> 1]!,
        visits: graph.edgeVisits[edge]!,
        isSolved: utilities.isSolved(child),
      };
    });
  }
  if (legal.length > 1 && graph.kinds[root] === SEVERAL) return movesOfSeveral(known, legal);
  const isKnown = utilities.isKnown(root);
  return legal.map((move) => ({
    move,
    value: isKnown ? POINTS * utilities.expected[root >> 1]! : undefined,
    visits: graph.visits[root]!,
    isSolved: isKnown && utilities.isSolved(root),
  }));
}

/**
 * Our moves where others choose at once: what each is worth whatever they do, or, where they are with us, with the
 * best that they can do.
 */
function movesOfSeveral<State>(
  { setting, graph, utilities, root }: Knowledge<State>,
  legal: readonly Move[],
): readonly MoveReport[] {
  const sides = utilities.sidesOf(root);
  const rows = (told: Float64Array): Float64Array => worstOfRows(utilities.cellsOf(root, sides, told), sides.others);
  const [expected, lower, upper] = [rows(utilities.expected), rows(utilities.lower), rows(utilities.upper)];
  const reports = legal.map((move) => ({ move, value: -1, visits: 0, isSolved: false }));
  const run = runOf(graph, root, setting.role);
  for (let edge = 0; edge < graph.counts[root]!; edge++) {
    const row = sides.ourMove[edge]!;
    const report = reports[Math.floor(edge / run) % reports.length]!;
    report.visits += graph.edgeVisits[graph.edges[root]! + edge]!;
    if (POINTS * expected[row]! <= report.value) continue;
    report.value = POINTS * expected[row]!;
    report.isSolved = isProved(lower[row]!, upper[row]!);
  }
  return reports;
}

/** The line that everybody is expected to follow, beginning with that move of ours. */
function variationOf<State>(known: Knowledge<State>, move: Move): readonly (readonly Move[])[] {
  const { graph, root } = known;
  const line: (readonly Move[])[] = [];
  let node = root;
  while (line.length < LONGEST_LINE && graph.kinds[node] !== LEAF && graph.kinds[node] !== END) {
    const edge = expectedEdge(known, node, node === root ? move : undefined);
    line.push(jointOf(graph, { node, edge }));
    node = graph.children[graph.edges[node]! + edge]!;
  }
  return line;
}

/** Of the edges whose utility is the nearest to that of the node, the one taken most often. */
function expectedEdge<State>(
  { graph, setting, utilities }: Knowledge<State>,
  node: number,
  move: Move | undefined,
): number {
  const first = graph.edges[node]!;
  const gap = (edge: number): number =>
    Math.abs(utilities.expected[graph.children[first + edge]! >> 1]! - utilities.expected[node >> 1]!);
  let best: number | undefined;
  const see = (edge: number): void => {
    const nearer = best === undefined ? Infinity : gap(best) - gap(edge);
    const isMore = graph.edgeVisits[first + edge]! > graph.edgeVisits[first + (best ?? 0)]!;
    if (nearer > 0 || (nearer === 0 && isMore)) best = edge;
  };
  if (move === undefined) for (let edge = 0; edge < graph.counts[node]!; edge++) see(edge);
  else forEachEdgeOf(graph, { node, role: setting.role, move }, see);
  return best!;
}
