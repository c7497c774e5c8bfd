import { IntList } from '../base/index.js';
import { FALSE, TRUE } from './groundProgram.js';
import { type Meaning, type Propositions, sortedSet } from './propositions.js';
import { Sequences } from './sequences.js';

/** Bodies that are no sequences of literals. */
const NEVER = -1;
const ALWAYS = -2;
const UNWRITTEN = -3;

/**
 * One round of local simplification. Bodies are written with what their atoms mean; rules that cannot fire or say nothing are dropped;
 * then atoms without rules become false, atoms with one literal as their whole definition become that literal, and atoms with equal
 * definitions become one (hash-consing of bodies, then of definitions). `isInput` marks the atoms that play sets.
 */
export function rewriteRules(old: Propositions, meaning: Meaning, isInput: Uint8Array): Propositions {
  const { atoms } = old;
  const bodies = new BodyWriter(old.bodies, meaning);
  const definitions = new Sequences();
  const definers = new IntList();
  const ruleStart = new Int32Array(atoms + 1);
  const rules = new IntList(old.rules.length + 1);
  let definition = new Int32Array(64);
  for (let atom = 0; atom < atoms; atom++) {
    ruleStart[atom] = rules.length;
    if (atom === 0 || isInput[atom] === 1 || !meaning.isOwn(atom)) continue;
    // 1. The bodies of the atom in their new form.
    const from = old.ruleStart[atom]!;
    const to = old.ruleStart[atom + 1]!;
    if (to - from > definition.length) definition = new Int32Array(2 * (to - from));
    let length = 0;
    let isTrue = false;
    for (let rule = from; rule < to && !isTrue; rule++) {
      const body = bodies.write(old.rules[rule]!);
      if (body === ALWAYS) isTrue = true;
      else if (body !== NEVER && !bodies.written.of(body).includes(2 * atom)) definition[length++] = body;
    }
    length = sortedSet(definition, length);
    // 2. Does the definition say what the atom is?
    if (!isTrue) length = absorb(definition, length, bodies.written);
    if (isTrue || length < 0) meaning.set(atom, TRUE);
    else if (length === 0) meaning.set(atom, FALSE);
    else if (length === 1 && bodies.written.lengthOf(definition[0]!) === 1) {
      meaning.set(atom, bodies.written.of(definition[0]!)[0]!);
    } else {
      const number = definitions.intern(definition, length);
      if (number < definers.length) meaning.set(atom, 2 * definers.array[number]!);
      else {
        definers.push(atom);
        for (let i = 0; i < length; i++) rules.push(definition[i]!);
      }
    }
  }
  ruleStart[atoms] = rules.length;
  return { atoms, ruleStart, rules: rules.toArray(), bodies: bodies.written };
}

/** Writes each old body once, on demand. */
class BodyWriter {
  readonly written = new Sequences();
  readonly #new: Int32Array;
  #literals = new Int32Array(64);

  constructor(
    private readonly old: Sequences,
    private readonly meaning: Meaning,
  ) {
    this.#new = new Int32Array(old.size).fill(UNWRITTEN);
  }

  write(body: number): number {
    if (this.#new[body] === UNWRITTEN) this.#new[body] = this.#rewrite(this.old.of(body));
    return this.#new[body]!;
  }

  #rewrite(literals: Int32Array): number {
    if (literals.length > this.#literals.length) this.#literals = new Int32Array(2 * literals.length);
    const written = this.#literals;
    let length = 0;
    for (const literal of literals) {
      const means = this.meaning.resolve(literal);
      if (means === FALSE) return NEVER;
      if (means !== TRUE) written[length++] = means;
    }
    length = sortedSet(written, length);
    for (let i = 1; i < length; i++) if (written[i - 1] === (written[i]! ^ 1)) return NEVER;
    return length === 0 ? ALWAYS : this.written.intern(written, length);
  }
}

/**
 * Drops bodies that hold only where a body of a single literal does already; returns the length left, or -1 where two single literals
 * cover everything.
 */
function absorb(definition: Int32Array, length: number, bodies: Sequences): number {
  const singles = new Set<number>();
  for (let i = 0; i < length; i++) {
    if (bodies.lengthOf(definition[i]!) === 1) singles.add(bodies.of(definition[i]!)[0]!);
  }
  if (singles.size === 0) return length;
  for (const literal of singles) if (singles.has(literal ^ 1)) return -1;
  let kept = 0;
  for (let i = 0; i < length; i++) {
    const body = bodies.of(definition[i]!);
    if (body.length === 1 || !body.some((literal) => singles.has(literal))) definition[kept++] = definition[i]!;
  }
  return kept;
}
