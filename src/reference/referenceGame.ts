import { combinedGame, countLegalMoves, type Game, type GameNames, MOST_LISTED, type Move } from '../game/index.js';
import { readTerm } from '../gdl/index.js';
import { moveColumns, type TermTable, type ValidRules } from '../rules/index.js';
import type { Evaluation } from './evaluation.js';
import { Evaluations } from './evaluations.js';
import { DEFAULT_REFERENCE_OPTIONS, EvaluationLimit, type ReferenceOptions } from './options.js';
import { MoveForms } from './moveForms.js';
import { Program } from './program.js';
import { TermBuilder } from './termBuilder.js';
import { TimeLimit } from './timeLimit.js';

declare const opaque: unique symbol;

/** Opaque to the outside. */
export interface ReferenceState {
  readonly [opaque]: true;
}

/** The ids of the fluents in ascending order; and what was asked about the state before, dropped with it. */
class State {
  legalMoves: readonly (readonly Move[])[] | undefined;
  isTerminal: boolean | undefined;
  goals: readonly (number | null)[] | undefined;

  constructor(readonly fluents: Int32Array) {}
}

/**
 * The rules themselves as a game: slow and obvious next to what is compiled from them, the judge of matches and the oracle of tests. Any
 * moves may be given to `next`, legal or not. Legal moves are in the order of their texts. Any question may throw an
 * {@link EvaluationLimit}.
 */
export function referenceGame(rules: ValidRules, options: Partial<ReferenceOptions> = {}): Game<ReferenceState> {
  const all = { ...DEFAULT_REFERENCE_OPTIONS, ...options };
  const game: unknown = gameOfColumns(rules, all) ?? new ReferenceGame(rules, all);
  return game as Game<ReferenceState>;
}

/** The game column by column, where moves have columns and the first state too many moves to be listed. */
function gameOfColumns(rules: ValidRules, options: ReferenceOptions): Game<State> | undefined {
  const columns = moveColumns(rules);
  if (columns === undefined) return undefined;
  const game = combinedGame(new ReferenceGame(columns.rules, options), rules.roles[0]!, columns);
  try {
    return countLegalMoves(game, game.initial(), 0) > MOST_LISTED ? game : undefined;
  } catch (cause) {
    if (cause instanceof EvaluationLimit) return undefined;
    throw cause;
  }
}

class ReferenceGame implements Game<State> {
  readonly roles: readonly string[];
  readonly names: GameNames<State>;
  readonly #table: TermTable;
  readonly #roleTerms: readonly number[];
  readonly #evaluations: Evaluations;
  readonly #limit = new TimeLimit();
  readonly #relation: (key: string) => number;

  constructor(rules: ValidRules, options: ReferenceOptions) {
    const program = new Program(rules);
    const { table } = program.catalogue;
    this.roles = rules.roles;
    this.#table = table;
    this.#relation = (key) => program.catalogue.relation(key);
    this.#roleTerms = rules.roles.map((role) => table.constant(role));
    this.#evaluations = new Evaluations(
      { program, builder: new TermBuilder(table, options.maxDepth), options, limit: this.#limit },
      this.#roleTerms,
    );
    this.names = names(table, new MoveForms(rules, options.maxDepth));
  }

  initial(): State {
    return this.#evaluations.answer((evaluation) => this.#stateOf(evaluation, 'init/1'));
  }

  legalMoves(state: State, role: number): readonly Move[] {
    state.legalMoves ??= this.#evaluations.answerInState(state.fluents, (evaluation) => {
      const isBefore = (a: Move, b: Move): number => (this.#table.text(a) < this.#table.text(b) ? -1 : 1);
      return this.#byRole(evaluation, 'legal/2').map((moves) => moves.sort(isBefore));
    });
    return state.legalMoves[role]!;
  }

  next(state: State, joint: readonly Move[]): State {
    return this.#evaluations.answerAfterMoves(state.fluents, joint, (evaluation) =>
      this.#stateOf(evaluation, 'next/1'),
    );
  }

  isTerminal(state: State): boolean {
    state.isTerminal ??= this.#evaluations.answerInState(
      state.fluents,
      (evaluation) => evaluation.extension(this.#relation('terminal/0')).count > 0,
    );
    return state.isTerminal;
  }

  goals(state: State): readonly (number | null)[] {
    state.goals ??= this.#evaluations.answerInState(state.fluents, (evaluation) =>
      this.#byRole(evaluation, 'goal/2').map((values) => (values.length === 1 ? this.#integer(values[0]!) : null)),
    );
    return state.goals;
  }

  percepts(state: State, joint: readonly Move[]): readonly (readonly string[])[] {
    return this.#evaluations.answerAfterMoves(state.fluents, joint, (evaluation) =>
      this.#byRole(evaluation, 'sees/2').map((percepts) => percepts.map((percept) => this.#table.text(percept)).sort()),
    );
  }

  within<T>(isTimeUp: () => boolean, ask: () => T): T | undefined {
    return this.#limit.within(isTimeUp, ask);
  }

  #stateOf(evaluation: Evaluation, key: 'init/1' | 'next/1'): State {
    const { rows, count } = evaluation.extension(this.#relation(key));
    return new State(rows.slice(0, count).sort());
  }

  /** For each role the second terms of the tuples that have the role as their first. */
  #byRole(evaluation: Evaluation, key: string): number[][] {
    const { rows, count } = evaluation.extension(this.#relation(key));
    const found: number[][] = this.roles.map(() => []);
    for (let row = 0; row < count; row++) found[this.#roleTerms.indexOf(rows[2 * row]!)]?.push(rows[2 * row + 1]!);
    return found;
  }

  #integer(term: number): number | null {
    const text = this.#table.text(term);
    return /^-?\d+$/.test(text) ? Number(text) : null;
  }
}

function names(table: TermTable, forms: MoveForms): GameNames<State> {
  return {
    facts: ({ fluents }) => Array.from(fluents, (fluent) => table.text(fluent)).sort(),
    move: (move) => table.text(move),
    findMove: (text) => {
      const term = readTerm(text);
      return term.ok && forms.has(term.value) ? table.intern(term.value) : undefined;
    },
  };
}
