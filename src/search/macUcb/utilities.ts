import { IntList } from '../../base/index.js';
import { CHANCE, END, LEAF, NONE, SEVERAL, type SearchGraph, TURN } from '../graph/index.js';
import { BESIDE } from './layout.js';
import { JointSides } from './jointSides.js';
import type { Parents } from './parents.js';

/** A smaller change of a value goes no further up: cycles would carry it around for ever. */
const NEGLIGIBLE = 1e-9;
/** What bounds that prove a value may differ by: chance and cycles round it. */
const PROOF_GAP = 1e-6;

/**
 * What states are worth to us, in [0, 1]: the expected utility, from playouts at open rounds and carried up from
 * there, and bounds that are proved from the ends of games. Up it goes by max over our moves, min over the others',
 * expectation over chance (001 section 4.2, 003 section 4, 004 equation 2). Hence:
 * - three players and more: all others play against us (paranoid), whatever they want for themselves;
 * - simultaneous moves: the others are taken to see our move before they make theirs; nobody mixes;
 * - where all players had equal goals in every end and playout so far, the others' moves are ours.
 */
export class Utilities<State> {
  /** By node / 2. */
  readonly expected: Float64Array;
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  /** By node: playouts from the state; by node / 2, the sum of what they were worth. */
  readonly samples: Int32Array;
  readonly #sums: Float64Array;
  /** What was known of the round to which the state belongs as an arm, when that was solved. */
  readonly #priors: Float64Array;
  /** By role: whether its moves are chosen for us. */
  readonly isOurs: Uint8Array;
  readonly #sides = new JointSides();
  /** Expected utility, lower and upper bound of the node that is looked at. */
  readonly #found = new Float64Array(3);
  readonly #queue = new IntList(64);
  readonly #isQueued: Int32Array;

  constructor(
    private readonly graph: SearchGraph<State>,
    private readonly parents: Parents<State>,
    /** The player that we are, and the playouts that a prior is worth. */
    private readonly setting: { readonly player: number; readonly prior: number },
  ) {
    const { roles, roleOf } = graph;
    this.expected = graph.doublesBeside(BESIDE.EXPECTED);
    this.lower = graph.doublesBeside(BESIDE.LOWER);
    this.upper = graph.doublesBeside(BESIDE.UPPER);
    this.#sums = graph.doublesBeside(BESIDE.SUMS);
    this.#priors = graph.doublesBeside(BESIDE.PRIORS);
    this.samples = graph.intsBeside(BESIDE.SAMPLES);
    this.#isQueued = graph.intsBeside(BESIDE.IS_QUEUED);
    this.isOurs = new Uint8Array(roles);
    for (const role of roleOf) this.isOurs[role] = 1;
  }

  isSolved(node: number): boolean {
    return isProved(this.lower[node >> 1]!, this.upper[node >> 1]!);
  }

  /** Whether anything is known of the node. */
  isKnown(node: number): boolean {
    return this.graph.kinds[node] !== LEAF || this.samples[node]! > 0;
  }

  /** Whether a value above the first and below the second is still possible. */
  isWithin(node: number, alpha: number, beta: number): boolean {
    return (
      this.upper[node >> 1]! > alpha + PROOF_GAP && this.lower[node >> 1]! < beta - PROOF_GAP && !this.isSolved(node)
    );
  }

  /** Whether others choose, against us. */
  isAgainstUs(node: number): boolean {
    const { kinds, choosers, roleOf } = this.graph;
    return kinds[node] === TURN && this.isOurs[roleOf[choosers[node]!]!] === 0;
  }

  /** Begins with a node that was just taken from the pool: nothing is known of a state, everything of an end. */
  begin(node: number, prior = UNKNOWN): void {
    const { kinds, lower } = this.graph;
    const isEnd = kinds[node] === END;
    const worth = lower[node + this.setting.player]!;
    this.lower[node >> 1] = isEnd ? worth : 0;
    this.upper[node >> 1] = isEnd ? worth : 1;
    this.expected[node >> 1] = isEnd ? worth : UNKNOWN;
    this.samples[node] = 0;
    this.#sums[node >> 1] = 0;
    this.#priors[node >> 1] = prior;
  }

  /** Nothing is proved of the node any more. */
  forgetBounds(node: number): void {
    this.lower[node >> 1] = 0;
    this.upper[node >> 1] = 1;
  }

  /** So many playouts from a state were worth so much. */
  learn(node: number, playouts: number, sum: number): void {
    this.samples[node]! += playouts;
    this.#sums[node >> 1]! += sum;
    const { prior } = this.setting;
    const mean = (this.#sums[node >> 1]! + prior * this.#priors[node >> 1]!) / (this.samples[node]! + prior);
    if (this.graph.kinds[node] === LEAF && playouts > 0) this.expected[node >> 1] = this.#clamped(node, mean);
  }

  /** The mean of the playouts from a state, or its value where that is proved. */
  sampleMean(node: number): number {
    const samples = this.samples[node]!;
    return samples === 0 || this.isSolved(node) ? this.expected[node >> 1]! : this.#sums[node >> 1]! / samples;
  }

  /** Adds to what the mean over all rounds below a node, and over its own playouts, is made of. */
  addToMean(node: number, value: number): void {
    this.graph.sums[(node >> 1) + this.setting.player]! += value;
  }

  /** The expected utility, mixed with that mean; so many of the node's visits have not told their value yet. */
  mixed(node: number, weight: number, pending: number): number {
    const { sums, visits } = this.graph;
    const expected = this.expected[node >> 1]!;
    const known = visits[node]! - pending;
    if (weight === 0 || known <= 0) return expected;
    const mean = sums[(node >> 1) + this.setting.player]! / known;
    return this.#clamped(node, expected + weight * (mean - expected));
  }

  /**
   * The others were taken to want what we want, and do not: draws everything anew for these nodes, the last ones
   * first.
   */
  opposeOthers(nodes: IntList): void {
    for (const role of this.graph.roleOf) this.isOurs[role] = 0;
    this.isOurs[this.graph.roleOf[this.setting.player]!] = 1;
    for (let index = nodes.length - 1; index >= 0; index--) {
      const node = nodes.array[index]!;
      if (this.graph.counts[node] === 0) continue;
      this.forgetBounds(node);
      this.touch(node);
    }
    this.carryUp();
  }

  get isCooperative(): boolean {
    return this.graph.players > 1 && this.graph.roleOf.every((role) => this.isOurs[role] === 1);
  }

  /** Something below the node changed. */
  touch(node: number): void {
    if (this.#isQueued[node] === 1) return;
    this.#isQueued[node] = 1;
    this.#queue.push(node);
  }

  /** Carries all that changed up to wherever it matters. */
  carryUp(): void {
    for (let index = 0; index < this.#queue.length; index++) {
      const node = this.#queue.array[index]!;
      this.#isQueued[node] = 0;
      if (!this.#draw(node)) continue;
      for (let edge = this.parents.lastEdge(node); edge !== NONE; edge = this.parents.edgeBefore(edge)) {
        this.touch(this.parents.owner(edge));
      }
    }
    this.#queue.length = 0;
  }

  /** The joint moves of a node of the kind SEVERAL, until the next call. */
  sidesOf(node: number): JointSides {
    this.#sides.read(this.graph, node, this.isOurs);
    return this.#sides;
  }

  /** By our move × others' moves: the mean over the draws of what is told of each child. */
  cellsOf(node: number, { ours, others, draws, ourMove, otherMove }: JointSides, told: Float64Array): Float64Array {
    const { edges, children, counts } = this.graph;
    const cells = new Float64Array(ours * others);
    for (let edge = 0; edge < counts[node]!; edge++) {
      cells[ourMove[edge]! * others + otherMove[edge]!]! += told[children[edges[node]! + edge]! >> 1]! / draws;
    }
    return cells;
  }

  /** Draws the values of a node from its children; true if one changed. */
  #draw(node: number): boolean {
    const { kinds } = this.graph;
    if (kinds[node] === END) return false;
    if (kinds[node] === TURN) this.#drawTurn(node);
    else if (kinds[node] === CHANCE) this.#drawChance(node);
    else if (kinds[node] === SEVERAL) this.#drawSeveral(node);
    else return true;
    const [expected, lower, upper] = this.#found as unknown as readonly [number, number, number];
    const isProved = lower > this.lower[node >> 1]! + NEGLIGIBLE || upper < this.upper[node >> 1]! - NEGLIGIBLE;
    this.lower[node >> 1] = Math.max(lower, this.lower[node >> 1]!);
    this.upper[node >> 1] = Math.max(this.lower[node >> 1]!, Math.min(upper, this.upper[node >> 1]!));
    const old = this.expected[node >> 1]!;
    this.expected[node >> 1] = this.#clamped(node, expected);
    return isProved || Math.abs(this.expected[node >> 1]! - old) > NEGLIGIBLE;
  }

  #drawTurn(node: number): void {
    const { edges, counts, children } = this.graph;
    const { expected, lower, upper } = this;
    const sign = this.isAgainstUs(node) ? -1 : 1;
    let [best, low, high] = [-Infinity, -Infinity, -Infinity];
    const first = edges[node]!;
    for (let edge = first; edge < first + counts[node]!; edge++) {
      const child = children[edge]!;
      best = Math.max(best, sign * expected[child >> 1]!);
      low = Math.max(low, sign * lower[child >> 1]!);
      high = Math.max(high, sign * upper[child >> 1]!);
    }
    this.#find(sign * best, sign * low, sign * high);
  }

  #drawChance(node: number): void {
    const { edges, counts, children } = this.graph;
    let [sum, low, high] = [0, 0, 0];
    const first = edges[node]!;
    const count = counts[node]!;
    for (let edge = first; edge < first + count; edge++) {
      const child = children[edge]!;
      sum += this.expected[child >> 1]!;
      low += this.lower[child >> 1]!;
      high += this.upper[child >> 1]!;
    }
    this.#find(sum / count, low / count, high / count);
  }

  #drawSeveral(node: number): void {
    const sides = this.sidesOf(node);
    const best = (told: Float64Array): number => {
      const worst = worstOfRows(this.cellsOf(node, sides, told), sides.others);
      return worst.reduce((a, b) => Math.max(a, b));
    };
    this.#find(best(this.expected), best(this.lower), best(this.upper));
  }

  #find(expected: number, lower: number, upper: number): void {
    this.#found[0] = expected;
    this.#found[1] = lower;
    this.#found[2] = upper;
  }

  #clamped(node: number, value: number): number {
    return Math.min(Math.max(value, this.lower[node >> 1]!), this.upper[node >> 1]!);
  }
}

/** What is taken for the utility of a state from which nothing was played. */
const UNKNOWN = 0.5;

/** Whether bounds are so close that they prove the value. */
export const isProved = (lower: number, upper: number): boolean => upper - lower <= PROOF_GAP;

/** The least of each row of so many numbers. */
export function worstOfRows(cells: Float64Array, width: number): Float64Array {
  const worst = new Float64Array(cells.length / width).fill(Infinity);
  for (let row = 0; row < worst.length; row++) {
    for (let at = row * width; at < (row + 1) * width; at++) worst[row] = Math.min(worst[row]!, cells[at]!);
  }
  return worst;
}
