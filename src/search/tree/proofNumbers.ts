import { CHANCE, NONE, type SearchGraph, TURN } from '../graph/index.js';

/** At nodes of more edges proof numbers are not kept: to look at all of them takes too long. */
const MOST_EDGES = 512;

/**
 * Proof numbers for each player, as in GPN-MCTS (Kowalski et al. 2025, after Allis 1994 and Doe et al. 2022): how
 * many leaves, at least, would have to be proved won for the player so that the node is. That is the least of the
 * children where he chooses, and the sum of all where somebody else chooses or chance draws. An edge is the more
 * worth trying the lower the rank of its child's number for the chooser: where few leaves are left to prove, play is
 * forced. The published search adds that to the value of an edge; here it adds to the factor of its bonus for what
 * was rarely tried, and fades with visits (bench/results/proof-numbers.md).
 */
export class ProofNumbers<State> {
  /** By edge of a TURN: what is added to that factor. */
  readonly bias: Float32Array;
  /** At node + player: the number, less one, so that a new leaf has 0. */
  readonly #numbers: Float32Array;
  /**
   * By edge of the node that is looked at: the number of the child for the chooser, and all of them in ascending
   * order.
   */
  readonly #ofEdges = new Float32Array(MOST_EDGES);
  readonly #sorted = new Float32Array(MOST_EDGES);

  constructor(
    private readonly graph: SearchGraph<State>,
    /** What is added for the lowest rank. */
    private readonly weight: number,
  ) {
    this.#numbers = graph.floatsBeside(0);
    this.bias = new Float32Array(graph.children.length);
  }

  /** Draws the first numbers of a node that was just expanded. */
  begin(node: number): void {
    const first = this.graph.edges[node]!;
    this.bias.fill(0, first, first + this.graph.counts[node]!);
    this.update(node);
  }

  /** Draws the numbers of a node, and the biases of its edges, from its children; whether a number has changed. */
  update(node: number): boolean {
    const { kinds, counts, players, choosers } = this.graph;
    const isTurn = kinds[node] === TURN;
    if ((!isTurn && kinds[node] !== CHANCE) || counts[node]! > MOST_EDGES) return false;
    const chooser = isTurn ? choosers[node]! : NONE;
    let isChanged = false;
    for (let player = 0; player < players; player++) {
      const number = Math.fround(this.#drawn(node, player, player === chooser) - 1);
      if (number === this.#numbers[node + player]) continue;
      this.#numbers[node + player] = number;
      isChanged = true;
    }
    if (isTurn) this.#rank(node, chooser);
    return isChanged;
  }

  #drawn(node: number, player: number, isChooser: boolean): number {
    const { lower, upper, edges, counts, children } = this.graph;
    if (lower[node + player]! >= 1) return 0;
    if (upper[node + player]! < 1) return Infinity;
    const first = edges[node]!;
    const end = first + counts[node]!;
    let least = Infinity;
    let sum = 0;
    for (let edge = first; edge < end; edge++) {
      const number = this.#numberOf(children[edge]!, player);
      if (number < least) least = number;
      sum += number;
    }
    return isChooser ? least : sum;
  }

  #numberOf(node: number, player: number): number {
    const { lower, upper } = this.graph;
    if (lower[node + player]! >= 1) return 0;
    if (upper[node + player]! < 1) return Infinity;
    return this.#numbers[node + player]! + 1;
  }

  /** The lowest number among the edges has rank 1, equal ones have the same; of m ranks the last adds nothing. */
  #rank(node: number, chooser: number): void {
    const { edges, counts, children } = this.graph;
    const first = edges[node]!;
    const count = counts[node]!;
    for (let edge = 0; edge < count; edge++) this.#ofEdges[edge] = this.#numberOf(children[first + edge]!, chooser);
    const ranks = this.#distinct(count);
    for (let edge = 0; edge < count; edge++) {
      this.bias[first + edge] = this.weight * (1 - (ranks.indexOf(this.#ofEdges[edge]!) + 1) / ranks.length);
    }
  }

  /** The different ones of the first so many numbers of edges, in ascending order. */
  #distinct(count: number): Float32Array {
    const sorted = this.#sorted.subarray(0, count);
    sorted.set(this.#ofEdges.subarray(0, count));
    sorted.sort();
    let length = 0;
    for (const number of sorted) if (length === 0 || number !== sorted[length - 1]) sorted[length++] = number;
    return sorted.subarray(0, length);
  }
}
