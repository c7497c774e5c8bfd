import { type Dependency, DependencyGraph } from './dependencyGraph.js';
import type { Findings } from './findings.js';
import type { FreshNames } from './freshNames.js';
import { nameOfKey, quote, quoteChain } from './quote.js';
import { separateByArguments } from './separateByArguments.js';
import { relationKey } from './terms.js';
import type { Clause } from './validRules.js';

/** Clauses and which relation of theirs depends on which. */
export interface Program {
  readonly clauses: readonly Clause[];
  readonly graph: DependencyGraph;
}

/**
 * Negation in a cycle: such rules have no agreed meaning (LG-2006-01, stratification). One message a cycle. Where the cycle is one of
 * names only, the relations are separated, and a warning is enough.
 */
export function checkStratification({ clauses, graph }: Program, freshNames: FreshNames, findings: Findings): Program {
  const negations = negationsInCycles(graph);
  if (negations.size === 0) return { clauses, graph };
  const separation = separateByArguments(clauses, { graph, components: new Set(negations.keys()) }, freshNames);
  const separated = new DependencyGraph(separation.clauses);
  const tangled = new Set<number>();
  for (const { from } of negationsInCycles(separated).values()) {
    tangled.add(graph.componentOf.get(separation.origins.get(from) ?? from)!);
  }
  for (const [component, dependency] of negations)
    report(dependency, { graph, isTangled: tangled.has(component) }, findings);
  return { clauses: separation.clauses, graph: separated };
}

/** For each component with negation inside, the first such dependency. */
function negationsInCycles(graph: DependencyGraph): Map<number, Dependency> {
  const found = new Map<number, Dependency>();
  for (const dependencies of graph.dependencies.values()) {
    for (const dependency of dependencies) {
      const component = graph.componentOf.get(dependency.from)!;
      const isInCycle = !dependency.isPositive && component === graph.componentOf.get(dependency.to);
      if (isInCycle && !found.has(component)) found.set(component, dependency);
    }
  }
  return found;
}

interface Cycle {
  readonly graph: DependencyGraph;
  /** Whether the cycle stays one when arguments are looked at. */
  readonly isTangled: boolean;
}

function report({ from, to, clause }: Dependency, { graph, isTangled }: Cycle, findings: Findings): void {
  const back = from === to ? [] : graph.path(to, from);
  const chain = quoteChain([nameOfKey(from), `not ${nameOfKey(to)}`, ...back.map((link) => signed(link))]);
  const negated = clause.body.find(
    (literal) => literal.kind === 'atom' && !literal.isPositive && relationKey(literal.atom) === to,
  );
  const span = negated?.kind === 'atom' ? negated.atom.span : clause.span;
  const name = quote(nameOfKey(from));
  if (isTangled) {
    const message = `${name} depends on its own negation: ${chain}`;
    findings.report({
      code: 'negation-in-cycle',
      span,
      message,
      mend: 'define what is negated without the relation that negates it',
    });
  } else {
    const message = `${name} depends on its own negation by name (${chain}), though never for the same arguments`;
    const mend = 'give what is negated a name of its own, as other players may reject the rules';
    findings.report({ code: 'negation-by-name', span, message, mend });
  }
}

function signed({ to, isPositive }: Dependency): string {
  return isPositive ? nameOfKey(to) : `not ${nameOfKey(to)}`;
}
