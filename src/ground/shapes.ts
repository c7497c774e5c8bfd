import type { TermTable } from '../rules/index.js';
import { type Atom, isVariable, type Pattern, type RelationKey, type Rule, variableIndex } from './rule.js';

/** The outermost symbol and arity of a term, as one number. */
export type Shape = number;

const ARITIES = 1 << 16;

export const shape = (symbol: number, arity: number): Shape => symbol * ARITIES + arity;
export const shapeSymbol = (of: Shape): number => Math.floor(of / ARITIES);
export const shapeArity = (of: Shape): number => of % ARITIES;

export function shapeOf(pattern: Pattern, terms: TermTable): Shape | undefined {
  if (typeof pattern !== 'number') return shape(pattern.symbol, pattern.args.length);
  return pattern < 0 ? undefined : shape(terms.symbolOf(pattern), terms.arity(pattern));
}

/** Where what is derived for one relation comes back as another: `true` from `init` and `next`, `does` from `legal`. */
const FEEDS: readonly (readonly [from: RelationKey, to: RelationKey])[] = [
  ['init/1', 'true/1'],
  ['next/1', 'true/1'],
  ['legal/2', 'does/2'],
];

/**
 * Which shapes each column of each relation can hold: an over-approximation, column by column, to a fixpoint. `undefined` stands for
 * "any": the shape depends on the inside of a compound.
 */
export class ColumnShapes {
  readonly #columns = new Map<string, Set<Shape> | undefined>();

  constructor(
    rules: readonly Rule[],
    private readonly terms: TermTable,
  ) {
    for (let changed = true; changed; ) {
      changed = false;
      for (const rule of rules) {
        for (const [column, pattern] of rule.head.args.entries()) {
          if (this.#add(rule.head.relation, column, this.shapesIn(rule, pattern))) changed = true;
        }
      }
      for (const [from, to] of FEEDS) {
        for (let column = 0; column < 2; column++) {
          const key = columnKey(from, column);
          if (this.#columns.has(key) && this.#add(to, column, this.#columns.get(key))) changed = true;
        }
      }
    }
  }

  /** The shapes that a pattern of a rule can take, given what the positive body allows; undefined for any. */
  shapesIn(rule: Rule, pattern: Pattern): ReadonlySet<Shape> | undefined {
    const fixed = shapeOf(pattern, this.terms);
    if (fixed !== undefined) return new Set([fixed]);
    let shapes: ReadonlySet<Shape> | undefined;
    for (const [atom, column] of occurrences(rule.positive, pattern)) {
      const key = columnKey(atom.relation, column);
      const here = this.#columns.has(key) ? this.#columns.get(key) : new Set<Shape>();
      if (here !== undefined) shapes = shapes === undefined ? here : intersection(shapes, here);
    }
    return shapes;
  }

  #add(relation: RelationKey, column: number, shapes: ReadonlySet<Shape> | undefined): boolean {
    const key = columnKey(relation, column);
    const known = this.#columns.get(key);
    if (shapes === undefined) {
      if (this.#columns.has(key) && known === undefined) return false;
      this.#columns.set(key, undefined);
      return true;
    }
    if (known === undefined) {
      if (this.#columns.has(key)) return false;
      this.#columns.set(key, new Set(shapes));
      return true;
    }
    const before = known.size;
    for (const each of shapes) known.add(each);
    return known.size > before;
  }
}

const columnKey = (relation: RelationKey, column: number): string => `${relation}:${String(column)}`;

function* occurrences(atoms: readonly Atom[], pattern: Pattern): Generator<[Atom, number]> {
  if (!isVariable(pattern)) return;
  for (const atom of atoms) {
    for (const [column, argument] of atom.args.entries()) {
      if (isVariable(argument) && variableIndex(argument) === variableIndex(pattern)) yield [atom, column];
    }
  }
}

function intersection(left: ReadonlySet<Shape>, right: ReadonlySet<Shape>): Set<Shape> {
  return new Set([...left].filter((each) => right.has(each)));
}
