import { IntList, type Meter } from '../../base/index.js';
import { type ColouredGraph, graphOfEnds } from '../colouredGraph.js';

/** A coloured graph that is being built, vertex by vertex; an edge that is added twice is there once. */
export class GraphBuilder {
  readonly #colours = new IntList();
  readonly #edges = new IntList();
  readonly #colourOf = new Map<string, number>();
  readonly #meter: Meter;

  constructor(meter: Meter) {
    this.#meter = meter;
  }

  /** The colour of that name. */
  colour(name: string): number {
    let colour = this.#colourOf.get(name);
    if (colour === undefined) this.#colourOf.set(name, (colour = this.#colourOf.size));
    return colour;
  }

  vertex(colour: number): number {
    this.#meter.tick();
    this.#colours.push(colour);
    return this.#colours.length - 1;
  }

  edge(a: number, b: number): void {
    this.#edges.push(a);
    this.#edges.push(b);
  }

  build(): BuiltGraph {
    const colours = this.#colours.toArray();
    this.#meter.allocate(4 * (3 * colours.length + 4 * this.#edges.length));
    this.#meter.look();
    return { graph: graphOfEnds(colours, this.#edges), colourNames: [...this.#colourOf.keys()] };
  }
}

export interface BuiltGraph {
  readonly graph: ColouredGraph;
  /** What colours stand for, for people. */
  readonly colourNames: readonly string[];
}
