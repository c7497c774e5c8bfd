import { type PolicyBranch, type ValuedPolicy, isLost, lostPolicy } from './policy.js';
import { PRECISION } from './stochasticProblem.js';

/**
 * Which of the policies that reach the threshold a search is after: any one; those that no other one beats (none is at least as good for
 * every player and better for one; with one player, one of the best); or all of them.
 */
export type Wanted = 'first' | 'best' | 'all';

/** The policies of one value of a stochastic variable. */
export interface Draw {
  readonly value: number;
  readonly probability: number;
  readonly policies: readonly ValuedPolicy[];
}

/** Adds a policy to those that no other beats; of equals the first stays. */
function addToFront<P extends { readonly utilities: readonly number[] }>(front: P[], policy: P): void {
  if (front.some(({ utilities }) => covers(utilities, policy.utilities))) return;
  let kept = 0;
  for (const other of front) if (!covers(policy.utilities, other.utilities)) front[kept++] = other;
  front.length = kept;
  front.push(policy);
}

/** Whether the first is at least as good for every player. */
function covers(first: readonly number[], second: readonly number[]): boolean {
  return first.every((utility, player) => utility >= second[player]! - PRECISION);
}

/** Policies that a decision may choose among: those that are lost count only where all are. */
export function chooseAmong(policies: readonly ValuedPolicy[], wanted: Wanted): readonly ValuedPolicy[] {
  const alive = policies.filter((policy) => !isLost(policy));
  if (alive.length === 0) return policies.slice(0, 1);
  if (wanted === 'all') return alive;
  const front: ValuedPolicy[] = [];
  for (const policy of alive) addToFront(front, policy);
  return front;
}

interface PartialNode {
  readonly branches: readonly PolicyBranch[];
  readonly utilities: readonly number[];
}

export interface JoinOptions {
  readonly players: number;
  readonly wanted: Wanted;
  /** Most policies to keep after each draw. */
  readonly limit: number;
  /** Filters what there is after so many draws, which bring these utilities. */
  readonly isPromising: (draws: number, utilities: readonly number[]) => boolean;
}

export interface JoinedDraws {
  readonly policies: readonly ValuedPolicy[];
  /** Whether the limit cut some off. */
  readonly isCut: boolean;
}

/** Every policy of a chance node: one policy below each value. None where some value has none; a lost one where all values are lost. */
export function joinDraws(variable: number, draws: readonly Draw[], options: JoinOptions): JoinedDraws {
  const { players, wanted, limit, isPromising } = options;
  if (draws.every(({ policies }) => policies.length === 1 && isLost(policies[0]!)))
    return { policies: [lostPolicy(players)], isCut: false };
  let isCut = false;
  let nodes: readonly PartialNode[] = [{ branches: [], utilities: Array.from({ length: players }, () => 0) }];
  for (const [index, draw] of draws.entries()) {
    const longer: PartialNode[] = [];
    for (const next of extensions(nodes, draw)) {
      if (!isPromising(index + 1, next.utilities)) continue;
      isCut ||= longer.length === limit;
      if (longer.length === limit) break;
      if (wanted === 'all') longer.push(next);
      else addToFront(longer, next);
    }
    nodes = longer;
  }
  const policies = nodes.map(({ branches, utilities }): ValuedPolicy => ({
    policy: { kind: 'chance', variable, branches },
    utilities,
  }));
  return { policies, isCut };
}

function* extensions(nodes: readonly PartialNode[], { value, probability, policies }: Draw): Generator<PartialNode> {
  for (const { branches, utilities } of nodes)
    for (const { policy, utilities: below } of policies)
      yield {
        branches: [...branches, { value, probability, child: policy }],
        utilities: utilities.map((sum, player) => sum + probability * below[player]!),
      };
}
