import { IntList, type Meter } from '../base/index.js';
import type { ColouredGraph } from './colouredGraph.js';
import type { Differences } from './differences.js';
import { identity } from './permutation.js';

/** A permutation that may be an automorphism, kept as a whole and as what it moves: making, testing and dropping it costs no more than that. */
export class Candidate {
  readonly images: Int32Array;
  /** Vertices that it moves. */
  readonly #support = new IntList();
  readonly #graph: ColouredGraph;
  readonly #meter: Meter;
  readonly #isNeighbour: Uint8Array;

  constructor(graph: ColouredGraph, meter: Meter) {
    const n = graph.colours.length;
    meter.allocate(5 * n);
    this.#graph = graph;
    this.#meter = meter;
    this.images = identity(n);
    this.#isNeighbour = new Uint8Array(n);
  }

  get support(): Int32Array {
    return this.#support.toArray();
  }

  /** Takes the candidate that differences suggest; the identity again where it is no automorphism. */
  take(differences: Differences): boolean {
    differences.candidate(this.images, this.#support);
    const isAutomorphism = this.#isAutomorphism();
    if (!isAutomorphism) this.clear();
    return isAutomorphism;
  }

  /** Becomes the identity. */
  clear(): void {
    const { array, length } = this.#support;
    for (let i = 0; i < length; i++) this.images[array[i]!] = array[i]!;
  }

  /** Edges that meet no moved vertex are fixed, so only the others are looked at. */
  #isAutomorphism(): boolean {
    const { array, length } = this.#support;
    for (let i = 0; i < length; i++) {
      this.#meter.tick();
      if (!this.#mapsNeighbours(array[i]!)) return false;
    }
    return true;
  }

  #mapsNeighbours(vertex: number): boolean {
    const { colours, offsets, neighbours } = this.#graph;
    const { images } = this;
    const isNeighbour = this.#isNeighbour;
    const image = images[vertex]!;
    const start = offsets[vertex]!;
    const end = offsets[vertex + 1]!;
    const imageStart = offsets[image]!;
    const imageEnd = offsets[image + 1]!;
    if (colours[vertex] !== colours[image] || end - start !== imageEnd - imageStart) return false;
    for (let at = imageStart; at < imageEnd; at++) isNeighbour[neighbours[at]!] = 1;
    let isMapped = true;
    for (let at = start; at < end && isMapped; at++) isMapped = isNeighbour[images[neighbours[at]!]!] === 1;
    for (let at = imageStart; at < imageEnd; at++) isNeighbour[neighbours[at]!] = 0;
    return isMapped;
  }
}
