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

/** Reads the game's own relations off an evaluation of what is possible. */
export function playInterface(rules: ValidRules, evaluation: Evaluation, terms: TermTable): PlayInterface {
  const roleOf = new Map(rules.roles.map((role, i) => [role, i]));
  const fluents = rowsOf(evaluation, 'true', true);
  const moves = rowsOf(evaluation, 'does', true).filter((move) => roleOf.has(terms.text(column(move, 0))));
  const literalAs = (keyword: string, row: Row): number =>
    literalOf(evaluation.find(siblingKey(row.relation, keyword)), row);
  const terminal = literalOf(evaluation.find('terminal/0'), undefined);
  const goals = pairs(evaluation.find('goal/2'), terms)
    .map(({ first, second, literal }) => ({ role: roleOf.get(first) ?? -1, value: Number(second), literal }))
    .filter(({ role, value }) => role >= 0 && Number.isInteger(value));
  const percepts = pairs(evaluation.find('sees/2'), terms)
    .map(({ first, second, literal }) => ({ role: roleOf.get(first) ?? -1, percept: second, literal }))
    .filter(({ role }) => role >= 0);
  return {
    io: {
      fluents: Int32Array.from(fluents, atomOf),
      isInitial: Uint8Array.from(fluents, (row) =>
        isIn(evaluation.find(siblingKey(row.relation, 'init')), row) ? 1 : 0,
      ),
      next: Int32Array.from(fluents, (row) => literalAs('next', row)),
      moves: Int32Array.from(moves, atomOf),
      legal: Int32Array.from(moves, (row) => literalAs('legal', row)),
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
  const rows: Row[] = [];
  for (const relation of evaluation.relations) {
    if (flatParts(relation.key)?.keyword !== keyword || relation.isNumbered !== areAtoms) continue;
    for (let row = 0; row < relation.size; row++) if (relation.state[row] === SETTLED) rows.push({ relation, row });
  }
  return rows;
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

function siblingKey(relation: Relation, keyword: string): string {
  const { functor, arity } = flatParts(relation.key)!;
  return flatKey(keyword, functor, arity);
}

const tupleOf = ({ relation, row }: Row): Int32Array =>
  relation.columns.subarray(row * relation.arity, (row + 1) * relation.arity);

function isIn(relation: Relation | undefined, tuple: Row | undefined): boolean {
  const row = relation?.find(tuple === undefined ? new Int32Array(0) : tupleOf(tuple)) ?? -1;
  return row >= 0 && relation!.state[row] === SETTLED;
}

/** The literal of a tuple in a relation: false where it was never derived. */
function literalOf(relation: Relation | undefined, tuple: Row | undefined): number {
  if (relation === undefined || !isIn(relation, tuple)) return FALSE;
  const row = relation.find(tuple === undefined ? new Int32Array(0) : tupleOf(tuple));
  return 2 * atomOf({ relation, row });
}

function pairs(relation: Relation | undefined, terms: TermTable): { first: string; second: string; literal: number }[] {
  if (relation === undefined) return [];
  const found: { first: string; second: string; literal: number }[] = [];
  for (let row = 0; row < relation.size; row++) {
    if (relation.state[row] !== SETTLED) continue;
    const at = { relation, row };
    found.push({ first: terms.text(column(at, 0)), second: terms.text(column(at, 1)), literal: 2 * atomOf(at) });
  }
  return found;
}
