import { IntList } from '../../base/index.js';
import { countsOf, type Shape } from '../kernel/instructionSet.js';

/** Gates as kernels will execute them: for each node its shape, and its inputs in the order of the shape. */
export class PlannedGates {
  readonly #start: Int32Array;
  readonly #end: Int32Array;
  readonly #inputs = new IntList();
  /** By node, an index into the shapes. */
  readonly #shapeOf: Int32Array;
  readonly #shapes: Shape[] = [];
  readonly #indexes = new Map<string, number>();

  constructor(nodes: number) {
    this.#start = new Int32Array(nodes);
    this.#end = new Int32Array(nodes);
    this.#shapeOf = new Int32Array(nodes);
  }

  add(node: number, shape: Shape, inputs: readonly number[]): void {
    const key = `${shape.kind} ${countsOf(shape).join(' ')}`;
    let index = this.#indexes.get(key);
    if (index === undefined) {
      index = this.#shapes.push(shape) - 1;
      this.#indexes.set(key, index);
    }
    this.#shapeOf[node] = index;
    this.#start[node] = this.#inputs.length;
    for (const input of inputs) this.#inputs.push(input);
    this.#end[node] = this.#inputs.length;
  }

  /** A number for the node's shape, equal for equal shapes. */
  shapeIndexOf(node: number): number {
    return this.#shapeOf[node]!;
  }

  shapeOf(node: number): Shape {
    return this.#shapes[this.#shapeOf[node]!]!;
  }

  /** The nodes that a gate reads. */
  inputsOf(node: number): Int32Array {
    return this.#inputs.array.subarray(this.#start[node], this.#end[node]);
  }
}
