import { type Constraint, STAR } from '../../network/index.js';

/** Whether an assignment of (at least) the scope satisfies the constraint: the definition, read aloud. */
export function constraintHolds(constraint: Constraint, values: ArrayLike<number>): boolean {
  const { scope } = constraint;
  switch (constraint.kind) {
    case 'table':
      return someTupleAgrees(scope, constraint.tuples, values);
    case 'equal':
      return values[scope[0]] === values[scope[1]];
    case 'channel':
      return scope.every((x, i) => i === 0 || (values[x] === 1) === (values[scope[0]] === i - 1));
    case 'clause':
      return constraint.claims.some((_, i) => literalHolds(constraint, i, values));
    case 'and':
      return (
        literalHolds(constraint, 0, values) ===
        constraint.claims.every((_, i) => i === 0 || literalHolds(constraint, i, values))
      );
    case 'or':
      return (
        literalHolds(constraint, 0, values) ===
        constraint.claims.some((_, i) => i > 0 && literalHolds(constraint, i, values))
      );
  }
}

/** Whether a row of a table agrees with the values of its scope. */
export function rowAgrees(scope: readonly number[], tuple: readonly number[], values: ArrayLike<number>): boolean {
  return scope.every((x, i) => tuple[i] === STAR || tuple[i] === values[x]);
}

function someTupleAgrees(scope: readonly number[], tuples: readonly number[], values: ArrayLike<number>): boolean {
  const arity = scope.length;
  for (let start = 0; start < tuples.length; start += arity) {
    let i = 0;
    while (i < arity && (tuples[start + i] === STAR || tuples[start + i] === values[scope[i]!])) i++;
    if (i === arity) return true;
  }
  return false;
}

function literalHolds(
  { scope, claims }: { readonly scope: readonly number[]; readonly claims: readonly number[] },
  i: number,
  values: ArrayLike<number>,
): boolean {
  const claim = claims[i]!;
  return (values[scope[i]!] === claim >> 1) === ((claim & 1) === 0);
}
