import type { Random } from '../../base/index.js';
import { CLOSED, NONE, type SearchGraph, tighten } from '../graph/index.js';
import type { EdgeShares } from './edgeShares.js';
import type { MoveImages } from './frames.js';
import type { TreeOptions } from './treeOptions.js';

/** 1 / √n for the numbers of tries that are common. */
const INVERSE_ROOTS = Float64Array.from({ length: 4096 }, (_, tries) => 1 / Math.sqrt(Math.max(1, tries)));
/** Above every value: what was never tried comes first. */
const UNTRIED = 1e3;

/** Values of moves wherever they are made below a node, to be read at one below it. */
export interface MoveTable {
  readonly values: Float32Array;
  /** What moves are called in the table; undefined where they have the same names. */
  readonly names: MoveImages | undefined;
  /** From the table's node to the one below (see {@link Frames}). */
  readonly turn: number;
}

/** What is to be shared out. */
export interface Sharing {
  readonly node: number;
  readonly visits: number;
  readonly table: MoveTable | undefined;
}

/**
 * Choices of one player, by UCB over the edges that are neither settled nor worse than what is sure. What is looked at lies side by side with the
 * edges: the value of the child as it was last seen through the edge. Many visits are shared out at once: an edge gets as many as it takes to fall
 * behind the next best one, each counted as lost, by the option's share, until its value is known.
 */
export class TurnChoice<State> {
  constructor(
    private readonly graph: SearchGraph<State>,
    private readonly random: Random,
    private readonly options: Pick<TreeOptions, 'exploration' | 'growth' | 'loss' | 'firstPlay' | 'bias' | 'playouts'>,
  ) {}

  /** Shares out so many visits of a node, which are counted there already. Values of moves wherever they are made come from a table, if there is one. */
  share({ node, visits, table }: Sharing, shares: EdgeShares): void {
    const { edges, counts, edgeVisits, edgeValues } = this.graph;
    const first = edges[node]!;
    const count = counts[node]!;
    const end = first + count;
    const before = this.graph.visits[node]! - (visits >> 1);
    const grown = this.options.growth === 'visits' ? before : before / count;
    const bonus = this.options.exploration * Math.sqrt(Math.log(grown + 1));
    const untried = this.options.firstPlay === 1 ? UNTRIED : this.#meanOf(node, before) - this.options.firstPlay;
    for (let left = visits; left > 0;) {
      // 1. The best edge and the score of the next best.
      let best = NONE;
      let bestScore = -Infinity;
      let secondScore = -Infinity;
      let place = first + (count > 1 ? this.random.below(count) : 0);
      for (let index = 0; index < count; index++, place++) {
        if (place === end) place = first;
        let value = edgeValues[place]!;
        if (value === CLOSED) continue;
        const tries = edgeVisits[place]!;
        if (tries === 0) value = untried;
        if (table !== undefined) value = this.#leaning(node, { place, value }, table);
        const root = tries < INVERSE_ROOTS.length ? INVERSE_ROOTS[tries]! : 1 / Math.sqrt(tries);
        const score = value + bonus * root;
        if (score > bestScore) {
          secondScore = bestScore;
          best = place;
          bestScore = score;
        } else if (score > secondScore) secondScore = score;
      }
      if (best === NONE) {
        const edge = this.#bestSettled(node);
        edgeVisits[first + edge]! += left;
        shares.give(edge, left);
        return;
      }
      if (this.#isSettled(node, best)) {
        // It was settled on another way to it.
        this.graph.lookThrough(node, best);
        continue;
      }
      // 2. As many visits as it takes to fall behind that.
      let tries = edgeVisits[best]!;
      let value = edgeValues[best]!;
      let visited = 0;
      do {
        tries++;
        visited++;
        value *= (tries - this.options.loss) / tries;
        if (table !== undefined) break;
        bestScore = value + bonus * (tries < INVERSE_ROOTS.length ? INVERSE_ROOTS[tries]! : 1 / Math.sqrt(tries));
      } while (visited < left && bestScore > secondScore);
      edgeVisits[best] = tries;
      edgeValues[best] = value;
      shares.give(best - first, visited);
      left -= visited;
    }
  }

  /** Gives so many visits of an edge back: they were not made after all. */
  takeBack(node: number, edge: number, visits: number): void {
    const place = this.graph.edges[node]! + edge;
    this.graph.edgeVisits[place]! -= visits;
    this.graph.lookThrough(node, place);
  }

  /** Looks at the child of an edge again. */
  refresh(node: number, edge: number): void {
    this.graph.lookThrough(node, this.graph.edges[node]! + edge);
  }

  /** Looks at all children again: more is proved of the node. */
  refreshAll(node: number): void {
    const first = this.graph.edges[node]!;
    for (let place = first; place < first + this.graph.counts[node]!; place++) this.graph.lookThrough(node, place);
  }

  /** Whether the chooser's value of the child at a place is settled. */
  #isSettled(node: number, place: number): boolean {
    const { children, choosers, lower, upper } = this.graph;
    const at = children[place]! + choosers[node]!;
    return lower[at] === upper[at];
  }

  /** The mean of so many visits of the node for its chooser. */
  #meanOf(node: number, visits: number): number {
    return this.graph.sums[(node >> 1) + this.graph.choosers[node]!]! / Math.max(1, visits);
  }

  /** The value of an edge and that of its move wherever it is made, weighed as in RAVE: the more it was tried the less counts the other. */
  #leaning(node: number, { place, value }: { place: number; value: number }, { values, names }: MoveTable): number {
    const { edgeMoves, edgeVisits, choosers, players, roleOf } = this.graph;
    const player = choosers[node]!;
    const move = edgeMoves[place]!;
    const entry = 2 * ((names === undefined ? move : names[roleOf[player]!]![move]!) * players + player);
    const made = entry < values.length ? values[entry]! : 0;
    if (made === 0) return value;
    const own = edgeVisits[place]! * this.options.playouts;
    const share = made / (made + own + this.options.bias * made * own);
    return value + share * (values[entry + 1]! / made - value);
  }

  /** Where the chooser's value is settled on every edge: the best, of these one on which something is open for the others. */
  #bestSettled(node: number): number {
    const { edges, counts, choosers, children, upper } = this.graph;
    tighten(this.graph, node);
    const player = choosers[node]!;
    let best = 0;
    let bestScore = -1;
    for (let edge = 0; edge < counts[node]!; edge++) {
      const child = children[edges[node]! + edge]!;
      const score = upper[child + player]! + (this.graph.isSolved(child) ? 0 : 1e-9);
      if (score > bestScore) [best, bestScore] = [edge, score];
    }
    return best;
  }
}
