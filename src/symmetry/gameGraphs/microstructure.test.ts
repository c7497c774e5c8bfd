import { describe, expect, it } from 'vitest';
import { bruteForce, holds } from '../../../test/bruteForce.js';
import { randomNetwork } from '../../../test/randomNetwork.js';
import { Meter, seededRandom } from '../../base/index.js';
import type { Constraint, Network } from '../../network/index.js';
import { automorphisms, type ColouredGraph, colouredGraph, type Permutation, PermutationGroup } from '../index.js';
import { GraphBuilder } from './graphBuilder.js';
import { LiveDomains } from './liveDomains.js';
import { Microstructure } from './microstructure.js';

const BUDGET = { clock: () => performance.now(), milliseconds: 60_000, bytes: 1e9 };

/** The pairs of variable and value, the values of a variable one after another. */
const pairsOf = ({ variables }: Network): number => variables.reduce((sum, { values }) => sum + values.length, 0);

function offsetsOf({ variables }: Network): number[] {
  const offsets = [0];
  for (const { values } of variables) offsets.push(offsets.at(-1)! + values.length);
  return offsets;
}

/** What the automorphisms of a graph do to the pairs, whose vertices come first. */
function actionOn(pairs: Int32Array, graph: ColouredGraph): PermutationGroup {
  const placeOf = new Map(Array.from(pairs, (vertex, place) => [vertex, place]));
  const generators = automorphisms(graph, BUDGET).generators.map((generator): Permutation =>
    pairs.map((vertex) => placeOf.get(generator[vertex]!)!),
  );
  return PermutationGroup.generatedBy(pairs.length, generators);
}

function ours(network: Network): PermutationGroup {
  const builder = new GraphBuilder(new Meter(BUDGET));
  const { pairs } = new Microstructure(builder, network, {
    domains: new LiveDomains(network),
    isKept: () => true,
    colour: () => 'pair',
  });
  return actionOn(pairs, builder.build().graph);
}

/** The hypergraph of all disallowed tuples, as 004 section 4.2 says it, each a vertex; and one for each variable. */
function literal(network: Network): PermutationGroup {
  const offsets = offsetsOf(network);
  const count = pairsOf(network);
  const edges: [number, number][] = [];
  let vertices = count;
  for (const [x, { values }] of network.variables.entries()) {
    for (const value of values.keys()) edges.push([vertices, offsets[x]! + value]);
    vertices++;
  }
  const tuples = new Set<string>();
  for (const constraint of network.constraints) {
    for (const tuple of disallowed(network, constraint)) {
      tuples.add(
        constraint.scope
          .map((x, place) => offsets[x]! + tuple[place]!)
          .sort((a, b) => a - b)
          .join(),
      );
    }
  }
  for (const tuple of tuples) {
    for (const pair of tuple.split(',')) edges.push([vertices, Number(pair)]);
    vertices++;
  }
  const colours = Array.from({ length: vertices }, (_, v) =>
    v < count ? 0 : v < count + network.variables.length ? 1 : 2,
  );
  return actionOn(
    Int32Array.from({ length: count }, (_, pair) => pair),
    colouredGraph(colours, edges),
  );
}

function disallowed({ variables }: Network, constraint: Constraint): number[][] {
  const { scope } = constraint;
  let tuples: number[][] = [[]];
  for (const x of scope) tuples = tuples.flatMap((tuple) => [...variables[x]!.values.keys()].map((v) => [...tuple, v]));
  return tuples.filter((tuple) => {
    const assignment = variables.map(() => 0);
    for (const [place, x] of scope.entries()) assignment[x] = tuple[place]!;
    return !holds(constraint, assignment);
  });
}

/** Whether the constraint depends on each of its variables: the graph leaves out those on which it does not, the literal hypergraph cannot. */
function dependsOnAll(network: Network, constraint: Constraint): boolean {
  const denied = new Set(disallowed(network, constraint).map((tuple) => tuple.join()));
  return constraint.scope.every((x, place) =>
    [...denied].some((text) => {
      const tuple = text.split(',').map(Number);
      return [...network.variables[x]!.values.keys()].some((value) => !denied.has(tuple.with(place, value).join()));
    }),
  );
}

/** The network with those constraints for which both graphs say the same: each of its own scope, and depending on all of it. */
function comparable(network: Network): Network {
  const scopes = new Set<string>();
  const constraints = network.constraints.filter((constraint) => {
    const key = constraint.scope.toSorted((a, b) => a - b).join();
    const isNew = !scopes.has(key);
    scopes.add(key);
    return isNew && dependsOnAll(network, constraint);
  });
  return { ...network, constraints };
}

const isSameGroup = (a: PermutationGroup, b: PermutationGroup): boolean =>
  a.order === b.order && a.generators.every((generator) => b.has(generator));

describe('the microstructure complement in short tuples', () => {
  it('has the group of the literal hypergraph of all disallowed tuples', () => {
    const random = seededRandom(1);
    let symmetric = 0;
    for (let count = 0; count < 300; count++) {
      const drawn = randomNetwork(random, {
        ...{ variables: [2, 5], constraints: [1, 4], domain: [2, 3], arity: [1, 3], repeats: false },
        kinds: ['table', 'and', 'or', 'clause', 'equal'],
      });
      const network = comparable(drawn);
      const group = ours(network);
      expect(isSameGroup(group, literal(network)), JSON.stringify(network)).toBe(true);
      if (group.order > 1n) symmetric++;
    }
    expect(symmetric).toBeGreaterThan(100);
  });

  it('maps solutions to solutions, whatever the constraints', () => {
    const random = seededRandom(2);
    let symmetric = 0;
    for (let count = 0; count < 300; count++) {
      const network = randomNetwork(random, { variables: [3, 6], domain: [1, 5], arity: [1, 5] });
      const offsets = offsetsOf(network);
      const pairsIn = (solution: readonly number[]): number[] => solution.map((value, x) => offsets[x]! + value);
      const solutions = [...bruteForce(network)].map(pairsIn);
      const known = new Set(solutions.map((pairs) => pairs.join()));
      if (solutions.length === 0) continue;
      const { generators } = ours(network);
      if (generators.length > 0) symmetric++;
      for (const generator of generators) {
        const images = solutions.map((pairs) => pairs.map((pair) => generator[pair]!).sort((a, b) => a - b));
        expect(
          images.every((pairs) => known.has(pairs.join())),
          JSON.stringify(network),
        ).toBe(true);
      }
    }
    expect(symmetric).toBeGreaterThan(50);
  });

  it('does not depend on how a relation is written', () => {
    const variables = ['x', 'y', 'z'].map((name) => ({
      name,
      kind: 'decision' as const,
      stage: 0,
      values: ['0', '1'],
    }));
    const rest = { name: 'twice', distributions: [], players: [], utilities: [], threshold: [] };
    const asClause: Constraint = { kind: 'clause', scope: [0, 1, 2], claims: [2, 2, 2] };
    const asTable: Constraint = { kind: 'table', scope: [2, 0, 1], tuples: [1, -1, -1, 0, 1, -1, 0, 0, 1, 1, 1, 1] };
    const written = [asClause, asTable].map((constraint) => ours({ ...rest, variables, constraints: [constraint] }));
    expect(written.map(({ order }) => order)).toEqual([6n, 6n]);
  });
});
