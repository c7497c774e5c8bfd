import type { Constraint } from '../../network/index.js';
import { constraintHolds } from '../stochastic/constraintHolds.js';
import type { Draft } from './draft.js';

/** Constraints on one variable go, and the values that they exclude with them (000 section 5, 003 section 4.1). */
export function projectUnary(draft: Draft): void {
  const assignment: number[] = [];
  draft.constraints = draft.constraints.filter((constraint) => {
    const x = onlyVariable(constraint);
    if (x === undefined || draft.isSealed[x] === 1) return true;
    for (const value of draft.valuesOf(x)) {
      assignment[x] = value;
      if (!constraintHolds(constraint, assignment)) draft.remove(x, value);
    }
    return false;
  });
}

function onlyVariable({ scope }: Constraint): number | undefined {
  const first = scope[0];
  return scope.every((x) => x === first) ? first : undefined;
}
