import type { Policy, PolicyBranch, PolicyNode } from '../src/exact/index.js';

/** The branches of a node, those that are alike but for the draw together. */
function answersOf({ branches }: PolicyNode): PolicyBranch[][] {
  const groups = new Map<string, PolicyBranch[]>();
  for (const branch of branches) {
    const key = JSON.stringify(branch.moves.filter(({ role }) => role !== 'random'));
    groups.set(key, [...(groups.get(key) ?? []), branch]);
  }
  return [...groups.values()];
}

/** What a policy is worth from a node on, the first unless another is given, counted from its ends. */
export function policyWorth({ nodes }: Pick<Policy, 'nodes'>, at = 0): number {
  const node = nodes[at]!;
  if (node.kind !== 'decision') return node.value;
  const means = answersOf(node).map((draws) => {
    const others = draws.filter(({ to }) => to !== at);
    return others.reduce((sum, { to }) => sum + policyWorth({ nodes }, to), 0) / others.length;
  });
  return Math.min(...means);
}
