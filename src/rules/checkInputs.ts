import type { DependencyGraph } from './dependencyGraph.js';
import type { Code, Findings } from './findings.js';
import { nameOfKey, quote, quoteChain } from './quote.js';
import { relationKey } from './terms.js';
import type { Clause, Component, RelationKey } from './validRules.js';

interface Prohibition {
  readonly relations: ReadonlySet<RelationKey>;
  readonly input: RelationKey;
  readonly isReached: (component: Component) => boolean;
  readonly code: Code;
  readonly why: string;
  readonly mend: string;
}

const BEFORE_PLAY = new Set(['init/1', 'base/1', 'input/2']);

const PROHIBITIONS: readonly Prohibition[] = [
  {
    relations: BEFORE_PLAY,
    input: 'true/1',
    isReached: ({ dependsOnState }) => dependsOnState,
    code: 'depends-on-state',
    why: 'there is no state yet',
    mend: 'use relations that hold in every state',
  },
  {
    relations: BEFORE_PLAY,
    input: 'does/2',
    isReached: ({ dependsOnMoves }) => dependsOnMoves,
    code: 'depends-on-moves',
    why: 'nobody has moved yet',
    mend: 'use relations that hold in every state',
  },
  {
    relations: new Set(['legal/2', 'goal/2', 'terminal/0']),
    input: 'does/2',
    isReached: ({ dependsOnMoves }) => dependsOnMoves,
    code: 'depends-on-moves',
    why: 'it is asked before the players move',
    mend: 'keep what was done in the state with `next`, and ask for it with `true`',
  },
];

/** `init`, `base`, `input` that depend on the state or the moves; `legal`, `goal`, `terminal` that depend on the moves. */
export function checkInputs(clauses: readonly Clause[], graph: DependencyGraph, findings: Findings): void {
  for (const prohibition of PROHIBITIONS) {
    for (const clause of clauses) {
      if (prohibition.relations.has(relationKey(clause.head))) checkClause(clause, { prohibition, graph, findings });
    }
  }
}

interface Check {
  readonly prohibition: Prohibition;
  readonly graph: DependencyGraph;
  readonly findings: Findings;
}

function checkClause({ head, body }: Clause, { prohibition, graph, findings }: Check): void {
  const { input, isReached, code, why, mend } = prohibition;
  for (const literal of body) {
    if (literal.kind === 'distinct') continue;
    const key = relationKey(literal.atom);
    const component = graph.components[graph.componentOf.get(key) ?? -1];
    if (key !== input && (component === undefined || !isReached(component))) continue;
    const links = key === input ? [] : graph.path(key, input);
    const chain = quoteChain([head.name, nameOfKey(key), ...links.map(({ to }) => nameOfKey(to))]);
    const message = `${quote(head.name)} depends on ${quote(nameOfKey(input))} (${chain}), but ${why}`;
    findings.report({ code, span: literal.atom.span, message, mend });
    return;
  }
}
