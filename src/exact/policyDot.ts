import type { Policy, PolicyBranch, PolicyNode } from './policy.js';
import { movesText, pointsText } from './policyText.js';

/** A policy in the language of Graphviz: a box for each state with its points and what is done there, an arrow for each answer and draw. */
export function* policyDot({ nodes }: Policy): Generator<string> {
  yield 'digraph policy {\n  node [shape=box, fontname="sans-serif"];\n  edge [fontname="sans-serif"];\n';
  for (const [index, node] of nodes.entries()) {
    yield `  n${String(index)} [label=${quoted(labelOf(node))}${SHAPES[node.kind]}];\n`;
    for (const branch of node.branches)
      yield `  n${String(index)} -> n${String(branch.to)} [label=${quoted(edgeOf(branch))}];\n`;
  }
  yield '}\n';
}

const SHAPES: Readonly<Record<PolicyNode['kind'], string>> = {
  decision: '',
  terminal: ', peripheries=2',
  horizon: ', style=dashed',
  stuck: ', style=dashed',
  any: ', style=dotted',
  cut: ', style=dotted',
};

const NOTES: Readonly<Record<PolicyNode['kind'], string>> = {
  ...{ decision: '', terminal: '', horizon: 'horizon', stuck: 'stuck', any: 'any move', cut: '…' },
};

const labelOf = ({ value, kind, moves, isChoice }: PolicyNode): string =>
  [pointsText(value), isChoice ? movesText(moves) : NOTES[kind]].filter((line) => line !== '').join('\n');

const edgeOf = ({ moves, probability }: PolicyBranch): string =>
  [movesText(moves), probability === 1 ? '' : `1/${String(Math.round(1 / probability))}`]
    .filter((line) => line !== '')
    .join('\n');

const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&').replace(/\n/g, '\\n')}"`;
