import { IntList } from '../../base/index.js';
import { nextByGame, type Simulator, type StateSymmetries } from '../../game/index.js';
import type { SearchSetting } from '../search.js';
import { moveOf } from './joints.js';
import { NODE, NONE } from './layout.js';
import type { SearchGraph } from './searchGraph.js';

/**
 * Children that are visited for the first time. An edge gets a node at once, so that visits can be counted; which
 * state it is, and whether that was known already, is found out for all of them together, in the lanes of the engine.
 */
export class Meetings<State> {
  /** For each: the parent, the edge as it is numbered there, and the child. */
  readonly #parents = new IntList();
  readonly #edges = new IntList();
  readonly #children = new IntList();
  /** Those that turned out to be other nodes, and these. */
  readonly #known = new Map<number, number>();
  #joints = new Int32Array(64);
  readonly #next: NonNullable<Simulator<State>['next']>;
  readonly #turning: StateSymmetries<State> | undefined;

  constructor(
    private readonly graph: SearchGraph<State>,
    { game, simulator, turning }: Pick<SearchSetting<State>, 'game' | 'simulator' | 'turning'>,
  ) {
    this.#next = (states, joints) => simulator.next?.(states, joints) ?? nextByGame(game, states, joints);
    this.#turning = turning;
  }

  /**
   * The child of an edge that leads to nothing met: a node without a state until {@link settle}. NONE where there is
   * no room.
   */
  meet(node: number, edge: number): number {
    const { graph } = this;
    const child = graph.records.take();
    if (child === NONE) {
      graph.isFull = true;
      return NONE;
    }
    graph.link(graph.edges[node]! + edge, child);
    this.#parents.push(node);
    this.#edges.push(edge);
    this.#children.push(child);
    return child;
  }

  /**
   * Finds the states of all children that were met since the last time; whether some turned out to be nodes of
   * before.
   */
  settle(): boolean {
    const { graph } = this;
    const { length } = this.#children;
    this.#known.clear();
    if (length === 0) return false;
    const parents = this.#parents.array.subarray(0, length);
    const states = this.#next(
      Array.from(parents, (node) => graph.state(node)),
      this.#readJoints(),
    );
    states.forEach((state, index) => {
      const turn = graph.turnOf(graph.edges[parents[index]!]! + this.#edges.array[index]!);
      this.#give(index, turn === 0 ? state : this.#turning!.image(state, turn));
    });
    this.#parents.length = 0;
    this.#edges.length = 0;
    this.#children.length = 0;
    return this.#known.size > 0;
  }

  /** After {@link settle}: the node that a child turned out to be. */
  whoIs(child: number): number {
    return this.#known.get(child) ?? child;
  }

  #readJoints(): Int32Array {
    const { roles } = this.graph;
    const size = this.#children.length * roles;
    if (this.#joints.length < size) this.#joints = new Int32Array(2 * size);
    for (let index = 0; index < this.#children.length; index++) {
      const at = { node: this.#parents.array[index]!, edge: this.#edges.array[index]! };
      for (let role = 0; role < roles; role++) this.#joints[index * roles + role] = moveOf(this.graph, at, role);
    }
    return this.#joints.subarray(0, size);
  }

  /** The child has that state. Where it was known, the node of before takes its place, with its visits. */
  #give(index: number, state: State): void {
    const { graph } = this;
    const { records, visits, sums, players } = graph;
    const child = this.#children.array[index]!;
    const known = records.find(state, 0);
    if (known === NONE) {
      records.enter(child, state, 0);
      return;
    }
    visits[known]! += visits[child]!;
    for (let player = 0; player < players; player++) sums[(known >> 1) + player]! += sums[(child >> 1) + player]!;
    graph.link(graph.edges[this.#parents.array[index]!]! + this.#edges.array[index]!, known);
    records.ints[child + NODE.LINKS] = 0;
    records.giveBack(child);
    this.#known.set(child, known);
  }
}
