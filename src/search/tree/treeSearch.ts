import { type Random, seededRandom } from '../../base/index.js';
import { CHANCE, END, LEAF, NONE, SearchGraph, SEVERAL, tighten, TURN } from '../graph/index.js';
import type { Search, SearchLimit, SearchReport, SearchSetting } from '../search.js';
import { Descents } from './descents.js';
import { EdgePace } from './edgePace.js';
import { MoveLearner } from './moveLearner.js';
import { Pace } from './pace.js';
import { Playouts } from './playouts.js';
import { reportOf } from './report.js';
import { Sampler } from './sampler.js';
import { SeveralChoice } from './severalChoice.js';
import { DEEPEST, type TreeOptions } from './treeOptions.js';
import { type MoveTable, TurnChoice } from './turnChoice.js';

/** Visits of a node after which all its children are looked at again … */
const LOOK_AROUND = 16;
/** … and that it takes more of where there are many: so many children to look at are worth a visit. */
const LOOKED_AT_A_VISIT = 16;
/** What is under way is at most this share of the visits that its choices rest on. */
const BATCH_SHARE = 1 / 8;
/** Most leaves of a batch where several choose at once: regrets are told batch by batch, and few large batches tell little. */
const MOST_OF_SEVERAL = 64;
/** Milliseconds that pruning takes for each node, about. */
const PRUNE_MS = 3e-4;

/**
 * Monte Carlo tree search over a graph of states, in batches: a batch chooses many leaves, one descent after the other, each
 * counted as a loss until its value is known (virtual loss), then expands and samples them all at once. UCB (Auer 2002) chooses at a player's turn,
 * for the one whose turn it is (max-n, Sturtevant 2008); chance takes its rarest draw. Proved bounds cut off what need not be looked at (after
 * Winands 2008 and Cazenave 2010).
 */
export class TreeSearch<State> implements Search<State> {
  readonly #graph: SearchGraph<State>;
  readonly #random: Random;
  readonly #pace: Pace;
  readonly #edgePace: EdgePace;
  readonly #playouts: Playouts<State>;
  readonly #turn: TurnChoice<State>;
  readonly #several: SeveralChoice<State>;
  readonly #learner: MoveLearner<State> | undefined;
  /** Whether moves remained little known when a state was last thought about. */
  #isScarce = true;
  /** Whether so little is known that values of moves wherever they are made guide the choice. */
  #leans = false;
  #root: number;
  /** Whether what play has left behind was forgotten, if need be. */
  #isTidy = true;
  #nodes = 0;
  #expansions = 0;
  #ms = 0;
  /** Batches whose values are not yet known, the oldest first … */
  readonly #underWay: Descents<State>[] = [];
  /** … and what the next ones are written into. */
  readonly #idle: Descents<State>[];
  /** Share of the value of a node that a visit under way is taken to have: in all, as much is taken to be lost as with one batch under way. */
  readonly #hope: number;

  constructor(
    private readonly setting: SearchSetting<State>,
    private readonly options: TreeOptions,
  ) {
    this.#graph = new SearchGraph(setting.game, setting.bytes);
    this.#random = seededRandom(setting.seed);
    this.#pace = new Pace(setting.clock);
    this.#edgePace = new EdgePace(this.#pace);
    this.#playouts = new Playouts({ ...setting, pace: this.#pace }, this.#graph, options);
    this.#learner = options.reference > 0 ? new MoveLearner(setting, this.#graph, options) : undefined;
    this.#hope = options.loss * (1 - 1 / this.#playouts.depth);
    this.#turn = new TurnChoice(this.#graph, this.#random, { ...options, loss: options.loss - this.#hope });
    this.#several = new SeveralChoice(this.#graph, this.#random, options);
    this.#root = this.#graph.nodeOf(setting.state);
    this.#several.root = this.#root;
    this.#idle = Array.from(
      { length: this.#playouts.depth },
      () => new Descents(options.leaves, new Sampler(this.#graph, this.#playouts), this.#graph),
    );
  }

  readonly #isTimeUp = (): boolean => this.#pace.left <= 0;

  think(limit: SearchLimit): void {
    const start = this.setting.clock();
    this.#pace.start(limit);
    this.#tidy();
    if (this.#graph.kinds[this.#root] === LEAF) this.#expand([this.#root]);
    while (!this.#graph.isSolved(this.#root)) {
      const leaves = this.#pace.begin(this.#wantedLeaves(), this.#underWay.length);
      if (leaves === 0 && this.#underWay.length === 0) break;
      if (leaves === 0) this.#land();
      else this.#go(leaves);
    }
    this.#landAll();
    this.#ms += this.setting.clock() - start;
  }

  report(): SearchReport {
    const effort = {
      nodes: this.#nodes,
      playouts: this.#playouts.count,
      expansions: this.#expansions,
      ms: this.#ms,
    };
    return reportOf({ setting: this.setting, graph: this.#graph, root: this.#root, random: this.#random }, effort);
  }

  moveTo(state: State): void {
    if (this.#nodes > 0) this.#isScarce = !this.#isWellKnown;
    let root = this.#graph.nodeOf(state);
    if (root === NONE) {
      this.#prune(this.#root, Infinity);
      root = this.#graph.nodeOf(state);
    }
    this.#root = root;
    this.#isTidy = false;
    this.#several.root = root;
    // Proofs without their witnesses are no help in choosing a move.
    if (this.#graph.kinds[root] === LEAF) this.#graph.forgetBounds(root);
    this.#nodes = 0;
    this.#expansions = 0;
    this.#playouts.count = 0;
    this.#ms = 0;
  }

  /**
   * Leaves of the next batch: with those under way as many as there are moves to tell apart, and more when more is known. Where several batches are under way, each has a part of them, with more playouts for
   * each leaf: what the choice of the next ones rests on is as much as with one (bench/results/threads.md).
   */
  #wantedLeaves(): number {
    const { visits, counts, hasSeveral } = this.#graph;
    const most = hasSeveral ? Math.min(this.options.leaves, MOST_OF_SEVERAL) : this.options.leaves;
    const worth = Math.max(counts[this.#root]!, Math.floor(visits[this.#root]! * BATCH_SHARE));
    return Math.max(1, Math.ceil(Math.min(most, worth) / this.#playouts.depth));
  }

  /** Whether values of moves wherever they are made are to be looked at, and learnt: only those whose turn it is have them. */
  get #isGuided(): boolean {
    return this.#learner !== undefined && this.#isScarce && !this.#graph.hasSeveral && !this.#isWellKnown;
  }

  /** Whether the moves of the present state have had the visits from which on they speak for themselves. */
  get #isWellKnown(): boolean {
    const { visits, counts } = this.#graph;
    return visits[this.#root]! >= this.options.scarcity * counts[this.#root]!;
  }

  /** Forgets what play has left behind, where that is much and there is time for it. */
  #tidy(): void {
    if (this.#isTidy || this.#pace.left < 2 * PRUNE_MS * this.#graph.size) return;
    if (this.#graph.isCrowded) this.#prune(this.#root, 0);
    this.#isTidy = true;
  }

  /** Forgets the half of the graph that was visited least. Where time is too short for that the graph just grows no more. */
  #makeRoom(): void {
    if (this.#pace.left < 2 * PRUNE_MS * this.#graph.size) return;
    this.#landAll();
    this.#prune(this.#root, this.#graph.medianVisits());
  }

  #prune(root: number, fewestVisits: number): void {
    const isKept = this.#graph.prune(root, fewestVisits);
    this.#learner?.prune(isKept);
  }

  /** Expands leaves, as many as there is time for. */
  #expand(leaves: readonly number[]): void {
    const graph = this.#graph;
    const states = leaves.map((leaf) => graph.state(leaf));
    const expansions = this.setting.simulator.expand(states, this.#isTimeUp);
    this.#expansions += expansions.length;
    const start = this.setting.clock();
    let edges = 0;
    expansions.forEach((expansion, index) => {
      const { length } = expansion.terminal;
      if (!this.#edgePace.hasTimeFor(length)) return;
      edges += length;
      if (graph.expand(leaves[index]!, expansion)) tighten(graph, leaves[index]!);
    });
    this.#edgePace.learn(edges, this.setting.clock() - start);
  }

  /** One batch more: as many as are worth it are under way while the next one chooses its leaves. */
  #go(leaves: number): void {
    if (this.#graph.isFull) this.#makeRoom();
    const nodes = this.#launch(leaves);
    this.#nodes += nodes;
    while (this.#underWay.length >= this.#playouts.depth) this.#land();
    this.#pace.end(leaves, nodes);
  }

  /** Chooses so many leaves and asks for their values; says how many nodes will be valued. */
  #launch(leaves: number): number {
    const batch = this.#idle.pop()!;
    this.#leans = this.#isGuided;
    this.#chooseLeaves(batch, leaves);
    this.#expandChosen(batch);
    this.#underWay.push(batch);
    const valued = batch.sampler.begin(this.#random.nextUint32(), this.#leans);
    // A descent that ended in what is solved has valued a node too.
    return (
      valued + batch.sources.subarray(0, batch.count).reduce((count, source) => count + (source === NONE ? 1 : 0), 0)
    );
  }

  /** Carries up the values of the batch that is under way the longest. */
  #land(): void {
    const batch = this.#underWay.shift()!;
    batch.sampler.finish();
    for (let descent = 0; descent < batch.count; descent++) this.#carryUp(batch, descent);
    this.#several.endBatch();
    batch.sampler.clear();
    this.#idle.push(batch);
  }

  #landAll(): void {
    while (this.#underWay.length > 0) this.#land();
  }

  /** Descends so many times, or until time is up. A leaf may be chosen again: it is then valued as often. */
  #chooseLeaves(batch: Descents<State>, leaves: number): void {
    batch.count = 0;
    for (let end = 0; batch.count < leaves && (batch.count === 0 || !this.#isTimeUp()); batch.count++) {
      end = this.#descend(batch, end);
      batch.ends[batch.count] = end;
    }
  }

  /** Goes down from the root to a leaf or to what is solved; writes the path from a place on, and gives its end. */
  #descend(batch: Descents<State>, from: number): number {
    const graph = this.#graph;
    const { visits, kinds, edges, children } = graph;
    let at = from;
    let node = this.#root;
    let table: MoveTable | undefined;
    for (;;) {
      if (this.#hope > 0) batch.expect(at, node, this.#hope);
      visits[node]!++;
      batch.nodes[at] = node;
      batch.edges[at] = NONE;
      at++;
      if (kinds[node] === LEAF || kinds[node] === END || at - from >= DEEPEST) return at;
      if (at - from > 1 && graph.isSolved(node)) return at;
      if (this.#leans) table = this.#learner!.tableAt(node, table);
      const edge = this.#chooseEdge(node, table);
      batch.edges[at - 1] = edge;
      this.#follow(node, edge);
      const place = edges[node]! + edge;
      if (table !== undefined) table = this.#learner!.tableBehind(table, place);
      node = children[place]!;
    }
  }

  #follow(node: number, edge: number): void {
    if (this.#graph.kinds[node] === TURN) this.#turn.follow(node, edge);
    else this.#graph.edgeVisits[this.#graph.edges[node]! + edge]!++;
  }

  #chooseEdge(node: number, table: MoveTable | undefined): number {
    switch (this.#graph.kinds[node]) {
      case TURN:
        return this.#turn.choose(node, table);
      case CHANCE:
        return this.#rarestDraw(node);
      default:
        return this.#several.choose(node);
    }
  }

  /** Draws are equally likely: taking the rarest, the first by chance, has the right shares and the least noise. */
  #rarestDraw(node: number): number {
    const { edges, counts, edgeVisits } = this.#graph;
    const first = edges[node]!;
    const count = counts[node]!;
    const turned = this.#random.below(count);
    let rarest = turned;
    for (let index = 1; index < count; index++) {
      const edge = index + turned < count ? index + turned : index + turned - count;
      if (edgeVisits[first + edge]! < edgeVisits[first + rarest]!) rarest = edge;
    }
    return rarest;
  }

  /** Expands the leaves of the batch that are due, and asks for the playouts. */
  #expandChosen(batch: Descents<State>): void {
    const due: number[] = [];
    for (let descent = 0; descent < batch.count; descent++) {
      const leaf = batch.leaf(descent);
      if (this.#isDue(leaf) && !due.includes(leaf)) due.push(leaf);
    }
    this.#expand(due);
    for (let descent = 0; descent < batch.count; descent++) batch.sources[descent] = this.#source(batch, descent);
  }

  #isDue(leaf: number): boolean {
    const { kinds, visits, isFull } = this.#graph;
    if (kinds[leaf] !== LEAF || isFull || this.#graph.isSolved(leaf)) return false;
    return this.options.sampling === 'children' || visits[leaf]! > this.options.patience;
  }

  /** Asks for the values of a descent: those of its leaf, or of what lies behind it where it was expanded just now. */
  #source(batch: Descents<State>, descent: number): number {
    const graph = this.#graph;
    const { sampler } = batch;
    const leaf = batch.leaf(descent);
    if (graph.isSolved(leaf)) return NONE;
    if (graph.kinds[leaf] === LEAF || graph.kinds[leaf] === END) return sampler.ask(leaf);
    if (this.options.sampling === 'children') return sampler.askChildren(leaf);
    return sampler.ask(this.#goOn(batch, descent));
  }

  /** Takes a descent one step further, from a leaf that was just expanded; gives the child. */
  #goOn(batch: Descents<State>, descent: number): number {
    const { visits, edges, children } = this.#graph;
    const leaf = batch.leaf(descent);
    const edge = this.#chooseEdge(leaf, undefined);
    const child = children[edges[leaf]! + edge]!;
    this.#follow(leaf, edge);
    visits[child]!++;
    batch.edges[batch.ends[descent]! - 1] = edge;
    return child;
  }

  /** Adds the value of a descent to all nodes on its path, from the end up, and what was proved with it. */
  #carryUp(batch: Descents<State>, descent: number): void {
    const graph = this.#graph;
    const { players, sums, edges, children } = graph;
    const { sampler } = batch;
    const from = batch.from(descent);
    const end = batch.ends[descent]!;
    const leaf = batch.leaf(descent);
    const source = batch.sources[descent]!;
    const values = source === NONE ? sampler.proved(leaf) : sampler.values(source);
    // A descent that went one step further than its path says has its last node beyond it.
    const last = batch.edges[end - 1]!;
    if (last !== NONE) this.#add(children[edges[leaf]! + last]!, values);
    const made = this.#learner === undefined || source === NONE ? undefined : sampler.moves(source);
    if (made !== undefined) this.#learner!.learn({ nodes: batch.nodes, edges: batch.edges, from, end }, made, values);
    let isChanged = graph.isBounded(leaf);
    for (let at = end - 1; at >= from; at--) {
      const node = batch.nodes[at]!;
      const edge = batch.edges[at]!;
      for (let player = 0; player < players; player++)
        sums[node * players + player]! += values[player]! - batch.expected[at * players + player]!;
      if (edge !== NONE && graph.kinds[node] === SEVERAL) this.#several.learn(node, edge, values);
      if (edge === NONE) continue;
      // What was found out about children on other ways to them is seen now and then.
      const isDue =
        graph.visits[node]! % Math.max(LOOK_AROUND, Math.ceil(graph.counts[node]! / LOOKED_AT_A_VISIT)) === 0;
      if (isChanged || isDue) isChanged = tighten(graph, node);
      if (graph.kinds[node] !== TURN) continue;
      if (isChanged || isDue) this.#turn.refreshAll(node);
      else this.#turn.refresh(node, edge);
    }
  }

  #add(node: number, values: Float64Array): void {
    const { players, sums } = this.#graph;
    for (let player = 0; player < players; player++) sums[node * players + player]! += values[player]!;
  }
}
