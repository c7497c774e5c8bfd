import type { TermTable } from '../rules/index.js';
import { flatParts } from './flattenKeywords.js';
import {
  type Atom,
  isVariable,
  type MakeCompound,
  type Pattern,
  type RelationKey,
  type Rule,
  variableIndex,
} from './rule.js';
import { nameParts, type Shape, shapeArity, shapeOf } from './shapes.js';
import { compoundMaker } from './translate.js';

/** Relations that are read by column from outside. */
const KEPT = new Set(['goal/2', 'sees/2']);
/** No relation is made wider than this; a sheet that nests without end stops here. */
const MAX_COLUMNS = 24;

interface Column {
  readonly relation: RelationKey;
  readonly column: number;
  readonly shape: Shape;
}

/**
 * Replaces a column that always holds compounds of one shape by columns for their arguments, so that joins can use indexes on them:
 * `moves(p, move(x, y))` becomes `moves(p, x, y)`. Fluents and moves were taken apart before, and stay as they are.
 */
export function unfoldColumns(rules: readonly Rule[], terms: TermTable): Rule[] {
  const make = compoundMaker(terms);
  let unfolded = [...rules];
  for (let column = findColumn(unfolded, terms); column !== undefined; column = findColumn(unfolded, terms)) {
    const found = column;
    unfolded = unfolded.flatMap((rule) => unfoldRule(rule, found, { terms, make }) ?? []);
  }
  return unfolded;
}

/** A column for which every head has a compound of the same shape. */
function findColumn(rules: readonly Rule[], terms: TermTable): Column | undefined {
  const shapes = new Map<RelationKey, (Shape | undefined)[]>();
  for (const { head } of rules) {
    if (flatParts(head.relation) !== undefined || KEPT.has(head.relation)) continue;
    const known = shapes.get(head.relation);
    const here = head.args.map((argument) => shapeOf(argument, terms));
    shapes.set(
      head.relation,
      known === undefined ? here : known.map((shape, i) => (shape === here[i] ? shape : undefined)),
    );
  }
  for (const [relation, columns] of shapes) {
    for (const [column, shape] of columns.entries()) {
      const arity = shape === undefined ? 0 : shapeArity(shape);
      if (arity > 0 && columns.length + arity <= MAX_COLUMNS) return { relation, column, shape: shape! };
    }
  }
  return undefined;
}

interface Tools {
  readonly terms: TermTable;
  readonly make: MakeCompound;
}

/** The rule with the column unfolded in every literal; undefined where a positive literal can never hold. */
function unfoldRule(rule: Rule, column: Column, tools: Tools): Rule | undefined {
  let current = rule;
  for (let found = variableAt(current, column); found !== undefined; found = variableAt(current, column)) {
    current = nameParts(current, found, { shape: column.shape, make: tools.make });
  }
  const unfold = (atom: Atom): Atom | undefined => unfoldAtom(atom, column, tools.terms);
  const head = unfold(current.head);
  const positive = current.positive.map(unfold);
  if (head === undefined || positive.includes(undefined)) return undefined;
  const negative = current.negative.map(unfold).filter((atom) => atom !== undefined);
  return { ...current, head, positive: positive as Atom[], negative };
}

function variableAt(rule: Rule, { relation, column }: Column): number | undefined {
  for (const atom of [...rule.positive, ...rule.negative]) {
    const argument = atom.args[column];
    if (atom.relation === relation && argument !== undefined && isVariable(argument)) return variableIndex(argument);
  }
  return undefined;
}

function unfoldAtom(atom: Atom, { relation, column, shape }: Column, terms: TermTable): Atom | undefined {
  if (atom.relation !== relation) return atom;
  const argument = atom.args[column]!;
  if (shapeOf(argument, terms) !== shape) return undefined;
  const parts: readonly Pattern[] =
    typeof argument === 'number'
      ? Array.from({ length: shapeArity(shape) }, (_, i) => terms.argument(argument, i))
      : argument.args;
  return { relation, args: atom.args.toSpliced(column, 1, ...parts) };
}
