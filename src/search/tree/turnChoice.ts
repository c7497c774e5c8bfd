import type { Random } from '../../base/index.js';
import { CLOSED, NONE, type SearchGraph, tighten, UNTRIED } from '../graph/index.js';
import type { EdgeShares } from './edgeShares.js';
import type { MoveImages } from './frames.js';
import type { TreeOptions } from './treeOptions.js';

/** Logarithms of the numbers of visits that are common. */
const LOGS = Float64Array.from({ length: 2 ** 12 }, (_, visits) => Math.log(visits));
/** Above every value: what was never tried comes first. */
const FIRST = 1e3;
/** 2^32 by the golden ratio: steps of that size come to all places about equally often. */
const GOLDEN = 0x9e3779b9;
/** Below every score, but above those of edges that need not be looked at. */
const OUT = -100;

/** Values of moves wherever they are made below a node, to be read at one below it. */
export interface MoveTable {
  readonly values: Float32Array;
  /** What moves are called in the table; undefined where they have the same names. */
  readonly names: MoveImages | undefined;
  /** From the table's node to the one below (see {@link Frames}). */
  readonly turn: number;
}

/**
 * Choices of one player, by UCB over the edges that are neither settled nor worse than what is sure. What is looked
 * at lies side by side with the edges: the value of the child as it was last seen through the edge. Many visits are
 * shared out at once: an edge gets as many as it takes to fall behind the next best one, each counted as lost, by the
 * option's share, until its value is known.
 */
export class TurnChoice<State> {
  /** By edge of the node that is looked at. */
  #scores = new Float64Array(256);
  /** The edge of the best score, or NONE, and the next best score. */
  #best = NONE;
  #secondScore = OUT;
  #turned: number;

  constructor(
    private readonly graph: SearchGraph<State>,
    random: Random,
    private readonly options: Pick<TreeOptions, 'exploration' | 'growth' | 'loss' | 'firstPlay' | 'bias' | 'playouts'>,
    /** By edge, what is added to the factor of the bonus for what was rarely tried; none where nothing is. */
    private readonly biases: Float32Array | undefined,
  ) {
    this.#turned = random.nextUint32() | 0;
  }

  /**
   * Shares out so many visits of a node, which are counted there already. Values of moves wherever they are made come
   * from a table, if there is one.
   */
  share(node: number, visits: number, table: MoveTable | undefined, shares: EdgeShares): void {
    const { edges, counts, edgeVisits, edgeValues, edgeRarities, children, lower, upper, choosers } = this.graph;
    const { loss } = this.options;
    const { biases } = this;
    const first = edges[node]!;
    const count = counts[node]!;
    const player = choosers[node]!;
    const score = (): number =>
      visits === 1 && table === undefined ? this.#scoreBest(node) : this.#score(node, visits, table);
    const bonus = score();
    const scores = this.#scores;
    for (let left = visits; ;) {
      const best = this.#best;
      if (best === NONE) {
        const edge = this.#bestSettled(node);
        edgeVisits[first + edge]! += left;
        shares.give(edge, left);
        return;
      }
      const place = first + best;
      const at = children[place]! + player;
      if (lower[at] === upper[at]) {
        // It was settled on another way to it.
        this.graph.lookThrough(node, place);
        score();
        continue;
      }
      const before = edgeVisits[place]!;
      let value = before === 0 ? this.graph.value(children[place]!, player) : edgeValues[place]!;
      const most = table === undefined ? left : 1;
      const factor = biases === undefined ? bonus : bonus + biases[place]!;
      const own = most === 1 ? 1 : this.#visitsToFallBehind({ before, value, factor, target: this.#secondScore, most });
      const tries = before + own;
      value *= loss === 1 ? before / tries : lostShare(before, tries, loss);
      edgeVisits[place] = tries;
      edgeValues[place] = value;
      edgeRarities[place] = 1 / Math.sqrt(tries);
      shares.give(best, own);
      left -= own;
      if (left === 0) return;
      scores[best] =
        (table === undefined ? value : this.#leaning(node, place, value, table)) + factor / Math.sqrt(tries);
      this.#findBest(count);
    }
  }

  /**
   * As many visits as it takes for an edge to fall behind the next best, each counted as lost: the least n for which
   * v t / (t + n) + b / √(t + n) is no more than the target, t being the visits before and v the value. That is a
   * quadratic equation in 1 / √(t + n). Where only a part is taken to be lost, one after the other.
   */
  #visitsToFallBehind({ before, value, factor, target, most }: Lead): number {
    const { loss } = this.options;
    if (target <= 0) return most;
    if (loss !== 1) {
      let own = 1;
      let left = (value * (before + 1 - loss)) / (before + 1);
      while (own < most && left + factor / Math.sqrt(before + own) > target) {
        own++;
        left *= (before + own - loss) / (before + own);
      }
      return own;
    }
    const weight = before * value;
    const root =
      weight > 0 ? (Math.sqrt(factor * factor + 4 * weight * target) - factor) / (2 * weight) : target / factor;
    return Math.max(1, Math.min(most, Math.ceil(1 / (root * root) - before)));
  }

  /** Finds the edge of the best score, for a single visit; gives the factor of the bonus for what was rarely tried. */
  #scoreBest(node: number): number {
    const { edges, counts, edgeValues, edgeRarities } = this.graph;
    const { biases } = this;
    const first = edges[node]!;
    const count = counts[node]!;
    const bonus = this.#bonusAt(node, 0);
    const untried = this.#untriedAt(node, 0);
    const turned = first + this.#turn(count);
    const end = first + count;
    let best = NONE;
    let bestScore = OUT;
    for (let index = 0, place = turned; index < count; index++) {
      const value = edgeValues[place]!;
      const factor = biases === undefined ? bonus : bonus + biases[place]!;
      const score = (value === UNTRIED ? untried : value) + factor * edgeRarities[place]!;
      if (score > bestScore) {
        best = place;
        bestScore = score;
      }
      if (++place === end) place = first;
    }
    this.#best = best === NONE ? NONE : best - first;
    return bonus;
  }

  /**
   * Scores all edges of a node, and finds the best and the score of the next best; gives the factor of the bonus for
   * what was rarely tried.
   */
  #score(node: number, visits: number, table: MoveTable | undefined): number {
    const { edges, counts, edgeValues, edgeRarities } = this.graph;
    const { biases } = this;
    const first = edges[node]!;
    const count = counts[node]!;
    if (this.#scores.length < count) this.#scores = new Float64Array(2 * count);
    const scores = this.#scores;
    const bonus = this.#bonusAt(node, visits >> 1);
    const untried = this.#untriedAt(node, visits >> 1);
    const turned = this.#turn(count);
    let best = NONE;
    let bestScore = OUT;
    let secondScore = OUT;
    for (let index = 0, edge = turned; index < count; index++, edge++) {
      if (edge === count) edge = 0;
      let value = edgeValues[first + edge]!;
      if (value === UNTRIED) value = untried;
      if (table !== undefined && value !== CLOSED) value = this.#leaning(node, first + edge, value, table);
      const factor = biases === undefined ? bonus : bonus + biases[first + edge]!;
      const score = value + factor * edgeRarities[first + edge]!;
      scores[edge] = score;
      if (score <= secondScore) continue;
      if (score > bestScore) {
        secondScore = bestScore;
        best = edge;
        bestScore = score;
      } else secondScore = score;
    }
    this.#best = best;
    this.#secondScore = secondScore;
    return bonus;
  }

  #findBest(count: number): void {
    const scores = this.#scores;
    let best = NONE;
    let bestScore = OUT;
    let secondScore = OUT;
    for (let edge = 0; edge < count; edge++) {
      const score = scores[edge]!;
      if (score <= secondScore) continue;
      if (score > bestScore) {
        secondScore = bestScore;
        best = edge;
        bestScore = score;
      } else secondScore = score;
    }
    this.#best = best;
    this.#secondScore = secondScore;
  }

  /** Gives so many visits of an edge back: they were not made after all. */
  takeBack(node: number, edge: number, visits: number): void {
    const { edges, edgeVisits, edgeRarities } = this.graph;
    const place = edges[node]! + edge;
    edgeVisits[place]! -= visits;
    edgeRarities[place] = 1 / Math.sqrt(Math.max(1, edgeVisits[place]!));
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

  /** The factor of the bonus for what was rarely tried, before the last so many visits. */
  #bonusAt(node: number, last: number): number {
    const { growth, exploration } = this.options;
    const { visits, counts } = this.graph;
    const before = visits[node]! - last;
    // The logarithm of the visits, or of the visits a move, and one.
    const grown = growth === 'visits' ? logOf(before + 1) : logOf(before + counts[node]!) - logOf(counts[node]!);
    return exploration * Math.sqrt(grown);
  }

  /** The value that an edge which was never tried is taken to have, before the last so many visits. */
  #untriedAt(node: number, last: number): number {
    const { firstPlay } = this.options;
    if (firstPlay === 1) return FIRST;
    const { sums, visits, choosers } = this.graph;
    return sums[(node >> 1) + choosers[node]!]! / Math.max(1, visits[node]! - last) - firstPlay;
  }

  /** At which of so many edges to begin: ties are broken by it. */
  #turn(count: number): number {
    this.#turned = (this.#turned + GOLDEN) | 0;
    return Math.floor((this.#turned >>> 16) * count * 2 ** -16);
  }

  /**
   * The value of an edge and that of its move wherever it is made, weighed as in RAVE: the more it was tried the less
   * counts the other.
   */
  #leaning(node: number, place: number, value: number, { values, names }: MoveTable): number {
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

  /**
   * Where the chooser's value is settled on every edge: the best, of these one on which something is open for the
   * others.
   */
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

/**
 * An edge that leads: its visits before, its value, the factor of its bonus for what was rarely tried, the score to
 * fall behind, and the most visits that there are.
 */
interface Lead {
  readonly before: number;
  readonly value: number;
  readonly factor: number;
  readonly target: number;
  readonly most: number;
}

/** What is left of a value after visits from one number to another, of which each loses a share. */
function lostShare(before: number, tries: number, loss: number): number {
  let left = 1;
  for (let each = before + 1; each <= tries; each++) left *= (each - loss) / each;
  return left;
}

const logOf = (visits: number): number => (visits < LOGS.length ? LOGS[visits]! : Math.log(visits));
