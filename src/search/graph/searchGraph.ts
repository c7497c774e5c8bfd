import { type Expansion, type Game, isChance, NO_GOAL } from '../../game/index.js';
import { Blocks } from './blocks.js';
import { BYTES_OF_EDGE, bytesOfNode, CHANCE, CLOSED, EDGES_A_NODE, END, LEAF, NONE, SEVERAL, TURN } from './layout.js';
import { bytesOfState, stateStore, type StateStore } from './stateStore.js';

/** More nodes would be more than arrays can be long. */
const MOST_NODES = 2 ** 25;
const FEWEST_NODES = 2 ** 10;
/** A larger share of nodes in use is worth clearing. */
const CROWDED = 0.5;
/** Goals are points up to this; values inside are shares of it. */
export const POINTS = 100;

/**
 * The states that a search knows, as a graph: a state is one node however it is reached. Nodes and edges live in arrays of a fixed length;
 * what each array holds is written beside it. Indexes: a node n; a player p (a role that is not `random`, in role order); an
 * edge e of node n is `edges[n] + e`, e < `counts[n]`, in the order of `jointMoves`; values are in [0, 1].
 */
export class SearchGraph<State> {
  /** The role of each player. */
  readonly roleOf: readonly number[];
  readonly players: number;
  readonly roles: number;
  /** The role of chance, or NONE. */
  readonly chance: number;
  readonly capacity: number;

  /** By node. */
  readonly kinds: Uint8Array;
  /** The player that chooses, at a TURN. */
  readonly choosers: Uint8Array;
  /** The first edge. */
  readonly edges: Int32Array;
  readonly counts: Int32Array;
  /** At SEVERAL: the first of its arms. */
  readonly arms: Int32Array;
  /** How often it was valued, or passed on the way; visits under way are counted already. */
  readonly visits: Int32Array;
  /** By node × roles + role: at a TURN and at CHANCE, the only move of each role that does not choose. */
  readonly forced: Int32Array;

  /** By node × players + player: the sum of values over the visits … */
  readonly sums: Float64Array;
  /** … and what is proved of the value under best play of each for himself. */
  readonly lower: Float32Array;
  readonly upper: Float32Array;

  /** By edge: the node that it leads to … */
  readonly children: Int32Array;
  /** … how often it was taken … */
  readonly edgeVisits: Int32Array;
  /** … the move of the one that chooses, chance included … */
  readonly edgeMoves: Int32Array;
  /** … and, at a TURN, the value of the child for the chooser as it was last seen from here, or CLOSED. */
  readonly edgeValues: Float32Array;
  /** See {@link turnOf}; empty until some child is an image. */
  #edgeTurns = new Uint8Array(0);

  /**
   * The arms of a node of the kind SEVERAL: first, for each role, the number of its moves, 1 if it has no choice; then the moves, role by role. The other arrays
   * have the same indexes: visits, sum of the role's own values, regret, and the sum of the probabilities with which the move was played.
   */
  armInts = new Int32Array(0);
  armVisits = new Int32Array(0);
  armSums = new Float64Array(0);
  armRegrets = new Float64Array(0);
  armShares = new Float64Array(0);

  /** Whether the goals of two players added up to the same in every end that was met. */
  isZeroSum: boolean;
  /** Whether there is no room for what an expansion brought. */
  isFull = false;

  readonly #states: StateStore<State>;
  readonly #edgeBlocks: Blocks;
  #armBlocks = new Blocks(0);
  /** By node: the next with the same place in the table. */
  readonly #next: Int32Array;
  readonly #table: Int32Array;
  readonly #free: number[] = [];
  #top = 0;
  /** Ends, by their goals. */
  readonly #ends = new Map<string, number>();
  #sum: number | undefined;
  readonly #sizes: number[];

  constructor(
    private readonly game: Game<State>,
    bytes: number,
  ) {
    this.roleOf = [...game.roles.keys()].filter((role) => !isChance(game.roles[role]!));
    this.players = this.roleOf.length;
    this.roles = game.roles.length;
    this.chance = game.roles.findIndex(isChance);
    this.isZeroSum = this.players === 2;
    this.#sizes = new Array<number>(game.roles.length).fill(1);
    const each = bytesOfNode(this) + bytesOfState(game) + EDGES_A_NODE * BYTES_OF_EDGE;
    this.capacity = Math.max(FEWEST_NODES, Math.min(MOST_NODES, Math.floor(bytes / each)));
    const { capacity, players } = this;
    this.kinds = new Uint8Array(capacity);
    this.choosers = new Uint8Array(capacity);
    this.edges = new Int32Array(capacity);
    this.counts = new Int32Array(capacity);
    this.arms = new Int32Array(capacity);
    this.visits = new Int32Array(capacity);
    this.forced = new Int32Array(capacity * this.roles);
    this.sums = new Float64Array(capacity * players);
    this.lower = new Float32Array(capacity * players);
    this.upper = new Float32Array(capacity * players);
    const edges = Math.floor(capacity * EDGES_A_NODE);
    this.#edgeBlocks = new Blocks(edges);
    this.children = new Int32Array(edges);
    this.edgeVisits = new Int32Array(edges);
    this.edgeMoves = new Int32Array(edges);
    this.edgeValues = new Float32Array(edges);
    this.#states = stateStore(game)(capacity);
    this.#next = new Int32Array(capacity);
    this.#table = new Int32Array(2 ** (32 - Math.clz32(capacity - 1))).fill(NONE);
  }

  /** Nodes in use. */
  get size(): number {
    return this.#top - this.#free.length;
  }

  /** Whether there is too little room left to leave in it what cannot be reached any more. */
  get isCrowded(): boolean {
    return this.isFull || this.size > CROWDED * this.capacity;
  }

  /** Whether a state was met in which several choose at once. */
  get hasSeveral(): boolean {
    return this.armInts.length > 0;
  }

  state(node: number): State {
    return this.#states.get(node);
  }

  /** Where the simulator turns states: by which symmetry the child of an edge is an image of the state that follows; 0 where it is that state. */
  turnOf(edge: number): number {
    return this.#edgeTurns[edge] ?? 0;
  }

  /** The node of a state that is not terminal: a new leaf where it is not known. NONE where there is no room. A state that is words may be at a place among others. */
  nodeOf(state: State, from = 0): number {
    const at = this.#states.hash(state, from) & (this.#table.length - 1);
    for (let node = this.#table[at]!; node !== NONE; node = this.#next[node]!) {
      if (this.#states.has(node, state, from)) return node;
    }
    const node = this.#takeNode();
    if (node === NONE) return NONE;
    this.#states.put(node, state, from);
    this.#next[node] = this.#table[at]!;
    this.#table[at] = node;
    return node;
  }

  /** Whether what is known of the value is all there is to know. */
  isSolved(node: number): boolean {
    const from = node * this.players;
    for (let at = from; at < from + this.players; at++) if (this.lower[at] !== this.upper[at]) return false;
    return true;
  }

  /** Whether anything is proved of the value. */
  isBounded(node: number): boolean {
    const from = node * this.players;
    for (let at = from; at < from + this.players; at++) if (this.lower[at]! > 0 || this.upper[at]! < 1) return true;
    return false;
  }

  /** The value of a node for a player: the mean of its visits, within what is proved. Never asked of a node without visits or proof. */
  value(node: number, player: number): number {
    const at = node * this.players + player;
    const visits = this.visits[node]!;
    const mean = visits === 0 ? 0.5 : this.sums[at]! / visits;
    return Math.min(Math.max(mean, this.lower[at]!), this.upper[at]!);
  }

  /**
   * Gives a leaf its edges. True unless there is no room; then it stays a leaf. Its bounds are those that its children give.
   */
  expand(node: number, expansion: Expansion<State>): boolean {
    const total = expansion.terminal.length;
    if (total === 0) {
      this.#settle(node, () => 0);
      return true;
    }
    const block = this.#edgeBlocks.take(total);
    if (block === NONE) {
      this.isFull = true;
      return false;
    }
    if (!this.#attach(block, expansion) || !this.#shape(node, block, expansion)) {
      this.#edgeBlocks.giveBack(block, total);
      this.isFull = true;
      return false;
    }
    this.edges[node] = block;
    this.counts[node] = total;
    if (this.kinds[node] === TURN) for (let edge = 0; edge < total; edge++) this.lookThrough(node, block + edge);
    return true;
  }

  /** Sees the value of a child, at a TURN, from the edge at a place; closes the edge if it is settled or no better than what is sure. */
  lookThrough(node: number, place: number): void {
    const player = this.choosers[node]!;
    const child = this.children[place]!;
    const low = this.lower[child * this.players + player]!;
    const high = this.upper[child * this.players + player]!;
    const isClosed = low === high || high <= this.lower[node * this.players + player]!;
    this.edgeValues[place] = isClosed ? CLOSED : this.value(child, player);
  }

  /** Nothing is proved of the node any more. */
  forgetBounds(node: number): void {
    const from = node * this.players;
    this.lower.fill(0, from, from + this.players);
    this.upper.fill(1, from, from + this.players);
  }

  /** Forgets everything that cannot be reached from the root, and expansions of nodes that have fewer visits. By node, 1 for those that are left. */
  prune(root: number, fewestVisits: number): Uint8Array {
    const reached = this.#reach(root, fewestVisits);
    this.#table.fill(NONE);
    for (const end of this.#ends.values()) reached[end] = 1;
    this.#free.length = 0;
    for (let node = this.#top - 1; node >= 0; node--) {
      if (reached[node] === 0) this.#drop(node);
      else if (this.kinds[node] !== END) this.#enter(node);
    }
    this.#freeEdges();
    this.isFull = false;
    return reached;
  }

  /** The number of visits such that expansions of nodes with fewer make up about half of all. */
  medianVisits(): number {
    const perClass = new Float64Array(32);
    for (let node = 0; node < this.#top; node++) {
      if (this.counts[node]! > 0) perClass[32 - Math.clz32(this.visits[node]!)]! += this.counts[node]!;
    }
    const half = perClass.reduce((sum, count) => sum + count, 0) / 2;
    let sum = 0;
    for (let power = 0; power < 32; power++) {
      sum += perClass[power]!;
      if (sum >= half) return 2 ** power;
    }
    return 1;
  }

  #takeNode(): number {
    const node = this.#free.pop() ?? (this.#top < this.capacity ? this.#top++ : NONE);
    if (node === NONE) return NONE;
    this.kinds[node] = LEAF;
    this.counts[node] = 0;
    this.visits[node] = 0;
    this.sums.fill(0, node * this.players, (node + 1) * this.players);
    this.forgetBounds(node);
    return node;
  }

  /** Makes the edges of a block lead to the successors; false where there is no room for them all. */
  #attach(block: number, expansion: Expansion<State>): boolean {
    const { terminal, goals, turns } = expansion;
    const total = terminal.length;
    if (turns !== undefined) this.#noteTurns(block, turns);
    else this.#edgeTurns.fill(0, block, block + total);
    const successor = this.#nodeOfSuccessor(expansion);
    for (let index = 0; index < total; index++) {
      const child = terminal[index] === 1 ? this.#endOf(goals, index * this.roles) : successor(index);
      if (child === NONE) return false;
      this.children[block + index] = child;
    }
    this.edgeVisits.fill(0, block, block + total);
    return true;
  }

  /** Where states are words these are enough: nothing is made of each. */
  #nodeOfSuccessor(expansion: Expansion<State>): (index: number) => number {
    const { words, terminal } = expansion;
    if (words === undefined) return (index) => this.nodeOf(expansion.successors[index]!);
    const length = words.length / terminal.length;
    return (index) => this.nodeOf(words as State, index * length);
  }

  #noteTurns(block: number, turns: Uint8Array): void {
    if (this.#edgeTurns.length === 0) this.#edgeTurns = new Uint8Array(this.children.length);
    this.#edgeTurns.set(turns, block);
  }

  /** Finds out who chooses; false where there is no room for the arms of several. */
  #shape(node: number, block: number, { joints, terminal }: Expansion<State>): boolean {
    const sole = this.#measure(joints, terminal.length);
    if (sole === SEVERAL_CHOOSE) return this.#makeArms(node, joints);
    const isDrawn = isChance(this.game.roles[sole]!);
    this.kinds[node] = isDrawn ? CHANCE : TURN;
    this.choosers[node] = isDrawn ? 0 : this.roleOf.indexOf(sole);
    const { roles } = this;
    for (let role = 0; role < roles; role++) this.forced[node * roles + role] = joints[role]!;
    for (let edge = 0; edge < terminal.length; edge++) this.edgeMoves[block + edge] = joints[edge * roles + sole]!;
    return true;
  }

  /** Puts the number of moves of each role into `#sizes`; says which role alone chooses (the first player where none does), or that several do. */
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
    const roles = this.#sizes.length;
    const size = roles + this.#sizes.reduce((sum, each) => sum + each, 0);
    if (this.#armBlocks.capacity === 0) this.#openArms();
    const block = this.#armBlocks.take(size);
    if (block === NONE) return false;
    this.armVisits.fill(0, block, block + size);
    this.armSums.fill(0, block, block + size);
    this.armRegrets.fill(0, block, block + size);
    this.armShares.fill(0, block, block + size);
    let at = block + roles;
    let stride = this.#sizes.reduce((product, each) => product * each, 1);
    for (let role = 0; role < roles; role++) {
      const moves = this.#sizes[role]!;
      stride /= moves;
      this.armInts[block + role] = moves;
      for (let move = 0; move < moves; move++) this.armInts[at++] = joints[move * stride * roles + role]!;
    }
    this.kinds[node] = SEVERAL;
    this.arms[node] = block;
    return true;
  }

  #openArms(): void {
    const arms = this.children.length;
    this.#armBlocks = new Blocks(arms);
    this.armInts = new Int32Array(arms);
    this.armVisits = new Int32Array(arms);
    this.armSums = new Float64Array(arms);
    this.armRegrets = new Float64Array(arms);
    this.armShares = new Float64Array(arms);
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
    const node = this.#takeNode();
    if (node === NONE) return NONE;
    this.#settle(node, (player) => Math.max(0, goals[from + this.roleOf[player]!]!) / POINTS);
    this.#ends.set(key, node);
    return node;
  }

  #settle(node: number, worth: (player: number) => number): void {
    this.kinds[node] = END;
    for (let player = 0; player < this.players; player++) {
      const at = node * this.players + player;
      this.lower[at] = worth(player);
      this.upper[at] = this.lower[at]!;
      this.sums[at] = this.lower[at] * this.visits[node]!;
    }
  }

  /** 1 for the nodes that the root reaches once the expansions of rarely visited nodes are forgotten. */
  #reach(root: number, fewestVisits: number): Uint8Array {
    const reached = new Uint8Array(this.#top);
    reached[root] = 1;
    const open = [root];
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      if (node !== root && this.visits[node]! < fewestVisits) this.#fold(node);
      const first = this.edges[node]!;
      for (let edge = first; edge < first + this.counts[node]!; edge++) {
        const child = this.children[edge]!;
        if (reached[child] === 1) continue;
        reached[child] = 1;
        open.push(child);
      }
    }
    return reached;
  }

  /** Makes a node a leaf again, with its visits, values and bounds. */
  #fold(node: number): void {
    if (this.counts[node] === 0) return;
    this.kinds[node] = LEAF;
    this.counts[node] = 0;
  }

  #drop(node: number): void {
    this.counts[node] = 0;
    this.#states.drop(node);
    this.#free.push(node);
  }

  /** Only the edges and arms of nodes that have edges are still in use. */
  #freeEdges(): void {
    const edges = new Int32Array(this.children.length);
    const arms = new Int32Array(this.armInts.length);
    for (let node = 0; node < this.#top; node++) {
      if (this.counts[node] === 0) continue;
      edges[this.edges[node]!] = this.counts[node]!;
      if (this.kinds[node] === SEVERAL) arms[this.arms[node]!] = this.#armsOf(this.arms[node]!);
    }
    this.#edgeBlocks.keepOnly(edges);
    this.#armBlocks.keepOnly(arms);
  }

  /** The size of a block of arms. */
  #armsOf(block: number): number {
    let size = this.roles;
    for (let role = 0; role < this.roles; role++) size += this.armInts[block + role]!;
    return size;
  }

  #enter(node: number): void {
    const at = this.#states.hash(this.#states.get(node)) & (this.#table.length - 1);
    this.#next[node] = this.#table[at]!;
    this.#table[at] = node;
  }
}

/** In place of a role: more than one has a choice. */
const SEVERAL_CHOOSE = -2;
