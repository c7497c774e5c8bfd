import { type Budget, Meter } from '../../base/index.js';
import type { GroundProgram } from '../../ground/index.js';
import { type Network, type RoundNetwork, unrollRounds } from '../../network/index.js';
import { Propagation } from '../../solver/index.js';
import type { ColouredGraph } from '../colouredGraph.js';
import { GraphBuilder } from './graphBuilder.js';
import { LiveDomains } from './liveDomains.js';
import { Microstructure } from './microstructure.js';
import { roundColours } from './roundColours.js';
import { addTemplate } from './templateGraph.js';

/** A coloured graph whose automorphisms say which moves of a state are as good as each other. */
export interface ResidualGraph {
  readonly graph: ColouredGraph;
  readonly colourNames: readonly string[];
  /** For each move, counted over all roles, its vertex where it is legal in the state and the role has another one; otherwise -1. */
  readonly moves: Int32Array;
}

export interface ResidualOptions {
  /** Fluents that hold in the state. */
  readonly holding: Iterable<number>;
  /** Rounds that are played from it before the rest of the game is looked at as from any state. */
  readonly rounds: number;
}

/**
 * The residual network of a state (004 section 4.2, example 5): the state is injected into the next rounds, and what follows from it propagated.
 * These rounds alone would tell too little, since they know nothing of what comes after them: there all first moves of tic-tac-toe look alike. The
 * papers add the values of the states that follow; here the last of the rounds is tied to the template of one round, so that an automorphism
 * maps what follows as a structural symmetry does. It maps moves to moves of the same value, though it may map the state to no state of the
 * game: so it joins more moves than symmetries do that fix the state.
 *
 * The round must be one that may be over, and each of its fluents a variable of its own.
 */
export function residualGraph(
  { program, round }: { readonly program: GroundProgram; readonly round: RoundNetwork },
  { holding, rounds }: ResidualOptions,
  budget: Budget,
): ResidualGraph {
  const network = unrollRounds(round, rounds, holding);
  const propagation = new Propagation(network);
  const domains = new LiveDomains(network, (x, value) => propagation.has(x, value));
  const meter = new Meter(budget);
  const builder = new GraphBuilder(meter);
  const origin = originsOf(network, round);
  const isTied = (x: number): boolean => origin[x]!.stage === rounds && origin[x]!.isState;
  const paint = roundColours(round);
  const residual = new Microstructure(builder, network, {
    domains,
    isKept: isTied,
    colour: (x, value) => `round ${String(origin[x]!.stage)} ${paint(origin[x]!.variable, value)}`,
  });
  const template = addTemplate(builder, program, meter);
  const fluentOf = new Map(Array.from(round.fluents.variable, (variable, fluent) => [variable, fluent]));
  const moves = new Int32Array(program.moves).fill(-1);
  for (const [x, { variable, stage }] of origin.entries()) {
    const role = stage === 0 ? round.actions.indexOf(variable) : -1;
    for (const value of domains.values[x]!) {
      const vertex = residual.pair(x, value);
      const fluent = isTied(x) ? fluentOf.get(variable) : undefined;
      if (fluent !== undefined && value === round.fluents.value[fluent])
        builder.edge(vertex, template.fluents[fluent]!);
      if (role >= 0) moves[round.firstMoves[role]! + value] = vertex;
    }
  }
  return { ...builder.build(), moves };
}

interface Origin {
  /** Of the round. */
  readonly variable: number;
  readonly stage: number;
  /** Whether it says what the state is. */
  readonly isState: boolean;
}

/** What the variables of unrolled rounds, which carry the round in their names, are in one round. */
function originsOf(network: Network, round: RoundNetwork): readonly Origin[] {
  const byName = new Map(round.network.variables.map(({ name }, variable) => [name, variable]));
  const states = new Set([...round.fluents.variables, round.isDefined]);
  return network.variables.map(({ name, stage }) => {
    const variable = byName.get(name.slice(0, name.lastIndexOf('@')))!;
    return { variable, stage, isState: states.has(variable) };
  });
}
