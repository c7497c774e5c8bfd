import type { Budget } from '../../base/index.js';
import { type Constraint, denial } from '../../network/index.js';
import { Propagation } from '../propagation.js';
import { singletonConsistency } from '../singletonConsistency.js';
import type { Draft } from './draft.js';
import { finishDraft } from './finishDraft.js';

/** Values go that are not singleton arc consistent (003 section 4.1). Of sealed variables they are denied by a clause each. */
export function makeConsistent(draft: Draft, budget: Budget): void {
  const { network, values } = finishDraft(draft);
  const propagation = new Propagation(network);
  if (!propagation.isConsistent || !singletonConsistency(propagation, { budget }).isConsistent) {
    draft.isConsistent = false;
    return;
  }
  const denials: Constraint[] = [];
  for (const [x, kept] of values.entries())
    for (const [index, value] of kept.entries()) {
      if (propagation.has(x, index)) continue;
      if (draft.isSealed[x] === 0) draft.remove(x, value);
      else denials.push({ kind: 'clause', scope: [x], claims: [denial(value)] });
    }
  draft.constraints = [...draft.constraints, ...denials];
}
