import { IntList } from '../../base/index.js';
import type { MoveTally, PlayoutTally } from '../../game/index.js';
import { NONE, POINTS, type SearchGraph, SEVERAL, TURN } from '../graph/index.js';
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
  /** States to play from; for each, what was asked for with it, and where only children were asked for, the child. */
  readonly #starts: State[] = [];
  readonly #groups = new IntList();
  readonly #childOf = new IntList();
  /**
   * What was asked for: a node, and its first start or {@link CHILDREN}; it has as many starts as times it was asked
   * for.
   */
  readonly #asked = new IntList();
  readonly #startOf = new IntList();
  readonly #times = new IntList();
  /** At start × players + player. */
  #values = new Float64Array(64);
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

  /** Asks so many times for the values of a node; gives what they are to be fetched with. */
  ask(node: number, times: number): number {
    const source = this.#note(node, this.#starts.length, times);
    const state = this.graph.state(node);
    for (let time = 0; time < times; time++) this.#start(state, NONE, source);
    return source;
  }

  /** Asks for the values of a node's children, those that have none yet, and so many times of the node through them. */
  askChildren(node: number, times: number): number {
    const { edges, counts, children, edgeVisits, visits } = this.graph;
    if (counts[node]! > MOST_CHILDREN) return this.ask(node, times);
    const source = this.#note(node, CHILDREN, times);
    const first = edges[node]!;
    for (let edge = first; edge < first + counts[node]!; edge++) {
      const child = children[edge]!;
      if (edgeVisits[edge] === 0) edgeVisits[edge] = 1;
      if (visits[child] !== 0 || this.graph.isSolved(child)) continue;
      visits[child] = 1;
      this.#start(this.graph.state(child), child, source);
    }
    return source;
  }

  /**
   * Begins the playouts from all that was asked for, with an eye on the moves that are made or without; says how many
   * states that are.
   */
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

  /** The sum of the values of what was asked for, over the times that it was, until the next call. */
  values(source: number): Float64Array {
    const { players } = this.graph;
    const start = this.#startOf.array[source]!;
    if (start === CHILDREN) this.#throughChildren(source);
    else {
      const found = this.#found.fill(0);
      const end = (start + this.#times.array[source]!) * players;
      for (let at = start * players; at < end; at += players) {
        for (let player = 0; player < players; player++) found[player]! += this.#values[at + player]!;
      }
    }
    return this.#found;
  }

  /**
   * The moves that were made in the playouts that were asked for, as rows of a tally; undefined where there are none.
   */
  moves(source: number): { readonly tally: MoveTally; readonly from: number; readonly to: number } | undefined {
    if (this.#moves === undefined || source + 1 >= this.#rows.length) return undefined;
    return { tally: this.#moves, from: this.#rows.array[source]!, to: this.#rows.array[source + 1]! };
  }

  /** Everything was fetched. */
  clear(): void {
    this.#asked.length = 0;
    this.#startOf.length = 0;
    this.#times.length = 0;
    this.#groups.length = 0;
    this.#childOf.length = 0;
    this.#rows.length = 0;
    this.#moves = undefined;
  }

  #note(node: number, start: number, times: number): number {
    this.#asked.push(node);
    this.#startOf.push(start);
    this.#times.push(times);
    return this.#asked.length - 1;
  }

  #start(state: State, child: number, source: number): void {
    this.#starts.push(state);
    this.#childOf.push(child);
    this.#groups.push(source);
  }

  /** Means of the playouts that ended. Children that were asked for get them at once. */
  #readValues({ ended, goalSum }: PlayoutTally): void {
    const { players, roles, roleOf, sums } = this.graph;
    const starts = this.#starts.length;
    if (this.#values.length < starts * players) this.#values = new Float64Array(2 * starts * players);
    const values = this.#values;
    for (let start = 0; start < starts; start++) {
      const count = ended[start]!;
      const child = this.#childOf.array[start]!;
      for (let player = 0; player < players; player++) {
        const value = count === 0 ? UNKNOWN : goalSum[start * roles + roleOf[player]!]! / (count * POINTS);
        values[start * players + player] = value;
        if (child !== NONE) sums[(child >> 1) + player]! += value;
      }
    }
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

  /** The values of a node whose children have theirs. */
  #throughChildren(source: number): void {
    const { kinds, edges, counts, children, players } = this.graph;
    const node = this.#asked.array[source]!;
    if (kinds[node] === SEVERAL) countFirstTries(this.graph, node);
    const first = edges[node]!;
    const count = counts[node]!;
    if (kinds[node] === TURN)
      for (let place = first; place < first + count; place++) this.graph.lookThrough(node, place);
    this.#found.fill(0);
    const weight = this.#times.array[source]! / count;
    for (let edge = first; edge < first + count; edge++) {
      for (let player = 0; player < players; player++) {
        this.#found[player]! += weight * this.graph.value(children[edge]!, player);
      }
    }
  }
}

/** In place of a start: the children were asked for. */
const CHILDREN = -1;
