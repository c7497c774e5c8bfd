import { type Budget, BudgetExceeded, fail, Meter, ok, type Result } from '../../base/index.js';
import { type GroundProgram } from '../../ground/index.js';
import { claim, denial, type Distribution, type Utility } from '../network.js';
import { chanceDistribution } from './chanceDistribution.js';
import { type Cube, cubeOf } from './cubes.js';
import { ALWAYS, Definitions, isConstant, type Literal, negated } from './definitions.js';
import { DerivedLiterals } from './derivedLiterals.js';
import type { FluentGroup } from './fluentGroups.js';
import { addFluents, type FluentLiterals, UNDEFINED } from './fluentVariables.js';
import { RANK, RoundBuilder } from './roundBuilder.js';
import type { FluentMap, RoundGoal, RoundNetwork } from './roundNetwork.js';
import { scoreVariable } from './scoreVariable.js';
import { shortTable } from './shortTable.js';

export interface TemplateOptions {
  /** Of the network. */
  readonly name: string;
  /** Fluents of which one variable stands for several; no fluent is in two groups. They must be invariants of the game. */
  readonly groups: readonly FluentGroup[];
  /** The same for the state that follows; `groups` where it is absent. What is to be proved of it must not be assumed. */
  readonly nextGroups?: readonly FluentGroup[];
  /**
   * Whether the round may come after the end of the game: then its state is undefined, and so are its moves, as they are in a terminal
   * state (000 section 4.3). Otherwise a terminal state and its scores are told, but its moves are not forbidden.
   */
  readonly mayBeOver?: boolean;
  /** Whether rules keep the form that they have, so that what is symmetric in them stays so; larger networks, for `symmetry`. */
  readonly isUnfactored?: boolean;
}

/**
 * One round of a game as a stochastic constraint network: the Clark completion of each ground head (003 section 3, 004 section 4.1). The
 * state is not fixed: inject one. Given a state that is reached in play, and a legal joint move with chance's part in it, all variables
 * are fixed: a solution is a transition.
 */
export function roundTemplate(
  program: GroundProgram,
  options: TemplateOptions,
  budget: Budget,
): Result<RoundNetwork, string> {
  try {
    return ok(new Template(program, options, new Meter(budget)).build());
  } catch (error) {
    if (error instanceof BudgetExceeded) return fail(`the network takes ${error.message}`);
    throw error;
  }
}

class Template {
  readonly #builder = new RoundBuilder();
  readonly #definitions: Definitions;
  readonly #program: GroundProgram;
  readonly #options: TemplateOptions;
  readonly #fluents: FluentLiterals;
  readonly #next: FluentLiterals;
  readonly #actions: readonly number[];
  readonly #derived: DerivedLiterals;
  readonly #isTerminal: Literal;
  /** That the state is defined, where it may not be. */
  readonly #isDefined: Literal;
  /** That the state is defined and not terminal, where anything depends on it. */
  readonly #isLive: Literal;

  constructor(program: GroundProgram, options: TemplateOptions, meter: Meter) {
    this.#program = program;
    this.#options = options;
    this.#definitions = new Definitions(this.#builder, options.isUnfactored !== true);
    const { lexicon, next, legal, terminal, goals } = program;
    const { groups, nextGroups = groups, mayBeOver = false } = options;
    const common = { names: lexicon.fluents, mayBeUndefined: mayBeOver };
    this.#fluents = addFluents(this.#builder, { ...common, groups, rank: RANK.fluent });
    this.#next = addFluents(this.#builder, { ...common, groups: nextGroups, rank: RANK.next });
    this.#actions = this.#addActions(mayBeOver);
    const targets = [...next, ...legal, terminal, ...goals.map(({ literal }) => literal)];
    const inputs = { fluents: this.#fluents.literals, moves: this.#moveLiterals() };
    this.#derived = new DerivedLiterals(program, this.#definitions, { inputs, targets, meter });
    this.#isTerminal = { variable: this.#builder.boolean('terminal', RANK.ofState), claim: claim(1) };
    this.#definitions.define(this.#isTerminal, this.#derived.cubesOf(terminal));
    this.#isDefined = mayBeOver ? this.#boolean('defined', RANK.fluent) : ALWAYS;
    this.#isLive = mayBeOver ? this.#boolean('live', RANK.ofState) : ALWAYS;
    if (mayBeOver) this.#definitions.define(this.#isLive, [this.#cube([this.#isDefined, negated(this.#isTerminal)])]);
  }

  build(): RoundNetwork {
    const { roles, moveStart } = this.#program;
    const goals = this.#goals();
    const { scores, utilities, players } = this.#addScores(goals);
    const distributions = roles.flatMap((_, role) => this.#addLegal(role));
    this.#addNext();
    const isDefinedNext = this.#options.mayBeOver ? this.#boolean('(next defined)', RANK.next) : ALWAYS;
    if (this.#options.mayBeOver) this.#definitions.define(isDefinedNext, [this.#cube([this.#isLive])]);
    const rest = { name: this.#options.name, distributions, players, utilities };
    const { network, renumbered } = this.#builder.build(rest);
    const place = (variable: number): number => (variable < 0 ? variable : renumbered[variable]!);
    return {
      network,
      terminal: place(this.#isTerminal.variable),
      isDefined: place(this.#isDefined.variable),
      isDefinedNext: place(isDefinedNext.variable),
      scores: scores.map(place),
      goals: goals.map((goal) => ({ ...goal, variable: place(goal.variable) })),
      actions: this.#actions.map(place),
      firstMoves: roles.map((_, role) => moveStart[role]! - moveStart[0]!),
      fluents: fluentMap(this.#fluents, place),
      next: fluentMap(this.#next, place),
    };
  }

  #addActions(mayBeOver: boolean): readonly number[] {
    const { roles, randomRole, lexicon, moveStart } = this.#program;
    return roles.map((role, index) => {
      const names = lexicon.moves.slice(moveStart[index]! - moveStart[0]!, moveStart[index + 1]! - moveStart[0]!);
      const values = mayBeOver || names.length === 0 ? [...names, UNDEFINED] : names;
      return this.#builder.variable(`(does ${role})`, values, index === randomRole ? RANK.chance : RANK.action);
    });
  }

  #moveLiterals(): readonly Literal[] {
    const { moveStart } = this.#program;
    return this.#actions.flatMap((variable, role) =>
      Array.from({ length: moveStart[role + 1]! - moveStart[role]! }, (_, value) => ({
        variable,
        claim: claim(value),
      })),
    );
  }

  #goals(): readonly RoundGoal[] {
    return this.#program.goals.map(({ role, value, literal }) => ({
      role,
      points: value,
      ...this.#derived.of(literal),
    }));
  }

  #addScores(goals: readonly RoundGoal[]): Scores {
    const { roles, randomRole } = this.#program;
    const players = roles.filter((_, role) => role !== randomRole);
    const utilities: Utility[] = [];
    const isOver = this.#definitions.literal([this.#cube([this.#isTerminal, this.#isDefined])]);
    const scores = roles.map((role, index) => {
      if (index === randomRole) return -1;
      const own = goals.filter((goal) => goal.role === index);
      const score = scoreVariable(this.#definitions, { name: `(goal ${role})`, isOver, goals: own });
      utilities.push({ player: players.indexOf(role), ...score.utility });
      return score.variable;
    });
    return { scores, utilities, players };
  }

  /** The action takes no value that is not legal; the distribution of chance's. */
  #addLegal(role: number): readonly Distribution[] {
    const { legal, moveStart, randomRole } = this.#program;
    const action = this.#actions[role]!;
    const literals = legal.subarray(moveStart[role]! - moveStart[0]!, moveStart[role + 1]! - moveStart[0]!);
    const cubes = this.#whileLive(Array.from(literals, (literal) => this.#derived.cubesOf(literal)));
    const isChance = role === randomRole;
    if (cubes.length === 0)
      return isChance ? [chanceDistribution(this.#definitions, { action, cubes: [[[]]], isGuarded: true })] : [];
    const table = shortTable(action, cubes, (variable) => this.#builder.size(variable));
    if (table !== null) this.#builder.add(table);
    if (isChance) return [chanceDistribution(this.#definitions, { action, cubes, isGuarded: table !== null })];
    if (table === null) this.#addImplications(action, literals);
    return [];
  }

  #addImplications(action: number, literals: Int32Array): void {
    for (const [value, literal] of literals.entries()) this.#addImplication(action, value, this.#derived.of(literal));
    if (isConstant(this.#isLive)) return;
    const overValue = claim(this.#builder.size(action) - 1);
    this.#definitions.define({ variable: action, claim: overValue }, [this.#cube([negated(this.#isLive)])]);
  }

  #addImplication(action: number, value: number, { variable, claim: claimed }: Literal): void {
    if (variable >= 0) {
      this.#builder.add({ kind: 'clause', scope: [action, variable], claims: [denial(value), claimed] });
    } else if (claimed !== 0) this.#builder.add({ kind: 'clause', scope: [action], claims: [denial(value)] });
  }

  #addNext(): void {
    const { next } = this.#program;
    const { groups, nextGroups = groups } = this.#options;
    const isGrouped = new Uint8Array(next.length);
    for (const { fluents, isTotal } of nextGroups) {
      for (const fluent of fluents) isGrouped[fluent] = 1;
      this.#addNextOf(fluents, isTotal);
    }
    for (let fluent = 0; fluent < next.length; fluent++) if (isGrouped[fluent] === 0) this.#addNextOf([fluent], false);
  }

  #addNextOf(fluents: readonly number[], isTotal: boolean): void {
    const literals = fluents.map((fluent) => this.#next.literals[fluent]!);
    const { variable } = literals[0]!;
    const cubes = this.#whileLive(fluents.map((fluent) => this.#derived.cubesOf(this.#program.next[fluent]!)));
    const table = isTotal ? shortTable(variable, cubes, (one) => this.#builder.size(one)) : null;
    if (table !== null) this.#builder.add(table);
    else {
      const overValue = { variable, claim: claim(this.#builder.size(variable) - 1) };
      for (const [index, alternatives] of cubes.entries())
        this.#definitions.define(literals[index] ?? overValue, alternatives);
    }
  }

  /** What holds of each value in a round that is played; where it may not be, one more value stands for that. */
  #whileLive(cubes: readonly (readonly Cube[])[]): readonly (readonly Cube[])[] {
    if (isConstant(this.#isLive)) return cubes;
    const { variable, claim: isLive } = this.#isLive;
    const guarded = cubes.map((alternatives) => alternatives.map((cube) => [...cube, variable, isLive]));
    return [...guarded, [this.#cube([negated(this.#isLive)])]];
  }

  #boolean(name: string, rank: typeof RANK.fluent | typeof RANK.ofState | typeof RANK.next): Literal {
    return { variable: this.#builder.boolean(name, rank), claim: claim(1) };
  }

  /** The conjunction of literals that do not contradict each other. */
  #cube(literals: readonly Literal[]): Cube {
    const flat = literals.filter((literal) => !isConstant(literal)).flatMap((one) => [one.variable, one.claim]);
    return cubeOf(flat, (variable) => this.#builder.size(variable))!;
  }
}

interface Scores {
  readonly scores: readonly number[];
  readonly utilities: readonly Utility[];
  readonly players: readonly string[];
}

function fluentMap({ literals, absent }: FluentLiterals, place: (variable: number) => number): FluentMap {
  return {
    variable: Int32Array.from(literals, ({ variable }) => place(variable)),
    value: Int32Array.from(literals, (literal) => literal.claim >> 1),
    variables: Int32Array.from(absent.keys(), place),
    absent: Int32Array.from(absent.values()),
  };
}
