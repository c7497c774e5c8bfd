import type { Meter } from '../base/index.js';
import { Candidate } from './candidate.js';
import type { ColouredGraph } from './colouredGraph.js';
import { Differences } from './differences.js';
import type { Level } from './firstPath.js';
import type { OrderedPartition } from './orderedPartition.js';
import type { Refinement } from './refinement.js';
import { Surveys } from './surveys.js';
import type { Trace } from './trace.js';

/** A level at which images of its vertex are tried. */
interface Frame {
  readonly level: number;
  /** Partition and differences before an image was individualised. */
  readonly mark: number;
  readonly differences: Differences['mark'];
  readonly firstImage: number;
  /** Images to try after the first; listed when that has failed. */
  images: Int32Array | undefined;
  nextImage: number;
  /** How many more may fail until it is certain that all do. */
  failuresLeft: number;
  /** The component to match next; −1 where the image at hand has failed. */
  nextChild: number;
}

/**
 * Looks for an automorphism that fixes the vertices of the first path above a level and maps the one of that level to a given image: a search, by
 * individualisation and refinement, for a leaf like that of the first path.
 *
 * - A refinement whose trace is not that of the first path is given up at once.
 * - Components are matched one by one; where one fails, no other image is tried in those before it.
 * - Where on the first path s of the t vertices of the target cell are in the orbit of its vertex, an isomorphic node has exactly s images that lead to
 *   an automorphism (conjugacy): after t − s + 1 failures there is none. Below a level where the cell is an orbit nothing is tried twice.
 * - Where images of a level fail often, the trace of the first tells whether others need be tried: see {@link Surveys}.
 * - As soon as the differences are settled, the candidate is tested; it costs as many steps as edges meet the vertices that it moves.
 */
export class ImageSearch {
  nodes = 0;
  /** Set if a leaf with the trace of the first path was no automorphism: hashes met that should not, and a failure may not be one. */
  hasCollision = false;
  readonly #partition: OrderedPartition;
  readonly #refinement: Refinement;
  readonly #trace: Trace;
  readonly #levels: readonly Level[];
  readonly #meter: Meter;
  readonly #differences: Differences;
  readonly #surveys: Surveys;
  /** By level, how many vertices of the target cell are in the orbit of its vertex; known for the levels below the one of the search. */
  readonly #orbitSizes: Int32Array;
  readonly #frames: Frame[] = [];
  /** Between tests, the identity. */
  readonly #candidate: Candidate;

  constructor(parts: {
    readonly graph: ColouredGraph;
    readonly partition: OrderedPartition;
    readonly refinement: Refinement;
    readonly trace: Trace;
    readonly levels: readonly Level[];
    readonly orbitSizes: Int32Array;
    readonly meter: Meter;
  }) {
    this.#partition = parts.partition;
    this.#refinement = parts.refinement;
    this.#trace = parts.trace;
    this.#levels = parts.levels;
    this.#orbitSizes = parts.orbitSizes;
    this.#meter = parts.meter;
    parts.meter.allocate(8 * (parts.graph.colours.length + parts.levels.length));
    this.#differences = new Differences(parts.partition);
    this.#surveys = new Surveys(parts);
    this.#candidate = new Candidate(parts.graph, parts.meter);
  }

  /** The labelling of the leaf of the first path: at each level, its cells are intervals of it. */
  get leaf(): Int32Array {
    return this.#differences.leaf;
  }

  /**
   * The partition is the one of the first path before the level, and is so again afterwards. Where there is an automorphism it is handed over as
   * its support and all images, of which the latter are good until the call returns.
   */
  find(level: number, image: number, take: (support: Int32Array, images: Int32Array) => void): boolean {
    const frames = this.#frames;
    this.#surveys.makeDue(level);
    frames.length = 0;
    let isFound = this.#open(level, image, 0);
    const [{ mark, differences }] = frames as [Frame];
    while (!isFound && frames.length > 0) isFound = this.#step(frames[frames.length - 1]!);
    if (isFound) {
      take(this.#candidate.support, this.#candidate.images);
      this.#candidate.clear();
    }
    this.#partition.undo(mark);
    this.#differences.undo(differences);
    return isFound;
  }

  /** Goes on with the top frame; true once all is found. */
  #step(frame: Frame): boolean {
    if (frame.nextChild < 0) return this.#tryNext(frame);
    const { end } = this.#levels[frame.level]!;
    while (frame.nextChild < end) {
      const child = frame.nextChild;
      frame.nextChild = this.#levels[child]!.end;
      if (this.#differsIn(child)) return this.#enter(child);
    }
    // All its components match.
    this.#frames.pop();
    if (this.#frames.length === 0) this.hasCollision = true;
    return false;
  }

  #differsIn(level: number): boolean {
    for (const cell of this.#levels[level]!.cells) {
      this.#meter.tick();
      if (this.#differences.differsIn(cell)) return true;
    }
    return false;
  }

  #enter(level: number): boolean {
    const { vertex, target, targetSize } = this.#levels[level]!;
    if (vertex < 0) return this.#matchFreeCell(target);
    return this.#open(level, this.#firstImage(vertex, target), targetSize - this.#orbitSizes[level]!);
  }

  #open(level: number, firstImage: number, failuresLeft: number): boolean {
    const mark = this.#partition.mark;
    const differences = this.#differences.mark;
    const frame = { level, mark, differences, firstImage, images: undefined, nextImage: 0, failuresLeft, nextChild: 0 };
    this.#frames.push(frame);
    return this.#tryImage(frame, firstImage);
  }

  /** The vertex itself where it can be; else what closes a cycle; else any. */
  #firstImage(vertex: number, target: number): number {
    const { cellOf, labelling, sizes } = this.#partition;
    if (cellOf[vertex] === target) return vertex;
    if (sizes[cellOf[vertex]!] === 1) {
      const start = this.#differences.startOfChain(vertex);
      if (cellOf[start] === target) return start;
    }
    return labelling[target]!;
  }

  /** Any bijection will do: what is in the cell on both paths is fixed. */
  #matchFreeCell(front: number): boolean {
    const partition = this.#partition;
    const { leaf, leafPositions } = this.#differences;
    const end = front + partition.sizes[front]!;
    for (let position = front; position < end; position++) {
      const vertex = leaf[position]!;
      if (partition.cellOf[vertex] === front) partition.moveTo(vertex, leafPositions[vertex]!);
    }
    partition.splitWhole(front);
    this.#differences.note(front, end);
    return this.#testIfSettled();
  }

  #tryNext(frame: Frame): boolean {
    if (frame.failuresLeft === 0) {
      this.#frames.pop();
      const parent = this.#frames.at(-1);
      if (parent !== undefined) this.#fail(parent);
      return false;
    }
    frame.failuresLeft--;
    const { target, targetSize } = this.#levels[frame.level]!;
    frame.images ??= this.#partition.labelling.slice(target, target + targetSize);
    if (frame.images[frame.nextImage] === frame.firstImage) frame.nextImage++;
    return this.#tryImage(frame, frame.images[frame.nextImage++]!);
  }

  /** Individualises an image; true once all is found. */
  #tryImage(frame: Frame, image: number): boolean {
    this.nodes++;
    this.#meter.tick();
    const before = this.#refinement.work;
    if (!this.#refineLikeFirstPath(frame, image)) {
      this.#surveys.noteFailure(frame.level, this.#refinement.work - before);
      this.#fail(frame);
      return false;
    }
    frame.nextChild = frame.level + 1;
    return this.#testIfSettled();
  }

  #refineLikeFirstPath(frame: Frame, image: number): boolean {
    const { traceStart, traceEnd } = this.#levels[frame.level]!;
    const trace = this.#trace;
    const survey = image === frame.firstImage ? this.#surveys.of(frame.level) : undefined;
    if (survey === undefined || frame.failuresLeft === 0) {
      trace.compare(traceStart, traceEnd);
      return this.#refinement.individualise(image, trace, this.#differences);
    }
    trace.hashOnly();
    this.#refinement.individualise(image, trace, this.#differences);
    if (!survey.hashes.has(trace.hash)) frame.failuresLeft = 0;
    return trace.hash === survey.own;
  }

  #fail(frame: Frame): void {
    this.#partition.undo(frame.mark);
    this.#differences.undo(frame.differences);
    frame.nextChild = -1;
  }

  #testIfSettled(): boolean {
    return this.#differences.isSettled && this.#candidate.take(this.#differences);
  }
}
