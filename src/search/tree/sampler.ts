import { IntList } from '../../base/index.js';
import type { MoveTally, PlayoutTally } from '../../game/index.js';
import { POINTS, type SearchGraph, SEVERAL, TURN } from '../graph/index.js';
import type { Playouts } from './playouts.js';
import { countFirstTries } from './severalChoice.js';

/** Of a playout that did not end, nothing is known. */
const UNKNOWN = 0.5;
/** More children are not valued at once. */
const MOST_CHILDREN = 512;

/** Values states by playouts, all that a batch asks for in one request. */
export class Sampler<State> {
  /** Of the request; undefined where nothing was to be played. */
  #ticket: number | undefined;
  /** States to play from; for each the node and, afterwards, the values of the players. */
  readonly #starts: State[] = [];
  readonly #nodes = new IntList();
  #values = new Float64Array(64);
  /** Starts that are children of nodes whose children were asked for. */
  readonly #childStarts = new IntList();
  /** What was asked for: a node and its start, or a node and that its children are asked for. */
  readonly #asked = new IntList();
  readonly #startOf = new IntList();
  /** For each start, what it was asked for with. */
  readonly #groups = new IntList();
  /** Where moves are counted: which were made, and for each thing asked for the first row of its own. */
  #moves: MoveTally | undefined;
  readonly #rows = new IntList();
  readonly #found: Float64Array;

  constructor(
    private readonly graph: SearchGraph<State>,
    private readonly playouts: Playouts<State>,
  ) {
    this.#found = new Float64Array(graph.players);
  }

  /** Asks for the values of a node; gives what they are to be fetched with. */
  ask(node: number): number {
    return this.#note(node, this.graph.isSolved(node) ? PROVED : this.#start(node));
  }

  /** Asks for the values of a node's children, those that have none yet, and of the node through them. */
  askChildren(node: number): number {
    const { edges, counts, children, edgeVisits, visits } = this.graph;
    if (counts[node]! > MOST_CHILDREN) return this.ask(node);
    const first = edges[node]!;
    for (let edge = first; edge < first + counts[node]!; edge++) {
      const child = children[edge]!;
      if (edgeVisits[edge] === 0) edgeVisits[edge] = 1;
      if (visits[child] !== 0 || this.graph.isSolved(child)) continue;
      visits[child] = 1;
      this.#childStarts.push(this.#start(child));
    }
    return this.#note(node, CHILDREN);
  }

  /** Begins the playouts from all that was asked for, with an eye on the moves that are made or without; says how many states that are. */
  begin(seed: number, countsMoves = false): number {
    const states = this.#starts.length;
    const groups = countsMoves ? this.#groups.array.subarray(0, states) : undefined;
    if (states > 0) this.#ticket = this.playouts.begin(this.#starts, seed, groups);
    return states;
  }

  /** Waits for the playouts: now everything has its values. */
  finish(): void {
    if (this.#ticket === undefined) return;
    const tally = this.playouts.finish(this.#ticket);
    this.#ticket = undefined;
    this.#readValues(tally);
    if (tally.moves !== undefined) this.#readMoves(tally.moves);
    this.#starts.length = 0;
  }

  /** The values of what was asked for, until the next call. */
  values(source: number): Float64Array {
    const { players } = this.graph;
    const start = this.#startOf.array[source]!;
    if (start === PROVED) return this.proved(this.#asked.array[source]!);
    if (start === CHILDREN) this.#throughChildren(this.#asked.array[source]!);
    else for (let player = 0; player < players; player++) this.#found[player] = this.#values[start * players + player]!;
    return this.#found;
  }

  /** The values of a node that is solved, until the next call. */
  proved(node: number): Float64Array {
    const { players, lower } = this.graph;
    for (let player = 0; player < players; player++) this.#found[player] = lower[node * players + player]!;
    return this.#found;
  }

  /** The moves that were made in the playouts that were asked for, as rows of a tally; undefined where there are none. */
  moves(source: number): { readonly tally: MoveTally; readonly from: number; readonly to: number } | undefined {
    if (this.#moves === undefined || source + 1 >= this.#rows.length) return undefined;
    return { tally: this.#moves, from: this.#rows.array[source]!, to: this.#rows.array[source + 1]! };
  }

  /** Everything was fetched. */
  clear(): void {
    this.#asked.length = 0;
    this.#startOf.length = 0;
    this.#nodes.length = 0;
    this.#childStarts.length = 0;
    this.#groups.length = 0;
    this.#rows.length = 0;
    this.#moves = undefined;
  }

  #note(node: number, start: number): number {
    this.#asked.push(node);
    this.#startOf.push(start);
    return this.#asked.length - 1;
  }

  #start(node: number): number {
    this.#starts.push(this.graph.state(node));
    this.#nodes.push(node);
    this.#groups.push(this.#asked.length);
    return this.#starts.length - 1;
  }

  /** Means of the playouts that ended. Children that were asked for get them at once. */
  #readValues({ ended, goalSum }: PlayoutTally): void {
    const { players, roles, roleOf } = this.graph;
    const starts = this.#starts.length;
    if (this.#values.length < starts * players) this.#values = new Float64Array(2 * starts * players);
    for (let start = 0; start < starts; start++) {
      const count = ended[start]!;
      for (let player = 0; player < players; player++) {
        this.#values[start * players + player] =
          count === 0 ? UNKNOWN : goalSum[start * roles + roleOf[player]!]! / (count * POINTS);
      }
    }
    this.#giveToChildren();
  }

  /** Rows are in the order of the groups. */
  #readMoves(moves: MoveTally): void {
    this.#moves = moves;
    let row = 0;
    for (let group = 0; group < this.#asked.length; group++) {
      this.#rows.push(row);
      while (row < moves.start.length && moves.start[row] === group) row++;
    }
    this.#rows.push(row);
  }

  #giveToChildren(): void {
    const { players, sums } = this.graph;
    for (let index = 0; index < this.#childStarts.length; index++) {
      const start = this.#childStarts.array[index]!;
      const node = this.#nodes.array[start]!;
      for (let player = 0; player < players; player++) {
        sums[node * players + player]! += this.#values[start * players + player]!;
      }
    }
  }

  /** The values of a node whose children have theirs. */
  #throughChildren(node: number): void {
    const { kinds, edges, counts } = this.graph;
    if (kinds[node] === SEVERAL) countFirstTries(this.graph, node);
    if (kinds[node] === TURN) {
      const first = edges[node]!;
      for (let place = first; place < first + counts[node]!; place++) this.graph.lookThrough(node, place);
    }
    this.#meanOfChildren(node);
  }

  #meanOfChildren(node: number): void {
    const { edges, counts, children, players } = this.graph;
    const first = edges[node]!;
    const count = counts[node]!;
    this.#found.fill(0);
    for (let edge = first; edge < first + count; edge++) {
      for (let player = 0; player < players; player++) {
        this.#found[player]! += this.graph.value(children[edge]!, player) / count;
      }
    }
  }
}

/** In place of a start: the children were asked for … */
const CHILDREN = -1;
/** … or there was nothing to ask. */
const PROVED = -2;
