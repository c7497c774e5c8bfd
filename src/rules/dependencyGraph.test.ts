import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readSheet } from '../gdl/index.js';
import { DependencyGraph } from './dependencyGraph.js';
import { FreshNames } from './freshNames.js';
import { toClauses } from './toClauses.js';

function graphOf(content: string): DependencyGraph {
  const { rules } = readSheet({ name: 'test.kif', content }).sheet;
  return new DependencyGraph(toClauses(rules, new FreshNames(rules)).flatMap(({ clauses }) => clauses));
}

describe('DependencyGraph', () => {
  it('orders components by dependency, and says what they depend on', () => {
    const graph = graphOf(`
      (<= (next f) open (does white m))
      (<= open (p ?x) (not (q ?x)))
      (<= (p ?x) (q ?x) (r ?x ?x))
      (<= (q ?x) (p ?x))
      (<= (q ?x) (true (f ?x)))
      (r a b)
      (<= (r ?x) (r ?x ?y))`);
    expect(graph.components).toEqual([
      { relations: ['r/2'], isRecursive: false, dependsOnState: false, dependsOnMoves: false },
      { relations: ['p/1', 'q/1'], isRecursive: true, dependsOnState: true, dependsOnMoves: false },
      { relations: ['open/0'], isRecursive: false, dependsOnState: true, dependsOnMoves: false },
      { relations: ['next/1'], isRecursive: false, dependsOnState: true, dependsOnMoves: true },
      { relations: ['r/1'], isRecursive: false, dependsOnState: false, dependsOnMoves: false },
    ]);
    expect(graph.path('next/1', 'true/1').map(({ to }) => to)).toEqual(['open/0', 'q/1', 'true/1']);
    expect(graph.path('r/1', 'true/1')).toEqual([]);
  });

  it('knows a relation that asks for itself', () => {
    const graph = graphOf('(<= (p ?x) (p ?x)) (q a)');
    expect(graph.components.map(({ isRecursive }) => isRecursive)).toEqual([true, false]);
    expect(graph.areMutuallyRecursive('p/1', 'p/1')).toBe(true);
    expect(graph.areMutuallyRecursive('q/1', 'q/1')).toBe(false);
  });

  it('keeps names of JavaScript apart', () => {
    const graph = graphOf('(<= __proto__ constructor) (<= constructor toString) (hasOwnProperty __proto__)');
    expect(graph.components.flatMap(({ relations }) => relations)).toEqual([
      'constructor/0',
      '__proto__/0',
      'hasOwnProperty/1',
    ]);
  });

  it('puts two relations into one component if and only if they reach each other', () => {
    const edges = fc.array(fc.tuple(fc.nat(6), fc.nat(6)), { maxLength: 14 });
    fc.assert(
      fc.property(edges, (pairs) => {
        const graph = graphOf(pairs.map(([from, to]) => `(<= p${from} p${to})`).join('\n'));
        const reaches = (from: string, to: string): boolean => graph.path(from, to).length > 0;
        const keys = [...graph.dependencies.keys()];
        for (const a of keys) {
          for (const b of keys) {
            if (a === b) continue;
            const isSame = graph.componentOf.get(a) === graph.componentOf.get(b);
            expect(isSame).toBe(reaches(a, b) && reaches(b, a));
            if (reaches(a, b)) expect(graph.componentOf.get(b)!).toBeLessThanOrEqual(graph.componentOf.get(a)!);
          }
        }
      }),
    );
  });
});
