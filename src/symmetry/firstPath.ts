import { IntList, type Meter } from '../base/index.js';
import type { ColouredGraph } from './colouredGraph.js';
import type { OrderedPartition } from './orderedPartition.js';
import type { Refinement } from './refinement.js';
import type { Trace } from './trace.js';

/**
 * A level of the first path. A component is a set of cells that are joined, from one to the next, neither completely nor not at all: no other
 * cell tells anything about it, so components are looked at one after the other, each with the components that it falls into
 * (component recursion, Junttila and Kaski 2011).
 */
export interface Level {
  /** The cell of which a vertex is individualised. */
  readonly target: number;
  readonly targetSize: number;
  /** That vertex; −1 for a cell that is a component by itself and joined to itself completely or not at all: any permutation of it will do. */
  readonly vertex: number;
  /** The fronts of the cells of the component. */
  readonly cells: Int32Array;
  /** Of the partition, before. */
  readonly mark: number;
  readonly traceStart: number;
  readonly traceEnd: number;
  /** Of the refinement, in its own measure. */
  readonly work: number;
  /** The components into which this one falls are those of levels from the next to this, excluded; each ends where the one after it begins. */
  end: number;
}

interface Component {
  readonly cells: Int32Array;
  readonly vertices: number;
  readonly target: number;
  readonly isFree: boolean;
}

/** About what a level takes besides its list of cells. */
const LEVEL_BYTES = 320;

/** Individualises and refines until every cell is a singleton; returns the levels. */
export function walkFirstPath(path: {
  readonly graph: ColouredGraph;
  readonly partition: OrderedPartition;
  readonly refinement: Refinement;
  readonly trace: Trace;
  readonly meter: Meter;
  readonly baseColours?: ReadonlySet<number>;
}): readonly Level[] {
  const { partition, refinement, trace, meter } = path;
  const components = new Components(path);
  const levels: Level[] = [];
  /** Components to come, and below the components of a level, that level, to be ended. */
  const agenda: (Component | number)[] = components.of(severalVertexCells(partition));
  for (let item = agenda.pop(); item !== undefined; item = agenda.pop()) {
    if (typeof item === 'number') {
      levels[item]!.end = levels.length;
      continue;
    }
    meter.tick();
    const { cells, target, isFree } = item;
    meter.allocate(4 * cells.length + LEVEL_BYTES);
    const mark = partition.mark;
    const traceStart = trace.length;
    const workBefore = refinement.work;
    const targetSize = partition.sizes[target]!;
    const vertex = isFree ? -1 : partition.labelling[target]!;
    if (isFree) partition.splitWhole(target);
    else refinement.individualise(vertex, trace);
    const end = levels.length + 1;
    const work = refinement.work - workBefore;
    levels.push({ target, targetSize, vertex, cells, mark, traceStart, traceEnd: trace.length, work, end });
    if (isFree) continue;
    agenda.push(levels.length - 1);
    for (const component of components.of([...cells, ...partition.madeSince(mark)])) agenda.push(component);
  }
  return levels;
}

function* severalVertexCells({ sizes }: OrderedPartition): Iterable<number> {
  for (let front = 0; front < sizes.length; front += sizes[front]!) if (sizes[front]! > 1) yield front;
}

interface ComponentContext {
  readonly graph: ColouredGraph;
  readonly partition: OrderedPartition;
  readonly meter: Meter;
  readonly baseColours?: ReadonlySet<number>;
}

/** Finds components of an equitable partition: one vertex of each cell tells how it is joined to all others. */
class Components {
  readonly #graph: ColouredGraph;
  readonly #partition: OrderedPartition;
  readonly #meter: Meter;
  readonly #baseColours: ReadonlySet<number> | undefined;
  readonly #isSeen: Uint8Array;
  readonly #counts: Int32Array;
  readonly #joined = new IntList();

  constructor({ graph, partition, meter, baseColours }: ComponentContext) {
    meter.allocate(5 * graph.colours.length);
    this.#graph = graph;
    this.#partition = partition;
    this.#meter = meter;
    this.#baseColours = baseColours;
    this.#isSeen = new Uint8Array(graph.colours.length);
    this.#counts = new Int32Array(graph.colours.length);
  }

  /** The components that some cells make up, those of the most vertices first; cells of one vertex are left out. */
  of(cells: Iterable<number>): Component[] {
    const { sizes } = this.#partition;
    const found: Component[] = [];
    for (const cell of cells) {
      if (sizes[cell]! > 1 && this.#isSeen[cell] === 0) found.push(this.#componentOf(cell));
    }
    for (const component of found) for (const cell of component.cells) this.#isSeen[cell] = 0;
    return found.sort((a, b) => b.vertices - a.vertices);
  }

  /** The target is a cell that is joined to the most others, of those with the colours of a base if there are any; the smallest of them. */
  #componentOf(start: number): Component {
    const { sizes } = this.#partition;
    const cells = [start];
    this.#isSeen[start] = 1;
    let vertices = 0;
    let target = start;
    let mostJoined = -1;
    let isOfBase = false;
    let isFree = true;
    // It grows on the way.
    for (const cell of cells) {
      this.#meter.tick();
      vertices += sizes[cell]!;
      this.#findJoined(cell);
      const { array, length } = this.#joined;
      if (length > 0) isFree = false;
      const isLike: boolean = this.#isOfBase(cell) === isOfBase;
      const isBetter = length > mostJoined || (length === mostJoined && sizes[cell]! < sizes[target]!);
      if (isLike ? isBetter : !isOfBase) {
        mostJoined = length;
        target = cell;
        isOfBase ||= !isLike;
      }
      for (let j = 0; j < length; j++) {
        const other = array[j]!;
        if (this.#isSeen[other] === 1) continue;
        this.#isSeen[other] = 1;
        cells.push(other);
      }
    }
    return { cells: Int32Array.from(cells), vertices, target, isFree };
  }

  #isOfBase(cell: number): boolean {
    return this.#baseColours?.has(this.#graph.colours[this.#partition.labelling[cell]!]!) === true;
  }

  /** The cells that a cell is joined to neither completely nor not at all, itself perhaps among them. */
  #findJoined(cell: number): void {
    const { offsets, neighbours } = this.#graph;
    const { labelling, cellOf, sizes } = this.#partition;
    const counts = this.#counts;
    const joined = this.#joined;
    joined.length = 0;
    const vertex = labelling[cell]!;
    for (let at = offsets[vertex]!; at < offsets[vertex + 1]!; at++) {
      const other = cellOf[neighbours[at]!]!;
      if (sizes[other]! > 1 && counts[other]!++ === 0) joined.push(other);
    }
    let kept = 0;
    for (let i = 0; i < joined.length; i++) {
      const other = joined.array[i]!;
      const all = other === cell ? sizes[other]! - 1 : sizes[other]!;
      if (counts[other]! < all) joined.array[kept++] = other;
      counts[other] = 0;
    }
    joined.length = kept;
  }
}
