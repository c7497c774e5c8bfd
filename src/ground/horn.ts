import { IntList } from '../base/index.js';
import type { Propositions } from './propositions.js';

/** Edges from atoms to atoms: `to` holds once `from` does. */
export interface Implications {
  readonly from: Int32Array;
  readonly to: Int32Array;
}

/**
 * The least model of the rules with some atoms given: 1 for each atom in it. Negative literals hold (`optimistic`: the model is what
 * could ever be true) or never do (`pessimistic`: it is what is true for sure). Linear in the size of the rules (Dowling & Gallier 1984).
 */
export function hornModel(
  propositions: Propositions,
  given: Iterable<number>,
  { view, implications }: { view: 'optimistic' | 'pessimistic'; implications?: Implications },
): Uint8Array {
  const { atoms, ruleStart, rules, bodies } = propositions;
  const { missing, users } = countMissing(propositions, view);
  const heads = new Lists(bodies.size);
  const implied = new Lists(atoms);
  for (const pass of ['count', 'fill'] as const) {
    for (let atom = 0; atom < atoms; atom++) {
      for (let rule = ruleStart[atom]!; rule < ruleStart[atom + 1]!; rule++) heads[pass](rules[rule]!, atom);
    }
    for (let i = 0; i < (implications?.from.length ?? 0); i++)
      implied[pass](implications!.from[i]!, implications!.to[i]!);
  }
  const model = new Uint8Array(atoms);
  const queue = new IntList(1024);
  const derive = (atom: number): void => {
    if (model[atom] === 1) return;
    model[atom] = 1;
    queue.push(atom);
  };
  const supply = (body: number): void => {
    if (--missing[body]! === 0) heads.each(body, derive);
  };
  for (const atom of given) derive(atom);
  for (const body of rules) if (missing[body] === 0) heads.each(body, derive);
  for (let at = 0; at < queue.length; at++) {
    const atom = queue.array[at]!;
    implied.each(atom, derive);
    users.each(atom, supply);
  }
  return model;
}

/** How many literals each body still lacks, and which bodies use each atom positively. */
function countMissing(
  { atoms, rules, bodies }: Propositions,
  view: 'optimistic' | 'pessimistic',
): { missing: Int32Array; users: Lists } {
  const missing = new Int32Array(bodies.size);
  const users = new Lists(atoms);
  const isUsed = new Uint8Array(bodies.size);
  for (const body of rules) isUsed[body] = 1;
  const literals = bodies.items.array;
  const starts = bodies.start.array;
  for (const pass of ['count', 'fill'] as const) {
    for (let body = 0; body < bodies.size; body++) {
      if (isUsed[body] === 0) continue;
      let lacking = 0;
      for (let at = starts[body]!; at < starts[body + 1]!; at++) {
        const literal = literals[at]!;
        if ((literal & 1) === 0) users[pass](literal >> 1, body);
        if ((literal & 1) === 0 || view === 'pessimistic') lacking++;
      }
      missing[body] = lacking;
    }
  }
  return { missing, users };
}

/** Lists of integers by number, in one array: count all elements first, then fill them in. */
class Lists {
  readonly #end: Int32Array;
  #items: Int32Array | undefined;

  constructor(lists: number) {
    this.#end = new Int32Array(lists + 1);
  }

  count(list: number, _item: number): void {
    this.#end[list + 1]!++;
  }

  fill(list: number, item: number): void {
    this.#items ??= this.#allocate();
    this.#items[this.#end[list]!++] = item;
  }

  each(list: number, visit: (item: number) => void): void {
    if (this.#items === undefined) return;
    const end = this.#end[list]!;
    for (let i = list === 0 ? 0 : this.#end[list - 1]!; i < end; i++) visit(this.#items[i]!);
  }

  /** Turns counts into starts; filling then moves each start to the end of its list, which is the start of the next one. */
  #allocate(): Int32Array {
    const ends = this.#end;
    for (let list = 1; list < ends.length; list++) ends[list]! += ends[list - 1]!;
    return new Int32Array(ends.at(-1)!);
  }
}
