import type { Random } from '../../base/index.js';
import { CHANCE, LEAF, NONE, type SearchGraph, SEVERAL } from '../graph/index.js';
import { BESIDE } from './layout.js';
import type { MacOptions } from './macOptions.js';
import type { RoundBatch } from './roundBatch.js';
import { type Utilities, worstOfRows } from './utilities.js';

/** Deeper ways are given up: the graph may have cycles. */
const DEEPEST = 512;
/** So many ways in vain end a batch: what is open is too little for more. */
const MOST_VAIN = 8;
/** Outside all values. */
const [BELOW_ALL, ABOVE_ALL] = [-1, 2];

/**
 * Chooses open rounds at the ends of lines from the root. Where we choose, the line takes the move of the largest
 * upper confidence bound u + C √(ln N / (n + 1)), where others choose, the one of the largest bound for 1 - u; chance
 * takes its rarest draw. Rounds that cannot change what is proved are passed over: those outside the window of θ, the
 * value that is already sure for us on the way, and of what the others are sure to keep us to (deep cuts of
 * alpha-beta; chance opens the window again). A state on the way of a round of the same batch counts as a loss.
 */
export class LineChoice<State> {
  /** By node: rounds of the batch below it. */
  readonly #pending: Int32Array;
  /** By node: the batch in which it was last chosen. */
  readonly #chosenIn: Int32Array;
  #batch = 0;
  #alpha = BELOW_ALL;
  #beta = ABOVE_ALL;

  constructor(
    private readonly graph: SearchGraph<State>,
    private readonly utilities: Utilities<State>,
    private readonly random: Random,
    private readonly options: MacOptions,
  ) {
    this.#pending = graph.intsBeside(BESIDE.PENDING);
    this.#chosenIn = graph.intsBeside(BESIDE.CHOSEN_IN);
  }

  /** Fills a batch with at most so many rounds. */
  fill(batch: RoundBatch<State>, root: number, most: number): void {
    this.#batch++;
    let vain = 0;
    while (batch.rounds.length < most && vain < MOST_VAIN) {
      const from = batch.edges.length;
      const round = this.#descend(batch, root);
      if (round !== NONE && this.#chosenIn[round] !== this.#batch) {
        this.#chosenIn[round] = this.#batch;
        batch.add(round);
        continue;
      }
      vain++;
      this.#undo(batch, from, round !== NONE);
    }
    const { edges } = batch;
    for (let at = 0; at < edges.length; at++) this.#pending[this.graph.children[edges.array[at]!]!] = 0;
  }

  /** Follows a line to an open round; NONE where it leads nowhere. */
  #descend({ edges }: RoundBatch<State>, root: number): number {
    const { kinds, visits, children, edgeVisits } = this.graph;
    this.#alpha = BELOW_ALL;
    this.#beta = ABOVE_ALL;
    let node = root;
    for (let depth = 0; depth < DEEPEST; depth++) {
      if (kinds[node] === LEAF) return node;
      const edge = this.#choose(node);
      if (edge === NONE) return NONE;
      edges.push(edge);
      edgeVisits[edge]!++;
      node = children[edge]!;
      visits[node]!++;
      this.#pending[node]!++;
    }
    return NONE;
  }

  /** Forgets a way; its visits too, unless it led nowhere and should not be taken again soon. */
  #undo({ edges }: RoundBatch<State>, from: number, forgetsVisits: boolean): void {
    const { visits, children, edgeVisits } = this.graph;
    for (let at = from; at < edges.length; at++) {
      const edge = edges.array[at]!;
      this.#pending[children[edge]!]!--;
      if (!forgetsVisits) continue;
      edgeVisits[edge]!--;
      visits[children[edge]!]!--;
    }
    edges.length = from;
  }

  #choose(node: number): number {
    const { kinds } = this.graph;
    if (kinds[node] === CHANCE || kinds[node] === SEVERAL) {
      this.#alpha = BELOW_ALL;
      this.#beta = ABOVE_ALL;
      return kinds[node] === CHANCE ? this.#rarestDraw(node) : this.#chooseJoint(node);
    }
    return this.#chooseMove(node);
  }

  #chooseMove(node: number): number {
    const { edges, counts, children, edgeVisits, visits } = this.graph;
    const isAgainstUs = this.utilities.isAgainstUs(node);
    if (isAgainstUs) this.#beta = Math.min(this.#beta, this.utilities.upper[node >> 1]!);
    else this.#alpha = Math.max(this.#alpha, this.utilities.lower[node >> 1]!);
    const bonus = this.options.exploration ** 2 * Math.log(visits[node]! + 1);
    const first = edges[node]!;
    const count = counts[node]!;
    let best = NONE;
    let bestScore = -Infinity;
    const turned = count > 1 ? this.random.below(count) : 0;
    for (let index = 0; index < count; index++) {
      const edge = first + (index + turned < count ? index + turned : index + turned - count);
      const child = children[edge]!;
      if (!this.utilities.isWithin(child, this.#alpha, this.#beta)) continue;
      const tries = edgeVisits[edge]! + 1;
      const worth = isAgainstUs ? 1 - this.#worth(child) : this.#worth(child);
      const score = worth * Math.max(0, 1 - this.#pending[child]! / tries) + Math.sqrt(bonus / tries);
      if (score > bestScore) [best, bestScore] = [edge, score];
    }
    return best;
  }

  #worth(node: number): number {
    return this.utilities.mixed(node, this.options.mean, this.#pending[node]!);
  }

  /** Draws are equally likely: of those that are not settled, the one that was taken least. */
  #rarestDraw(node: number): number {
    const { edges, counts, children } = this.graph;
    const first = edges[node]!;
    return this.#rarest(first, first + counts[node]!, (edge) => !this.utilities.isSolved(children[edge]!));
  }

  #rarest(from: number, end: number, isOpen: (edge: number) => boolean): number {
    const { edgeVisits } = this.graph;
    let rarest = NONE;
    for (let edge = from; edge < end; edge++) {
      if (isOpen(edge) && (rarest === NONE || edgeVisits[edge]! < edgeVisits[rarest]!)) rarest = edge;
    }
    return rarest;
  }

  /** Our move by its utility whatever the others do, then theirs, knowing ours, then the draw. */
  #chooseJoint(node: number): number {
    const { edges, counts, children } = this.graph;
    const sides = this.utilities.sidesOf(node);
    const { others, ours, ourMove, otherMove } = sides;
    const first = edges[node]!;
    const cells = this.utilities.cellsOf(node, sides, this.utilities.expected);
    const isOpen = (edge: number): boolean => !this.utilities.isSolved(children[first + edge]!);
    const tries = { rows: new Int32Array(ours), cells: new Int32Array(ours * others) };
    const open = { rows: new Uint8Array(ours), cells: new Uint8Array(ours * others) };
    for (let edge = 0; edge < counts[node]!; edge++) {
      const cell = ourMove[edge]! * others + otherMove[edge]!;
      const count = this.graph.edgeVisits[first + edge]!;
      tries.rows[ourMove[edge]!]! += count;
      tries.cells[cell]! += count;
      if (!isOpen(edge)) continue;
      open.rows[ourMove[edge]!] = 1;
      open.cells[cell] = 1;
    }
    const row = this.#byBound(worstOfRows(cells, others), tries.rows, open.rows);
    const from = row * others;
    const theirs = cells.subarray(from, from + others).map((utility) => 1 - utility);
    const column = this.#byBound(theirs, tries.cells.subarray(from), open.cells.subarray(from));
    const isWanted = (edge: number): boolean => ourMove[edge] === row && otherMove[edge] === column && isOpen(edge);
    return this.#rarest(first, first + counts[node]!, (edge) => isWanted(edge - first));
  }

  /** The open one of the largest upper confidence bound. */
  #byBound(worth: Float64Array, tries: Int32Array, isOpen: Uint8Array): number {
    let total = 1;
    for (let index = 0; index < worth.length; index++) total += tries[index]!;
    const bonus = this.options.exploration ** 2 * Math.log(total);
    let best = NONE;
    let bestScore = -Infinity;
    const turned = this.random.below(worth.length);
    for (let step = 0; step < worth.length; step++) {
      const index = (step + turned) % worth.length;
      if (isOpen[index] === 0) continue;
      const score = worth[index]! + Math.sqrt(bonus / (tries[index]! + 1));
      if (score > bestScore) [best, bestScore] = [index, score];
    }
    return best;
  }
}
