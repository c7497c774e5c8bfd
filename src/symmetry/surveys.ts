import type { Level } from './firstPath.js';
import type { OrderedPartition } from './orderedPartition.js';
import type { Refinement } from './refinement.js';
import type { Trace } from './trace.js';

/** The traces of all vertices of the target cell of a level of the first path, as hashes. */
export interface Survey {
  readonly hashes: ReadonlySet<number>;
  /** That of the vertex of the level. */
  readonly own: number;
}

/**
 * Surveys of levels where images fail often. A node that is isomorphic to that of the first path has the same traces below it: where one image has a trace
 * that is not in the survey, no other has to be tried (after Piperno 2008, who compares all nodes of a level). A survey is made when the
 * work on failures has become as much as it costs, so that work is at most doubled.
 */
export class Surveys {
  readonly #partition: OrderedPartition;
  readonly #refinement: Refinement;
  readonly #trace: Trace;
  readonly #levels: readonly Level[];
  readonly #wasted: Float64Array;
  readonly #due: number[] = [];
  readonly #surveys = new Map<number, Survey>();

  constructor(parts: {
    readonly partition: OrderedPartition;
    readonly refinement: Refinement;
    readonly trace: Trace;
    readonly levels: readonly Level[];
  }) {
    this.#partition = parts.partition;
    this.#refinement = parts.refinement;
    this.#trace = parts.trace;
    this.#levels = parts.levels;
    this.#wasted = new Float64Array(parts.levels.length);
  }

  of(level: number): Survey | undefined {
    return this.#surveys.get(level);
  }

  /** Tells of an image of a level that failed, after some work. */
  noteFailure(level: number, work: number): void {
    const { targetSize, work: ownWork } = this.#levels[level]!;
    const limit = targetSize * ownWork;
    const before = this.#wasted[level]!;
    this.#wasted[level] = before + work;
    if (before <= limit && before + work > limit) this.#due.push(level);
  }

  /** Makes the surveys that are due below a level; the partition is the one of the first path before that level, and is so again afterwards. */
  makeDue(top: number): void {
    for (let level = this.#due.pop(); level !== undefined; level = this.#due.pop()) {
      // What is not below this level is above no level that is still to be searched.
      if (level > top && level < this.#levels[top]!.end) this.#make(level, top);
    }
  }

  #make(level: number, top: number): void {
    const partition = this.#partition;
    const mark = partition.mark;
    for (let above = top; above < level;) {
      this.#hashOf(this.#levels[above]!.vertex);
      above++;
      while (this.#levels[above]!.end <= level) above = this.#levels[above]!.end;
    }
    const { target, targetSize, vertex } = this.#levels[level]!;
    const here = partition.mark;
    const hashes = new Map<number, number>();
    for (const image of partition.labelling.slice(target, target + targetSize)) {
      hashes.set(image, this.#hashOf(image));
      partition.undo(here);
    }
    this.#surveys.set(level, { hashes: new Set(hashes.values()), own: hashes.get(vertex)! });
    partition.undo(mark);
  }

  #hashOf(vertex: number): number {
    this.#trace.hashOnly();
    this.#refinement.individualise(vertex, this.#trace);
    return this.#trace.hash;
  }
}
