import type { Compound } from '../gdl/index.js';
import type { DependencyGraph } from './dependencyGraph.js';
import type { FreshNames } from './freshNames.js';
import { substituteLiteral } from './normalForm.js';
import { type Substitution, isGround, relationKey, substituteAtom, termKey, unify } from './terms.js';
import type { Clause, Literal, RelationKey } from './validRules.js';

/** More relations or clauses than this are not made; the cycle is then reported as one. */
const MAX_RELATIONS = 1000;
const MAX_CLAUSES = 100_000;

export interface Separation {
  readonly clauses: readonly Clause[];
  /** The sheet's relation that each relation made here is a part of. */
  readonly origins: ReadonlyMap<RelationKey, RelationKey>;
}

/** Which components have negation inside. */
export interface Tangle {
  readonly graph: DependencyGraph;
  readonly components: ReadonlySet<number>;
}

/** A part of a relation: what of it has certain ground arguments. */
interface Part {
  readonly name: string;
  readonly atom: Compound;
  readonly key: RelationKey;
}

/**
 * Sheets write `(goal ?r 0)` for roles without `(goal ?r 100)`: by names `goal` depends on its own negation, by arguments nothing goes
 * round in a circle. In the given components, each literal with ground arguments is made to ask for a relation of its own (`goal#1`,
 * …), which has copies of the clauses that can produce those arguments. The sheet's relations keep their meaning.
 */
export function separateByArguments(clauses: readonly Clause[], tangle: Tangle, freshNames: FreshNames): Separation {
  const separator = new Separator(clauses, tangle, freshNames);
  const rewritten = clauses.map((clause) => separator.rewrite(clause, relationKey(clause.head)));
  return { clauses: [...rewritten, ...separator.copies()], origins: separator.origins };
}

class Separator {
  readonly origins = new Map<RelationKey, RelationKey>();
  readonly #parts = new Map<string, Part>();
  readonly #clausesOf = new Map<RelationKey, Clause[]>();
  readonly #freshNames: FreshNames;
  readonly #isTangled: (relation: RelationKey, other: RelationKey) => boolean;

  constructor(clauses: readonly Clause[], { graph: { componentOf }, components }: Tangle, freshNames: FreshNames) {
    this.#freshNames = freshNames;
    this.#isTangled = (relation, other) => {
      const component = componentOf.get(relation);
      return component !== undefined && components.has(component) && component === componentOf.get(other);
    };
    for (const clause of clauses) {
      const key = relationKey(clause.head);
      if (!this.#isTangled(key, key)) continue;
      const known = this.#clausesOf.get(key);
      if (known === undefined) this.#clausesOf.set(key, [clause]);
      else known.push(clause);
    }
  }

  rewrite(clause: Clause, from: RelationKey): Clause {
    const body = clause.body.map((literal) => this.#rewriteLiteral(literal, from));
    return body.every((literal, i) => literal === clause.body[i]) ? clause : { ...clause, body };
  }

  /** The clauses of all parts; making them may ask for further parts. */
  copies(): readonly Clause[] {
    const copies: Clause[] = [];
    for (const part of this.#parts.values()) {
      for (const clause of this.#clausesOf.get(part.key)!) {
        const copy = copyFor(part, clause);
        if (copy !== undefined) copies.push(this.rewrite(copy, part.key));
        if (copies.length > MAX_CLAUSES) return copies;
      }
    }
    return copies;
  }

  #rewriteLiteral(literal: Literal, from: RelationKey): Literal {
    if (literal.kind === 'distinct' || !literal.atom.args.some(isGround)) return literal;
    const key = relationKey(literal.atom);
    if (!this.#isTangled(from, key)) return literal;
    const name = this.#partFor(literal.atom, key)?.name;
    return name === undefined ? literal : { ...literal, atom: { ...literal.atom, name } };
  }

  #partFor(atom: Compound, key: RelationKey): Part | undefined {
    const pattern = [atom.name, ...atom.args.map((argument) => (isGround(argument) ? termKey(argument) : '_'))].join(
      ' ',
    );
    let part = this.#parts.get(pattern);
    if (part === undefined && this.#parts.size < MAX_RELATIONS) {
      part = { name: this.#freshNames.next(atom.name), atom, key };
      this.#parts.set(pattern, part);
      this.origins.set(relationKey({ ...atom, name: part.name }), key);
    }
    return part;
  }
}

function copyFor({ name, atom }: Part, { head, body, span }: Clause): Clause | undefined {
  const substitution: Substitution = new Map();
  for (const [i, argument] of atom.args.entries()) {
    if (isGround(argument) && !unify(head.args[i]!, argument, substitution)) return undefined;
  }
  return {
    head: { ...substituteAtom(head, substitution), name },
    body: body.map((literal) => substituteLiteral(literal, substitution)),
    span,
  };
}
