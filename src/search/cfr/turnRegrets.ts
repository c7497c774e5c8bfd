import type { Random } from '../../base/index.js';
import type { SearchGraph } from '../graph/index.js';
import type { Draw } from '../tree/regretMatching.js';

const TWO_TO_32 = 2 ** 32;

/**
 * Regret matching⁺ where one player chooses. Edges whose value is proved are not drawn as long as there are others:
 * the values are exact, nothing is lost by it. Edges that are worse than what is sure are not played at all.
 */
export class TurnRegrets<State> {
  /** The probability of the last draw. */
  probability = 1;
  /** For each player what the node is worth under the strategy of the last `learn`. */
  readonly #expected: Float64Array;
  /** By edge of the graph. */
  readonly #regrets: Float64Array;
  /** By edge of the node: the probability that it is played … */
  #mix = new Float64Array(64);
  /** … and that it is drawn. */
  #sampling = new Float64Array(64);

  constructor(
    private readonly graph: SearchGraph<State>,
    private readonly random: Random,
    /** Share of draws that are left to chance. */
    private readonly tremble: number,
  ) {
    this.#expected = new Float64Array(graph.players);
    this.#regrets = new Float64Array(graph.children.length);
  }

  /** The node has just been expanded: nothing is regretted. */
  reset(node: number): void {
    const first = this.graph.edges[node]!;
    this.#regrets.fill(0, first, first + this.graph.counts[node]!);
  }

  draw(node: number): number {
    const count = this.graph.counts[node]!;
    this.#readMix(node);
    this.#readSampling(node);
    let drawn = this.random.nextUint32() / TWO_TO_32;
    let last = 0;
    for (let edge = 0; edge < count; edge++) {
      if (this.#sampling[edge] === 0) continue;
      last = edge;
      drawn -= this.#sampling[edge]!;
      if (drawn < 0) break;
    }
    this.probability = this.#sampling[last]!;
    return last;
  }

  /**
   * Adds the regrets of a draw. What the other edges are worth is told by their means (Schmid et al. 2019). Gives
   * what the node is worth to each player under the present strategy.
   */
  learn(node: number, draw: Draw, correction: number): Float64Array {
    const { players, counts, edges, choosers } = this.graph;
    const first = edges[node]!;
    const chooser = choosers[node]!;
    this.#readMix(node);
    this.#expected.fill(0);
    for (let edge = 0; edge < counts[node]!; edge++) {
      const share = this.#mix[edge]!;
      if (share === 0) continue;
      for (let player = 0; player < players; player++) {
        this.#expected[player]! += share * this.#worth(node, edge, player);
      }
    }
    // What the draw brought beyond the mean of its edge, divided by its probability.
    const share = this.#mix[draw.edge]! / draw.probability;
    for (let player = 0; player < players; player++) {
      this.#expected[player]! += share * (draw.values[player]! - this.#worth(node, draw.edge, player));
    }
    const beyond = draw.values[chooser]! - this.#worth(node, draw.edge, chooser);
    const surprise = (correction * beyond) / draw.probability;
    const mean = this.#expected[chooser]! - (1 - correction) * share * beyond;
    for (let edge = 0; edge < counts[node]!; edge++) {
      const worth = this.#worth(node, edge, chooser) + (edge === draw.edge ? surprise : 0);
      this.#regrets[first + edge] = Math.max(0, this.#regrets[first + edge]! + worth - mean);
    }
    return this.#expected;
  }

  #readMix(node: number): void {
    const { counts, edges } = this.graph;
    const count = counts[node]!;
    const first = edges[node]!;
    if (this.#mix.length < count) {
      this.#mix = new Float64Array(2 * count);
      this.#sampling = new Float64Array(2 * count);
    }
    let sum = 0;
    let played = 0;
    for (let edge = 0; edge < count; edge++) {
      const isPlayed = this.#isPlayed(node, edge);
      this.#mix[edge] = isPlayed ? this.#regrets[first + edge]! : 0;
      sum += this.#mix[edge]!;
      if (isPlayed) played++;
    }
    for (let edge = 0; edge < count; edge++) {
      if (sum > 0) this.#mix[edge]! /= sum;
      else this.#mix[edge] = this.#isPlayed(node, edge) ? 1 / played : 0;
    }
  }

  #readSampling(node: number): void {
    const count = this.graph.counts[node]!;
    let open = 0;
    let share = 0;
    for (let edge = 0; edge < count; edge++) {
      if (!this.#isOpen(node, edge)) continue;
      open++;
      share += this.#mix[edge]!;
    }
    for (let edge = 0; edge < count; edge++) {
      if (open === 0) this.#sampling[edge] = this.#mix[edge]!;
      else if (!this.#isOpen(node, edge)) this.#sampling[edge] = 0;
      else {
        const own = share > 0 ? this.#mix[edge]! / share : 1 / open;
        this.#sampling[edge] = (1 - this.tremble) * own + this.tremble / open;
      }
    }
  }

  /** Whether the chooser may want the edge. */
  #isPlayed(node: number, edge: number): boolean {
    const { edges, children, choosers, lower, upper } = this.graph;
    const chooser = choosers[node]!;
    return upper[children[edges[node]! + edge]! + chooser]! >= lower[node + chooser]!;
  }

  /** Whether something can be found out on the edge. */
  #isOpen(node: number, edge: number): boolean {
    const { edges, children, choosers, lower, upper } = this.graph;
    const chooser = choosers[node]!;
    const at = children[edges[node]! + edge]! + chooser;
    return lower[at] !== upper[at] && upper[at]! > lower[node + chooser]!;
  }

  /** The value of an edge for a player; that of the node while it was not tried. */
  #worth(node: number, edge: number, player: number): number {
    const { edges, children, visits, lower, upper } = this.graph;
    const child = children[edges[node]! + edge]!;
    if (visits[child]! > 0) return this.graph.value(child, player);
    const at = child + player;
    return Math.min(Math.max(this.graph.value(node, player), lower[at]!), upper[at]!);
  }
}
