import type { TermTable, ValidRules } from '../rules/index.js';
import type { Evaluation } from './evaluate.js';
import { flatKey, flatParts } from './flattenKeywords.js';
import { FALSE } from './groundProgram.js';
import type { Interface } from './propositions.js';
import { type Relation, SETTLED } from './relation.js';

/** What play sets and reads, with the names that go with it. Literals are those of `Propositions`. */
export interface PlayInterface {
  readonly io: Interface;
  /** KIF of each fluent and move of `io`. */
  readonly fluentNames: readonly string[];
  readonly moveNames: readonly string[];
  readonly moveRoles: readonly number[];
  /** Fluents that hold in every state because no rule changes them. */
  readonly frozenNames: readonly string[];
  readonly terminal: number;
  readonly goals: readonly { readonly role: number; readonly value: number; readonly literal: number }[];
  readonly percepts: readonly { readonly role: number; readonly percept: string; readonly literal: number }[];
}

/** What a goal value looks like; another term is no value. */
const INTEGER = /^-?\d+$/;

/** Reads the game's own relations off an evaluation of what is possible. */
export function playInterface(rules: ValidRules, evaluation: Evaluation, terms: TermTable): PlayInterface {
  const roleOf = new Map(rules.roles.map((role, i) => [role, i]));
  const fluents = rowsOf(evaluation, 'true', true);
  const moves = rowsOf(evaluation, 'does', true).filter((move) => roleOf.has(terms.text(column(move, 0))));
  const initial = siblings(evaluation, 'init');
  const next = siblings(evaluation, 'next');
  const legal = siblings(evaluation, 'legal');
  const [terminal = FALSE] = rowsIn(evaluation.find('terminal/0')).map((row) => 2 * atomOf(row));
  const goals = pairs(evaluation.find('goal/2'), terms)
    .filter(({ first, second }) => roleOf.has(first) && INTEGER.test(second))
    .map(({ first, second, literal }) => ({ role: roleOf.get(first)!, value: Number(second), literal }));
  const percepts = pairs(evaluation.find('sees/2'), terms)
    .filter(({ first }) => roleOf.has(first))
    .map(({ first, second, literal }) => ({ role: roleOf.get(first)!, percept: second, literal }));
  return {
    io: {
      fluents: Int32Array.from(fluents, atomOf),
      isInitial: Uint8Array.from(fluents, (row) => (findIn(initial(row.relation), row) < 0 ? 0 : 1)),
      next: Int32Array.from(fluents, (row) => literalIn(next(row.relation), row)),
      moves: Int32Array.from(moves, atomOf),
      legal: Int32Array.from(moves, (row) => literalIn(legal(row.relation), row)),
      others: Int32Array.from([terminal, ...goals.map((goal) => goal.literal), ...percepts.map((p) => p.literal)]),
    },
    fluentNames: fluents.map((row) => termText(row, 0, terms)),
    moveNames: moves.map((row) => termText(row, 1, terms)),
    frozenNames: rowsOf(evaluation, 'true', false).map((row) => termText(row, 0, terms)),
    moveRoles: moves.map((row) => roleOf.get(terms.text(column(row, 0)))!),
    terminal,
    goals,
    percepts,
  };
}

interface Row {
  readonly relation: Relation;
  readonly row: number;
}

/** All tuples of the flattened relations of a keyword that are, or are not, atoms of the program. */
function rowsOf(evaluation: Evaluation, keyword: string, areAtoms: boolean): Row[] {
  const isWanted = (relation: Relation): boolean =>
    flatParts(relation.key)?.keyword === keyword && relation.isNumbered === areAtoms;
  return [...evaluation.relations].filter(isWanted).flatMap(rowsIn);
}

/** The fluent or move of a flattened tuple, whose own arguments begin at a column. */
function termText({ relation, row }: Row, from: number, terms: TermTable): string {
  const { functor } = flatParts(relation.key)!;
  if (relation.arity === from) return functor;
  const parts = [functor];
  for (let i = from; i < relation.arity; i++) parts.push(terms.text(relation.columns[row * relation.arity + i]!));
  return `(${parts.join(' ')})`;
}

const column = ({ relation, row }: Row, index: number): number => relation.columns[row * relation.arity + index]!;

/** Atoms of `Propositions` are those of the evaluation, moved up by one. */
const atomOf = ({ relation, row }: Row): number => relation.atom[row]! + 1;

/** Finds the relation of another keyword with the same functor, e.g. `next cell/3` of `true cell/3`. */
function siblings(evaluation: Evaluation, keyword: string): (relation: Relation) => Relation | undefined {
  const found = new Map<Relation, Relation | undefined>();
  return (relation) => {
    if (!found.has(relation)) {
      const { functor, arity } = flatParts(relation.key)!;
      found.set(relation, evaluation.find(flatKey(keyword, functor, arity)));
    }
    return found.get(relation);
  };
}

/** The row of another relation's tuple in this one, or -1 where it was never derived. */
function findIn(relation: Relation | undefined, { relation: from, row }: Row): number {
  if (relation === undefined) return -1;
  const found = relation.find(from.columns.subarray(row * from.arity, (row + 1) * from.arity));
  return found >= 0 && relation.state[found] === SETTLED ? found : -1;
}

function literalIn(relation: Relation | undefined, tuple: Row): number {
  const row = findIn(relation, tuple);
  return row < 0 ? FALSE : 2 * atomOf({ relation: relation!, row });
}

/** The derived tuples of a relation. */
function rowsIn(relation: Relation | undefined): Row[] {
  const rows: Row[] = [];
  for (let row = 0; row < (relation?.size ?? 0); row++) {
    if (relation!.state[row] === SETTLED) rows.push({ relation: relation!, row });
  }
  return rows;
}

function pairs(relation: Relation | undefined, terms: TermTable): { first: string; second: string; literal: number }[] {
  return rowsIn(relation).map((row) => ({
    first: terms.text(column(row, 0)),
    second: terms.text(column(row, 1)),
    literal: 2 * atomOf(row),
  }));
}
