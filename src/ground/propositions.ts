import type { Instances } from './instances.js';
import { Sequences } from './sequences.js';

/**
 * The ground rules while they are being simplified. Atom 0 is the constant *true*. The rules of atom a are the bodies
 * `rules[ruleStart[a] … ruleStart[a + 1])`, each a sorted sequence of literals in `bodies`; bodies are only ever added, so that many of them
 * may be out of use.
 */
export interface Propositions {
  readonly atoms: number;
  readonly ruleStart: Int32Array;
  readonly rules: Int32Array;
  readonly bodies: Sequences;
}

/** What play sets and reads, in atoms and literals of {@link Propositions}. */
export interface Interface {
  /** Atoms `true(f)`. */
  readonly fluents: Int32Array;
  /** For each fluent, 1 if it is in the initial state. */
  readonly isInitial: Uint8Array;
  /** For each fluent, the literal that makes it hold next. */
  readonly next: Int32Array;
  /** Atoms `does(r, m)`. */
  readonly moves: Int32Array;
  /** For each move, the literal that makes it legal. */
  readonly legal: Int32Array;
  /** Literals of terminal, goals and percepts. */
  readonly others: Int32Array;
}

/** The rules as the evaluation found them; atom numbers move up by one to make room for the constant. */
export function propositionsOf(instances: Instances): Propositions {
  const atoms = instances.atoms + 1;
  const { array: words, length: end } = instances.words;
  const ruleStart = new Int32Array(atoms + 1);
  let longest = 0;
  for (let at = 0; at < end; at += 2 + words[at + 1]!) {
    ruleStart[words[at]! + 2]!++;
    longest = Math.max(longest, words[at + 1]!);
  }
  for (let atom = 0; atom < atoms; atom++) ruleStart[atom + 1]! += ruleStart[atom]!;
  const filled = ruleStart.slice();
  const rules = new Int32Array(instances.rules);
  const bodies = new Sequences(instances.rules);
  const body = new Int32Array(longest);
  for (let at = 0; at < end; at += 2 + words[at + 1]!) {
    const length = words[at + 1]!;
    for (let i = 0; i < length; i++) body[i] = words[at + 2 + i]! + 2;
    const sorted = sortedSet(body, length);
    rules[filled[words[at]! + 1]!++] = bodies.intern(body, sorted);
  }
  return { atoms, ruleStart, rules, bodies };
}

/** Sorts the first elements in place and drops repetitions; returns how many are left. */
export function sortedSet(elements: Int32Array, length: number): number {
  if (length > 16) elements.subarray(0, length).sort();
  else {
    for (let i = 1; i < length; i++) {
      const element = elements[i]!;
      let at = i;
      for (; at > 0 && elements[at - 1]! > element; at--) elements[at] = elements[at - 1]!;
      elements[at] = element;
    }
  }
  let kept = Math.min(1, length);
  for (let i = 1; i < length; i++) if (elements[i] !== elements[kept - 1]) elements[kept++] = elements[i]!;
  return kept;
}

/** What each atom was found to be equal to: itself, another literal, or a constant. */
export class Meaning {
  readonly #literal: Int32Array;
  /** How often an atom was given a meaning so far. */
  changes = 0;

  constructor(atoms: number) {
    this.#literal = Int32Array.from({ length: atoms }, (_, atom) => 2 * atom);
  }

  resolve(literal: number): number {
    const meanings = this.#literal;
    let atom = literal >> 1;
    let sign = literal & 1;
    for (let means = meanings[atom]!; means >> 1 !== atom; means = meanings[atom]!) {
      meanings[atom] = meanings[means >> 1]! ^ (means & 1);
      sign ^= means & 1;
      atom = means >> 1;
    }
    return 2 * atom + sign;
  }

  /** Whether the atom still stands for itself. */
  isOwn(atom: number): boolean {
    return this.#literal[atom]! >> 1 === atom;
  }

  /** From now on `atom` means `literal`; an atom that would mean itself has no foundation and is false. */
  set(atom: number, literal: number): void {
    const resolved = this.resolve(literal);
    this.#literal[atom] = resolved >> 1 === atom ? 1 : resolved;
    this.changes++;
  }
}
