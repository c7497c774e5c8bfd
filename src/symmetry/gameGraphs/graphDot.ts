import type { GroundProgram } from '../../ground/index.js';
import type { GameGraph } from './gameGraph.js';

/** The graph of a game for Graphviz, in pieces: fluents and moves by their names, other vertices by what they stand for. */
export function* graphDot(
  { lexicon, roles, moveStart }: GroundProgram,
  { graph, colourNames, fluents, moves }: GameGraph,
): Generator<string> {
  const labels = Array.from(graph.colours, (colour) => colourNames[colour]!);
  const isNamed = new Uint8Array(labels.length);
  const name = (vertex: number, label: string): void => {
    if (vertex < 0) return;
    labels[vertex] = label;
    isNamed[vertex] = 1;
  };
  for (const [fluent, vertex] of fluents.entries()) name(vertex, lexicon.fluents[fluent]!);
  for (const [move, vertex] of moves.entries()) {
    const role = moveStart.findLastIndex((start) => start <= moveStart[0]! + move);
    name(vertex, `${roles[role]!}: ${lexicon.moves[move]!}`);
  }
  yield 'graph symmetries {\n  node [shape=point, style=filled, colorscheme=set312];\n';
  for (const [vertex, label] of labels.entries()) {
    const shape = isNamed[vertex] === 1 ? ', shape=box' : '';
    const colour = 1 + (graph.colours[vertex]! % PALETTE);
    yield `  ${String(vertex)} [label=${quoted(label)}, tooltip=${quoted(label)}, fillcolor=${String(colour)}${shape}];\n`;
  }
  for (let vertex = 0; vertex < labels.length; vertex++) {
    for (let at = graph.offsets[vertex]!; at < graph.offsets[vertex + 1]!; at++) {
      const neighbour = graph.neighbours[at]!;
      if (vertex < neighbour) yield `  ${String(vertex)} -- ${String(neighbour)};\n`;
    }
  }
  yield '}\n';
}

/** Colours of Graphviz's scheme `set312`. */
const PALETTE = 12;

const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;
