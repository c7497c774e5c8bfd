import type { Constraint, Network, TableConstraint } from '../network/index.js';
import type { Shown } from './networkTree.js';

/**
 * What people want to see of an assignment: decisions and draws, but for those whose value somebody gave, such as the facts of an initial
 * state. Everything where that would be nothing, or where it is asked for.
 */
export function shownOf(network: Network, { isWhole }: { readonly isWhole: boolean }): Shown {
  const { variables, constraints } = network;
  const isGiven = new Uint8Array(variables.length);
  for (const constraint of constraints) if (givesValue(constraint)) isGiven[constraint.scope[0]!] = 1;
  const isChosen = (variable: number): boolean => variables[variable]!.kind !== 'auxiliary' && isGiven[variable] === 0;
  const isAll = isWhole || !variables.some((_, variable) => isChosen(variable));
  return { network, isWhole, isShown: isAll ? () => true : isChosen };
}

const givesValue = (constraint: Constraint): constraint is TableConstraint =>
  constraint.kind === 'table' && constraint.scope.length === 1 && constraint.tuples.length === 1;
