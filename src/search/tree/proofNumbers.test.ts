import { expect, it } from 'vitest';
import { bundledPlay } from '../../../test/searches.js';
import { LEAF, Meetings, Room, SearchGraph, tighten, TURN, UNMET } from '../graph/index.js';
import { ProofNumbers } from './proofNumbers.js';

const WEIGHT = 0.3;

/** The definition, child by child. */
function plainNumber(graph: SearchGraph<unknown>, node: number, player: number): number {
  if (graph.lower[node + player] === 1) return 0;
  if (graph.upper[node + player]! < 1) return Infinity;
  if (graph.kinds[node] === LEAF) return 1;
  const numbers = childrenOf(graph, node).map((child) => plainNumber(graph, child, player));
  const isHis = graph.kinds[node] === TURN && graph.choosers[node] === player;
  return isHis ? Math.min(...numbers) : numbers.reduce((sum, number) => sum + number, 0);
}

const childrenOf = (graph: SearchGraph<unknown>, node: number): readonly number[] => [
  ...graph.children.subarray(graph.edges[node], graph.edges[node]! + graph.counts[node]!),
];

it.each(['connect-four-4x4', 'breakthrough-6x6', 'tic-tac-toe', 'dice-breakthrough'])(
  'proof numbers and ranks are those of the definition: %s',
  (name) => {
    const { game, simulator } = bundledPlay(name);
    const graph = new SearchGraph({ game, bytes: 2 ** 22, beside: game.roles.length });
    const proofs = new ProofNumbers(graph, WEIGHT);
    const meetings = new Meetings(graph, { game, simulator });
    new Room(graph).moveTo(game.initial());
    // Every third leaf stays one.
    const expanded: number[] = [];
    const open = [graph.root];
    for (let at = 0; at < open.length && expanded.length < 300; at++) {
      const node = open[at]!;
      if (graph.kinds[node] !== LEAF || (at % 3 === 2 && at > 3)) continue;
      graph.expand(node, simulator.expand([graph.state(node)])[0]!);
      expanded.push(node);
      for (let edge = 0; edge < graph.counts[node]!; edge++) {
        if (graph.children[graph.edges[node]! + edge] !== UNMET || edge % 4 === 3) continue;
        const child = meetings.meet(node, edge);
        meetings.settle();
        open.push(meetings.whoIs(child));
      }
      tighten(graph, node);
      proofs.begin(node);
    }
    // Until nothing changes any more.
    for (let round = 0; round < 1000; round++) {
      if (!expanded.map((node) => tighten(graph, node) || proofs.update(node)).includes(true)) break;
    }
    const met = new Set<number>();
    for (const node of expanded) {
      proofs.update(node);
      if (graph.kinds[node] !== TURN) continue;
      const player = graph.choosers[node]!;
      const numbers = childrenOf(graph, node).map((child) => plainNumber(graph, child, player));
      const ranks = [...new Set(numbers)].sort((a, b) => a - b);
      numbers.forEach((number, edge) => {
        const expected = WEIGHT * (1 - (ranks.indexOf(number) + 1) / ranks.length);
        expect(proofs.bias[graph.edges[node]! + edge]).toBeCloseTo(expected, 6);
        met.add(number);
      });
    }
    expect(met.size).toBeGreaterThan(3);
  },
);
