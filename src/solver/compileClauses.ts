import { IntList } from '../base/index.js';
import type { ConnectiveConstraint, Network } from '../network/index.js';
import type { Domains } from './domains.js';

/**
 * The constraints of a network that are not tables, over the literals of {@link Domains}. Clause c is `literals[starts[c] … starts[c + 1]]`:
 * some of them holds. Where it has a head it is a definition: the head holds iff none of the others does (∧, ∨, x = y and channels all
 * have this form, with literals denied as needed). No literal is twice in a clause, nor beside its denial; a head comes first.
 */
export interface ClauseSet {
  readonly starts: Int32Array<ArrayBuffer>;
  readonly literals: Int32Array<ArrayBuffer>;
  /** For each clause 1 where it has a head. */
  readonly hasHead: Uint8Array<ArrayBuffer>;
  /** For each clause the constraint that it is from. */
  readonly origins: Int32Array<ArrayBuffer>;
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

  connective({ kind, scope, claims }: ConnectiveConstraint): void {
    this.#begin();
    const denies = kind === 'and' ? 1 : 0;
    for (let i = kind === 'clause' ? 0 : 1; i < scope.length; i++)
      this.#gather(this.#literal(scope[i]!, claims[i]!) ^ denies);
    if (kind !== 'clause') this.#define(this.#literal(scope[0]!, claims[0]!) ^ (1 - denies));
    else if (!this.#isTautology) this.#write();
    this.#defineByOthers({ kind, scope, claims });
  }

  /**
   * Where all but the head say that one variable takes a value of a set, or none of it: the same by the values that are not in the set. With
   * both the constraint is arc consistent, although the variable is in several literals.
   */
  #defineByOthers({ kind, scope, claims }: ConnectiveConstraint): void {
    const [head, x] = scope;
    const denies = kind === 'and' ? 1 : 0;
    if (kind === 'clause' || scope.length < 3 || x === undefined || x === head || this.domains.widths[x]! < 3) return;
    for (let i = 1; i < scope.length; i++) if (scope[i] !== x || (claims[i]! & 1) !== denies) return;
    const isInSet = new Uint8Array(this.domains.widths[x]!);
    for (let i = 1; i < scope.length; i++) isInSet[claims[i]! >> 1] = 1;
    this.#begin();
    for (const [value, isIn] of isInSet.entries()) if (isIn === 0) this.#gather(this.#literal(x, 2 * value));
    this.#define(this.#literal(head!, claims[0]!) ^ denies);
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
    };
  }
}
