import type { Span } from '../base/index.js';
import { type Compound, type Formula, printTerm, readTerm, type Rule, type Term } from '../gdl/index.js';
import { ROLE_FIRST } from './keywords.js';
import { type Substitution, substitute, substituteAtom, variablesOf } from './terms.js';
import { validate } from './validate.js';
import type { AtomLiteral, Clause, Literal, ValidRules } from './validRules.js';

/**
 * Rules of one player whose moves, `(press a b c)`, are one action for each of several columns that are chosen freely of each other, as
 * rules in which each column is a role of its own, with moves like `(press a)`. States, goals and the end of play are the same.
 */
export interface MoveColumns {
  /** The rules with a role for each column. */
  readonly rules: ValidRules;
  /** The moves of the columns that a move stands for, as text; undefined where it has another form. */
  split(move: string): readonly string[] | undefined;
  /** The move that some moves of the columns, one of each, stand for. */
  join(actions: readonly string[]): string;
}

/**
 * Undefined where moves have no columns, or the rules look at them in a way that is not understood. Columns may be made one: `tied` has sets
 * of them as they are numbered without it.
 */
export function moveColumns(rules: ValidRules, tied: readonly (readonly number[])[] = []): MoveColumns | undefined {
  const [role] = rules.roles as [string];
  if (rules.roles.length !== 1 || rules.information !== 'deterministic') return undefined;
  const clauses = rules.clauses.map((clause) => ofRole(clause, role));
  const legal = clauses.filter(({ head }) => head.name === 'legal');
  const groups = legal.length === 1 ? tiedGroups(columnGroups(legal[0]!), tied) : [];
  if (groups.length < 2) return undefined;
  const rewriter = new Rewriter(role, legal[0]!.head.args[1] as Compound, groups);
  try {
    const { source } = rules.sheet;
    const sheet = { source, rules: [...rewriter.roles(legal[0]!), ...clauses.flatMap((each) => rewriter.rules(each))] };
    const valid = validate({ sheet, diagnostics: [] });
    return valid.ok ? { rules: valid.value, ...texts(rewriter) } : undefined;
  } catch (cause) {
    if (cause instanceof NotUnderstood) return undefined;
    throw cause;
  }
}

class NotUnderstood extends Error {}

/** The clause with the only role there is in the place of variables that stand for it. */
function ofRole(clause: Clause, role: string): Clause {
  const constant = { kind: 'compound', name: role, args: [], span: clause.span } as const;
  const atoms = clause.body.flatMap((literal) => (literal.kind === 'atom' && literal.isPositive ? [literal.atom] : []));
  const roles: Substitution = new Map();
  for (const { name, args } of [clause.head, ...atoms]) {
    const [first] = args;
    if (ROLE_FIRST.has(name) && first?.kind === 'variable') roles.set(first.name, constant);
  }
  if (roles.size === 0) return clause;
  const body = clause.body.map((literal): Literal => {
    if (literal.kind === 'atom') return { ...literal, atom: substituteAtom(literal.atom, roles) };
    return { ...literal, left: substitute(literal.left, roles), right: substitute(literal.right, roles) };
  });
  return { ...clause, head: substituteAtom(clause.head, roles), body };
}

/** Arguments of the move, counted from 0, and what they are legal by; arguments that meet in a literal are one group. */
interface ColumnGroup {
  readonly columns: readonly number[];
  readonly conditions: readonly Literal[];
}

function columnGroups({ head, body }: Clause): readonly ColumnGroup[] {
  const move = head.args[1];
  if (move?.kind !== 'compound') return [];
  /** Columns and literals that have variables in common have the same label. */
  const labels = new Map<string, number>();
  const parts = [...move.args.map((argument) => [argument]), ...body.map(termsOf)];
  const variables = parts.map((terms) => [...variablesOf(terms).keys()]);
  for (const [part, names] of variables.entries()) {
    const met = new Set(names.flatMap((name) => labels.get(name) ?? []));
    for (const [name, label] of labels) if (met.has(label)) labels.set(name, part);
    for (const name of names) labels.set(name, part);
  }
  const labelOf = (part: number): number | undefined => labels.get(variables[part]![0] ?? '');
  const groups = new Map<number, number[]>();
  for (const column of move.args.keys()) {
    const label = labelOf(column) ?? column - move.args.length;
    groups.set(label, [...(groups.get(label) ?? []), column]);
  }
  // What is about no column holds for all of them.
  return [...groups].map(([label, columns]) => ({
    columns,
    conditions: body.filter((_, at) => {
      const own = labelOf(move.args.length + at);
      return own === label || own === undefined || !groups.has(own);
    }),
  }));
}

/** Each set of groups as one. */
function tiedGroups(groups: readonly ColumnGroup[], tied: readonly (readonly number[])[]): readonly ColumnGroup[] {
  /** For each group the first one that it is one with. */
  const firsts = groups.map((_, group) => group);
  for (const set of tied) {
    const met = new Set(set.map((group) => firsts[group]!));
    const first = Math.min(...met);
    for (const [group, own] of firsts.entries()) if (met.has(own)) firsts[group] = first;
  }
  return [...new Set(firsts)].map((first) => {
    const own = groups.filter((_, group) => firsts[group] === first);
    return {
      columns: own.flatMap(({ columns }) => columns).sort((a, b) => a - b),
      conditions: [...new Set(own.flatMap(({ conditions }) => conditions))],
    };
  });
}

const termsOf = (literal: Literal): readonly Term[] =>
  literal.kind === 'atom' ? literal.atom.args : [literal.left, literal.right];

/** Rewrites clauses, one by one. */
class Rewriter {
  constructor(
    private readonly role: string,
    readonly move: Compound,
    readonly groups: readonly ColumnGroup[],
  ) {}

  /** The roles, with what is legal for each. */
  roles({ span }: Clause): readonly Rule[] {
    return this.groups.flatMap((group, index): readonly Rule[] => [
      { head: this.#atom('role', [this.#role(index, span)], span), body: [], span },
      {
        head: this.#atom('legal', [this.#role(index, span), this.#part(group, this.move)], span),
        body: group.conditions.flatMap((literal) => this.#formulas(literal, new Set())),
        span,
      },
    ]);
  }

  /** What becomes of a clause. */
  rules(clause: Clause): readonly Rule[] {
    const { head, span } = clause;
    if (['role', 'legal', 'input', 'base'].includes(head.name)) return [];
    const single = onceUsed(clause);
    const body = clause.body.flatMap((literal) => this.#formulas(literal, single));
    if (head.name !== 'goal') return [{ head, body, span }];
    return this.groups.map((_, index) => ({
      head: this.#atom('goal', [this.#role(index, span), head.args[1]!], span),
      body,
      span,
    }));
  }

  /** The part of a move that a group of columns has. */
  #part({ columns }: ColumnGroup, move: Compound): Compound {
    return { ...move, args: columns.map((column) => move.args[column]!) };
  }

  #formulas(literal: Literal, single: ReadonlySet<string>): readonly Formula[] {
    if (literal.kind === 'distinct') return [this.#atom('distinct', [literal.left, literal.right], literal.left.span)];
    const { atom, isPositive } = literal;
    const { name, span } = atom;
    if (name === 'does') return [this.#does(literal, single)];
    if (name === 'legal') throw new NotUnderstood();
    if (name === 'role') {
      if (!isPositive || !this.#isRole(atom)) throw new NotUnderstood();
      return [];
    }
    const kept = name === 'goal' ? this.#atom('goal', [this.#role(0, span), atom.args[1]!], span) : atom;
    return [isPositive ? kept : { kind: 'not', of: kept, span }];
  }

  /** What each column does, of those that matter. */
  #does({ atom, isPositive }: AtomLiteral, single: ReadonlySet<string>): Formula {
    const { span } = atom;
    const move = atom.args[1]!;
    const isSame = move.kind === 'compound' && move.name === this.move.name && isAsLong(move, this.move);
    if (!isSame || !this.#isRole(atom)) throw new NotUnderstood();
    const isAny = (term: Term): boolean => term.kind === 'variable' && single.has(term.name);
    const all = this.groups.map((group, index) => ({ part: this.#part(group, move), index }));
    const asked = all.filter(({ part }) => !part.args.every(isAny));
    const of = (asked.length === 0 ? all.slice(0, 1) : asked).map(({ part, index }) =>
      this.#atom('does', [this.#role(index, span), part], span),
    );
    const formula: Formula = of.length === 1 ? of[0]! : { kind: 'and', of, span };
    return isPositive ? formula : { kind: 'not', of: formula, span };
  }

  #isRole({ args: [first] }: Compound): boolean {
    return first?.kind === 'compound' && first.name === this.role && first.args.length === 0;
  }

  #role(index: number, span: Span): Compound {
    return this.#atom(`${this.role}#${String(index + 1)}`, [], span);
  }

  #atom(name: string, args: readonly Term[], span: Span): Compound {
    return { kind: 'compound', name, args, span };
  }
}

const isAsLong = (left: Compound, right: Compound): boolean => left.args.length === right.args.length;

/** Variables that are met in one place of the clause only. */
function onceUsed({ head, body }: Clause): ReadonlySet<string> {
  const counts = new Map<string, number>();
  const count = (term: Term): void => {
    if (term.kind === 'variable') counts.set(term.name, (counts.get(term.name) ?? 0) + 1);
    else term.args.forEach(count);
  };
  for (const term of [...head.args, ...body.flatMap(termsOf)]) count(term);
  return new Set([...counts].filter(([, times]) => times === 1).map(([name]) => name));
}

function texts({ move, groups }: Rewriter): Pick<MoveColumns, 'split' | 'join'> {
  const read = (text: string): Compound | undefined => {
    const term = readTerm(text);
    return term.ok && term.value.kind === 'compound' && term.value.name === move.name ? term.value : undefined;
  };
  const print = (args: readonly Term[]): string => printTerm({ ...move, args }, 'prefix');
  return {
    split: (text) => {
      const whole = read(text);
      if (whole === undefined || !isAsLong(whole, move)) return undefined;
      return groups.map(({ columns }) => print(columns.map((column) => whole.args[column]!)));
    },
    join: (actions) => {
      const args: Term[] = [];
      for (const [index, { columns }] of groups.entries()) {
        const part = read(actions[index]!)!;
        columns.forEach((column, at) => (args[column] = part.args[at]!));
      }
      return print(args);
    },
  };
}
