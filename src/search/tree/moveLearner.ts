import type { MoveTally } from '../../game/index.js';
import { NONE, type SearchGraph, TURN } from '../graph/index.js';
import type { SearchSetting } from '../search.js';
import { Amaf } from './amaf.js';
import type { Batch } from './batch.js';
import { Frames, type MoveImages } from './frames.js';
import { DEEPEST, type TreeOptions } from './treeOptions.js';
import type { MoveTable } from './turnChoice.js';

/** A way down: its nodes, and the edges taken from them, NONE from the last. */
interface Path {
  readonly nodes: Int32Array;
  readonly edges: Int32Array;
  readonly length: number;
  /** How often it was gone. */
  readonly times: number;
}

/** No other names: nothing is turned. */
const AS_THEY_ARE: readonly MoveImages[] = [];

/**
 * Learns the values of moves wherever they are made, on all ways down (see {@link Amaf}), under the names that moves
 * have at each node (see {@link Frames}).
 */
export class MoveLearner<State> {
  readonly #amaf: Amaf<State>;
  readonly #frames: Frames<State> | undefined;
  readonly #nodes = new Int32Array(DEEPEST + 2);
  readonly #edges = new Int32Array(DEEPEST + 2);
  /** By place on a path: the turn from its node to where the playouts of the descent began. */
  readonly #turns = new Uint8Array(DEEPEST + 2);

  constructor(
    { turning, bytes }: SearchSetting<State>,
    private readonly graph: SearchGraph<State>,
    private readonly options: Pick<TreeOptions, 'playouts' | 'reference' | 'sampling'>,
  ) {
    this.#amaf = new Amaf(graph, options.reference, bytes);
    this.#frames = turning && new Frames(graph, turning);
    graph.watchers.push({ onDrop: (node) => this.#drop(node) });
  }

  /** The node's own table, or the one given. */
  tableAt(node: number, above: MoveTable | undefined): MoveTable | undefined {
    const values = this.#amaf.tableOf(node);
    return values === undefined ? above : { values, names: undefined, turn: 0 };
  }

  /** A table as it is to be read behind an edge. */
  tableBehind(table: MoveTable, edge: number): MoveTable {
    if (this.#frames === undefined) return table;
    const turn = this.#frames.after(table.turn, edge);
    return turn === table.turn ? table : { values: table.values, names: this.#frames.images(turn), turn };
  }

  /**
   * Tells every node on the way to an entry of a batch, if it has a table, which moves were made below it, in the
   * tree and in the playouts; these are the sums of values.
   */
  learn(
    batch: Batch<State>,
    entry: number,
    {
      made,
      sums,
    }: {
      readonly made: { readonly tally: MoveTally; readonly from: number; readonly to: number };
      readonly sums: Float64Array;
    },
  ): void {
    const path = this.#pathTo(batch, entry);
    this.#turnsToStart(path);
    for (let at = 0; at < path.length; at++) {
      const node = path.nodes[at]!;
      if (!this.#amaf.hasTable(node)) break;
      const turn = this.#turns[at]!;
      // Playouts from children that were turned in different ways were counted together.
      if (this.#frames === undefined || this.options.sampling === 'leaf')
        this.#amaf.learn(node, made.tally, { from: made.from, to: made.to, names: this.#namesAt(node, turn) });
      this.#learnTree(path, at, sums);
    }
  }

  #drop(node: number): void {
    this.#amaf.drop(node);
    this.#frames?.drop(node);
  }

  /** Tells the node at a place the moves of the path below it. */
  #learnTree({ nodes, edges, length, times }: Path, at: number, sums: Float64Array): void {
    const { kinds, choosers, roleOf, edges: firstEdges, edgeMoves } = this.graph;
    const count = this.options.playouts * times;
    for (let below = at + 1; below < length; below++) {
      const passed = nodes[below]!;
      const edge = edges[below]!;
      if (edge === NONE || kinds[passed] !== TURN) continue;
      const player = choosers[passed]!;
      const turn = this.#frames?.between(this.#turns[at]!, this.#turns[below]!) ?? 0;
      const names = this.#namesAt(nodes[at]!, turn);
      const move = { role: roleOf[player]!, move: edgeMoves[firstEdges[passed]! + edge]! };
      this.#amaf.learnMove(nodes[at]!, move, { count, value: sums[player]! / times, names });
    }
  }

  /** What moves behind a turn are called at a node. */
  #namesAt(node: number, turn: number): readonly MoveImages[] {
    return this.#frames?.allImages(node, turn) ?? AS_THEY_ARE;
  }

  #pathTo({ nodes, edges, parents, depths, own }: Batch<State>, entry: number): Path {
    const length = depths[entry]! + 1;
    let edge = NONE;
    for (let at = length - 1, each = entry; at >= 0; at--) {
      this.#nodes[at] = nodes[each]!;
      this.#edges[at] = edge;
      edge = edges[each]!;
      each = parents[each]!;
    }
    return { nodes: this.#nodes, edges: this.#edges, length, times: own[entry]! };
  }

  #turnsToStart({ nodes, edges, length }: Path): void {
    if (this.#frames === undefined) return;
    let turn = 0;
    for (let at = length - 1; at >= 0; at--) {
      const edge = edges[at]!;
      if (edge !== NONE) turn = this.#frames.before(this.graph.edges[nodes[at]!]! + edge, turn);
      this.#turns[at] = turn;
    }
  }
}
