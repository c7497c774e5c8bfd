import { IntList } from '../base/index.js';

/**
 * An ordered partition of the vertices into cells, which can be split and merged back.
 *
 * Layout: `labelling` holds the vertices cell by cell, `positions` is its inverse. A cell is named by its front, the position of its first
 * vertex: `cellOf[v]` is the front of the cell of v, `sizes[front]` its number of vertices (other entries of `sizes` mean nothing).
 * The order of the vertices within a cell means nothing, and is not restored by {@link undo}.
 */
export class OrderedPartition {
  readonly labelling: Int32Array;
  readonly positions: Int32Array;
  readonly cellOf: Int32Array;
  readonly sizes: Int32Array;
  /** Splits since the beginning: front of the cell, front of the new one. */
  readonly #splits = new IntList();

  /** One cell for each colour, ascending. */
  constructor(colours: Int32Array) {
    const n = colours.length;
    this.labelling = new Int32Array(n);
    this.positions = new Int32Array(n);
    this.cellOf = new Int32Array(n);
    this.sizes = new Int32Array(n);
    const next = firstPositions(colours);
    for (let vertex = 0; vertex < n; vertex++) {
      const colour = colours[vertex]!;
      const position = next.get(colour)!;
      next.set(colour, position + 1);
      this.labelling[position] = vertex;
      this.positions[vertex] = position;
    }
    let front = 0;
    for (let position = 0; position < n; position++) {
      const vertex = this.labelling[position]!;
      if (colours[vertex] !== colours[this.labelling[front]!]) front = position;
      this.cellOf[vertex] = front;
      this.sizes[front]!++;
    }
  }

  /** A moment to which {@link undo} can go back. */
  get mark(): number {
    return this.#splits.length;
  }

  /** Fronts of the cells that were made since a mark. */
  *madeSince(mark: number): Iterable<number> {
    for (let i = mark + 1; i < this.#splits.length; i += 2) yield this.#splits.array[i]!;
  }

  /** The vertices of a cell from position `newFront` on become a cell of their own; costs as many steps as it has. */
  split(front: number, newFront: number): void {
    const { labelling, cellOf, sizes } = this;
    const end = front + sizes[front]!;
    for (let position = newFront; position < end; position++) cellOf[labelling[position]!] = newFront;
    sizes[newFront] = end - newFront;
    sizes[front] = newFront - front;
    this.#splits.push(front);
    this.#splits.push(newFront);
  }

  /** Every vertex of a cell becomes a cell of its own, in the order in which they are. */
  splitWhole(front: number): void {
    for (let position = front + this.sizes[front]! - 1; position > front; position--) this.split(front, position);
  }

  /** Puts a vertex at a position of its cell, and the one from there in its place. */
  moveTo(vertex: number, position: number): void {
    const { labelling, positions } = this;
    const other = labelling[position]!;
    const from = positions[vertex]!;
    labelling[position] = vertex;
    positions[vertex] = position;
    labelling[from] = other;
    positions[other] = from;
  }

  /** A vertex of a cell of several becomes a cell of its own, the last part of it; returns its front. */
  individualise(vertex: number): number {
    const front = this.cellOf[vertex]!;
    const last = front + this.sizes[front]! - 1;
    this.moveTo(vertex, last);
    this.split(front, last);
    return last;
  }

  /** Merges what was split since a mark. */
  undo(mark: number): void {
    const { labelling, cellOf, sizes } = this;
    const splits = this.#splits;
    const log = splits.array;
    while (splits.length > mark) {
      const newFront = log[--splits.length]!;
      const front = log[--splits.length]!;
      const end = newFront + sizes[newFront]!;
      for (let position = newFront; position < end; position++) cellOf[labelling[position]!] = front;
      sizes[front] = end - front;
    }
  }
}

/** For each colour the position of its first vertex, in a labelling by ascending colours. */
function firstPositions(colours: Int32Array): Map<number, number> {
  const counts = new Map<number, number>();
  for (const colour of colours) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  const first = new Map<number, number>();
  let position = 0;
  for (const colour of [...counts.keys()].sort((a, b) => a - b)) {
    first.set(colour, position);
    position += counts.get(colour)!;
  }
  return first;
}
