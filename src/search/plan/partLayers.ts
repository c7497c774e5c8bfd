import { ANY_TIME, type PartState, type RootedParts } from '../../game/index.js';

/** Bytes of a node with its place in a layer. */
export const NODE_BYTES = 160;

/** A state of a part after some actions on it. */
interface Node {
  readonly state: PartState;
  readonly before: Node | undefined;
  /** The action that led here. */
  readonly action: number;
}

export interface LayerOptions {
  readonly part: number;
  /** What is asked of each state. */
  readonly conditions: readonly number[];
  /** Whether the steps of the game are those of the part. */
  readonly isClocked: boolean;
  /** Most states of a layer. */
  readonly width: number;
}

/** The states of one part that so many actions lead to, each once for each number of actions, and which of them meet conditions. */
export class PartLayers {
  /** Whether what comes next depends on more than the part. */
  isMistaken = false;
  /** Nodes of all layers. */
  nodes = 0;
  readonly #layers: Map<PartState, Node>[] = [];
  /** For each layer, a node for each condition that is met there. */
  readonly #hits: Map<number, Node>[] = [];
  #open: Iterator<Node, undefined>;
  #next = new Map<PartState, Node>();
  #nextHits = new Map<number, Node>();

  constructor(
    private readonly parts: RootedParts,
    private readonly options: LayerOptions,
  ) {
    this.#meet({ state: parts.root(options.part), before: undefined, action: 0 });
    this.#open = [][Symbol.iterator]();
    this.#close();
  }

  /** Whether nothing is asked of it. */
  get isFiller(): boolean {
    return this.options.conditions.length === 0;
  }

  /** Layers 0 … depth are complete. */
  get depth(): number {
    return this.#layers.length - 1;
  }

  /** Whether so many actions lead nowhere. */
  isEmpty(depth: number): boolean {
    return this.#layers[depth]!.size === 0;
  }

  /** Expands at most so many states of the last layer, then closes the next one; gives how many states were made, and how many expanded. */
  advance(most: number): { readonly expanded: number; readonly made: number } {
    const steps = this.options.isClocked ? this.depth : ANY_TIME;
    let made = 0;
    for (let expanded = 0; expanded < most; expanded++) {
      const taken = this.#open.next();
      if (taken.done === true || this.#next.size >= this.options.width) {
        this.#close();
        return { expanded, made };
      }
      const node = taken.value;
      const successors = this.parts.successors(this.options.part, node.state, steps);
      if (successors === undefined) this.isMistaken = true;
      for (const { state, action } of successors ?? []) {
        made++;
        if (!this.#next.has(state)) this.#meet({ state, before: node, action });
      }
    }
    return { expanded: most, made };
  }

  /** Whether some state after so many actions meets a condition; without one, whether there is such a state. */
  isHit(depth: number, condition: number | undefined): boolean {
    return this.#nodeAt(depth, condition) !== undefined;
  }

  /** So many actions, after which the condition is met. */
  lineTo(depth: number, condition: number | undefined): readonly number[] {
    const actions: number[] = [];
    let node = this.#nodeAt(depth, condition);
    for (; node?.before !== undefined; node = node.before) actions.push(node.action);
    return actions.reverse();
  }

  #nodeAt(depth: number, condition: number | undefined): Node | undefined {
    if (condition !== undefined) return this.#hits[depth]?.get(condition);
    return this.#layers[depth]?.values().next().value;
  }

  /** A new state of the layer to come. */
  #meet(node: Node): void {
    this.#next.set(node.state, node);
    const steps = this.options.isClocked ? this.#layers.length : ANY_TIME;
    for (const condition of this.options.conditions) {
      const isMet = this.#nextHits.has(condition);
      if (!isMet && this.parts.mayHold(condition, node.state, steps)) this.#nextHits.set(condition, node);
    }
  }

  #close(): void {
    this.#layers.push(this.#next);
    this.#hits.push(this.#nextHits);
    this.nodes += this.#next.size;
    this.#open = this.#next.values();
    this.#next = new Map();
    this.#nextHits = new Map();
  }
}
