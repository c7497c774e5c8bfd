import { IntList, type Meter } from '../base/index.js';
import type { ColouredGraph } from './colouredGraph.js';
import type { Differences } from './differences.js';
import type { OrderedPartition } from './orderedPartition.js';
import type { Trace } from './trace.js';

/**
 * Equitable refinement (colour refinement): cells are split until all vertices of a cell have the same number of neighbours in each cell. The
 * worklist of splitters is Hopcroft's, without the largest part of a cell; only neighbours of a splitter are touched, so that the cost follows the
 * edges (Paige and Tarjan 1987; Darga, Sakallah and Markov 2008 for the sparse form).
 *
 * The order of all that matters depends on cells and counts only, never on the numbers of vertices: isomorphic inputs give equal traces.
 */
export class Refinement {
  /** Vertices of splitters, since the beginning. */
  work = 0;
  readonly #graph: ColouredGraph;
  readonly #partition: OrderedPartition;
  readonly #meter: Meter;
  /** Neighbours of a vertex in the splitter at hand; zero between splitters. */
  readonly #counts: Int32Array;
  /** Vertices of a cell that have such neighbours, by its front; they are the last of the cell. Zero between splitters. */
  readonly #touched: Int32Array;
  readonly #touchedCells: Int32Array;
  readonly #touchedVertices = new IntList();
  readonly #touchedSingletons = new IntList();
  /** Splitters to come: singletons on a stack, which goes first; a ring of the others. */
  readonly #isWaiting: Uint8Array;
  readonly #singletons = new IntList();
  readonly #ring: Int32Array;
  #ringStart = 0;
  #ringLength = 0;
  /** By front, the last refinement that made or shrank the cell. */
  readonly #refinementOf: Int32Array;
  #refinement = 0;
  readonly #splitter = new IntList();
  readonly #buckets = new IntList();
  readonly #sorted = new IntList();

  constructor(graph: ColouredGraph, partition: OrderedPartition, meter: Meter) {
    const n = graph.colours.length;
    meter.allocate(4 * 5 * n + n);
    this.#graph = graph;
    this.#partition = partition;
    this.#meter = meter;
    this.#counts = new Int32Array(n);
    this.#touched = new Int32Array(n);
    this.#touchedCells = new Int32Array(n);
    this.#isWaiting = new Uint8Array(n);
    this.#ring = new Int32Array(n);
    this.#refinementOf = new Int32Array(n);
  }

  /** Refines the partition, whose cells are all splitters. */
  refineAll(trace: Trace): void {
    const { sizes } = this.#partition;
    this.#refinement++;
    for (let front = 0; front < sizes.length; front += sizes[front]!) this.#enqueue(front);
    this.#run(trace, undefined);
  }

  /**
   * Makes a vertex of an equitable partition a cell of its own and refines. False where the trace differs: then the partition is
   * somewhere on the way, and must be undone.
   */
  individualise(vertex: number, trace: Trace, differences?: Differences): boolean {
    const partition = this.#partition;
    const front = partition.cellOf[vertex]!;
    const singleton = partition.individualise(vertex);
    this.#refinement++;
    this.#refinementOf[front] = this.#refinementOf[singleton] = this.#refinement;
    differences?.note(singleton, singleton + 1);
    this.#enqueue(singleton);
    return this.#run(trace, differences);
  }

  #run(trace: Trace, differences: Differences | undefined): boolean {
    let isSame = true;
    try {
      for (let front = this.#dequeue(); front >= 0 && isSame; front = this.#dequeue()) {
        isSame = this.#splitBy(front, trace, differences);
      }
    } finally {
      // Where it stopped early, what is waiting is dropped.
      while (this.#dequeue() >= 0);
    }
    return isSame && trace.isAtEnd;
  }

  #enqueue(front: number): void {
    if (this.#isWaiting[front] === 1) return;
    this.#isWaiting[front] = 1;
    if (this.#partition.sizes[front] === 1) {
      this.#singletons.push(front);
      return;
    }
    const ring = this.#ring;
    ring[(this.#ringStart + this.#ringLength++) % ring.length] = front;
  }

  /** The next splitter, or −1. */
  #dequeue(): number {
    const singletons = this.#singletons;
    let front = -1;
    if (singletons.length > 0) front = singletons.array[--singletons.length]!;
    else if (this.#ringLength > 0) {
      front = this.#ring[this.#ringStart]!;
      this.#ringStart = (this.#ringStart + 1) % this.#ring.length;
      this.#ringLength--;
    }
    if (front >= 0) this.#isWaiting[front] = 0;
    return front;
  }

  #splitBy(front: number, trace: Trace, differences: Differences | undefined): boolean {
    const cells = this.#touchNeighbours(front);
    let isSame = this.#traceSingletons(front, trace);
    sortPrefix(this.#touchedCells, cells);
    for (let i = 0; i < cells; i++) {
      const cell = this.#touchedCells[i]!;
      if (isSame) isSame = this.#splitCell(cell, trace, differences);
      this.#touched[cell] = 0;
    }
    const { array: vertices, length } = this.#touchedVertices;
    for (let i = 0; i < length; i++) this.#counts[vertices[i]!] = 0;
    return isSame;
  }

  /** Counts the neighbours of a splitter and moves them to the ends of their cells; returns how many cells of several vertices have any. */
  #touchNeighbours(front: number): number {
    const { offsets, neighbours } = this.#graph;
    const { labelling, positions, cellOf, sizes } = this.#partition;
    const counts = this.#counts;
    const touched = this.#touched;
    const touchedCells = this.#touchedCells;
    const touchedVertices = this.#touchedVertices;
    const touchedSingletons = this.#touchedSingletons;
    touchedVertices.length = touchedSingletons.length = 0;
    // The splitter may touch itself and be reordered on the way, hence the copy.
    const splitter = this.#splitter;
    splitter.length = 0;
    for (let position = front; position < front + sizes[front]!; position++) splitter.push(labelling[position]!);
    let cells = 0;
    this.work += splitter.length;
    for (let i = 0; i < splitter.length; i++) {
      const vertex = splitter.array[i]!;
      this.#meter.tick();
      const end = offsets[vertex + 1]!;
      for (let at = offsets[vertex]!; at < end; at++) {
        const neighbour = neighbours[at]!;
        if (counts[neighbour]!++ > 0) continue;
        touchedVertices.push(neighbour);
        const cell = cellOf[neighbour]!;
        const size = sizes[cell]!;
        if (size === 1) {
          touchedSingletons.push(neighbour);
          continue;
        }
        const already = touched[cell]!++;
        if (already === 0) touchedCells[cells++] = cell;
        // As OrderedPartition.moveTo, written out in the innermost loop.
        const position = cell + size - 1 - already;
        const other = labelling[position]!;
        const from = positions[neighbour]!;
        labelling[position] = neighbour;
        positions[neighbour] = position;
        labelling[from] = other;
        positions[other] = from;
      }
    }
    return cells;
  }

  /** Singletons of this refinement, in any order, so as a sum: what is older tells nothing new. */
  #traceSingletons(front: number, trace: Trace): boolean {
    const { array: vertices, length } = this.#touchedSingletons;
    const { cellOf } = this.#partition;
    let sum = 0;
    let isAny = false;
    for (let i = 0; i < length; i++) {
      const vertex = vertices[i]!;
      const cell = cellOf[vertex]!;
      if (this.#refinementOf[cell] !== this.#refinement) continue;
      isAny = true;
      let mixed = Math.imul(cell ^ Math.imul(this.#counts[vertex]!, 0x9e3779b1), 0x85ebca6b);
      mixed = Math.imul(mixed ^ (mixed >>> 15), 0xc2b2ae35);
      sum = (sum + (mixed ^ (mixed >>> 13))) | 0;
    }
    return !isAny || (trace.emit(front) && trace.emit(sum));
  }

  /** Splits a touched cell by the counts of its vertices: those without neighbours in the splitter first, then by ascending counts. */
  #splitCell(front: number, trace: Trace, differences: Differences | undefined): boolean {
    const { labelling, sizes } = this.#partition;
    const size = sizes[front]!;
    const end = front + size;
    const start = end - this.#touched[front]!;
    const counts = this.#counts;
    const isUniform = this.#sortByCounts(start, end);
    if (isUniform && start === front) {
      // Not split: it tells something new only if it is.
      if (this.#refinementOf[front] !== this.#refinement) return true;
      return trace.emit(front) && trace.emit(counts[labelling[front]!]!);
    }
    // Fronts of the parts, from the last to the first: see OrderedPartition.undo for the order.
    const partition = this.#partition;
    const refinementOf = this.#refinementOf;
    if (!trace.emit(front)) return false;
    let partEnd = end;
    let largest = front;
    let largestSize = 0;
    for (let position = end - 1; position >= start; position--) {
      const count = counts[labelling[position]!]!;
      if (position > start && counts[labelling[position - 1]!] === count) continue;
      if (!trace.emit(position) || !trace.emit(count)) return false;
      if (position > front) partition.split(front, position);
      refinementOf[position] = this.#refinement;
      if (partEnd - position >= largestSize) {
        largest = position;
        largestSize = partEnd - position;
      }
      partEnd = position;
    }
    if (start > front && start - front >= largestSize) largest = front;
    refinementOf[front] = this.#refinement;
    const skipped = this.#isWaiting[front] === 1 ? -1 : largest;
    for (let part = front; part < end; part += sizes[part]!) {
      if (part !== skipped) this.#enqueue(part);
      if (part !== largest) differences?.note(part, part + sizes[part]!);
    }
    return true;
  }

  /** Sorts the vertices from position start to end by counts; true where these are all the same. */
  #sortByCounts(start: number, end: number): boolean {
    const { labelling } = this.#partition;
    const counts = this.#counts;
    let least = counts[labelling[start]!]!;
    let most = least;
    for (let position = start + 1; position < end; position++) {
      const count = counts[labelling[position]!]!;
      if (count < least) least = count;
      else if (count > most) most = count;
    }
    if (least === most) return true;
    const buckets = this.#buckets;
    const range = most - least + 1;
    if (range > 4 * (end - start) + 64) return this.#sortFewByCounts(start, end);
    // Counting sort.
    buckets.length = 0;
    buckets.reserve(range + 1);
    const bucket = buckets.array.fill(0, 0, range + 1);
    for (let position = start; position < end; position++) bucket[counts[labelling[position]!]! - least + 1]!++;
    for (let i = 1; i <= range; i++) bucket[i]! += bucket[i - 1]!;
    this.#sorted.length = 0;
    this.#sorted.reserve(end - start);
    const sorted = this.#sorted.array;
    for (let position = start; position < end; position++) {
      const vertex = labelling[position]!;
      sorted[bucket[counts[vertex]! - least]!++] = vertex;
    }
    this.#place(sorted, start, end);
    return false;
  }

  /** For few vertices with counts far apart. */
  #sortFewByCounts(start: number, end: number): boolean {
    const counts = this.#counts;
    const sorted = this.#partition.labelling.slice(start, end).sort((v, w) => counts[v]! - counts[w]!);
    this.#place(sorted, start, end);
    return false;
  }

  #place(sorted: Int32Array, start: number, end: number): void {
    const { labelling, positions } = this.#partition;
    for (let position = start; position < end; position++) {
      const vertex = sorted[position - start]!;
      labelling[position] = vertex;
      positions[vertex] = position;
    }
  }
}

const INSERTION_SORT_UP_TO = 16;

/** Sorts the first elements of an array. */
function sortPrefix(array: Int32Array, length: number): void {
  if (length > INSERTION_SORT_UP_TO) {
    array.subarray(0, length).sort();
    return;
  }
  for (let i = 1; i < length; i++) {
    const value = array[i]!;
    let at = i;
    for (; at > 0 && array[at - 1]! > value; at--) array[at] = array[at - 1]!;
    array[at] = value;
  }
}
