import type { TermTable } from '../rules/index.js';
import {
  isVariable,
  type MakeCompound,
  type Pattern,
  type RelationKey,
  type Rule,
  substitute,
  variable,
  variableIndex,
} from './rule.js';

/** The outermost symbol and arity of a term, as one number. */
export type Shape = number;

const ARITIES = 1 << 16;

const shape = (symbol: number, arity: number): Shape => symbol * ARITIES + arity;
const shapeSymbol = (of: Shape): number => Math.floor(of / ARITIES);
export const shapeArity = (of: Shape): number => of % ARITIES;

export function shapeOf(pattern: Pattern, terms: TermTable): Shape | undefined {
  if (typeof pattern !== 'number') return shape(pattern.symbol, pattern.args.length);
  return pattern < 0 ? undefined : shape(terms.symbolOf(pattern), terms.arity(pattern));
}

/** Replaces a variable of a rule by a compound of a shape, with new variables for its parts. */
export function nameParts(rule: Rule, which: number, { shape: to, make }: { shape: Shape; make: MakeCompound }): Rule {
  const arity = shapeArity(to);
  const parts = Array.from({ length: arity }, (_, i) => variable(rule.variables + i));
  const compound = make(shapeSymbol(to), parts);
  const replaced = substitute(rule, (index) => (index === which ? compound : variable(index)), make);
  return { ...replaced, variables: rule.variables + arity };
}

/** Where what is derived for one relation comes back as another: `true` from `init` and `next`, `does` from `legal`. */
const FEEDS: ReadonlyMap<RelationKey, readonly RelationKey[]> = new Map([
  ['init/1', ['true/1']],
  ['next/1', ['true/1']],
  ['legal/2', ['does/2']],
]);

/**
 * Which shapes each place of each relation can hold: an over-approximation, place by place, to a fixpoint. A place is a column or a
 * position inside the compounds of a column, as in `true/1:0` and `true/1:0.cell/3.2`.
 */
export class PlaceShapes {
  readonly #shapes = new Map<string, Set<Shape>>();
  /** Places that some head fills with a variable: what is inside is not followed. */
  readonly #opaque = new Set<string>();

  constructor(
    rules: readonly Rule[],
    private readonly terms: TermTable,
  ) {
    for (let changed = true; changed;) {
      changed = false;
      for (const rule of rules) {
        for (const [column, pattern] of rule.head.args.entries()) {
          for (const keyword of [rule.head.relation, ...(FEEDS.get(rule.head.relation) ?? [])]) {
            if (this.#add(rule, `${keyword}:${String(column)}`, pattern)) changed = true;
          }
        }
      }
    }
  }

  /** The shapes that a variable of a rule can take, given what the positive body allows; undefined where that is not known. */
  shapesIn(rule: Rule, which: number): ReadonlySet<Shape> | undefined {
    let shapes: ReadonlySet<Shape> | undefined;
    for (const atom of rule.positive) {
      for (const [column, pattern] of atom.args.entries()) {
        for (const here of this.#shapesAt(`${atom.relation}:${String(column)}`, pattern, which)) {
          shapes = shapes === undefined ? here : new Set([...shapes].filter((each) => here.has(each)));
        }
      }
    }
    return shapes;
  }

  /** The shapes of every known place in a pattern where the variable stands. */
  *#shapesAt(place: string, pattern: Pattern, which: number): Generator<ReadonlySet<Shape>> {
    if (typeof pattern === 'number') {
      if (pattern < 0 && variableIndex(pattern) === which) yield this.#shapes.get(place) ?? new Set();
    } else if (!this.#opaque.has(place)) {
      for (const [inner, argument] of this.#inside(place, pattern)) yield* this.#shapesAt(inner, argument, which);
    }
  }

  #add(rule: Rule, place: string, pattern: Pattern): boolean {
    const isOpen = isVariable(pattern);
    const fixed = shapeOf(pattern, this.terms);
    const shapes = fixed === undefined ? this.shapesIn(rule, variableIndex(pattern as number)) : [fixed];
    const known = this.#shapes.get(place) ?? new Set();
    const before = known.size + (this.#opaque.has(place) ? 1 : 0);
    for (const each of shapes ?? []) known.add(each);
    this.#shapes.set(place, known);
    if (isOpen) this.#opaque.add(place);
    let changed = known.size + (this.#opaque.has(place) ? 1 : 0) > before;
    if (isOpen) return changed;
    for (const [inner, argument] of this.#inside(place, pattern)) if (this.#add(rule, inner, argument)) changed = true;
    return changed;
  }

  *#inside(place: string, pattern: Pattern): Generator<[string, Pattern]> {
    const { terms } = this;
    const name = typeof pattern === 'number' ? terms.nameOf(pattern) : terms.symbolName(pattern.symbol);
    const args =
      typeof pattern === 'number'
        ? Array.from({ length: terms.arity(pattern) }, (_, i) => terms.argument(pattern, i))
        : pattern.args;
    for (const [i, argument] of args.entries())
      yield [`${place}.${name}/${String(args.length)}.${String(i)}`, argument];
  }
}
