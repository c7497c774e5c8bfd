/**
 * What to do in every scenario of a stochastic network: a tree over its variables in their order (000 section 3, 003 section 3.1). Decision
 * nodes have one child, so a run of them is one node here; a chance node has one child for each value of positive probability.
 */
export type Policy = DecisionRun | ChanceNode | PolicyLeaf;

/** The variables `first`, `first + 1`, … take these values. No run is the child of another, and none is empty. */
export interface DecisionRun {
  readonly kind: 'decision';
  readonly first: number;
  readonly values: readonly number[];
  readonly child: Policy;
}

export interface ChanceNode {
  readonly kind: 'chance';
  readonly variable: number;
  readonly branches: readonly PolicyBranch[];
}

export interface PolicyBranch {
  readonly value: number;
  readonly probability: number;
  readonly child: Policy;
}

/** The end of a scenario, with one utility for each player, or its satisfaction where there are no players. */
export interface PolicyLeaf {
  readonly kind: 'leaf';
  readonly utilities: readonly number[];
  /** Whether no choice that is left satisfies all constraints: the utilities are 0, and the tree ends here, before the last variable. */
  readonly isLost: boolean;
}

/** A policy with its expected utilities: one for each player, or its satisfaction alone where there are no players. */
export interface ValuedPolicy {
  readonly policy: Policy;
  readonly utilities: readonly number[];
}

/** The sum of the leaves' utilities, weighted by the probabilities of their scenarios. */
export function expectedUtilities(policy: Policy): readonly number[] {
  let node = policy;
  while (node.kind === 'decision') node = node.child;
  if (node.kind === 'leaf') return node.utilities;
  let sum: number[] | undefined;
  for (const { probability, child } of node.branches) {
    const utilities = expectedUtilities(child);
    sum ??= utilities.map(() => 0);
    for (let player = 0; player < sum.length; player++) sum[player]! += probability * utilities[player]!;
  }
  return sum!;
}

/** The same policy after decisions that go before it; `first` is the first variable that they decide. A lost one stays a single leaf. */
export function afterDecisions(first: number, values: readonly number[], valued: ValuedPolicy): ValuedPolicy {
  if (values.length === 0 || isLost(valued)) return valued;
  const { policy, utilities } = valued;
  const run: DecisionRun =
    policy.kind === 'decision'
      ? { ...policy, first, values: [...values, ...policy.values] }
      : { kind: 'decision', first, values, child: policy };
  return { policy: run, utilities };
}

/** A scenario that is lost. */
export function lostPolicy(players: number): ValuedPolicy {
  const utilities = Array.from({ length: players }, () => 0);
  return { policy: { kind: 'leaf', utilities, isLost: true }, utilities };
}

/** Whether nothing is won in any scenario: such a policy is a single leaf. */
export const isLost = ({ policy }: ValuedPolicy): boolean => policy.kind === 'leaf' && policy.isLost;
