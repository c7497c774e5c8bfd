import { type Constraint, type Network, STAR, type TableConstraint } from '../network/index.js';
import { constraintHolds } from './stochastic/constraintHolds.js';

/** How a constraint is looked at. */
const OTHER = 0;
const TABLE = 1;
const CLAUSE = 2;
const AND = 3;
const OR = 4;

const KINDS = { table: TABLE, clause: CLAUSE, and: AND, or: OR, equal: OTHER, channel: OTHER } as const;

/**
 * Which values of a variable satisfy a constraint whose other variables are all assigned: what forward checking asks, and all that it asks.
 *
 *     scopes, claims[starts[c] … starts[c + 1]]    of constraint c; the claims of tables, equalities and channels do not matter
 *     tuples[c]                                    of a table, one after another
 */
export class LastVariable {
  readonly #kinds: Uint8Array;
  readonly #starts: Int32Array;
  readonly #scopes: Int32Array;
  readonly #claims: Int32Array;
  readonly #tuples: readonly (Int32Array | undefined)[];
  readonly #constraints: readonly Constraint[];

  /** `values[x]` is what variable x is assigned; it is read, and written for a variable that is open. */
  constructor(
    { constraints }: Network,
    private readonly values: Int32Array,
  ) {
    this.#constraints = constraints;
    this.#kinds = Uint8Array.from(constraints, ({ kind }) => KINDS[kind]);
    this.#starts = new Int32Array(constraints.length + 1);
    for (const [c, { scope }] of constraints.entries()) this.#starts[c + 1] = this.#starts[c]! + scope.length;
    this.#scopes = new Int32Array(this.#starts[constraints.length]!);
    this.#claims = new Int32Array(this.#scopes.length);
    for (const [c, constraint] of constraints.entries()) {
      this.#scopes.set(constraint.scope, this.#starts[c]);
      if ('claims' in constraint) this.#claims.set(constraint.claims, this.#starts[c]);
    }
    const isTable = (one: Constraint): one is TableConstraint => one.kind === 'table';
    this.#tuples = constraints.map((one) => (isTable(one) ? Int32Array.from(one.tuples) : undefined));
  }

  /** Whether a constraint without open variables holds. */
  holds(c: number): boolean {
    return constraintHolds(this.#constraints[c]!, this.values);
  }

  /** Writes 1 into `isAllowed` for each value of the open variable that satisfies the constraint, 0 for the others. */
  mark(c: number, open: number, isAllowed: Uint8Array): void {
    switch (this.#kinds[c]) {
      case TABLE:
        return this.#markTuples(c, open, isAllowed);
      case CLAUSE:
        return this.#markConnective(c, { open, head: undefined, sign: 0 }, isAllowed);
      case OR:
        return this.#markConnective(c, { open, head: this.#starts[c]!, sign: 0 }, isAllowed);
      case AND:
        return this.#markConnective(c, { open, head: this.#starts[c]!, sign: 1 }, isAllowed);
      default:
        return this.#markOther(c, open, isAllowed);
    }
  }

  #markTuples(c: number, open: number, isAllowed: Uint8Array): void {
    const scopes = this.#scopes;
    const { values } = this;
    const start = this.#starts[c]!;
    const arity = this.#starts[c + 1]! - start;
    const tuples = this.#tuples[c]!;
    let column = 0;
    while (scopes[start + column] !== open) column++;
    isAllowed.fill(0);
    for (let row = 0; row < tuples.length; row += arity) {
      let i = 0;
      for (; i < arity; i++) {
        const value = tuples[row + i]!;
        if (value !== STAR && i !== column && value !== values[scopes[start + i]!]) break;
      }
      if (i < arity) continue;
      if (tuples[row + column] === STAR) {
        isAllowed.fill(1);
        return;
      }
      isAllowed[tuples[row + column]!] = 1;
    }
  }

  /**
   * `or`: the head holds iff some other literal does. An `and` is the `or` of all its literals denied; a clause is one whose head, which it
   * has not, holds.
   */
  #markConnective(c: number, { open, head, sign }: Connective, isAllowed: Uint8Array): void {
    const scopes = this.#scopes;
    const claims = this.#claims;
    const { values } = this;
    const from = head === undefined ? this.#starts[c]! : head + 1;
    const to = this.#starts[c + 1]!;
    // 1. What the literals of assigned variables say; those of the open one are counted.
    let someHolds = false;
    let own = 0;
    let last = -1;
    for (let at = from; at < to && !someHolds; at++) {
      const x = scopes[at]!;
      if (x === open) {
        own++;
        last = at;
      } else {
        const claim = claims[at]! ^ sign;
        someHolds = (values[x] === claim >> 1) === ((claim & 1) === 0);
      }
    }
    // 2. What the head is, or is for each value of the open variable.
    const isHeadOpen = head !== undefined && scopes[head] === open;
    const headClaim = head === undefined ? 0 : claims[head]! ^ sign;
    const headHolds = (value: number): boolean => (value === headClaim >> 1) === ((headClaim & 1) === 0);
    const isHead = head === undefined || (!isHeadOpen && headHolds(values[scopes[head]!]!));
    // 3. Each value.
    for (let value = 0; value < isAllowed.length; value++) {
      let some = someHolds;
      for (let at = own === 1 ? last : from; own > 0 && !some && at <= last; at++) {
        const claim = claims[at]! ^ sign;
        some = scopes[at] === open && (value === claim >> 1) === ((claim & 1) === 0);
      }
      isAllowed[value] = some === (isHeadOpen ? headHolds(value) : isHead) ? 1 : 0;
    }
  }

  #markOther(c: number, open: number, isAllowed: Uint8Array): void {
    const { values } = this;
    const before = values[open]!;
    for (let value = 0; value < isAllowed.length; value++) {
      values[open] = value;
      isAllowed[value] = this.holds(c) ? 1 : 0;
    }
    values[open] = before;
  }
}

interface Connective {
  readonly open: number;
  /** Where its head is; a clause has none. */
  readonly head: number | undefined;
  /** 1 where all literals are to be read as their denials. */
  readonly sign: number;
}
