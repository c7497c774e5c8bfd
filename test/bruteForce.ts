import { type Constraint, type Network, STAR } from '../src/network/index.js';

/** The solutions of a network in lexicographic order, by looking at every assignment. */
export function* bruteForce(network: Network): Generator<readonly number[]> {
  const { variables, constraints } = network;
  const assignment = variables.map(() => 0);
  if (variables.some(({ values }) => values.length === 0)) return;
  for (;;) {
    if (constraints.every((constraint) => holds(constraint, assignment))) yield [...assignment];
    let x = variables.length - 1;
    while (x >= 0 && assignment[x]! + 1 === variables[x]!.values.length) assignment[x--] = 0;
    if (x < 0) return;
    assignment[x]!++;
  }
}

/** Whether a constraint allows an assignment of all variables: its meaning as `network.ts` has it. */
export function holds(constraint: Constraint, assignment: readonly number[]): boolean {
  const { scope } = constraint;
  switch (constraint.kind) {
    case 'table': {
      const starts = Array.from({ length: constraint.tuples.length / scope.length }, (_, i) => i * scope.length);
      return starts.some((start) =>
        scope.every((x, i) => [STAR, assignment[x]].includes(constraint.tuples[start + i])),
      );
    }
    case 'equal':
      return assignment[scope[0]] === assignment[scope[1]];
    case 'channel':
      return scope.slice(1).every((b, value) => (assignment[b] === 1) === (assignment[scope[0]] === value));
    default: {
      const truths = scope.map((x, i) => {
        const claim = constraint.claims[i]!;
        return (assignment[x] === claim >> 1) === (claim % 2 === 0);
      });
      if (constraint.kind === 'clause') return truths.includes(true);
      const [head, ...body] = truths;
      return head === (constraint.kind === 'and' ? !body.includes(false) : body.includes(true));
    }
  }
}
