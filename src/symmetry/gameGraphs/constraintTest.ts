import { type Constraint, STAR } from '../../network/index.js';

/** Whether a constraint allows the assignment in which variable x takes `valueOf[x]`. */
export function isSatisfied(constraint: Constraint, valueOf: Int32Array): boolean {
  const { scope } = constraint;
  switch (constraint.kind) {
    case 'table':
      return hasTuple(constraint.tuples, scope, valueOf);
    case 'clause':
      return scope.some((_, place) => holds(constraint, place, valueOf));
    case 'and':
      return (
        holds(constraint, 0, valueOf) === scope.every((_, place) => place === 0 || holds(constraint, place, valueOf))
      );
    case 'or':
      return holds(constraint, 0, valueOf) === scope.some((_, place) => place > 0 && holds(constraint, place, valueOf));
    case 'equal':
      return valueOf[scope[0]] === valueOf[scope[1]];
    case 'channel':
      return scope.every((x, place) => place === 0 || (valueOf[scope[0]] === place - 1) === (valueOf[x] === 1));
  }
}

interface Literals {
  readonly scope: readonly number[];
  readonly claims: readonly number[];
}

function holds({ scope, claims }: Literals, place: number, valueOf: Int32Array): boolean {
  const claimed = claims[place]!;
  return (valueOf[scope[place]!] === claimed >> 1) === ((claimed & 1) === 0);
}

function hasTuple(tuples: readonly number[], scope: readonly number[], valueOf: Int32Array): boolean {
  const width = scope.length;
  for (let start = 0; start < tuples.length; start += width) {
    let place = 0;
    while (place < width && (tuples[start + place] === STAR || tuples[start + place] === valueOf[scope[place]!]))
      place++;
    if (place === width) return true;
  }
  return false;
}
