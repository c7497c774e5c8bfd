import { type Random, seededRandom } from '../../base/index.js';
import {
  armOf,
  CHANCE,
  LEAF,
  Meetings,
  NONE,
  Room,
  SearchGraph,
  SEVERAL,
  tighten,
  TURN,
  UNMET,
} from '../graph/index.js';
import type { Search, SearchLimit, SearchReport, SearchSetting } from '../search.js';
import { EdgePace } from '../tree/edgePace.js';
import { Pace } from '../tree/pace.js';
import { RegretMatching } from '../tree/regretMatching.js';
import { reportOf } from '../tree/report.js';
import { Playouts } from '../tree/playouts.js';
import { Sampler } from '../tree/sampler.js';
import { DEEPEST } from '../tree/treeOptions.js';
import type { CfrOptions } from './cfrOptions.js';
import { TurnRegrets } from './turnRegrets.js';

/** A batch is at most this share of the visits of the root. */
const BATCH_SHARE = 1 / 8;
/** Steps of making room between two batches: about a millisecond. */
const ROOM_STEPS = 16_384;
/** Places of a descent: a leaf that is expanded may be followed by a child. */
const STRIDE = DEEPEST + 1;

/**
 * Regret minimisation by outcome sampling (MCCFR, Lanctot et al. 2009) over a graph of states that grows by a node a
 * descent. With perfect information every node is a game of its own: its regrets need the probabilities of what was
 * drawn below it only. A descent draws at each node a joint move from the present strategies, mixed with a little
 * chance; its end is valued by playouts; on the way back each node adds regrets and hands on what it is worth under
 * the present strategies, corrected by the probability of the draw with the means of its children as baselines
 * (Schmid et al. 2019). By default the regrets themselves rest on these means: corrected ones (`correction=1`) are
 * right on average, but have too much noise for small budgets. Descents come in batches, learnt from one after the
 * other. Proved bounds are used as in tree search.
 */
export class CfrSearch<State> implements Search<State> {
  readonly #graph: SearchGraph<State>;
  readonly #room: Room<State>;
  readonly #meetings: Meetings<State>;
  readonly #random: Random;
  readonly #pace: Pace;
  readonly #edgePace: EdgePace;
  readonly #playouts: Playouts<State>;
  readonly #sampler: Sampler<State>;
  readonly #turn: TurnRegrets<State>;
  readonly #several: RegretMatching<State>;
  #nodes = 0;
  #expansions = 0;
  /** Expansions for which there was no room. */
  #refusals = 0;
  #ms = 0;
  /**
   * Nodes, edges and probabilities of the edges of a batch's descents, a STRIDE each; `#lengths` says how many nodes.
   */
  readonly #pathNodes: Int32Array;
  readonly #pathEdges: Int32Array;
  readonly #pathShares: Float64Array;
  readonly #lengths: Int32Array;
  /** By leaf of the batch: where its values come from. */
  readonly #sources = new Map<number, number>();
  readonly #values: Float64Array;

  constructor(
    private readonly setting: SearchSetting<State>,
    private readonly options: CfrOptions,
  ) {
    const { leaves, exploration } = options;
    const { game, bytes } = setting;
    this.#graph = new SearchGraph({ game, bytes, meetsAll: options.sampling === 'children' });
    this.#room = new Room(this.#graph);
    this.#meetings = new Meetings(this.#graph, setting);
    this.#random = seededRandom(setting.seed);
    this.#pace = new Pace(setting.clock);
    this.#edgePace = new EdgePace(this.#pace);
    this.#playouts = new Playouts({ ...setting, pace: this.#pace }, this.#graph, { ...options, playing: 'uniform' });
    this.#sampler = new Sampler(this.#graph, this.#playouts);
    this.#turn = new TurnRegrets(this.#graph, this.#random, exploration);
    this.#several = new RegretMatching(this.#graph, this.#random, exploration);
    this.#graph.moveTo(setting.state);
    this.#pathNodes = new Int32Array(leaves * STRIDE);
    this.#pathEdges = new Int32Array(leaves * STRIDE);
    this.#pathShares = new Float64Array(leaves * STRIDE);
    this.#lengths = new Int32Array(leaves);
    this.#values = new Float64Array(this.#graph.players);
  }

  think(limit: SearchLimit): void {
    const start = this.setting.clock();
    this.#pace.start(limit);
    if (this.#graph.kinds[this.#graph.root] === LEAF) this.#expand([this.#graph.root]);
    while (!this.#graph.isSolved(this.#graph.root)) {
      const leaves = this.#pace.begin(this.#wantedLeaves());
      if (leaves === 0) break;
      this.#room.make(ROOM_STEPS);
      const nodes = this.#runBatch(leaves);
      this.#nodes += nodes;
      this.#pace.end(leaves, nodes);
    }
    this.#ms += this.setting.clock() - start;
  }

  report(): SearchReport {
    const effort = {
      nodes: this.#nodes,
      playouts: this.#playouts.count,
      expansions: this.#expansions,
      ms: this.#ms,
    };
    return {
      ...reportOf({ setting: this.setting, graph: this.#graph, root: this.#graph.root, random: this.#random }, effort),
      memory: { states: this.#graph.size, bytes: this.#graph.bytes, refusals: this.#refusals },
    };
  }

  moveTo(state: State): void {
    this.#room.moveTo(state);
    this.#nodes = 0;
    this.#expansions = 0;
    this.#refusals = 0;
    this.#playouts.count = 0;
    this.#ms = 0;
  }

  #wantedLeaves(): number {
    return Math.max(1, Math.min(this.options.leaves, Math.floor(this.#graph.visits[this.#graph.root]! * BATCH_SHARE)));
  }

  /** Makes so many descents, values their ends, and learns from them; says how many nodes were valued. */
  #runBatch(descents: number): number {
    for (let descent = 0; descent < descents; descent++) {
      this.#lengths[descent] = 1;
      this.#pathNodes[descent * STRIDE] = this.#graph.root;
      this.#goDown(descent, DEEPEST);
    }
    this.#settle(descents);
    this.#expandLeaves(descents);
    this.#settle(descents);
    for (let descent = 0; descent < descents; descent++) this.#ask(this.#endOf(descent));
    const valued = this.#sampler.begin(this.#random.nextUint32());
    this.#sampler.finish();
    for (let descent = 0; descent < descents; descent++) this.#carryUp(descent);
    this.#sampler.clear();
    this.#sources.clear();
    return Math.max(valued, 1);
  }

  #endOf(descent: number): number {
    return this.#pathNodes[descent * STRIDE + this.#lengths[descent]! - 1]!;
  }

  /** Takes a descent further, to a leaf or to what is solved, but not beyond a depth. */
  #goDown(descent: number, deepest: number): void {
    const graph = this.#graph;
    const { kinds, edges, children, edgeVisits } = graph;
    let at = descent * STRIDE + this.#lengths[descent]! - 1;
    let node = this.#pathNodes[at]!;
    while (kinds[node] !== LEAF && !graph.isSolved(node) && this.#lengths[descent]! < deepest) {
      const edge = this.#draw(node, at);
      this.#pathEdges[at] = edge;
      const place = edges[node]! + edge;
      edgeVisits[place]!++;
      const child = children[place] === UNMET ? this.#meetings.meet(node, edge) : children[place]!;
      if (child === NONE) {
        // There is no room for it: the descent ends here.
        edgeVisits[place]!--;
        return;
      }
      node = child;
      this.#pathNodes[++at] = node;
      this.#lengths[descent]!++;
    }
  }

  /** Finds out which states were met: some were known. */
  #settle(descents: number): void {
    this.#meetings.settle();
    for (let descent = 0; descent < descents; descent++) {
      const at = descent * STRIDE + this.#lengths[descent]! - 1;
      this.#pathNodes[at] = this.#meetings.whoIs(this.#pathNodes[at]!);
    }
  }

  /** Draws an edge and notes at a place of the path with which probability. */
  #draw(node: number, at: number): number {
    const { kinds } = this.#graph;
    if (kinds[node] === CHANCE) return this.#rarestDraw(node);
    const regrets = kinds[node] === TURN ? this.#turn : this.#several;
    const edge = regrets.draw(node);
    this.#pathShares[at] = regrets.probability;
    return edge;
  }

  /** Draws are equally likely: taking the rarest, the first by chance, has the right shares and the least noise. */
  #rarestDraw(node: number): number {
    const { edges, counts, edgeVisits } = this.#graph;
    const first = edges[node]!;
    const count = counts[node]!;
    const turned = this.#random.below(count);
    let rarest = turned;
    for (let index = 1; index < count; index++) {
      const edge = (index + turned) % count;
      if (edgeVisits[first + edge]! < edgeVisits[first + rarest]!) rarest = edge;
    }
    return rarest;
  }

  /**
   * Expands the leaves that were reached before, or all of them; where the leaf itself is not what is valued, goes on
   * to its children.
   */
  #expandLeaves(descents: number): void {
    const graph = this.#graph;
    if (graph.isFull) return;
    const due = new Set<number>();
    for (let descent = 0; descent < descents; descent++) {
      const leaf = this.#endOf(descent);
      if (graph.kinds[leaf] !== LEAF || graph.isSolved(leaf)) continue;
      if (this.options.sampling === 'children' || graph.visits[leaf]! > 0) due.add(leaf);
    }
    this.#expand([...due]);
    if (this.options.sampling === 'children') return;
    for (let descent = 0; descent < descents; descent++) {
      if (due.has(this.#endOf(descent))) this.#goDown(descent, this.#lengths[descent]! + 1);
    }
  }

  /** Expands leaves, as many as there is time for. */
  #expand(leaves: readonly number[]): void {
    const graph = this.#graph;
    const states = leaves.map((leaf) => graph.state(leaf));
    const expansions = this.setting.simulator.expand(states, () => this.#pace.left <= 0);
    this.#expansions += expansions.length;
    const start = this.setting.clock();
    let edges = 0;
    expansions.forEach((expansion, index) => {
      const leaf = leaves[index]!;
      const { length } = expansion.terminal;
      if (!this.#edgePace.hasTimeFor(length)) return;
      edges += length;
      if (!graph.expand(leaf, expansion)) {
        this.#refusals++;
        return;
      }
      tighten(graph, leaf);
      if (graph.kinds[leaf] === TURN) this.#turn.reset(leaf);
    });
    this.#edgePace.learn(edges, this.setting.clock() - start);
  }

  /** Asks for the values of the end of a descent, once a batch. */
  #ask(end: number): void {
    const graph = this.#graph;
    if (graph.isSolved(end) || this.#sources.has(end)) return;
    if (graph.kinds[end] === LEAF) this.#sources.set(end, this.#sampler.ask(end, 1));
    else if (graph.visits[end] === 0) this.#sources.set(end, this.#sampler.askChildren(end, 1));
  }

  /** Learns from a descent, from its end up. */
  #carryUp(descent: number): void {
    const graph = this.#graph;
    const { players } = graph;
    const from = descent * STRIDE;
    let isChanged = true;
    this.#readEnd(this.#endOf(descent));
    for (let at = from + this.#lengths[descent]! - 2; at >= from; at--) {
      const node = this.#pathNodes[at]!;
      const expected = this.#learn(at);
      // The child's mean was a baseline: only now does it take in what came of the draw.
      this.#addTo(this.#pathNodes[at + 1]!);
      for (let player = 0; player < players; player++) this.#values[player] = expected[player]!;
      if (isChanged) isChanged = tighten(graph, node);
    }
    this.#addTo(this.#graph.root);
  }

  /** Fetches the values of an end. */
  #readEnd(end: number): void {
    const source = this.#sources.get(end);
    // What is asked for once has one value.
    const found = source === undefined ? undefined : this.#sampler.values(source);
    for (let player = 0; player < this.#graph.players; player++) {
      this.#values[player] = found === undefined ? this.#graph.value(end, player) : found[player]!;
    }
  }

  /**
   * Adds the regrets of what was drawn at a place of the path; gives what its node is worth under the present
   * strategies.
   */
  #learn(at: number): Float64Array {
    const { kinds } = this.#graph;
    const node = this.#pathNodes[at]!;
    const draw = { edge: this.#pathEdges[at]!, probability: this.#pathShares[at]!, values: this.#values };
    if (kinds[node] === TURN) return this.#turn.learn(node, draw, this.options.correction);
    if (kinds[node] !== SEVERAL) return this.#values;
    const { roleOf, ofArms } = this.#graph;
    const expected = this.#several.learn(node, draw, this.options.correction);
    roleOf.forEach((role, player) => {
      const arm = armOf(this.#graph, { node, edge: draw.edge }, role);
      ofArms.visits[arm]!++;
      ofArms.sums[arm]! += this.#values[player]!;
    });
    return expected;
  }

  /** Adds the values to the means of a node, in which later ones weigh more: strategies get better. */
  #addTo(node: number): void {
    const { players, visits, sums } = this.#graph;
    const before = visits[node]!++;
    for (let player = 0; player < players; player++) {
      const at = (node >> 1) + player;
      const mean = before === 0 ? 0 : sums[at]! / before;
      sums[at] = (mean + (2 / (before + 2)) * (this.#values[player]! - mean)) * (before + 1);
    }
  }
}
