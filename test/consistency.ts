import type { Constraint, Network } from '../src/network/index.js';
import { type NaiveDomains, supportedValues } from './naiveSolver.js';

/** A value that no allowed assignment of a constraint has. */
export interface Unsupported {
  readonly constraint: Constraint;
  readonly variable: number;
  readonly value: number;
}

/** The generic oracle of propagation: of the constraints asked about, every value left must extend to an allowed assignment of the scope. */
export function unsupported(
  { constraints }: Network,
  domains: NaiveDomains,
  isAsked: (constraint: Constraint) => boolean = () => true,
): Unsupported[] {
  const found: Unsupported[] = [];
  for (const constraint of constraints.filter(isAsked))
    for (const [variable, supported] of supportedValues(constraint, domains))
      for (const value of domains[variable]!) if (!supported.has(value)) found.push({ constraint, variable, value });
  return found;
}
