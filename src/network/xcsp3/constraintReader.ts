import { claim, type Constraint, denial, STAR } from '../network.js';
import { type Application, type Expression, readExpression } from './expression.js';
import { NOTES } from './notes.js';
import { Unreadable } from './xml.js';

/** The parts of an element of `constraints`, as they stand in the file. */
interface Element {
  readonly note: string | undefined;
  readonly at: number;
}

interface Literal {
  readonly variable: number;
  readonly claim: number;
}

/** Recognises our constraints in the XCSP3 that they were written as. */
export class ConstraintReader {
  readonly constraints: Constraint[] = [];

  constructor(
    private readonly ids: ReadonlyMap<string, number>,
    private readonly sizes: readonly number[],
  ) {}

  extension({ list, supports, note, at }: Element & { readonly list: string; readonly supports: string }): void {
    if (note === NOTES.none) return;
    const scope = this.#scope(list, at);
    const tuples =
      scope.length === 1 ? unaryTuples(supports, this.sizes[scope[0]!]!, at) : shortTuples(supports, scope.length, at);
    this.constraints.push({ kind: 'table', scope, tuples });
  }

  intension({ expression, note, at }: Element & { readonly expression: string }): void {
    if (note === NOTES.emptyClause) this.#connect('clause', []);
    else if (note?.startsWith(NOTES.emptyTable)) {
      const scope = this.#scope(note.slice(NOTES.emptyTable.length), at);
      this.constraints.push({ kind: 'table', scope, tuples: [] });
    } else this.#connective(readExpression(expression, at), note, at);
  }

  /** A channel: `iff(eq(x,v),eq(b,1))` for every value. */
  block({ expressions, note, at }: Element & { readonly expressions: readonly string[] }): void {
    if (note !== NOTES.channel) throw strange(at, 'this block is no channel');
    const pairs = expressions.map((text) => this.#literals(this.#application(readExpression(text, at), at, 'iff'), at));
    const channelled = pairs[0]?.[0]?.variable;
    const isChannel = pairs.every(([left, right, ...others], value) => {
      const isOfValue = left?.variable === channelled && left?.claim === claim(value);
      return isOfValue && right?.claim === claim(1) && others.length === 0;
    });
    if (channelled === undefined || !isChannel) throw strange(at, 'this block is no channel');
    this.constraints.push({ kind: 'channel', scope: [channelled, ...pairs.map((pair) => pair[1]!.variable)] });
  }

  #connective(expression: Expression, note: string | undefined, at: number): void {
    const { operator, operands } = this.#application(expression, at);
    if (operator === 'or') this.#connect('clause', this.#literals({ operator, operands }, at));
    else if (operator === 'iff') this.#definition(operands, note, at);
    else if (operator === 'eq' && operands.every((operand) => typeof operand === 'string' && this.ids.has(operand)))
      this.#equality(operands as readonly string[], at);
    else {
      const literal = this.#literal(expression, at);
      if (note === 'or') this.#connect('or', [{ ...literal, claim: literal.claim ^ 1 }]);
      else this.#connect(note === 'and' ? 'and' : 'clause', [literal]);
    }
  }

  #equality(ids: readonly string[], at: number): void {
    const [left, right, ...others] = ids.map((id) => this.#variable(id, at));
    if (left === undefined || right === undefined || others.length > 0) throw strange(at, 'eq takes two');
    this.constraints.push({ kind: 'equal', scope: [left, right] });
  }

  #definition([defined, definition, ...others]: readonly Expression[], note: string | undefined, at: number): void {
    if (defined === undefined || definition === undefined || others.length > 0) throw strange(at, 'iff takes two');
    const { operator, operands } = this.#application(definition, at);
    const kind = operator === 'and' || operator === 'or' ? operator : note;
    if (kind !== 'and' && kind !== 'or') throw strange(at, 'an iff of two literals without our note');
    const literals = kind === operator ? operands : [definition];
    this.#connect(
      kind,
      [defined, ...literals].map((literal) => this.#literal(literal, at)),
    );
  }

  #connect(kind: 'and' | 'or' | 'clause', literals: readonly Literal[]): void {
    const scope = literals.map(({ variable }) => variable);
    this.constraints.push({ kind, scope, claims: literals.map((literal) => literal.claim) });
  }

  #application(expression: Expression, at: number, operator?: string): Application {
    if (typeof expression === 'string' || (operator !== undefined && expression.operator !== operator))
      throw strange(at, 'this is no expression of ours');
    return expression;
  }

  #literals({ operands }: Application, at: number): readonly Literal[] {
    return operands.map((operand) => this.#literal(operand, at));
  }

  /** `eq(x,2)` or `ne(x,2)`. */
  #literal(expression: Expression, at: number): Literal {
    const { operator, operands } = this.#application(expression, at);
    const [id, value, ...others] = operands;
    const isComparison = operator === 'eq' || operator === 'ne';
    if (!isComparison || typeof id !== 'string' || typeof value !== 'string' || others.length > 0)
      throw strange(at, `${operator} is no comparison of a variable with a value`);
    const variable = this.#variable(id, at);
    const index = /^\d{1,9}$/.test(value) ? Number(value) : this.sizes[variable]!;
    if (index >= this.sizes[variable]!) throw strange(at, `${id} has no value ${value}`);
    return { variable, claim: operator === 'eq' ? claim(index) : denial(index) };
  }

  #scope(list: string, at: number): number[] {
    return list
      .trim()
      .split(/\s+/)
      .map((id) => this.#variable(id, at));
  }

  #variable(id: string, at: number): number {
    const variable = this.ids.get(id);
    if (variable === undefined) throw new Unreadable(at, `there is no variable ${JSON.stringify(id)}`, 'declare it');
    return variable;
  }
}

function strange(at: number, message: string): Unreadable {
  return new Unreadable(at, message, 'keep to the forms that Woodstock writes');
}

/** `0 3..5`. */
function unaryTuples(supports: string, size: number, at: number): number[] {
  const values = new Set<number>();
  for (const run of supports.trim().split(/\s+/)) {
    const found = /^(\d{1,9})(?:\.\.(\d{1,9}))?$/.exec(run);
    const from = Number(found?.[1]);
    const to = Number(found?.[2] ?? from);
    if (found === null || from > to || to >= size) throw strange(at, `${JSON.stringify(run)} is no value or interval`);
    for (let value = from; value <= to; value++) values.add(value);
  }
  return [...values];
}

const TUPLE = /\s*\(([\d,*\s]*)\)\s*/y;

/** `(0,*,1)(1,2,0)`. */
function shortTuples(supports: string, arity: number, at: number): number[] {
  const values: number[] = [];
  for (TUPLE.lastIndex = 0; TUPLE.lastIndex < supports.length;) {
    const start = TUPLE.lastIndex;
    const cells = TUPLE.exec(supports)?.[1]?.split(',');
    if (cells?.length !== arity)
      throw strange(at, `no tuple of ${String(arity)} at character ${String(start + 1)} of supports`);
    for (const cell of cells) values.push(cell.trim() === '*' ? STAR : cellValue(cell, at));
  }
  return values;
}

function cellValue(cell: string, at: number): number {
  if (!/^\s*\d{1,9}\s*$/.test(cell)) throw strange(at, `${JSON.stringify(cell)} is no value`);
  return Number(cell);
}
