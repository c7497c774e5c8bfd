import { IntList } from '../base/index.js';
import type { Propositions } from './propositions.js';

/** Edges from atoms to atoms: `to` holds once `from` does. */
export interface Implications {
  readonly from: Int32Array;
  readonly to: Int32Array;
}

/**
 * Rules made ready for {@link HornRules.model}: what they have in common for all models is worked out once. Linear in the size of the rules
 * (Dowling & Gallier 1984).
 */
export class HornRules {
  readonly #propositions: Propositions;
  /** For each body the atoms that it is a rule of, and how many positive literals it has. */
  readonly #heads: Lists;
  readonly #positive: Int32Array;
  /** For each atom the bodies that use it positively. */
  readonly #users: Lists;

  constructor(propositions: Propositions) {
    const { atoms, ruleStart, rules, bodies } = propositions;
    this.#propositions = propositions;
    const heads = new Int32Array(rules.length);
    for (let atom = 0; atom < atoms; atom++) heads.fill(atom, ruleStart[atom], ruleStart[atom + 1]);
    this.#heads = new Lists(bodies.size, rules, heads);
    this.#positive = new Int32Array(bodies.size);
    const used = new IntList(rules.length + 1);
    const users = new IntList(rules.length + 1);
    const isSeen = new Uint8Array(bodies.size);
    const literals = bodies.items.array;
    for (let rule = 0; rule < ruleStart[atoms]!; rule++) {
      const body = rules[rule]!;
      if (isSeen[body] === 1) continue;
      isSeen[body] = 1;
      const before = used.length;
      const end = bodies.start.array[body + 1]!;
      for (let at = bodies.start.array[body]!; at < end; at++) {
        if ((literals[at]! & 1) === 1) continue;
        used.push(literals[at]! >> 1);
        users.push(body);
      }
      this.#positive[body] = used.length - before;
    }
    this.#users = new Lists(atoms, used.toArray(), users.toArray());
  }

  /**
   * The least model of the rules with some atoms given: 1 for each atom in it. Negative literals hold (`optimistic`: the model is what
   * could ever be true) or never do (`pessimistic`: it is what is true for sure).
   */
  model(
    given: Iterable<number>,
    { view, implications }: { view: 'optimistic' | 'pessimistic'; implications?: Implications },
  ): Uint8Array {
    const { atoms, ruleStart, rules, bodies } = this.#propositions;
    const missing =
      view === 'optimistic' ? this.#positive.slice() : this.#positive.map((_, body) => bodies.lengthOf(body));
    const implied = new Lists(atoms, implications?.from ?? NOTHING, implications?.to ?? NOTHING);
    const model = new Uint8Array(atoms);
    const queue = new IntList(1024);
    const derive = (atom: number): void => {
      if (model[atom] === 1) return;
      model[atom] = 1;
      queue.push(atom);
    };
    const supply = (body: number): void => {
      if (--missing[body]! === 0) this.#heads.each(body, derive);
    };
    for (const atom of given) derive(atom);
    for (let rule = 0; rule < ruleStart[atoms]!; rule++) {
      if (missing[rules[rule]!] === 0) this.#heads.each(rules[rule]!, derive);
    }
    for (let at = 0; at < queue.length; at++) {
      const atom = queue.array[at]!;
      implied.each(atom, derive);
      this.#users.each(atom, supply);
    }
    return model;
  }
}

const NOTHING = new Int32Array(0);

/** Lists of integers by number, in one array: `items[i]` belongs to list `lists[i]`. */
class Lists {
  /** Where each list ends, and the next one starts. */
  readonly #end: Int32Array;
  readonly #items: Int32Array;

  constructor(count: number, lists: Int32Array, items: Int32Array) {
    const end = new Int32Array(count + 1);
    for (let i = 0; i < items.length; i++) end[lists[i]! + 1]!++;
    for (let list = 1; list <= count; list++) end[list]! += end[list - 1]!;
    // These are starts yet: filling a list moves its start to its end.
    this.#items = new Int32Array(items.length);
    for (let i = 0; i < items.length; i++) this.#items[end[lists[i]!]!++] = items[i]!;
    this.#end = end;
  }

  each(list: number, visit: (item: number) => void): void {
    const items = this.#items;
    const end = this.#end[list]!;
    for (let i = list === 0 ? 0 : this.#end[list - 1]!; i < end; i++) visit(items[i]!);
  }
}
