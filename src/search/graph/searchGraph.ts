import { type Expansion, type Game, isChance, NO_GOAL } from '../../game/index.js';
import { Arms } from './arms.js';
import { Blocks } from './blocks.js';
import { BYTES_OF_EDGE, CHANCE, CLOSED, END, LEAF, NODE, NONE, SEVERAL, TURN, UNMET, UNTRIED } from './layout.js';
import { bytesOfNode, Records } from './records.js';

const FEWEST_NODES = 2 ** 10;
/**
 * Fewest edges there is room for: those of a state with very many joint moves are to find some, however little memory
 * there is.
 */
const FEWEST_EDGES = 2 ** 12;
/**
 * Edges for each node that there is room for where all children are met: few states are met twice, so that there is
 * about one, of its parent.
 */
const EDGES_OF_ALL = 1.25;
/** Where children are met when they are visited: of so many edges one leads to a node, about, … */
const EDGES_A_CHILD = 6;
/** … but within these bounds. */
const [FEWEST_EDGES_A_NODE, MOST_EDGES_A_NODE] = [1.5, 16];
/** Where several choose at once, so many children are met with their node. */
const MOST_MET = 256;
/** Goals are points up to this; values inside are shares of it. */
export const POINTS = 100;

/** What a graph is opened with. */
export interface GraphSetting<State> {
  readonly game: Game<State>;
  /** Most memory, about. */
  readonly bytes: number;
  /** Whether all children of a node become nodes with it. Else a child becomes one when it is first visited. */
  readonly meetsAll?: boolean;
  /** Words that the algorithm keeps beside each node. */
  readonly beside?: number;
}

/** Who keeps something about nodes elsewhere. */
export interface Watcher {
  /** The node is a leaf again; its edges are still there. */
  readonly onFold?: (node: number) => void;
  /** The node is forgotten. */
  readonly onDrop?: (node: number) => void;
}

/**
 * The states that a search knows, as a graph: a state is one node however it is reached. Nodes are records in one
 * piece of memory (`records.ts`), edges are blocks of arrays: a node is a place of the record arrays (`kinds`,
 * `visits`, …), an edge e of node n is `edges[n] + e` in the edge arrays, e < `counts[n]`, in the order of
 * `jointMoves`. A player p is a role that is not `random`, in role order; values are in [0, 1].
 *
 * A child that was never visited is no node: its edge leads to {@link UNMET}, of which nothing is known. Ends are
 * nodes, one for each outcome. Nodes count the edges that lead to them; who is not reached any more is forgotten
 * (`room.ts`).
 */
export class SearchGraph<State> {
  /** The role of each player. */
  readonly roleOf: readonly number[];
  readonly players: number;
  readonly roles: number;
  /** The role of chance, or NONE. */
  readonly chance: number;

  /** By node: */
  readonly kinds: Int32Array;
  /** The player that chooses, at a TURN … */
  readonly choosers: Int32Array;
  /** … or the first arm, at SEVERAL. */
  readonly arms: Int32Array;
  /** The first edge. */
  readonly edges: Int32Array;
  readonly counts: Int32Array;
  /** How often it was valued, or passed on the way; visits under way are counted already. */
  readonly visits: Int32Array;
  /** Edges that lead to it, and one more for the root. */
  readonly links: Int32Array;
  /** At node + role: at a TURN and at CHANCE, the only move of each role that does not choose. */
  readonly forced: Int32Array;
  /** At node / 2 + player: the sum of values over the visits … */
  readonly sums: Float64Array;
  /** … and, at node + player, what is proved of the value under best play of each for himself. */
  readonly lower: Float32Array;
  readonly upper: Float32Array;

  /** By edge: the node that it leads to … */
  readonly children: Int32Array;
  /** … how often it was taken … */
  readonly edgeVisits: Int32Array;
  /** … the move of the one that chooses, chance included … */
  readonly edgeMoves: Int32Array;
  /** … and, at a TURN, the value of the child for the chooser as it was last seen from here, or CLOSED, or UNTRIED … */
  readonly edgeValues: Float32Array;
  /** … with 1 / √(visits), 1 for none: what its choices rest on lies side by side. */
  readonly edgeRarities: Float32Array;
  /** See {@link turnOf}; empty until some child is an image. */
  #edgeTurns = new Uint8Array(0);
  /** At nodes where several choose at once; empty until there is one. */
  ofArms = new Arms(0);

  readonly records: Records<State>;
  readonly edgeBlocks: Blocks;
  readonly watchers: Watcher[] = [];
  /** Nodes that nothing leads to any more. */
  readonly doomed: number[] = [];
  /** Whether there was no room for what an expansion brought. */
  isFull = false;
  /** Whether the goals of two players added up to the same in every end that was met. */
  isZeroSum: boolean;
  /** The node of the present state, which is never forgotten. */
  root = NONE;

  readonly #game: Game<State>;
  readonly #meetsAll: boolean;
  readonly #bytesOfNode: number;
  /** Ends, by their goals. */
  readonly #ends = new Map<string, number>();
  #sum: number | undefined;
  readonly #sizes: number[];

  constructor({ game, bytes, meetsAll = false, beside = 0 }: GraphSetting<State>) {
    this.#game = game;
    this.#meetsAll = meetsAll;
    this.roleOf = [...game.roles.keys()].filter((role) => !isChance(game.roles[role]!));
    this.players = this.roleOf.length;
    this.roles = game.roles.length;
    this.chance = game.roles.findIndex(isChance);
    this.isZeroSum = this.players === 2;
    this.#sizes = new Array<number>(game.roles.length).fill(1);
    const record = { game, players: this.players, beside };
    this.#bytesOfNode = bytesOfNode(record);
    const edgesANode = meetsAll ? EDGES_OF_ALL : edgesANodeIn(game);
    const nodes = Math.max(FEWEST_NODES, Math.floor(bytes / (this.#bytesOfNode + edgesANode * BYTES_OF_EDGE)));
    this.records = new Records({ ...record, bytes: nodes * this.#bytesOfNode });
    const { ints, floats, doubles, at } = this.records;
    this.kinds = ints.subarray(NODE.KIND);
    this.choosers = ints.subarray(NODE.CHOOSER);
    this.arms = this.choosers;
    this.edges = ints.subarray(NODE.EDGES);
    this.counts = ints.subarray(NODE.COUNT);
    this.visits = ints.subarray(NODE.VISITS);
    this.links = ints.subarray(NODE.LINKS);
    this.forced = ints.subarray(at.forced);
    this.lower = floats.subarray(at.lower);
    this.upper = floats.subarray(at.upper);
    this.sums = doubles.subarray(at.sums / 2);
    const edges = Math.max(FEWEST_EDGES, Math.floor(this.records.capacity * edgesANode));
    this.children = new Int32Array(edges);
    this.edgeVisits = new Int32Array(edges);
    this.edgeMoves = new Int32Array(edges);
    this.edgeValues = new Float32Array(edges);
    this.edgeRarities = new Float32Array(edges);
    this.edgeBlocks = new Blocks(this.children);
  }

  /** Nodes in use. */
  get size(): number {
    return this.records.used;
  }

  /** Bytes in use, about. */
  get bytes(): number {
    return this.size * this.#bytesOfNode + this.edgeBlocks.used * BYTES_OF_EDGE + this.ofArms.bytes;
  }

  /** Whether a state was met in which several choose at once. */
  get hasSeveral(): boolean {
    return this.ofArms.capacity > 0;
  }

  /** What an algorithm keeps beside nodes, from a word of that on: asked by node. */
  intsBeside(word: number): Int32Array {
    return this.records.ints.subarray(this.records.at.beside + word);
  }

  floatsBeside(word: number): Float32Array {
    return this.records.floats.subarray(this.records.at.beside + word);
  }

  /** The same as numbers of 8 bytes, from an even word on: asked by node / 2. */
  doublesBeside(word: number): Float64Array {
    return this.records.doubles.subarray((this.records.at.beside + word) / 2);
  }

  state(node: number): State {
    return this.records.state(node);
  }

  /**
   * Where the simulator turns states: by which symmetry the child of an edge is an image of the state that follows; 0
   * where it is that state.
   */
  turnOf(edge: number): number {
    return this.#edgeTurns[edge] ?? 0;
  }

  /**
   * The node of a state that is not terminal: a new leaf where it is not known. NONE where there is no room. A state
   * that is words may be at a place among others.
   */
  nodeOf(state: State, from = 0): number {
    const known = this.records.find(state, from);
    if (known !== NONE) return known;
    const node = this.records.take();
    if (node === NONE) this.isFull = true;
    else this.records.enter(node, state, from);
    return node;
  }

  /** Makes the node of a state the root; false where there is no room for it. */
  moveTo(state: State): boolean {
    const node = this.nodeOf(state);
    if (node === NONE) return false;
    this.links[node]!++;
    if (this.root !== NONE) this.unlink(this.root);
    this.root = node;
    // Proofs without their witnesses are no help in choosing a move.
    if (this.kinds[node] === LEAF) this.forgetBounds(node);
    return true;
  }

  /** There is no root for now. */
  leaveRoot(): void {
    this.unlink(this.root);
    this.root = NONE;
  }

  /** An edge, or the root, leads to a node no more. */
  unlink(node: number): void {
    if (node !== UNMET && --this.links[node]! === 0) this.doomed.push(node);
  }

  /** Whether what is known of the value is all there is to know. */
  isSolved(node: number): boolean {
    for (let at = node; at < node + this.players; at++) if (this.lower[at] !== this.upper[at]) return false;
    return true;
  }

  /** Whether anything is proved of the value. */
  isBounded(node: number): boolean {
    for (let at = node; at < node + this.players; at++) if (this.lower[at]! > 0 || this.upper[at]! < 1) return true;
    return false;
  }

  /**
   * The value of a node for a player: the mean of its visits, within what is proved. Never asked of a node without
   * visits or proof.
   */
  value(node: number, player: number): number {
    const visits = this.visits[node]!;
    const mean = visits === 0 ? 0.5 : this.sums[(node >> 1) + player]! / visits;
    const low = this.lower[node + player]!;
    const high = this.upper[node + player]!;
    return mean < low ? low : mean > high ? high : mean;
  }

  /** Gives a leaf its edges. True unless there is no room; then it stays a leaf. */
  expand(node: number, expansion: Expansion<State>): boolean {
    const total = expansion.terminal.length;
    if (total === 0) {
      this.#settle(node, () => 0);
      return true;
    }
    const block = this.edgeBlocks.take(total);
    if (block === NONE) {
      // What is larger than that is not worth all the rest.
      this.isFull ||= 4 * total < this.children.length;
      return false;
    }
    const sole = this.#measure(expansion.joints, total);
    // Regrets rest on the values of all joint moves, and some lead to the same.
    const meetsAll = this.#meetsAll || (sole === SEVERAL_CHOOSE && total <= MOST_MET);
    if (!this.#attach(block, expansion, meetsAll) || !this.#shape(node, { block, sole }, expansion)) {
      for (let edge = block; edge < block + total; edge++) this.unlink(this.children[edge]!);
      this.edgeBlocks.giveBack(block);
      this.isFull = true;
      return false;
    }
    this.edges[node] = block;
    this.counts[node] = total;
    if (this.kinds[node] === TURN) for (let edge = 0; edge < total; edge++) this.lookThrough(node, block + edge);
    return true;
  }

  /** Makes a node a leaf again, with its visits, values and bounds. */
  fold(node: number): void {
    if (this.kinds[node] === SEVERAL) this.ofArms.blocks.giveBack(this.arms[node]!);
    this.kinds[node] = LEAF;
    for (const { onFold } of this.watchers) onFold?.(node);
    const first = this.edges[node]!;
    for (let edge = first; edge < first + this.counts[node]!; edge++) this.unlink(this.children[edge]!);
    this.edgeBlocks.giveBack(first);
    this.counts[node] = 0;
  }

  /** Forgets a node that nothing leads to. */
  drop(node: number): void {
    if (this.counts[node]! > 0) this.fold(node);
    for (const { onDrop } of this.watchers) onDrop?.(node);
    this.records.drop(node);
  }

  /** The edge leads to that node from now on. */
  link(edge: number, child: number): void {
    this.children[edge] = child;
    this.links[child]!++;
  }

  /**
   * Sees the value of a child, at a TURN, from the edge at a place; closes the edge if it is settled or no better
   * than what is sure.
   */
  lookThrough(node: number, place: number): void {
    const player = this.choosers[node]!;
    const child = this.children[place]!;
    const low = this.lower[child + player]!;
    const high = this.upper[child + player]!;
    const isClosed = low === high || high <= this.lower[node + player]!;
    this.edgeValues[place] = isClosed ? CLOSED : this.edgeVisits[place] === 0 ? UNTRIED : this.value(child, player);
  }

  /** Nothing is proved of the node any more. */
  forgetBounds(node: number): void {
    this.lower.fill(0, node, node + this.players);
    this.upper.fill(1, node, node + this.players);
  }

  /**
   * Makes the edges of a block lead to the successors, or to nothing met yet; false where there is no room for them
   * all.
   */
  #attach(block: number, expansion: Expansion<State>, meetsAll: boolean): boolean {
    const { terminal, goals, turns } = expansion;
    const total = terminal.length;
    if (turns !== undefined) this.#noteTurns(block, turns);
    else this.#edgeTurns.fill(0, block, block + total);
    this.edgeVisits.fill(0, block, block + total);
    this.edgeRarities.fill(1, block, block + total);
    this.children.fill(UNMET, block, block + total);
    const successor = meetsAll ? this.#nodeOfSuccessor(expansion) : () => UNMET;
    for (let index = 0; index < total; index++) {
      const child = terminal[index] === 1 ? this.#endOf(goals, index * this.roles) : successor(index);
      if (child === NONE) return false;
      if (child !== UNMET) this.link(block + index, child);
    }
    return true;
  }

  /** Where states are words these are enough: nothing is made of each. */
  #nodeOfSuccessor(expansion: Expansion<State>): (index: number) => number {
    const { words, terminal } = expansion;
    if (words === undefined) return (index) => this.nodeOf(expansion.successors[index]!);
    const length = words.length / terminal.length;
    return (index) => this.nodeOf(words as State, index * length);
  }

  /**
   * Makes an edge that leads to nothing met lead to the node of its state; gives the node, NONE where there is no
   * room.
   */
  meet(edge: number, state: State, from = 0): number {
    const node = this.nodeOf(state, from);
    if (node !== NONE) this.link(edge, node);
    return node;
  }

  #noteTurns(block: number, turns: Uint8Array): void {
    if (this.#edgeTurns.length === 0) this.#edgeTurns = new Uint8Array(this.children.length);
    this.#edgeTurns.set(turns, block);
  }

  /** Finds out who chooses; false where there is no room for the arms of several. */
  #shape(
    node: number,
    { block, sole }: { readonly block: number; readonly sole: number },
    { joints, terminal }: Expansion<State>,
  ): boolean {
    if (sole === SEVERAL_CHOOSE) return this.#makeArms(node, joints);
    const isDrawn = isChance(this.#game.roles[sole]!);
    this.kinds[node] = isDrawn ? CHANCE : TURN;
    this.choosers[node] = isDrawn ? 0 : this.roleOf.indexOf(sole);
    const { roles } = this;
    for (let role = 0; role < roles; role++) this.forced[node + role] = joints[role]!;
    for (let edge = 0; edge < terminal.length; edge++) this.edgeMoves[block + edge] = joints[edge * roles + sole]!;
    return true;
  }

  /**
   * Puts the number of moves of each role into `#sizes`; says which role alone chooses (the first player where none
   * does), or that several do.
   */
  #measure(joints: Int32Array, total: number): number {
    const { roles } = this;
    let stride = 1;
    let sole = NONE;
    for (let role = roles - 1; role >= 0; role--) {
      let size = 1;
      while (size * stride < total && joints[size * stride * roles + role] !== joints[role]) size++;
      this.#sizes[role] = size;
      stride *= size;
      if (size > 1) sole = sole === NONE ? role : SEVERAL_CHOOSE;
    }
    return sole === NONE ? this.roleOf[0]! : sole;
  }

  #makeArms(node: number, joints: Int32Array): boolean {
    if (!this.hasSeveral) this.ofArms = new Arms(Math.max(FEWEST_EDGES, this.children.length >> 1));
    const block = this.ofArms.make(this.#sizes, joints);
    if (block === NONE) return false;
    this.kinds[node] = SEVERAL;
    this.arms[node] = block;
    return true;
  }

  /** The end with these goals. */
  #endOf(goals: ArrayLike<number>, from: number): number {
    let key = '';
    let sum = 0;
    for (const role of this.roleOf) {
      const goal = goals[from + role]!;
      key += `${String(goal)} `;
      sum += goal === NO_GOAL ? Number.NaN : goal;
    }
    const known = this.#ends.get(key);
    if (known !== undefined) return known;
    this.#sum ??= sum;
    if (sum !== this.#sum) this.isZeroSum = false;
    const node = this.records.take();
    if (node === NONE) return NONE;
    this.#settle(node, (player) => Math.max(0, goals[from + this.roleOf[player]!]!) / POINTS);
    // Ends are kept for good.
    this.links[node] = 1;
    this.#ends.set(key, node);
    return node;
  }

  #settle(node: number, worth: (player: number) => number): void {
    this.kinds[node] = END;
    for (let player = 0; player < this.players; player++) {
      this.lower[node + player] = worth(player);
      this.upper[node + player] = this.lower[node + player]!;
      this.sums[(node >> 1) + player] = this.lower[node + player]! * this.visits[node]!;
    }
  }
}

/** In place of a role: more than one has a choice. */
const SEVERAL_CHOOSE = -2;

/** Edges for each node that there is room for where children are met when they are visited. */
function edgesANodeIn<State>(game: Game<State>): number {
  const initial = game.initial();
  const joints = game.roles.reduce((product, _, role) => product * game.legalMoves(initial, role).length, 1);
  return Math.min(MOST_EDGES_A_NODE, Math.max(FEWEST_EDGES_A_NODE, joints / EDGES_A_CHILD));
}
