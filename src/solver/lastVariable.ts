import type { IntList } from '../base/index.js';
import { type Constraint, type Network, STAR, type TableConstraint } from '../network/index.js';
import { constraintHolds } from './stochastic/constraintHolds.js';

/** How a constraint is looked at. */
const OTHER = 0;
const TABLE = 1;
const CLAUSE = 2;
const AND = 3;
const OR = 4;

const NONE = -1;

const KINDS = { table: TABLE, clause: CLAUSE, and: AND, or: OR, equal: OTHER, channel: OTHER } as const;

/**
 * Which values of a variable violate a constraint whose other variables are all assigned: what forward checking asks, and all that it asks. Most
 * constraints forbid one value or all but one, so that the others are not looked at one by one.
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
  /** By value of the variable that is looked at. */
  readonly #marks: Uint8Array;

  /** `values[x]` is what variable x is assigned; it is read, and written for a variable that is open. */
  constructor(
    { variables, constraints }: Network,
    private readonly values: Int32Array,
  ) {
    this.#constraints = constraints;
    this.#marks = new Uint8Array(variables.reduce((most, { values }) => Math.max(most, values.length), 0));
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

  /** Lists the values of the open variable, which has `size` of them, that violate the constraint. */
  forbid(c: number, { open, size }: OpenVariable, forbidden: IntList): void {
    forbidden.length = 0;
    switch (this.#kinds[c]) {
      case TABLE:
        return this.#forbidByTuples(c, { open, size }, forbidden);
      case CLAUSE:
      case OR:
      case AND:
        return this.#forbidByLiterals(c, { open, size }, forbidden);
      default:
        return this.#forbidOther(c, { open, size }, forbidden);
    }
  }

  #forbidByTuples(c: number, { open, size }: OpenVariable, forbidden: IntList): void {
    const scopes = this.#scopes;
    const { values } = this;
    const start = this.#starts[c]!;
    const arity = this.#starts[c + 1]! - start;
    const tuples = this.#tuples[c]!;
    const isAllowed = this.#marks;
    let column = 0;
    while (scopes[start + column] !== open) column++;
    isAllowed.fill(0, 0, size);
    for (let row = 0; row < tuples.length; row += arity) {
      let i = 0;
      for (; i < arity; i++) {
        const value = tuples[row + i]!;
        if (value !== STAR && i !== column && value !== values[scopes[start + i]!]) break;
      }
      if (i < arity) continue;
      if (tuples[row + column] === STAR) return;
      isAllowed[tuples[row + column]!] = 1;
    }
    for (let value = 0; value < size; value++) if (isAllowed[value] === 0) forbidden.push(value);
  }

  /**
   * `or`: the head holds iff some other literal does. An `and` is the `or` of all its literals denied; a clause is one whose head, which it
   * has not, holds.
   */
  #forbidByLiterals(c: number, { open, size }: OpenVariable, forbidden: IntList): void {
    const scopes = this.#scopes;
    const claims = this.#claims;
    const { values } = this;
    const kind = this.#kinds[c]!;
    const sign = kind === AND ? 1 : 0;
    const head = this.#starts[c]!;
    const from = kind === CLAUSE ? head : head + 1;
    const to = this.#starts[c + 1]!;
    // 1. What the literals of assigned variables say; those of the open one are counted.
    let someHolds = false;
    let own = 0;
    let last = NONE;
    for (let at = from; at < to && !someHolds; at++) {
      const x = scopes[at]!;
      if (x === open) {
        own++;
        last = at;
      } else someHolds = isTrue(claims[at]! ^ sign, values[x]!);
    }
    // 2. What that leaves to the open variable, as the head, as another literal, or as several.
    const headClaim = claims[head]! ^ sign;
    const isHeadOpen = kind !== CLAUSE && scopes[head] === open;
    const isHead = kind === CLAUSE || (!isHeadOpen && isTrue(headClaim, values[scopes[head]!]!));
    if (someHolds || own === 0) {
      if (isHeadOpen) forbidUnless(headClaim, someHolds, { size, forbidden });
      else if (someHolds !== isHead) for (let value = 0; value < size; value++) forbidden.push(value);
    } else if (own === 1 && !isHeadOpen) {
      forbidUnless(claims[last]! ^ sign, isHead, { size, forbidden });
    } else {
      this.#markAny(open, { from, to, sign }, size);
      for (let value = 0; value < size; value++) {
        const is = isHeadOpen ? isTrue(headClaim, value) : isHead;
        if ((this.#marks[value] === 1) !== is) forbidden.push(value);
      }
    }
  }

  /** Marks the values with which some literal of the open variable is true. */
  #markAny(open: number, { from, to, sign }: Literals, size: number): void {
    const marks = this.#marks.fill(0, 0, size);
    for (let at = from; at < to; at++) {
      if (this.#scopes[at] !== open) continue;
      const claim = this.#claims[at]! ^ sign;
      const value = claim >> 1;
      if ((claim & 1) === 0) marks[value] = 1;
      else marks.fill(1, 0, value).fill(1, value + 1, size);
    }
  }

  #forbidOther(c: number, { open, size }: OpenVariable, forbidden: IntList): void {
    const { values } = this;
    const before = values[open]!;
    for (let value = 0; value < size; value++) {
      values[open] = value;
      if (!this.holds(c)) forbidden.push(value);
    }
    values[open] = before;
  }
}

interface OpenVariable {
  readonly open: number;
  /** How many values it has. */
  readonly size: number;
}

/** The literals of a constraint, but for its head. */
interface Literals {
  readonly from: number;
  readonly to: number;
  /** 1 where all are to be read as their denials. */
  readonly sign: number;
}

function isTrue(claim: number, value: number): boolean {
  return (value === claim >> 1) === ((claim & 1) === 0);
}

/** Forbids the values with which a claim is not as it is to be. */
function forbidUnless(claim: number, is: boolean, { size, forbidden }: { size: number; forbidden: IntList }): void {
  const value = claim >> 1;
  if (isTrue(claim, value) !== is) forbidden.push(value);
  else for (let other = 0; other < size; other++) if (other !== value) forbidden.push(other);
}
