import { IntList } from '../base/index.js';
import { FALSE, TRUE } from './groundProgram.js';
import { type Meaning, type Propositions, sortedSet } from './propositions.js';
import { Sequences } from './sequences.js';

/** Bodies that are no sequences of literals. */
const NEVER = -1;
const ALWAYS = -2;
const UNWRITTEN = -3;
/** Returned for a definition that is as the last round left it. */
const UNCHANGED = -4;

/**
 * Local simplification, a round a call. Bodies are written with what their atoms mean; rules that cannot fire or say nothing are dropped;
 * then atoms without rules become false, atoms with one literal as their whole definition become that literal, and atoms with equal
 * definitions become one (hash-consing of bodies, then of definitions). What did not change since the last round costs next to nothing.
 */
export class RuleRewriter {
  readonly #definitions = new Sequences();
  /** For each definition, the atom that had it first. */
  readonly #definers = new IntList(256);
  /** The definition of each atom, or -1. */
  readonly #definitionOf: Int32Array;
  #bodies: Int32Array = new Int32Array(64);
  /** For each literal, the definition, counted as they are written, that last had it as a body of its own. */
  readonly #singleOf: Int32Array;
  #written = 0;

  /** `isInput` marks the atoms that play sets: they have no rules and mean themselves. */
  constructor(
    private readonly meaning: Meaning,
    private readonly isInput: Uint8Array,
    private readonly isAbsorbing: boolean,
  ) {
    this.#definitionOf = new Int32Array(isInput.length).fill(-1);
    this.#singleOf = new Int32Array(2 * isInput.length);
  }

  /**
   * To be called when rules were changed by others: what such an atom was defined by before says nothing about it any more. One that lost
   * all of its rules is not asked for, whatever it means. Whether any definition is a new one.
   */
  adopt(old: Propositions, changed: Propositions): boolean {
    let hasNew = false;
    for (let atom = 1; atom < old.atoms; atom++) {
      if (areSameRules(old, changed, atom)) continue;
      this.#definitionOf[atom] = -1;
      if (changed.ruleStart[atom] === changed.ruleStart[atom + 1]) this.meaning.set(atom, FALSE);
      else hasNew = true;
    }
    return hasNew;
  }

  rewrite(old: Propositions): Propositions {
    const { atoms, bodies } = old;
    const writer = new BodyWriter(bodies, this.meaning);
    const ruleStart = new Int32Array(atoms + 1);
    const rules = new IntList(old.rules.length + 1);
    for (let atom = 1; atom < atoms; atom++) {
      ruleStart[atom] = rules.length;
      if (this.isInput[atom] === 1 || !this.meaning.isOwn(atom)) continue;
      const length = this.#write(old, atom, writer);
      if (length === ALWAYS) this.meaning.set(atom, TRUE);
      else if (length === UNCHANGED) {
        for (let rule = old.ruleStart[atom]!; rule < old.ruleStart[atom + 1]!; rule++) rules.push(old.rules[rule]!);
      } else if (length === 0) this.meaning.set(atom, FALSE);
      else if (!this.#recognise(atom, length, bodies)) for (let i = 0; i < length; i++) rules.push(this.#bodies[i]!);
    }
    ruleStart[atoms] = rules.length;
    return { atoms, ruleStart, rules: rules.toArray(), bodies };
  }

  /** Puts the atom's bodies in their new form into `#bodies`, as a set; returns how many, or {@link ALWAYS} or {@link UNCHANGED}. */
  #write(old: Propositions, atom: number, writer: BodyWriter): number {
    const from = old.ruleStart[atom]!;
    const to = old.ruleStart[atom + 1]!;
    if (to - from > this.#bodies.length) this.#bodies = new Int32Array(2 * (to - from));
    let length = 0;
    let isUnchanged = this.#definitionOf[atom]! >= 0;
    for (let rule = from; rule < to; rule++) {
      const body = writer.write(old.rules[rule]!);
      if (body === ALWAYS) return ALWAYS;
      if (body !== old.rules[rule]) isUnchanged = false;
      if (body !== NEVER && !old.bodies.has(body, 2 * atom)) this.#bodies[length++] = body;
    }
    if (isUnchanged) return UNCHANGED;
    const distinct = sortedSet(this.#bodies, length);
    return this.isAbsorbing ? this.#absorb(distinct, old.bodies) : distinct;
  }

  /**
   * Drops the bodies that hold only where a body of a single literal does already; returns how many are left, or {@link ALWAYS} where two
   * single literals cover everything.
   */
  #absorb(length: number, bodies: Sequences): number {
    const definition = this.#bodies;
    const singleOf = this.#singleOf;
    const number = ++this.#written;
    let hasSingles = false;
    for (let i = 0; i < length; i++) {
      if (bodies.lengthOf(definition[i]!) !== 1) continue;
      const literal = bodies.first(definition[i]!);
      if (singleOf[literal ^ 1] === number) return ALWAYS;
      singleOf[literal] = number;
      hasSingles = true;
    }
    if (!hasSingles) return length;
    const isSingle = (literal: number): boolean => singleOf[literal] === number;
    let kept = 0;
    for (let i = 0; i < length; i++) {
      const body = definition[i]!;
      const isAbsorbed = bodies.lengthOf(body) > 1 && bodies.some(body, isSingle);
      if (!isAbsorbed) definition[kept++] = body;
    }
    return kept;
  }

  /** Whether the definition in `#bodies` says that the atom is a literal or the same as another atom. */
  #recognise(atom: number, length: number, bodies: Sequences): boolean {
    if (length === 1 && bodies.lengthOf(this.#bodies[0]!) === 1) {
      this.meaning.set(atom, bodies.first(this.#bodies[0]!));
      return true;
    }
    const definition = this.#definitions.intern(this.#bodies, length);
    if (definition === this.#definers.length) this.#definers.push(atom);
    this.#definitionOf[atom] = definition;
    const definer = this.#definers.array[definition]!;
    if (definer === atom) return false;
    if (this.#definitionOf[definer] === definition && this.meaning.isOwn(definer)) {
      this.meaning.set(atom, 2 * definer);
      return true;
    }
    this.#definers.array[definition] = atom;
    return false;
  }
}

/** Writes each body once, on demand; new bodies join the old ones. */
class BodyWriter {
  readonly #new: Int32Array;
  #literals = new Int32Array(64);

  constructor(
    private readonly bodies: Sequences,
    private readonly meaning: Meaning,
  ) {
    this.#new = new Int32Array(bodies.size).fill(UNWRITTEN);
  }

  write(body: number): number {
    if (this.#new[body] === UNWRITTEN) this.#new[body] = this.#rewrite(body);
    return this.#new[body]!;
  }

  #rewrite(body: number): number {
    const { items, start } = this.bodies;
    const begin = start.array[body]!;
    const end = start.array[body + 1]!;
    let at = begin;
    while (at < end && this.meaning.isOwn(items.array[at]! >> 1)) at++;
    if (at === end) return end === begin ? ALWAYS : this.#checked(body, begin, end);
    if (end - begin > this.#literals.length) this.#literals = new Int32Array(2 * (end - begin));
    const written = this.#literals;
    let length = 0;
    for (at = begin; at < end; at++) {
      const means = this.meaning.resolve(items.array[at]!);
      if (means === FALSE) return NEVER;
      if (means !== TRUE) written[length++] = means;
    }
    length = sortedSet(written, length);
    for (let i = 1; i < length; i++) if (written[i - 1] === (written[i]! ^ 1)) return NEVER;
    return length === 0 ? ALWAYS : this.bodies.intern(written, length);
  }

  /** The body itself, unless it holds a literal and its negation. */
  #checked(body: number, begin: number, end: number): number {
    const literals = this.bodies.items.array;
    for (let at = begin + 1; at < end; at++) if (literals[at - 1] === (literals[at]! ^ 1)) return NEVER;
    return body;
  }
}

function areSameRules(one: Propositions, other: Propositions, atom: number): boolean {
  const shift = other.ruleStart[atom]! - one.ruleStart[atom]!;
  const end = one.ruleStart[atom + 1]!;
  if (other.ruleStart[atom + 1]! - end !== shift) return false;
  for (let rule = one.ruleStart[atom]!; rule < end; rule++)
    if (one.rules[rule] !== other.rules[rule + shift]) return false;
  return true;
}
