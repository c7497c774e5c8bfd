import { type Budget, Meter } from '../../base/index.js';
import type { GroundProgram } from '../../ground/index.js';
import type { FluentMap, RoundNetwork } from '../../network/index.js';
import type { GameGraph } from './gameGraph.js';
import { GraphBuilder } from './graphBuilder.js';
import { LiveDomains } from './liveDomains.js';
import { Microstructure } from './microstructure.js';
import { roundColours } from './roundColours.js';

/**
 * The microstructure complement of one round, from any state. The fluents of the state that follows are tied to those of the state, so that
 * they are permuted alike: an automorphism is a structural symmetry of the game. It need not fix the initial state.
 *
 * Chance's moves are uniform over what is legal, so that distributions say nothing that the constraints do not. What players see is no part of
 * the network: in games of partial information these are the symmetries of the fully observed game.
 */
export function templateGraph(program: GroundProgram, round: RoundNetwork, budget: Budget): GameGraph {
  const builder = new GraphBuilder(new Meter(budget));
  const template = addTemplate(builder, round);
  const fluents = fluentVertices(template, round.fluents);
  return { ...builder.build(), fluents, moves: moveVertices(program, template, round) };
}

/** Adds the vertices of a round from any state. */
export function addTemplate(builder: GraphBuilder, round: RoundNetwork): Microstructure {
  const { network, fluents, next, actions } = round;
  const kept = new Set([...fluents.variables, ...next.variables, ...actions]);
  const template = new Microstructure(builder, network, {
    domains: new LiveDomains(network),
    isKept: (variable) => kept.has(variable),
    colour: roundColours(round),
  });
  for (const [index, following] of next.variables.entries()) {
    const variable = fluents.variables[index]!;
    for (const value of network.variables[variable]!.values.keys()) {
      builder.edge(template.pair(variable, value), template.pair(following, value));
    }
  }
  return template;
}

/** The vertex of each fluent. */
function fluentVertices(template: Microstructure, { variable, value }: FluentMap): Int32Array {
  return variable.map((x, fluent) => template.pair(x, value[fluent]!));
}

/** The vertex of each move, counted over all roles. */
function moveVertices(
  { moves, moveStart, roles }: GroundProgram,
  template: Microstructure,
  round: RoundNetwork,
): Int32Array {
  const vertices = new Int32Array(moves);
  for (const role of roles.keys()) {
    const first = round.firstMoves[role]!;
    const count = moveStart[role + 1]! - moveStart[role]!;
    for (let value = 0; value < count; value++) vertices[first + value] = template.pair(round.actions[role]!, value);
  }
  return vertices;
}
