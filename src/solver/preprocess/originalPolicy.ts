import type { Policy, ValuedPolicy } from '../stochastic/policy.js';
import type { PreprocessedNetwork } from './finishDraft.js';

/** The policy that one of the preprocessed network stands for. */
export function originalPolicy({ values }: PreprocessedNetwork, { policy, utilities }: ValuedPolicy): ValuedPolicy {
  return { policy: renamed(values, policy), utilities };
}

function renamed(values: PreprocessedNetwork['values'], policy: Policy): Policy {
  switch (policy.kind) {
    case 'leaf':
      return policy;
    case 'decision':
      return {
        ...policy,
        values: policy.values.map((value, i) => values[policy.first + i]![value]!),
        child: renamed(values, policy.child),
      };
    case 'chance':
      return {
        ...policy,
        branches: policy.branches.map(({ value, probability, child }) => ({
          value: values[policy.variable]![value]!,
          probability,
          child: renamed(values, child),
        })),
      };
  }
}
