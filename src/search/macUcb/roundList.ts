import { NONE } from '../graph/index.js';

/** Nodes by a key, the largest first, of equal keys the one that was added first: a binary heap. */
export class RoundList {
  #nodes: number[] = [];
  #keys: number[] = [];
  #times: number[] = [];
  #time = 0;

  clear(): void {
    this.#nodes = [];
    this.#keys = [];
    this.#times = [];
  }

  add(node: number, key: number): void {
    let at = this.#nodes.length;
    this.#place(at, node, key, this.#time++);
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (!this.#isBefore(at, above)) return;
      this.#swap(at, above);
      at = above;
    }
  }

  /** The node of the largest key, which leaves the list; NONE where there is none. */
  takeFirst(): number {
    const first = this.#nodes[0];
    if (first === undefined) return NONE;
    this.#swap(0, this.#nodes.length - 1);
    this.#nodes.pop();
    this.#keys.pop();
    this.#times.pop();
    this.#sink();
    return first;
  }

  #sink(): void {
    const { length } = this.#nodes;
    for (let at = 0; ;) {
      let first = at;
      for (const below of [2 * at + 1, 2 * at + 2]) if (below < length && this.#isBefore(below, first)) first = below;
      if (first === at) return;
      this.#swap(at, first);
      at = first;
    }
  }

  #isBefore(a: number, b: number): boolean {
    return this.#keys[a]! > this.#keys[b]! || (this.#keys[a] === this.#keys[b] && this.#times[a]! < this.#times[b]!);
  }

  #swap(a: number, b: number): void {
    const [node, key, time] = [this.#nodes[a]!, this.#keys[a]!, this.#times[a]!];
    this.#place(a, this.#nodes[b]!, this.#keys[b]!, this.#times[b]!);
    this.#place(b, node, key, time);
  }

  #place(at: number, node: number, key: number, time: number): void {
    this.#nodes[at] = node;
    this.#keys[at] = key;
    this.#times[at] = time;
  }
}
