import { BOOLEAN, type Constraint, type Distribution, type Network, type Utility, type Variable } from '../network.js';
import { rescoped } from './rescoped.js';

/** Where a variable stands among those of its round: what it depends on comes before it. */
export const RANK = {
  fluent: 0,
  ofState: 1,
  action: 2,
  ofActions: 3,
  chance: 4,
  ofChance: 5,
  next: 6,
} as const;

export type Rank = (typeof RANK)[keyof typeof RANK];

/**
 * A network that is being built. Its variables are numbered as they come; {@link RoundBuilder.build}, at the end, puts them in the order of
 * their ranks and tells the new numbers.
 */
export class RoundBuilder {
  readonly #variables: Variable[] = [];
  readonly #ranks: Rank[] = [];
  readonly #constraints: Constraint[] = [];

  variable(name: string, values: readonly string[], rank: Rank): number {
    this.#ranks.push(rank);
    return this.#variables.push({ name, kind: KINDS[rank], stage: 0, values }) - 1;
  }

  boolean(name: string, rank: Rank): number {
    return this.variable(name, BOOLEAN, rank);
  }

  /** Takes the constraint over: its scope, which nobody else has, will be renumbered. */
  add(constraint: Constraint): void {
    this.#constraints.push(constraint);
  }

  /** Number of its values. */
  size(variable: number): number {
    return this.#variables[variable]!.values.length;
  }

  rank(variable: number): Rank {
    return this.#ranks[variable]!;
  }

  build(rest: NetworkRest): { readonly network: Network; readonly renumbered: Int32Array } {
    const order = Object.values(RANK).flatMap((rank) => this.#ofRank(rank));
    const renumbered = new Int32Array(order.length);
    for (let place = 0; place < order.length; place++) renumbered[order[place]!] = place;
    const place = (variable: number): number => renumbered[variable]!;
    for (const { scope } of this.#constraints) renumber(scope as number[], renumbered);
    const network: Network = {
      name: rest.name,
      variables: order.map((index) => this.#variables[index]!),
      constraints: this.#constraints,
      distributions: rest.distributions.map((one) => ({ ...rescoped(one, place), variable: place(one.variable) })),
      players: rest.players,
      utilities: rest.utilities.map((utility) => rescoped(utility, place)),
      threshold: rest.players.map(() => 0),
    };
    return { network, renumbered };
  }

  #ofRank(rank: Rank): readonly number[] {
    const variables: number[] = [];
    for (let index = 0; index < this.#ranks.length; index++) if (this.#ranks[index] === rank) variables.push(index);
    return variables;
  }
}

function renumber(scope: number[], renumbered: Int32Array): void {
  for (let at = 0; at < scope.length; at++) scope[at] = renumbered[scope[at]!]!;
}

/** The moves of a round are its decisions, and so is the state that it starts from, until one is injected. */
const KINDS = {
  [RANK.fluent]: 'decision',
  [RANK.ofState]: 'auxiliary',
  [RANK.action]: 'decision',
  [RANK.ofActions]: 'auxiliary',
  [RANK.chance]: 'stochastic',
  [RANK.ofChance]: 'auxiliary',
  [RANK.next]: 'auxiliary',
} as const;

interface NetworkRest {
  readonly name: string;
  readonly distributions: readonly Distribution[];
  readonly players: readonly string[];
  readonly utilities: readonly Utility[];
}
