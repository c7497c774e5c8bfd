import type { Constraint, Network } from '../src/network/index.js';
import { holds } from './bruteForce.js';

/** The values left to each variable, ascending. */
export type NaiveDomains = readonly (readonly number[])[];

export const fullDomains = ({ variables }: Network): NaiveDomains => variables.map(({ values }) => [...values.keys()]);

/** The values of each variable of a constraint that some allowed assignment of its scope has, by enumeration of all of them. */
export function supportedValues(constraint: Constraint, domains: NaiveDomains): Map<number, Set<number>> {
  const scope = [...new Set(constraint.scope)];
  const supported = new Map(scope.map((x) => [x, new Set<number>()]));
  const assignment: number[] = [];
  const enumerate = (depth: number): void => {
    if (depth === scope.length) {
      if (holds(constraint, assignment)) for (const x of scope) supported.get(x)!.add(assignment[x]!);
      return;
    }
    for (const value of domains[scope[depth]!]!) {
      assignment[scope[depth]!] = value;
      enumerate(depth + 1);
    }
  };
  enumerate(0);
  return supported;
}

/** Generalised arc consistency of all constraints, from scratch; undefined where some variable has no value left. */
export function naivePropagate({ constraints }: Network, start: NaiveDomains): NaiveDomains | undefined {
  let domains = start;
  let hasChanged = true;
  while (hasChanged) {
    hasChanged = false;
    for (const constraint of constraints)
      for (const [x, values] of supportedValues(constraint, domains)) {
        const left = domains[x]!.filter((value) => values.has(value));
        if (left.length === domains[x]!.length) continue;
        domains = domains.with(x, left);
        hasChanged = true;
      }
  }
  return domains.some((values) => values.length === 0) ? undefined : domains;
}

export interface NaiveOutcome {
  readonly solutions: readonly (readonly number[])[];
  readonly nodes: number;
  readonly failures: number;
}

/** The search of `macSearch` with dom/ddeg, everything computed anew at each node. */
export function naiveSearch(network: Network, preferred: readonly number[] = []): NaiveOutcome {
  const solutions: (readonly number[])[] = [];
  let nodes = 0;
  let failures = 0;
  const branch = (domains: NaiveDomains): void => {
    nodes++;
    const left = naivePropagate(network, domains);
    if (left === undefined) failures++;
    else explore(left);
  };
  const explore = (domains: NaiveDomains): void => {
    const x = naiveChoice(network, domains, preferred);
    if (x === undefined) {
      solutions.push(domains.map(([value]) => value!));
      return;
    }
    const [value, ...others] = domains[x]!;
    branch(domains.with(x, [value!]));
    branch(domains.with(x, others));
  };
  const root = naivePropagate(network, fullDomains(network));
  if (root !== undefined) explore(root);
  return { solutions, nodes, failures };
}

/** The open variable with the least size over dynamic degree, the preferred ones before all others. */
function naiveChoice(
  { constraints }: Network,
  domains: NaiveDomains,
  preferred: readonly number[],
): number | undefined {
  const isOpen = (x: number): boolean => domains[x]!.length > 1;
  const ratio = (x: number): number => {
    const joined = constraints.filter(({ scope }) => scope.includes(x) && scope.some((y) => y !== x && isOpen(y)));
    return domains[x]!.length / joined.length;
  };
  const open = [...domains.keys()].filter(isOpen);
  const first = open.filter((x) => preferred.includes(x));
  const candidates = first.length > 0 ? first : open;
  const least = Math.min(...candidates.map(ratio));
  return candidates.find((x) => ratio(x) === least);
}

/** Singleton arc consistency, every test from scratch; undefined where there is no solution. */
export function naiveSingleton(network: Network, variables: readonly number[]): NaiveDomains | undefined {
  let domains = naivePropagate(network, fullDomains(network));
  for (let hasChanged = true; hasChanged;) {
    hasChanged = false;
    for (const x of variables)
      for (const value of domains?.[x] ?? []) {
        if (!domains?.[x]!.includes(value)) continue;
        if (naivePropagate(network, domains.with(x, [value])) !== undefined) continue;
        hasChanged = true;
        const others = domains[x]!.filter((other) => other !== value);
        domains = others.length === 0 ? undefined : naivePropagate(network, domains.with(x, others));
      }
  }
  return domains;
}
