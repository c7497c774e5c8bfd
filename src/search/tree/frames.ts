import type { StateSymmetries } from '../../game/index.js';
import type { SearchGraph } from '../graph/index.js';

/** Moves as they are called elsewhere: for each role, move → move. */
export type MoveImages = readonly Int32Array[];

/**
 * What moves are called from node to node, where an edge leads to an image of the state that follows: a move m before
 * the edge is the image of m under the edge's symmetry behind it. The turn from one node to another below is the
 * product of the symmetries on the way.
 */
export class Frames<State> {
  /** By node with a table: the symmetries of its state. */
  readonly #stabilisers = new Map<number, readonly number[]>();

  constructor(
    private readonly graph: SearchGraph<State>,
    private readonly symmetries: StateSymmetries<State>,
  ) {}

  /** A turn with the symmetry of one more edge after it. */
  after(turn: number, edge: number): number {
    return this.symmetries.product(turn, this.graph.turnOf(edge));
  }

  /** A turn with the symmetry of one more edge before it. */
  before(edge: number, turn: number): number {
    return this.symmetries.product(this.graph.turnOf(edge), turn);
  }

  /** The turn that is left when from one to a lower node that to a still lower one is taken away. */
  between(whole: number, rest: number): number {
    return this.symmetries.product(whole, this.symmetries.inverse(rest));
  }

  /** What moves behind a turn are called before it. */
  images(turn: number): MoveImages {
    return this.symmetries.moves(this.symmetries.inverse(turn));
  }

  /**
   * The same, with everything that these moves may as well be called there: once for each symmetry of the node's
   * state.
   */
  allImages(node: number, turn: number): readonly MoveImages[] {
    let stabiliser = this.#stabilisers.get(node);
    if (stabiliser === undefined) {
      stabiliser = this.symmetries.stabiliser(this.graph.state(node));
      this.#stabilisers.set(node, stabiliser);
    }
    const back = this.symmetries.inverse(turn);
    return stabiliser.map((symmetry) => this.symmetries.moves(this.symmetries.product(back, symmetry)));
  }

  /** The node is no more. */
  drop(node: number): void {
    this.#stabilisers.delete(node);
  }
}
