import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Graph, stronglyConnectedComponents } from './index.js';

function graphOf(nodes: number, edges: readonly (readonly [number, number])[]): Graph {
  const sorted = [...edges].sort(([a], [b]) => a - b);
  const start = new Int32Array(nodes + 1);
  for (const [from] of sorted) start[from + 1]!++;
  for (let node = 0; node < nodes; node++) start[node + 1]! += start[node]!;
  return { start, targets: Int32Array.from(sorted, ([, to]) => to) };
}

/** Which nodes each node reaches, by repeated squaring of nothing cleverer than the edges. */
function reachable(nodes: number, edges: readonly (readonly [number, number])[]): boolean[][] {
  const reach = Array.from({ length: nodes }, (_, a) => Array.from({ length: nodes }, (__, b) => a === b));
  for (let changed = true; changed;) {
    changed = false;
    for (const [from, to] of edges) {
      for (let target = 0; target < nodes; target++) {
        if (!reach[to]![target] || reach[from]![target]) continue;
        reach[from]![target] = true;
        changed = true;
      }
    }
  }
  return reach;
}

test('components are the sets of nodes that reach each other, successors first', () => {
  const node = fc.nat(11);
  fc.assert(
    fc.property(fc.array(fc.tuple(node, node), { maxLength: 40 }), (edges) => {
      const { of, count } = stronglyConnectedComponents(graphOf(12, edges));
      const reach = reachable(12, edges);
      expect(new Set(of).size).toBe(count);
      for (let a = 0; a < 12; a++) {
        for (let b = 0; b < 12; b++) {
          expect(of[a] === of[b]).toBe(reach[a]![b]! && reach[b]![a]!);
          if (reach[a]![b]) expect(of[b]).toBeLessThanOrEqual(of[a]!);
        }
      }
    }),
  );
});

test('a chain of a million nodes is no problem', () => {
  const nodes = 1_000_000;
  const start = Int32Array.from({ length: nodes + 1 }, (_, i) => Math.min(i, nodes - 1));
  const targets = Int32Array.from({ length: nodes - 1 }, (_, i) => i + 1);
  expect(stronglyConnectedComponents({ start, targets }).count).toBe(nodes);
});
