import { IntList } from '../base/index.js';
import { type Expansion, NO_GOAL } from '../game/index.js';
import { choicesOf, type Offsets, offsetsOf } from './choices.js';
import { playersOf } from './interests.js';
import { MetStates } from './metStates.js';
import {
  CHANCE,
  type Chooser,
  choosersOf,
  type Match,
  type Objective,
  OTHERS,
  OWN,
  UNFINISHED,
  widestBounds,
  worthOf,
} from './objective.js';
import { MAX, MEAN, MIN, type NodeKind, ValueGraph } from './valueGraph.js';

/** Rounds left of states that are never cut off. */
const UNBOUNDED = 0;
/** In {@link GameGraph}: the node is no state. */
const NO_STATE = -1;
/** Longer lists of children may name a child twice: looking for it would take longer than it saves. */
const LONG_LIST = 32;

/**
 * The graph of a game for one objective, grown leaf by leaf. A state is a node. Where one side alone has a choice, its children are
 * the states that follow; where several have one, there are nodes between: first the own side chooses, then the others, who see that,
 * then chance draws. Terminal states of the same worth are one node, and so are all that the match says one stands for. (Cycles come of that
 * only where there are some anyway: play that leads from a state to its image leads on to the image of that, and in the end back.)
 *
 * A draw that changes nothing is as good as not made: where chance leads from a state back to itself but not certainly so, the
 * value is the mean over the other draws. (With q < 1 the chance of that and r the rest, v = q v + r has the one solution r / (1 - q), and
 * choosing among such equations is choosing among their solutions.)
 */
export class GameGraph<State> {
  readonly values = new ValueGraph();
  readonly root: number;
  /** States that were expanded. */
  expanded = 0;
  /** Joint moves that were made. */
  successors = 0;
  /** Whether a state was met in which several players have a choice. */
  isSimultaneous = false;
  /** Whether a state, not terminal, was met in which some role has no legal move. */
  isStuck = false;
  /** Whether a state, not terminal, was met at the horizon. */
  isCut = false;
  /** What the goals of all players add up to in every terminal state that was met; NaN where that differs, or one has none or several. */
  sum: number | undefined;
  readonly #states: MetStates<State>;
  /** By state. */
  readonly #nodes = new IntList(64);
  /** By node. */
  readonly #stateOf = new IntList(64);
  readonly #constants = new Map<number, number>();
  readonly #players: readonly number[];
  readonly #choosers: readonly Chooser[];
  readonly #kinds: readonly [NodeKind, NodeKind, NodeKind];
  readonly #bounds: { readonly lower: number; readonly upper: number };
  /** Nodes that follow from the joint moves of the state that is being expanded. */
  readonly #follow = new IntList(64);

  constructor(
    private readonly match: Match<State>,
    private readonly objective: Objective,
  ) {
    const { game, start, horizon } = match;
    this.#states = new MetStates(match);
    this.#players = playersOf(game.roles);
    this.#choosers = choosersOf(game.roles, objective);
    this.#kinds = [objective.aim === 'best' ? MAX : MIN, MIN, MEAN];
    this.#bounds = widestBounds(objective);
    const goals = game.goals(start).map((goal) => goal ?? NO_GOAL);
    if (game.isTerminal(start)) this.root = this.#ending(goals, 0);
    else if (horizon === 0) this.root = this.#unfinished();
    else this.root = this.#nodeOf(start, horizon === Infinity ? UNBOUNDED : horizon);
  }

  /** Memory taken up to now. */
  get bytes(): number {
    return this.values.bytes + this.#states.bytes + 4 * (this.#nodes.array.length + this.#stateOf.array.length);
  }

  /** The state of a node, or undefined for one between states, or of terminal states. */
  stateOf(node: number): State | undefined {
    const state = this.#stateOf.array[node]!;
    return state === NO_STATE ? undefined : this.#states.state(state);
  }

  /** Rounds left in the state of a node. */
  roundsLeft(node: number): number {
    const left = this.#states.roundsLeft(this.#stateOf.array[node]!);
    return left === UNBOUNDED ? Infinity : left;
  }

  /** The node of a state, not terminal, in which so many rounds are left, or undefined if it was never met. */
  find(state: State, roundsLeft: number): number | undefined {
    if (roundsLeft === 0) return this.#constants.get(UNFINISHED);
    const known = this.#states.find(state, roundsLeft === Infinity ? UNBOUNDED : roundsLeft);
    return known < 0 ? undefined : this.#nodes.array[known]!;
  }

  /** Gives leaves their children. */
  grow(leaves: readonly number[]): void {
    const states = leaves.map((leaf) => this.stateOf(leaf)!);
    const expansions = this.match.simulator.expand(states);
    for (let index = 0; index < leaves.length; index++) this.#attach(leaves[index]!, expansions[index]!);
  }

  #attach(node: number, expansion: Expansion<State>): void {
    const total = expansion.successors.length;
    this.expanded++;
    this.successors += total;
    if (total === 0) {
      this.isStuck = true;
      this.values.tighten(node, UNFINISHED, UNFINISHED);
      return;
    }
    this.#followAll(this.#states.roundsLeft(this.#stateOf.array[node]!), expansion);
    const choices = choicesOf(expansion.joints, this.#choosers);
    if (choices.isSimultaneous) this.isSimultaneous = true;
    if (choices.sole === undefined) this.#attachSides(node, offsetsOf(choices, this.#choosers));
    else this.#attachFollowing(node, this.#kinds[choices.sole], node);
    this.values.update(node);
  }

  #followAll(roundsLeft: number, { successors, terminal, goals }: Expansion<State>): void {
    const roles = this.#choosers.length;
    this.#follow.length = 0;
    for (let index = 0; index < successors.length; index++) {
      if (terminal[index] === 1) this.#follow.push(this.#ending(goals, index * roles));
      else if (roundsLeft === 1) this.#follow.push(this.#unfinished());
      else this.#follow.push(this.#nodeOf(successors[index]!, roundsLeft === UNBOUNDED ? UNBOUNDED : roundsLeft - 1));
    }
  }

  /** The own side's choices, the others' below each, the draws below each of these. */
  #attachSides(node: number, [own, others, chance]: Offsets): void {
    const all = this.#follow.toArray();
    const drawn = (first: number): number =>
      this.#between(
        CHANCE,
        chance.map((each) => all[first + each]!),
        node,
      );
    const answered = (first: number): number =>
      this.#between(
        OTHERS,
        others.map((each) => drawn(first + each)),
        node,
      );
    this.#attachAll(node, this.#kinds[OWN], { children: own.map(answered), state: node });
  }

  /** A node between states, or the child itself where it is the only one. */
  #between(chooser: Chooser, children: readonly number[], state: number): number {
    if (children.length === 1) return children[0]!;
    const node = this.#add(NO_STATE);
    this.#attachAll(node, this.#kinds[chooser], { children, state });
    this.values.update(node);
    return node;
  }

  #attachAll(
    node: number,
    kind: NodeKind,
    { children, state }: { readonly children: readonly number[]; readonly state: number },
  ): void {
    this.#follow.length = 0;
    for (const child of children) this.#follow.push(child);
    this.#attachFollowing(node, kind, state);
  }

  /** Makes the nodes that follow children: in a choice each once, of draws all but those that lead back to the state. */
  #attachFollowing(node: number, kind: NodeKind, state: number): void {
    const { edges } = this.values;
    const { array, length } = this.#follow;
    this.values.open(node, kind);
    const first = edges.length;
    for (let index = 0; index < length; index++) {
      const child = array[index]!;
      if (kind === MEAN ? child !== state : !isListed(edges, first, child)) edges.push(child);
    }
    if (edges.length === first) edges.push(state);
    this.values.close(node);
  }

  #ending(goals: ArrayLike<number>, at: number): number {
    this.#addUp(goals, at);
    return this.#constant(worthOf(goals[at + this.objective.role]!, this.objective));
  }

  #addUp(goals: ArrayLike<number>, at: number): void {
    let sum = 0;
    for (const player of this.#players) sum += goals[at + player] === NO_GOAL ? Number.NaN : goals[at + player]!;
    this.sum ??= sum;
    if (sum !== this.sum) this.sum = Number.NaN;
  }

  #unfinished(): number {
    this.isCut = true;
    return this.#constant(UNFINISHED);
  }

  #constant(worth: number): number {
    let node = this.#constants.get(worth);
    if (node === undefined) {
      node = this.#add(NO_STATE);
      this.#constants.set(worth, node);
      this.values.tighten(node, worth, worth);
    }
    return node;
  }

  #nodeOf(state: State, roundsLeft: number): number {
    const id = this.#states.add(state, roundsLeft);
    if (id === this.#nodes.length) this.#nodes.push(this.#add(id));
    return this.#nodes.array[id]!;
  }

  #add(state: number): number {
    this.#stateOf.push(state);
    return this.values.add(this.#bounds.lower, this.#bounds.upper);
  }
}

/** Whether a short list of children, from `first` on, has the child. */
function isListed({ array, length }: IntList, first: number, child: number): boolean {
  if (length - first > LONG_LIST) return false;
  for (let at = first; at < length; at++) if (array[at] === child) return true;
  return false;
}
