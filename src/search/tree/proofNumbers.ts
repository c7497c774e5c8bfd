import { CHANCE, type SearchGraph, TURN } from '../graph/index.js';

/** At nodes of more edges proof numbers are not kept: to look at all of them takes too long. */
const MOST_EDGES = 512;

/**
 * Proof numbers for each player (GPN-MCTS, Kowalski et al. 2025; after Allis 1994 and Doe, Winands et al. 2022): of how many leaves, at least, it would have to be proved that
 * they are won for a player, to prove that a node is. Where a player chooses it is the least of the children for him, the sum of all for the others and where chance
 * draws. Edges whose child has a low one for the chooser are tried first: where few leaves are left to prove, play is forced.
 */
export class ProofNumbers<State> {
  /** At node + player: the number, less one, so that a new leaf has 0. */
  readonly #numbers: Float32Array;
  /** By edge of a TURN: what is added to its score. */
  readonly bias: Float32Array;

  constructor(
    private readonly graph: SearchGraph<State>,
    private readonly weight: number,
    private readonly kind = 'max',
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

  /** Draws the numbers of a node, and the scores of its edges, from its children; whether a number has changed. */
  update(node: number): boolean {
    const { kinds, counts, players } = this.graph;
    const kind = kinds[node];
    if ((kind !== TURN && kind !== CHANCE) || counts[node]! > MOST_EDGES) return false;
    const chooser = kind === TURN ? this.graph.choosers[node]! : -1;
    let isChanged = false;
    for (let player = 0; player < players; player++) {
      const number = this.#provedOrDrawn(node, player, player === chooser) - 1;
      if (number === this.#numbers[node + player]) continue;
      this.#numbers[node + player] = number;
      isChanged = true;
    }
    if (chooser >= 0) this.#score(node, chooser);
    return isChanged;
  }

  #provedOrDrawn(node: number, player: number, isChooser: boolean): number {
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
    return Math.fround(isChooser ? least : sum);
  }

  #numberOf(node: number, player: number): number {
    if (this.graph.lower[node + player]! >= 1) return 0;
    if (this.graph.upper[node + player]! < 1) return Infinity;
    return this.#numbers[node + player]! + 1;
  }

  #score(node: number, chooser: number): void {
    const { edges, counts, children } = this.graph;
    const { bias, weight } = this;
    const first = edges[node]!;
    const end = first + counts[node]!;
    let least = Infinity;
    let most = 0;
    for (let edge = first; edge < end; edge++) {
      const number = this.#numberOf(children[edge]!, chooser);
      bias[edge] = number;
      if (number < least) least = number;
      if (number < Infinity && number > most) most = number;
    }
    if (this.kind === 'rank') {
      const values = [...new Set(bias.subarray(first, end))].sort((a, b) => a - b);
      const ranks = new Map(values.map((value, rank) => [value, rank]));
      for (let edge = first; edge < end; edge++)
        bias[edge] = values.length === 1 ? 0 : weight * (1 - (ranks.get(bias[edge]!)! + 1) / values.length);
      return;
    }
    for (let edge = first; edge < end; edge++) {
      const number = bias[edge]!;
      if (number === Infinity || least === most) bias[edge] = 0;
      else bias[edge] = this.kind === 'max' ? weight * (1 - number / most) : (weight * least) / number;
    }
  }
}
