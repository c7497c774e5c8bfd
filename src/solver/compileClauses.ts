import { IntList } from '../base/index.js';
import type { ConnectiveConstraint, Network } from '../network/index.js';
import type { Domains } from './domains.js';

/**
 * The constraints of a network that are not tables, over the literals of {@link Domains}. Clause c is `literals[starts[c] … starts[c + 1]]`:
 * some of them holds. Where it has a head it is a definition: the head holds iff none of the others does (∧, ∨, x = y and channels all
 * have this form, with literals denied as needed). Where a definition is about one variable, memberships say more of it. No literal is twice in a clause, nor beside its denial; a head comes first.
 */
export interface ClauseSet {
  readonly starts: Int32Array<ArrayBuffer>;
  readonly literals: Int32Array<ArrayBuffer>;
  /** For each clause 1 where it has a head. */
  readonly hasHead: Uint8Array<ArrayBuffer>;
  /** For each clause the constraint that it is from. */
  readonly origins: Int32Array<ArrayBuffer>;
  readonly memberships: readonly Membership[];
}

/** The head holds iff the variable takes one of the values; no more than half of its values, and at least two. */
export interface Membership {
  readonly head: number;
  readonly variable: number;
  /** Ascending. */
  readonly ids: Int32Array<ArrayBuffer>;
  readonly origin: number;
}

export function compileClauses({ constraints }: Network, domains: Domains): ClauseSet {
  const writer = new ClauseWriter(domains);
  for (let index = 0; index < constraints.length; index++) {
    const constraint = constraints[index]!;
    writer.origin = index;
    switch (constraint.kind) {
      case 'table':
        break;
      case 'equal':
        writer.equality(constraint.scope[0], constraint.scope[1]);
        break;
      case 'channel':
        writer.channel(constraint.scope);
        break;
      default:
        writer.connective(constraint);
    }
  }
  return writer.finish();
}

/** Whether all but the head say that one variable takes a value of a set, or none of it: then more can be said than of other connectives. */
function isMembership({ kind, scope, claims }: ConnectiveConstraint): boolean {
  const denies = kind === 'and' ? 1 : 0;
  if (kind === 'clause' || scope.length < 3 || scope[0] === scope[1]) return false;
  for (let i = 1; i < scope.length; i++) if (scope[i] !== scope[1] || (claims[i]! & 1) !== denies) return false;
  return true;
}

class ClauseWriter {
  /** The constraint at hand. */
  origin = 0;
  readonly #starts = new IntList(1024);
  readonly #literals = new IntList(4096);
  readonly #hasHead = new IntList(1024);
  readonly #origins = new IntList(1024);
  /** The clause at hand, without its head, as it is gathered. */
  readonly #body = new IntList();
  /** For each literal the last clause that gathered it. */
  readonly #gathered: Int32Array;
  readonly #memberships: Membership[] = [];
  #clause = 0;
  /** Whether the clause at hand has a literal beside its denial. */
  #isTautology = false;

  constructor(private readonly domains: Domains) {
    this.#gathered = new Int32Array(domains.literalCount);
  }

  equality(x: number, y: number): void {
    for (let value = 0; value < this.domains.widths[x]!; value++) {
      this.#begin();
      this.#gather(this.#literal(y, 2 * value + 1));
      this.#define(this.#literal(x, 2 * value));
    }
  }

  channel(scope: readonly number[]): void {
    for (let value = 0; value + 1 < scope.length; value++) {
      this.#begin();
      this.#gather(this.#literal(scope[value + 1]!, 3));
      this.#define(this.#literal(scope[0]!, 2 * value));
    }
  }

  connective(constraint: ConnectiveConstraint): void {
    const { kind, scope, claims } = constraint;
    if (isMembership(constraint) && this.domains.widths[scope[1]!]! > 2) return this.#membership(constraint);
    this.#begin();
    const denies = kind === 'and' ? 1 : 0;
    for (let i = kind === 'clause' ? 0 : 1; i < scope.length; i++)
      this.#gather(this.#literal(scope[i]!, claims[i]!) ^ denies);
    if (kind !== 'clause') this.#define(this.#literal(scope[0]!, claims[0]!) ^ (1 - denies));
    else if (!this.#isTautology) this.#write();
  }

  /** By the values of the set or by the others, whichever are fewer. */
  #membership({ kind, scope, claims }: ConnectiveConstraint): void {
    const x = scope[1]!;
    const width = this.domains.widths[x]!;
    const values = new Set(claims.slice(1).map((claim) => claim >> 1));
    const areFew = 2 * values.size <= width;
    const head = this.#literal(scope[0]!, claims[0]!) ^ (kind === 'and' ? 1 : 0) ^ (areFew ? 0 : 1);
    const ids = new Int32Array(areFew ? values.size : width - values.size);
    this.#begin();
    for (let value = 0, next = 0; value < width; value++) {
      if (values.has(value) !== areFew) continue;
      ids[next++] = this.domains.offsets[x]! + value;
      this.#gather(this.#literal(x, 2 * value));
    }
    this.#define(head ^ 1);
    if (ids.length > 1) this.#memberships.push({ head, variable: x, ids, origin: this.origin });
  }

  #literal(x: number, claim: number): number {
    return this.domains.literalOf(this.domains.offsets[x]! + (claim >> 1)) ^ (claim & 1);
  }

  #begin(): void {
    this.#clause++;
    this.#body.length = 0;
    this.#isTautology = false;
  }

  #gather(literal: number): void {
    if (this.#isGathered(literal)) return;
    this.#gathered[literal] = this.#clause;
    this.#body.push(literal);
    if (this.#isGathered(literal ^ 1)) this.#isTautology = true;
  }

  #isGathered(literal: number): boolean {
    return this.#gathered[literal] === this.#clause;
  }

  /** The head holds iff nothing of the body that was gathered does. */
  #define(head: number): void {
    if (this.#isTautology) this.#writeAll([head ^ 1]);
    else if (this.#isGathered(head)) {
      // The head cannot hold, so some of the others must.
      this.#writeAll([head ^ 1]);
      this.#writeAll(this.#body.toArray().filter((literal) => literal !== head));
    } else if (this.#isGathered(head ^ 1)) {
      for (const literal of this.#body.toArray()) if (literal !== (head ^ 1)) this.#writeAll([head ^ 1, literal ^ 1]);
    } else this.#write(head);
  }

  #write(head?: number): void {
    this.#open(head === undefined ? 0 : 1);
    if (head !== undefined) this.#literals.push(head);
    for (let i = 0; i < this.#body.length; i++) this.#literals.push(this.#body.array[i]!);
  }

  #writeAll(literals: Iterable<number>): void {
    this.#open(0);
    for (const literal of literals) this.#literals.push(literal);
  }

  #open(hasHead: number): void {
    this.#starts.push(this.#literals.length);
    this.#hasHead.push(hasHead);
    this.#origins.push(this.origin);
  }

  finish(): ClauseSet {
    this.#starts.push(this.#literals.length);
    return {
      starts: this.#starts.toArray(),
      literals: this.#literals.toArray(),
      hasHead: Uint8Array.from(this.#hasHead.toArray()),
      origins: this.#origins.toArray(),
      memberships: this.#memberships,
    };
  }
}
