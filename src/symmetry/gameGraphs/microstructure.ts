import {
  claim,
  type ConnectiveConstraint,
  type Constraint,
  denial,
  type Network,
  STAR,
  type TableConstraint,
} from '../../network/index.js';
import { isSatisfied } from './constraintTest.js';
import type { GraphBuilder } from './graphBuilder.js';
import type { LiveDomains } from './liveDomains.js';
import {
  assignmentsOf,
  type CanonicalRelation,
  CanonicalRelations,
  intersection,
  relationOf,
  type SmallRelation,
} from './smallRelation.js';

/** How the pairs of variable and value are painted. */
export interface Painting {
  /** The values that are left; a variable with one of them only has no vertex, unless it is {@link isKept}. */
  readonly domains: LiveDomains;
  readonly isKept?: (variable: number) => boolean;
  /** Name of a pair's colour. */
  readonly colour: (variable: number, value: number) => string;
}

const NONE = -1;

/**
 * The microstructure complement of a network (Jégou 1993; Cohen et al. 2006; 004 section 4.2) as a coloured graph: a vertex for each pair of
 * variable and value, and one for each set of pairs that a constraint disallows.
 *
 * Of all disallowed tuples of a relation only the largest short ones are written: these are as many as it takes, and none depends on how
 * the constraint was written. So it is for relations over few assignments; those over the same variables are intersected before, and one that
 * defines a variable as a conjunction is written as that. For others
 * a table whose first variable is nowhere `*` says, value by value, what that value needs; any other is written by its tuples as they are;
 * and, or and clauses are a vertex with an edge for each literal. Each of these forms has the symmetries of its relation, or some of them:
 * an automorphism of the graph maps solutions to solutions.
 */
export class Microstructure {
  /** Vertex of each pair: value v of variable x is at `offsets[x] + v`; -1 where it has none. */
  readonly pairs: Int32Array;
  readonly offsets: Int32Array;
  readonly #builder: GraphBuilder;
  readonly #domains: LiveDomains;
  readonly #canonical = new CanonicalRelations();
  readonly #relations = new Map<string, { readonly scope: readonly number[]; relation: SmallRelation }>();
  /** Vertex that says that a pair is not taken, where one is needed: at the place of the pair. */
  readonly #denials = new Map<number, number>();
  readonly #shapes = new Map<string, ReducedRelation>();
  readonly #valueOf: Int32Array;

  constructor(builder: GraphBuilder, network: Network, painting: Painting) {
    this.#builder = builder;
    this.#domains = painting.domains;
    const { variables } = network;
    this.offsets = new Int32Array(variables.length + 1);
    for (const [x, { values }] of variables.entries()) this.offsets[x + 1] = this.offsets[x]! + values.length;
    this.pairs = new Int32Array(this.offsets.at(-1)!).fill(NONE);
    this.#valueOf = new Int32Array(variables.length);
    for (const x of variables.keys()) this.#addVariable(x, painting);
    for (const constraint of network.constraints) this.#add(constraint);
    for (const { scope, relation } of this.#relations.values()) this.#emit(scope, this.#canonical.of(relation), NONE);
  }

  /** The vertex of a pair, or -1. */
  pair(variable: number, value: number): number {
    return this.pairs[this.offsets[variable]! + value]!;
  }

  /** The values of a variable exclude each other: an edge where there are two, a vertex of its own where there are more. */
  #addVariable(x: number, { isKept, colour }: Painting): void {
    const values = this.#domains.values[x]!;
    if (values.length < 2 && isKept?.(x) !== true) {
      this.#valueOf[x] = values[0] ?? NONE;
      return;
    }
    const vertices = values.map((value) => this.#builder.vertex(this.#builder.colour(colour(x, value))));
    for (const [index, value] of values.entries()) this.pairs[this.offsets[x]! + value] = vertices[index]!;
    if (values.length === 2) this.#builder.edge(vertices[0]!, vertices[1]!);
    if (values.length > 2) this.#star('variable', vertices);
    if (values.length === 1) this.#valueOf[x] = values[0]!;
  }

  #star(colour: string, neighbours: readonly number[]): number {
    const centre = this.#builder.vertex(this.#builder.colour(colour));
    for (const neighbour of neighbours) this.#builder.edge(centre, neighbour);
    return centre;
  }

  #isOpen(x: number): boolean {
    return this.#domains.size(x) > 1;
  }

  #add(constraint: Constraint): void {
    const open = openVariables(constraint.scope, (x) => this.#isOpen(x));
    if (open !== null && this.#isSmall(open)) this.#addSmall(open, constraint);
    else this.#addLarge(constraint);
  }

  #isSmall(scope: readonly number[]): boolean {
    return assignmentsOf(scope.map((x) => this.#domains.size(x))) !== Infinity;
  }

  /** A constraint over few assignments of variables that are open. */
  #addSmall(open: readonly number[], constraint: Constraint): void {
    const shape = this.#shapeOf(open, constraint);
    let small = this.#shapes.get(shape);
    if (small === undefined) this.#shapes.set(shape, (small = this.#reduced(open, constraint)));
    const { places, relation } = small;
    if (places.length === 0) return;
    const scope = places.map((place) => open[place]!);
    const key = scope.join();
    const known = this.#relations.get(key);
    if (known === undefined) this.#relations.set(key, { scope, relation });
    else known.relation = intersection(known.relation, relation);
  }

  /** Equal for constraints that are the same relation of their open variables. */
  #shapeOf(open: readonly number[], constraint: Constraint): string {
    const { kind, scope } = constraint;
    const places = scope.map((x) => (this.#isOpen(x) ? open.indexOf(x) : `=${String(this.#valueOf[x])}`));
    const values = open.map((x) => this.#domains.textOf(x));
    const said = kind === 'table' ? constraint.tuples : 'claims' in constraint ? constraint.claims : [];
    return `${kind} ${places.join()} ${values.join()} ${said.join()}`;
  }

  /** The relation over those of the open variables that matter to it. */
  #reduced(open: readonly number[], constraint: Constraint): ReducedRelation {
    const isAllowed = (values: readonly number[]): boolean => {
      for (const [place, x] of open.entries()) this.#valueOf[x] = this.#domains.values[x]![values[place]!]!;
      return isSatisfied(constraint, this.#valueOf);
    };
    const sizes = open.map((x) => this.#domains.size(x));
    const { places } = this.#canonical.of(relationOf(sizes, isAllowed));
    const values = sizes.map(() => 0);
    const relation = relationOf(
      places.map((place) => sizes[place]!),
      (some) => {
        for (const [index, place] of places.entries()) values[place] = some[index]!;
        return isAllowed(values);
      },
    );
    return { places, relation };
  }

  #addLarge(constraint: Constraint): void {
    const { scope } = constraint;
    switch (constraint.kind) {
      case 'table':
        this.#addTable(constraint);
        return;
      case 'clause':
        this.#nogood(negated(constraint));
        return;
      case 'and':
      case 'or':
        this.#addDefinition(constraint);
        return;
      case 'equal':
        this.#star(
          'equal',
          this.#domains.values[scope[0]]!.map((value) =>
            this.#star('equal values', [this.pair(scope[0], value), this.pair(scope[1], value)].filter(isThere)),
          ),
        );
        return;
      case 'channel':
        for (const [value, x] of scope.slice(1).entries()) {
          this.#add({ kind: 'and', scope: [x, scope[0]], claims: [claim(1), claim(value)] });
        }
    }
  }

  /** Says that the literals do not hold all together: a short tuple that is disallowed. */
  #nogood(literals: readonly Literal[]): void {
    if (literals.some(({ x, claimed }) => this.#domains.truth(x, claimed) === false)) return;
    this.#star('nogood', this.#verticesOf(literals));
  }

  /** The literal vertices of those literals that depend on something. */
  #verticesOf(literals: readonly Literal[]): readonly number[] {
    return literals.flatMap(({ x, claimed }) =>
      this.#domains.truth(x, claimed) === undefined ? [this.#literal(x, claimed)] : [],
    );
  }

  #literal(x: number, claimed: number): number {
    const value = claimed >> 1;
    if ((claimed & 1) === 0) return this.pair(x, value);
    const values = this.#domains.values[x]!;
    if (values.length === 2) return this.pair(x, values[0] === value ? values[1]! : values[0]!);
    const place = this.offsets[x]! + value;
    let vertex = this.#denials.get(place);
    if (vertex === undefined) this.#denials.set(place, (vertex = this.#star('not', [this.pair(x, value)])));
    return vertex;
  }

  /** `or` is `and` of what is denied. */
  #addDefinition(constraint: ConnectiveConstraint): void {
    const literals = constraint.kind === 'and' ? literalsOf(constraint) : negated(constraint);
    const [head, ...body] = literals as [Literal, ...Literal[]];
    const truth = this.#domains.truth(head.x, head.claimed);
    if (truth === false) this.#nogood(body);
    if (truth !== undefined) return;
    if (body.some(({ x, claimed }) => this.#domains.truth(x, claimed) === false)) this.#nogood([head]);
    else {
      const all = this.#star('and', this.#verticesOf(body));
      this.#star('head', [all, this.#literal(head.x, head.claimed)]);
    }
  }

  #addTable({ scope, tuples }: TableConstraint): void {
    const rows: number[][] = [];
    for (let start = 0; start < tuples.length; start += scope.length) {
      const row = tuples.slice(start, start + scope.length);
      if (row.every((value, place) => value === STAR || this.#domains.has(scope[place]!, value))) rows.push(row);
    }
    const isPivoted = this.#isOpen(scope[0]!) && rows.every((row) => row[0] !== STAR);
    if (!isPivoted) {
      this.#addRows(scope, rows, NONE);
      return;
    }
    const cases = new Map<number, number[][]>(this.#domains.values[scope[0]!]!.map((value) => [value, []]));
    for (const row of rows) cases.get(row[0]!)!.push(row.with(0, STAR));
    for (const [value, some] of cases) this.#addCase(scope, some, this.pair(scope[0]!, value));
  }

  /** What must hold, by some rows, where the pair of the guard is taken. */
  #addCase(scope: readonly number[], rows: readonly (readonly number[])[], guard: number): void {
    const places = [...scope.keys()].filter((place) => rows.some((row) => row[place] !== STAR));
    const open = places.filter((place) => this.#isOpen(scope[place]!));
    if (rows.length > 0 && open.length === 0) return;
    const variables = open.map((place) => scope[place]!);
    if (!this.#isSmall(variables)) {
      this.#addRows(scope, rows, guard);
      return;
    }
    const sizes = variables.map((x) => this.#domains.size(x));
    const relation = relationOf(sizes, (values) =>
      rows.some((row) =>
        open.every((place, index) => {
          const value = this.#domains.values[scope[place]!]![values[index]!];
          return row[place] === STAR || row[place] === value;
        }),
      ),
    );
    this.#emit(variables, this.#canonical.of(relation), guard);
  }

  #addRows(scope: readonly number[], rows: readonly (readonly number[])[], guard: number): void {
    const short = new Map<string, readonly number[]>();
    for (const row of rows) {
      const vertices = row.flatMap((value, place) =>
        value === STAR || !this.#isOpen(scope[place]!) ? [] : [this.pair(scope[place]!, value)],
      );
      if (vertices.length === 0) return;
      short.set(vertices.join(), vertices);
    }
    const allowed = [...short.values()].map((vertices) => this.#star('tuple', vertices));
    this.#star('allowing', guard === NONE ? allowed : [guard, ...allowed]);
  }

  /** A relation, or, where there is a guard, that the relation holds where the guard's pair is taken. */
  #emit(scope: readonly number[], canonical: CanonicalRelation, guard: number): void {
    const { places, isAllowed, tuples, conjunction } = canonical;
    if (tuples.length === 0 && !isAllowed) return;
    const guards = guard === NONE ? [] : [guard];
    const pairsOf = (tuple: readonly number[]): readonly number[] =>
      tuple.flatMap((value, index) => {
        const x = scope[places[index]!]!;
        return value === STAR ? [] : [this.pair(x, this.#domains.values[x]![value]!)];
      });
    if (conjunction !== undefined && guard === NONE) {
      const vertices = pairsOf(conjunction.values);
      const body = this.#star('and', vertices.toSpliced(conjunction.head, 1));
      this.#star('head', [body, vertices[conjunction.head]!]);
      return;
    }
    if (tuples.length === 1 && !isAllowed) {
      this.#star('nogood', [...guards, ...pairsOf(tuples[0]!)]);
      return;
    }
    const written = tuples.map((tuple) => this.#star('tuple', pairsOf(tuple)));
    this.#star(isAllowed ? 'allowing' : 'denying', [...guards, ...written]);
  }
}

interface ReducedRelation {
  /** Among the open variables of a constraint. */
  readonly places: readonly number[];
  readonly relation: SmallRelation;
}

interface Literal {
  readonly x: number;
  readonly claimed: number;
}

const isThere = (vertex: number): boolean => vertex !== NONE;

const literalsOf = ({ scope, claims }: ConnectiveConstraint): readonly Literal[] =>
  scope.map((x, place) => ({ x, claimed: claims[place]! }));

const negated = ({ scope, claims }: ConnectiveConstraint): readonly Literal[] =>
  scope.map((x, place) => {
    const value = claims[place]! >> 1;
    return { x, claimed: (claims[place]! & 1) === 1 ? claim(value) : denial(value) };
  });

/** More variables with several values than these have too many assignments. */
const MOST_OPEN = 6;

/** The variables of a scope that have several values, each once, ascending; null where they are many. */
function openVariables(scope: readonly number[], isOpen: (x: number) => boolean): readonly number[] | null {
  const open: number[] = [];
  for (const x of scope) {
    if (!isOpen(x) || open.includes(x)) continue;
    if (open.length === MOST_OPEN) return null;
    open.push(x);
  }
  return open.sort((a, b) => a - b);
}
