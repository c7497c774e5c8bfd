import type { Game, Move } from '../src/game/index.js';
import { type Compound, type Term, printTerm, readTerm } from '../src/gdl/index.js';
import type { Clause, ValidRules } from '../src/rules/index.js';

/** Ground atoms by relation and by text. */
type Model = Map<string, Map<string, Compound>>;

type Substitution = ReadonlyMap<string, Term>;

/** The state as its fluents. */
type NaiveState = readonly Term[];

/**
 * The rules as a game in the most obvious way: all consequences of all clauses, component by component, each clause by trying every atom
 * for every literal, until nothing is new. The twin that the reference engine is tested against; for small sheets only.
 */
export function naiveGame(rules: ValidRules): Game<NaiveState> {
  const texts: string[] = [];
  const move = (text: string): Move => (texts.includes(text) ? texts.indexOf(text) : texts.push(text) - 1);
  const model = (state: NaiveState, joint: readonly Move[]): Model =>
    modelOf(rules, [
      ...state.map((fluent) => atom('true', [fluent])),
      ...joint.map((each, role) => atom('does', [constant(rules.roles[role]!), parse(texts[each]!)])),
    ]);
  const models = new WeakMap<NaiveState, Model>();
  const modelBefore = (state: NaiveState): Model => {
    const known = models.get(state) ?? model(state, []);
    models.set(state, known);
    return known;
  };
  const terms = (from: Model, key: string): Term[] => [...(from.get(key)?.values() ?? [])].map(({ args }) => args[0]!);
  const ofRole = (from: Model, key: string, role: string): string[] =>
    [...(from.get(key)?.values() ?? [])]
      .filter(({ args }) => text(args[0]!) === role)
      .map(({ args }) => text(args[1]!));
  return {
    roles: rules.roles,
    names: {
      facts: (state) => state.map(text).sort(),
      move: (each) => texts[each]!,
      findMove: (each) => (texts.includes(each) ? texts.indexOf(each) : undefined),
    },
    initial: () => terms(model([], []), 'init/1'),
    legalMoves: (state, role) => ofRole(modelBefore(state), 'legal/2', rules.roles[role]!).sort().map(move),
    next: (state, joint) => terms(model(state, joint), 'next/1'),
    isTerminal: (state) => modelBefore(state).has('terminal/0'),
    goals: (state) =>
      rules.roles.map((role) => {
        const goals = ofRole(modelBefore(state), 'goal/2', role);
        return goals.length === 1 ? Number(goals[0]) : null;
      }),
    percepts: (state, joint) => rules.roles.map((role) => ofRole(model(state, joint), 'sees/2', role).sort()),
  };
}

function modelOf(rules: ValidRules, given: readonly Compound[]): Model {
  const model: Model = new Map();
  const add = (found: Compound): boolean => {
    const own = model.get(keyOf(found)) ?? new Map<string, Compound>();
    const isNew = !own.has(text(found));
    model.set(keyOf(found), own.set(text(found), found));
    return isNew;
  };
  given.forEach(add);
  for (const { relations } of rules.components) {
    const clauses = rules.clauses.filter(({ head }) => relations.includes(keyOf(head)));
    let isAnyNew = true;
    while (isAnyNew) {
      const found = clauses.flatMap((clause) => consequences(clause, model));
      isAnyNew = found.map(add).includes(true);
    }
  }
  return model;
}

function consequences({ head, body }: Clause, model: Model): Compound[] {
  let solutions: Substitution[] = [new Map()];
  for (const literal of body) {
    if (literal.kind === 'distinct' || !literal.isPositive) continue;
    const atoms = [...(model.get(keyOf(literal.atom))?.values() ?? [])];
    solutions = solutions.flatMap((solution) =>
      atoms.map((each) => match(literal.atom, each, solution)).filter((extended) => extended !== undefined),
    );
  }
  const holds = (solution: Substitution): boolean =>
    body.every((literal) => {
      if (literal.kind === 'distinct')
        return text(fill(literal.left, solution)) !== text(fill(literal.right, solution));
      const isThere = model.get(keyOf(literal.atom))?.has(text(fill(literal.atom, solution))) ?? false;
      return isThere === literal.isPositive;
    });
  return solutions.filter(holds).map((solution) => fill(head, solution) as Compound);
}

function match(pattern: Term, term: Term, known: Substitution): Substitution | undefined {
  if (pattern.kind === 'variable') {
    const value = known.get(pattern.name);
    if (value === undefined) return new Map([...known, [pattern.name, term]]);
    return text(value) === text(term) ? known : undefined;
  }
  if (term.kind === 'variable' || pattern.name !== term.name || pattern.args.length !== term.args.length)
    return undefined;
  let extended: Substitution | undefined = known;
  for (const [i, argument] of pattern.args.entries()) {
    extended = extended && match(argument, term.args[i]!, extended);
  }
  return extended;
}

function fill(term: Term, solution: Substitution): Term {
  if (term.kind === 'variable') return solution.get(term.name)!;
  return atom(
    term.name,
    term.args.map((argument) => fill(argument, solution)),
  );
}

function atom(name: string, args: readonly Term[]): Compound {
  return { kind: 'compound', name, args, span: { start: 0, end: 0 } };
}

function constant(name: string): Compound {
  return atom(name, []);
}

function parse(kif: string): Term {
  const term = readTerm(kif);
  if (!term.ok) throw new Error(`${kif} is no term`);
  return term.value;
}

function text(term: Term): string {
  return printTerm(term, 'prefix');
}

function keyOf({ name, args }: Compound): string {
  return `${name}/${String(args.length)}`;
}
