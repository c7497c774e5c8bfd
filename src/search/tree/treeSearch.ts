import { type Random, seededRandom } from '../../base/index.js';
import type { Expansion } from '../../game/index.js';
import { LEAF, Meetings, NONE, Room, SearchGraph, SEVERAL, tighten, TURN } from '../graph/index.js';
import type { Search, SearchLimit, SearchReport, SearchSetting } from '../search.js';
import { Batch } from './batch.js';
import { Descent } from './descent.js';
import { EdgePace } from './edgePace.js';
import { MoveLearner } from './moveLearner.js';
import { Pace } from './pace.js';
import { Playouts } from './playouts.js';
import { ProofNumbers } from './proofNumbers.js';
import { reportOf } from './report.js';
import { Sampler } from './sampler.js';
import { SeveralChoice } from './severalChoice.js';
import type { TreeOptions } from './treeOptions.js';
import { TurnChoice } from './turnChoice.js';

/** Visits of a node after which all its children are looked at again … */
const LOOK_AROUND = 16;
/** … and that it takes more of where there are many: so many children to look at are worth a visit. */
const LOOKED_AT_A_VISIT = 16;
/** What is under way is at most this share of the visits that its choices rest on. */
const BATCH_SHARE = 1 / 8;
/** Batches of more leaves than that are a smaller share of them. */
const FEW_LEAVES = 128;
const LARGE_BATCH_SHARE = 1 / 64;
/** Several small batches under way are together at most this share. */
const SEVERAL_SHARE = 1 / 32;
/**
 * Most leaves of a batch where several choose at once: regrets are told batch by batch, and few large batches tell
 * little.
 */
const MOST_OF_SEVERAL = 64;
/** In place of 1, of new proof numbers: they were drawn already. */
const DRAWN = 2;
/** Steps of making room between two batches: about a millisecond where memory is scarce … */
const SCARCE_STEPS = 16_384;
/** … and a tenth of that for what was left behind. */
const STEPS = 1024;

/**
 * Monte Carlo tree search over a graph of states, in batches: a batch takes many visits down at once, each counted as
 * a loss until its value is known (virtual loss), then expands and samples the leaves all at once. UCB (Auer 2002)
 * chooses at a player's turn, for the one whose turn it is (max-n, Sturtevant 2008); chance takes its rarest draw.
 * Proved bounds cut off what need not be looked at (after Winands 2008 and Cazenave 2010).
 */
export class TreeSearch<State> implements Search<State> {
  readonly #graph: SearchGraph<State>;
  readonly #room: Room<State>;
  readonly #meetings: Meetings<State>;
  readonly #random: Random;
  readonly #pace: Pace;
  readonly #edgePace: EdgePace;
  readonly #playouts: Playouts<State>;
  readonly #turn: TurnChoice<State>;
  readonly #several: SeveralChoice<State>;
  readonly #descent: Descent<State>;
  readonly #proofs: ProofNumbers<State> | undefined;
  readonly #learner: MoveLearner<State> | undefined;
  /** Whether moves remained little known when a state was last thought about. */
  #isScarce = true;
  /** Whether so little is known that values of moves wherever they are made guide the choice. */
  #leans = false;
  #nodes = 0;
  #expansions = 0;
  /** Expansions for which there was no room. */
  #refusals = 0;
  #ms = 0;
  /** Batches whose values are not yet known, the oldest first … */
  readonly #underWay: Batch<State>[] = [];
  /** … and what the next ones are written into. */
  readonly #idle: Batch<State>[];

  constructor(
    private readonly setting: SearchSetting<State>,
    private readonly options: TreeOptions,
  ) {
    const { game, bytes } = setting;
    this.#graph = new SearchGraph({
      ...{ game, bytes, meetsAll: options.sampling === 'children' },
      beside: options.proof > 0 ? game.roles.length : 0,
    });
    this.#proofs = options.proof > 0 ? new ProofNumbers(this.#graph, options.proof) : undefined;
    this.#room = new Room(this.#graph);
    this.#meetings = new Meetings(this.#graph, setting);
    this.#random = seededRandom(setting.seed);
    this.#pace = new Pace(setting.clock);
    this.#edgePace = new EdgePace(this.#pace);
    this.#playouts = new Playouts({ ...setting, pace: this.#pace }, this.#graph, options);
    this.#learner = options.reference > 0 ? new MoveLearner(setting, this.#graph, options) : undefined;
    // In all, as much is taken to be lost as with one batch under way.
    const hope = options.loss * (1 - 1 / this.#playouts.depth);
    this.#turn = new TurnChoice(
      this.#graph,
      this.#random,
      { ...options, loss: options.loss - hope },
      this.#proofs?.bias,
    );
    this.#several = new SeveralChoice(this.#graph, this.#random, options);
    const choices = { turn: this.#turn, several: this.#several, random: this.#random };
    this.#descent = new Descent(this.#graph, this.#meetings, choices, hope);
    this.#graph.moveTo(setting.state);
    this.#idle = Array.from(
      { length: this.#playouts.depth },
      () => new Batch(new Sampler(this.#graph, this.#playouts), this.#graph),
    );
  }

  readonly #isTimeUp = (): boolean => this.#pace.left <= 0;

  think(limit: SearchLimit): void {
    const start = this.setting.clock();
    this.#pace.start(limit);
    const graph = this.#graph;
    if (graph.kinds[graph.root] === LEAF) this.#expand([graph.root]);
    while (!graph.isSolved(graph.root)) {
      const leaves = this.#pace.begin(this.#wantedLeaves(), this.#underWay.length);
      if (leaves === 0 && this.#underWay.length === 0) break;
      if (leaves === 0) this.#land();
      else this.#go(leaves);
    }
    this.#landAll();
    this.#ms += this.setting.clock() - start;
  }

  report(): SearchReport {
    const graph = this.#graph;
    const effort = {
      nodes: this.#nodes,
      playouts: this.#playouts.count,
      expansions: this.#expansions,
      ms: this.#ms,
    };
    return {
      ...reportOf({ setting: this.setting, graph, root: graph.root, random: this.#random }, effort),
      memory: { states: graph.size, bytes: graph.bytes, refusals: this.#refusals },
    };
  }

  moveTo(state: State): void {
    if (this.#nodes > 0) this.#isScarce = !this.#isWellKnown;
    this.#room.moveTo(state);
    this.#nodes = 0;
    this.#expansions = 0;
    this.#refusals = 0;
    this.#playouts.count = 0;
    this.#ms = 0;
  }

  /**
   * Leaves of the next batch: with those under way as many as there are moves to tell apart, and more when more is
   * known. Where several batches are under way, each has a part of them, with more playouts for each leaf: what the
   * choice of the next ones rests on is as much as with one (bench/results/threads.md).
   */
  #wantedLeaves(): number {
    const { visits, counts, hasSeveral, root } = this.#graph;
    const most = hasSeveral ? Math.min(this.options.leaves, MOST_OF_SEVERAL) : this.options.leaves;
    const worth = Math.max(counts[root]!, Math.floor(visits[root]! * BATCH_SHARE));
    const few = Math.min(most, FEW_LEAVES, worth);
    const { depth } = this.#playouts;
    const several = depth === 1 ? 0 : Math.min(depth * FEW_LEAVES, Math.floor(visits[root]! * SEVERAL_SHARE));
    const many = Math.floor(visits[root]! * LARGE_BATCH_SHARE);
    return Math.max(1, Math.min(most, Math.ceil(Math.max(few, several, many) / depth)));
  }

  /**
   * Whether values of moves wherever they are made are to be looked at, and learnt: only those whose turn it is have
   * them.
   */
  get #isGuided(): boolean {
    return this.#learner !== undefined && this.#isScarce && !this.#graph.hasSeveral && !this.#isWellKnown;
  }

  /** Whether the moves of the present state have had the visits from which on they speak for themselves. */
  get #isWellKnown(): boolean {
    const { visits, counts, root } = this.#graph;
    return visits[root]! >= this.options.scarcity * counts[root]!;
  }

  /** Expands leaves, as many as there is time for; gives those that were, with what they lead to. */
  #expand(leaves: readonly number[]): ReadonlyMap<number, Expansion<State>> {
    const graph = this.#graph;
    const expanded = new Map<number, Expansion<State>>();
    if (leaves.length === 0) return expanded;
    const states = leaves.map((leaf) => graph.state(leaf));
    const expansions = this.setting.simulator.expand(states, this.#isTimeUp);
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
      this.#proofs?.begin(leaf);
      expanded.set(leaf, expansion);
    });
    this.#edgePace.learn(edges, this.setting.clock() - start);
    return expanded;
  }

  /** One batch more: as many as are worth it are under way while the next one chooses its leaves. */
  #go(leaves: number): void {
    this.#keepRoom();
    const nodes = this.#launch(leaves);
    this.#nodes += nodes;
    while (this.#underWay.length >= this.#playouts.depth) this.#land();
    this.#pace.end(leaves, nodes);
  }

  #keepRoom(): void {
    if (!this.#room.isScarce) {
      this.#room.clear(STEPS);
      return;
    }
    this.#landAll();
    this.#room.make(SCARCE_STEPS);
  }

  /** Chooses so many leaves and asks for their values; says how many nodes will be valued. */
  #launch(leaves: number): number {
    const batch = this.#idle.pop()!;
    this.#leans = this.#isGuided;
    const learner = this.#leans ? this.#learner : undefined;
    this.#descent.go(batch, leaves, { learner, isTimeUp: this.#isTimeUp });
    this.#settle(batch);
    this.#expandChosen(batch);
    this.#underWay.push(batch);
    const settled = this.#ask(batch);
    // A descent that ended in what is solved has valued a node too.
    return settled + batch.sampler.begin(this.#random.nextUint32(), this.#leans);
  }

  /** Finds out which states the new leaves are: some were known. */
  #settle(batch: Batch<State>): void {
    if (!this.#meetings.settle()) return;
    const { leaves, nodes } = batch;
    for (let index = 0; index < leaves.length; index++) {
      const entry = leaves.array[index]!;
      nodes[entry] = this.#meetings.whoIs(nodes[entry]!);
    }
  }

  /** Carries up the values of the batch that is under way the longest. */
  #land(): void {
    const batch = this.#underWay.shift()!;
    batch.sampler.finish();
    this.#descent.touch(batch);
    for (let entry = batch.count - 1; entry >= 0; entry--) this.#carryUp(batch, entry);
    this.#several.endBatch();
    batch.clear();
    this.#idle.push(batch);
  }

  #landAll(): void {
    while (this.#underWay.length > 0) this.#land();
  }

  /**
   * Expands the leaves of the batch that are due, and takes their visits one step further, unless it is the leaf
   * through all its children that is valued.
   */
  #expandChosen(batch: Batch<State>): void {
    const { leaves, nodes } = batch;
    const due = new Set<number>();
    for (let index = 0; index < leaves.length; index++) {
      const node = nodes[leaves.array[index]!]!;
      if (this.#isDue(node)) due.add(node);
    }
    const expanded = this.#expand([...due]);
    if (this.options.sampling === 'children') return;
    const { length } = leaves;
    for (let index = 0; index < length && expanded.size > 0; index++) {
      const entry = leaves.array[index]!;
      const node = batch.nodes[entry]!;
      const expansion = expanded.get(node);
      if (expansion === undefined || this.#graph.isSolved(node)) continue;
      batch.hasNewNumbers[entry] = DRAWN;
      this.#descent.goOn(batch, entry, (edge) => this.#meetSuccessor(node, edge, expansion));
    }
  }

  #meetSuccessor(node: number, edge: number, { words, terminal, successors }: Expansion<State>): number {
    const place = this.#graph.edges[node]! + edge;
    if (words === undefined) return this.#graph.meet(place, successors[edge]!);
    return this.#graph.meet(place, words as State, (edge * words.length) / terminal.length);
  }

  #isDue(leaf: number): boolean {
    const { kinds, visits, isFull } = this.#graph;
    if (kinds[leaf] !== LEAF || isFull || this.#graph.isSolved(leaf)) return false;
    return this.options.sampling === 'children' || visits[leaf]! > this.options.patience;
  }

  /** Asks for the values of all visits that end somewhere; gives the number of those whose values are proved. */
  #ask(batch: Batch<State>): number {
    const graph = this.#graph;
    const { sampler } = batch;
    let settled = 0;
    for (let index = 0; index < batch.leaves.length; index++) {
      const entry = batch.leaves.array[index]!;
      const visits = batch.own[entry]!;
      // Where they were taken a step further none end.
      if (visits === 0) continue;
      const node = batch.nodes[entry]!;
      if (graph.isSolved(node)) settled += visits;
      else if (this.options.sampling === 'children' && graph.counts[node]! > 0)
        batch.sources[entry] = sampler.askChildren(node, visits);
      else batch.sources[entry] = sampler.ask(node, visits);
    }
    return settled;
  }

  /** Adds the values of an entry's visits to its node and to the entry before it, and what was proved with it. */
  #carryUp(batch: Batch<State>, entry: number): void {
    const graph = this.#graph;
    const { players } = graph;
    const { sums, expected } = batch;
    const node = batch.nodes[entry]!;
    const visits = batch.visits[entry]!;
    if (visits === 0) return;
    const at = entry * players;
    if (batch.own[entry]! > 0) this.#readOwn(batch, entry);
    for (let player = 0; player < players; player++)
      graph.sums[(node >> 1) + player]! += sums[at + player]! - expected[at + player]!;
    // What was found out about children on other ways to them is seen now and then.
    const isPassed = batch.own[entry]! < visits;
    if (isPassed && (batch.isChanged[entry] === 1 || this.#isDueToLookAround(node, visits))) {
      batch.isChanged[entry] = tighten(graph, node) ? 1 : 0;
      if (graph.kinds[node] === TURN) this.#turn.refreshAll(node);
    }
    const parent = batch.parents[entry]!;
    if (this.#proofs !== undefined && this.#hasNewNumbers(batch, entry) && parent !== NONE)
      batch.hasNewNumbers[parent] = 1;
    if (parent === NONE) return;
    const before = batch.nodes[parent]!;
    const edge = batch.edges[entry]!;
    for (let player = 0; player < players; player++) sums[parent * players + player]! += sums[at + player]!;
    if (batch.isChanged[entry] === 1) batch.isChanged[parent] = 1;
    if (graph.kinds[before] === TURN) this.#turn.refresh(before, edge);
    else if (graph.kinds[before] === SEVERAL) this.#several.learn({ node: before, edge, visits }, sums, at);
  }

  /** Whether the proof numbers of an entry's node changed with its children. */
  #hasNewNumbers(batch: Batch<State>, entry: number): boolean {
    if (batch.hasNewNumbers[entry] === DRAWN) return true;
    if (batch.hasNewNumbers[entry] === 0 && batch.isChanged[entry] === 0) return false;
    return this.#proofs!.update(batch.nodes[entry]!) || batch.isChanged[entry] === 1;
  }

  /** The values of the visits that end at an entry. */
  #readOwn(batch: Batch<State>, entry: number): void {
    const graph = this.#graph;
    const { players } = graph;
    const { sums } = batch;
    const node = batch.nodes[entry]!;
    const own = batch.own[entry]!;
    const source = batch.sources[entry]!;
    const at = entry * players;
    if (graph.isBounded(node)) batch.isChanged[entry] = 1;
    if (source === NONE) {
      for (let player = 0; player < players; player++) sums[at + player]! += own * graph.lower[node + player]!;
      return;
    }
    const values = batch.sampler.values(source);
    for (let player = 0; player < players; player++) sums[at + player]! += values[player]!;
    const made = this.#learner === undefined ? undefined : batch.sampler.moves(source);
    if (made !== undefined) this.#learner!.learn(batch, entry, { made, sums: values });
  }

  #isDueToLookAround(node: number, visits: number): boolean {
    const all = this.#graph.visits[node]!;
    const count = this.#graph.counts[node]!;
    if (count <= LOOK_AROUND * LOOKED_AT_A_VISIT) return (all ^ (all - visits)) >= LOOK_AROUND;
    const period = count / LOOKED_AT_A_VISIT;
    return Math.floor(all / period) !== Math.floor((all - visits) / period);
  }
}
