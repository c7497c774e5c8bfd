import { claim } from '../network.js';
import { type Cube, canonicalClaim, fewVariablesOf, holdsIn, holdsInAny } from './cubes.js';
import { RANK, type Rank, type RoundBuilder } from './roundBuilder.js';
import { sharedLiterals } from './sharedLiterals.js';

/** What a variable claims; {@link ALWAYS} and {@link NEVER} stand for what holds in every round, or in none. */
export interface Literal {
  readonly variable: number;
  readonly claim: number;
}

const NONE = -1;
export const ALWAYS: Literal = { variable: NONE, claim: 0 };
const NEVER: Literal = { variable: NONE, claim: 1 };

export const isConstant = ({ variable }: Literal): boolean => variable === NONE;
export const negated = ({ variable, claim }: Literal): Literal => ({ variable, claim: claim ^ 1 });

/** A relation of at most so many tuples is written as a table of all of them. */
export const FULL_TUPLES = 64;
/** Of Boolean variables so many make as many assignments. */
const MOST_INPUTS = Math.log2(FULL_TUPLES);

/** Says, by constraints, what literals mean: tables where these are small, and connectives with variables of their own elsewhere. */
export class Definitions {
  #auxiliaries = 0;
  /** Tuples of tables that were written, by what they say: most are of few kinds, a literal for a pair of others first of all. */
  readonly #tuples = new Map<string, readonly number[]>();

  /** Whether cubes that share a literal are joined: fewer tuples and variables, but which are joined first is as good as arbitrary. */
  constructor(
    readonly builder: RoundBuilder,
    private readonly isFactored = true,
  ) {}

  /** A literal that holds iff one of the cubes does. */
  literal(cubes: readonly Cube[]): Literal {
    if (cubes.length === 0) return NEVER;
    if (cubes.some((cube) => cube.length === 0)) return ALWAYS;
    if (cubes.length === 1 && cubes[0]!.length === 2) return { variable: cubes[0]![0]!, claim: cubes[0]![1]! };
    const variable = this.#auxiliary(cubes);
    const literal = { variable, claim: claim(1) };
    this.define(literal, cubes);
    return literal;
  }

  /** Makes the literal hold iff one of the cubes does. */
  define(literal: Literal, cubes: readonly Cube[]): void {
    if (this.#defineByTable(literal, cubes)) return;
    const factored = cubes.some((cube) => cube.length === 0) ? [[]] : this.isFactored ? this.#factored(cubes) : cubes;
    if (factored.length === 1) this.#connect('and', literal, factored[0]!);
    else this.#connect('or', literal, this.#joinedByVariable(factored));
  }

  /** Number of assignments of the variables, or Infinity where there are more than so many. */
  assignments(variables: readonly number[], most: number): number {
    let product = 1;
    for (const variable of variables) {
      product *= this.builder.size(variable);
      if (product > most) return Infinity;
    }
    return product;
  }

  /** Calls with each assignment of the variables. */
  forEachAssignment(variables: readonly number[], visit: (values: readonly number[]) => void): void {
    const values = variables.map(() => 0);
    const last = variables.map((variable) => this.builder.size(variable) - 1);
    for (;;) {
      visit(values);
      let place = variables.length - 1;
      while (place >= 0 && values[place] === last[place]) values[place--] = 0;
      if (place < 0) return;
      values[place]!++;
    }
  }

  #defineByTable({ variable, claim: claimed }: Literal, cubes: readonly Cube[]): boolean {
    const inputs = fewVariablesOf(cubes, MOST_INPUTS);
    if (inputs === null) return false;
    // Joined this way it has no room for more, which a network of many constraints would have to keep.
    const scope = inputs.filter((input) => input !== variable).concat(variable);
    if (this.assignments(scope, FULL_TUPLES) === Infinity) return false;
    // The same cubes over places in the scope.
    const placed = cubes.map((cube) => cube.map((one, at) => ((at & 1) === 0 ? scope.indexOf(one) : one)));
    const tuples = this.#tuplesOf(scope, [scope.length - 1, claimed], placed);
    this.builder.add({ kind: 'table', scope, tuples });
    return true;
  }

  /** The assignments of the scope in which the literal holds iff one of the cubes does, all three over places in the scope. */
  #tuplesOf(scope: readonly number[], literal: Cube, cubes: readonly Cube[]): readonly number[] {
    const sizes = scope.map((variable) => this.builder.size(variable));
    // No cube and one that always holds look the same when they are joined.
    const text = `${sizes.join(' ')},${literal.join(' ')},${String(cubes.length)},${cubes.map((cube) => cube.join(' ')).join()}`;
    const known = this.#tuples.get(text);
    if (known !== undefined) return known;
    const tuples: number[] = [];
    this.forEachAssignment(scope, (values) => {
      if (holdsIn(literal, values) !== holdsInAny(cubes, values)) return;
      for (const value of values) tuples.push(value);
    });
    this.#tuples.set(text, tuples);
    return tuples;
  }

  /** Cubes that share a literal become one: that literal, and one for what is left of them. */
  #factored(cubes: readonly Cube[]): readonly Cube[] {
    const { factors, left } = sharedLiterals(cubes);
    const factored = factors.map(({ variable, claim: claimed, rests }): Cube => {
      const rest = this.literal(rests);
      return [variable, claimed, rest.variable, rest.claim];
    });
    return [...factored, ...left];
  }

  #asLiteral(cube: Cube): Cube {
    if (cube.length <= 2) return cube;
    const variable = this.#auxiliary([cube]);
    this.define({ variable, claim: claim(1) }, [cube]);
    return [variable, claim(1)];
  }

  /** The cubes as literals; several about one variable become one about a variable of its own, which stands for a set of values. */
  #joinedByVariable(cubes: readonly Cube[]): readonly number[] {
    const joined: number[] = [];
    const sets = new Map<number, Cube[]>();
    for (const cube of cubes) {
      const literal = this.#asLiteral(cube);
      const variable = literal[0]!;
      if (this.builder.size(variable) === 2) joined.push(variable, literal[1]!);
      else if (sets.has(variable)) sets.get(variable)!.push(literal);
      else sets.set(variable, [literal]);
    }
    if (joined.length === 0 && sets.size === 1) return [...sets.values()].flat(2);
    for (const set of sets.values()) {
      const member = this.literal(set);
      joined.push(member.variable, member.claim);
    }
    return joined;
  }

  #connect(kind: 'and' | 'or', { variable, claim: claimed }: Literal, literals: readonly number[]): void {
    const scope = [variable];
    const claims = [canonicalClaim(claimed, this.builder.size(variable))];
    for (let at = 0; at < literals.length; at += 2) {
      scope.push(literals[at]!);
      claims.push(literals[at + 1]!);
    }
    this.builder.add({ kind, scope, claims });
  }

  #auxiliary(cubes: readonly Cube[]): number {
    return this.builder.boolean(`derived ${String(++this.#auxiliaries)}`, this.#rank(cubes));
  }

  #rank(cubes: readonly Cube[]): Rank {
    let highest: Rank = RANK.ofState;
    for (const cube of cubes) {
      for (let at = 0; at < cube.length; at += 2) {
        const rank = DERIVED_RANK[this.builder.rank(cube[at]!)];
        if (rank > highest) highest = rank;
      }
    }
    return highest;
  }
}

const DERIVED_RANK = {
  [RANK.fluent]: RANK.ofState,
  [RANK.ofState]: RANK.ofState,
  [RANK.action]: RANK.ofActions,
  [RANK.ofActions]: RANK.ofActions,
  [RANK.chance]: RANK.ofChance,
  [RANK.ofChance]: RANK.ofChance,
  [RANK.next]: RANK.next,
} as const;
