import { describe, expect, it } from 'vitest';
import { bundledProgram, hasSharedGames, programOf, sharedProgram } from '../../../test/programs.js';
import { randomSheet } from '../../../test/randomSheet.js';
import { Meter, seededRandom } from '../../base/index.js';
import type { GroundProgram } from '../../ground/index.js';
import { type RoundNetwork, roundTemplate } from '../../network/index.js';
import { groundGame } from '../../playout/index.js';
import { automorphisms, groundProgramGame, PermutationGroup, structuralFault, symmetryOf } from '../index.js';
import type { GameGraph } from './gameGraph.js';
import { GraphBuilder } from './graphBuilder.js';
import { LiveDomains } from './liveDomains.js';
import { Microstructure } from './microstructure.js';
import { roundColours } from './roundColours.js';
import { templateGraph } from './templateGraph.js';

const BUDGET = { clock: () => performance.now(), milliseconds: 60_000, bytes: 2e9 };

/** The same from the network of the round, as 004 section 4.2 says it: all pairs of variables and values, all constraints. */
function networkGraph(program: GroundProgram): GameGraph {
  const made = roundTemplate(program, { name: 'twin', groups: [], isUnfactored: true }, BUDGET);
  if (!made.ok) throw new Error(made.error);
  const round = made.value;
  const builder = new GraphBuilder(new Meter(BUDGET));
  const { network, fluents, next, actions } = round;
  const kept = new Set([...fluents.variables, ...next.variables, ...actions]);
  const pairs = new Microstructure(builder, network, {
    domains: new LiveDomains(network),
    isKept: (variable) => kept.has(variable),
    colour: roundColours(round),
  });
  for (const [index, following] of next.variables.entries()) {
    const variable = fluents.variables[index]!;
    for (const value of network.variables[variable]!.values.keys()) {
      builder.edge(pairs.pair(variable, value), pairs.pair(following, value));
    }
  }
  return {
    ...builder.build(),
    fluents: fluents.variable.map((x, fluent) => pairs.pair(x, fluents.value[fluent]!)),
    moves: moveVertices(program, pairs, round),
  };
}

function moveVertices(program: GroundProgram, pairs: Microstructure, round: RoundNetwork): Int32Array {
  const { moveStart, roles } = program;
  return Int32Array.from(
    roles.flatMap((_, role) =>
      Array.from({ length: moveStart[role + 1]! - moveStart[role]! }, (_, value) =>
        pairs.pair(round.actions[role]!, value),
      ),
    ),
  );
}

/** What the automorphisms do to fluents and moves. */
function actionOf(graph: GameGraph): PermutationGroup {
  const degree = graph.fluents.length + graph.moves.length;
  const generators = automorphisms(graph.graph, BUDGET).generators.map((generator) => {
    const { fluents, moves } = symmetryOf(graph, generator);
    return Int32Array.from([...fluents, ...moves.map((move) => graph.fluents.length + move)]);
  });
  return PermutationGroup.generatedBy(degree, generators);
}

const isWithin = (a: PermutationGroup, b: PermutationGroup): boolean => a.generators.every((one) => b.has(one));

const BUNDLED = [
  'tic-tac-toe',
  'connect-four-4x4',
  'monty-hall',
  'rock-paper-scissors',
  'nim',
  'random-tic-tac-toe-2x2',
];
const PUBLIC = ['blocker', 'lightsOut', 'knightsTour', 'buttons', 'chickentictactoe', 'hanoi', 'beatMania'];

describe('the short form of the microstructure complement of a round', () => {
  const isSame = (program: GroundProgram): void => {
    const [short, long] = [actionOf(templateGraph(program, BUDGET)), actionOf(networkGraph(program))];
    expect(short.order).toBe(long.order);
    expect(isWithin(long, short)).toBe(true);
  };

  it.each(BUNDLED)('has the symmetries of the network: %s', (name) => isSame(bundledProgram(name)));

  it.skipIf(!hasSharedGames).each(PUBLIC)(
    'has the symmetries of the network: %s (skipped where ../shared is absent)',
    (name) => isSame(sharedProgram(name)),
  );

  it('has only symmetries, whatever the rules', () => {
    const random = seededRandom(5);
    let symmetric = 0;
    for (let count = 0; count < 60; count++) {
      const program = programOf(randomSheet(random));
      const graph = templateGraph(program, BUDGET);
      const { generators } = automorphisms(graph.graph, BUDGET);
      if (generators.length > 0) symmetric++;
      for (const generator of generators.slice(0, 5)) {
        const played = groundProgramGame(program, groundGame(program));
        const fault = structuralFault(played, symmetryOf(graph, generator), { random, states: 30, plies: 10 });
        expect(fault, `sheet ${String(count)}`).toBeUndefined();
      }
    }
    expect(symmetric).toBeGreaterThan(8);
  });
});
