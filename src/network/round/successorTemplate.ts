import { type Budget, BudgetExceeded, fail, Meter, ok, type Result } from '../../base/index.js';
import type { GroundProgram } from '../../ground/index.js';
import { claim, type Network, type Variable } from '../network.js';
import { Definitions } from './definitions.js';
import { DerivedLiterals } from './derivedLiterals.js';
import type { FluentGroup } from './fluentGroups.js';
import { addFluents } from './fluentVariables.js';
import { rescoped } from './rescoped.js';
import { RANK, RoundBuilder } from './roundBuilder.js';
import type { RoundGoal, RoundNetwork } from './roundNetwork.js';

/** A round that tells also how the state after it is: whether it is terminal, and its goals. */
export interface RoundWithSuccessor extends RoundNetwork {
  readonly successor: {
    /** Boolean. */
    readonly terminal: number;
    readonly goals: readonly RoundGoal[];
  };
}

/**
 * Adds to a round, which was built with these groups and may be over, what makes the state after it terminal, and its goals; nothing of its moves.
 * The variables of the round keep their numbers.
 */
export function withSuccessor(
  program: GroundProgram,
  { round, groups }: { readonly round: RoundNetwork; readonly groups: readonly FluentGroup[] },
  budget: Budget,
): Result<RoundWithSuccessor, string> {
  try {
    return ok(glued(round, endOfState(program, groups, new Meter(budget))));
  } catch (error) {
    if (error instanceof BudgetExceeded) return fail(`the network takes ${error.message}`);
    throw error;
  }
}

/** What ends a state, over its fluents. */
interface EndOfState {
  readonly network: Network;
  /** In the order of those of a round. */
  readonly fluents: readonly number[];
  readonly terminal: number;
  readonly goals: readonly RoundGoal[];
}

function endOfState(program: GroundProgram, groups: readonly FluentGroup[], meter: Meter): EndOfState {
  const builder = new RoundBuilder();
  const definitions = new Definitions(builder);
  const names = program.lexicon.fluents;
  const fluents = addFluents(builder, { names, groups, rank: RANK.fluent, mayBeUndefined: true });
  const derived = new DerivedLiterals(program, definitions, {
    inputs: { fluents: fluents.literals, moves: [] },
    targets: [program.terminal, ...program.goals.map(({ literal }) => literal)],
    meter,
  });
  const terminal = builder.boolean('terminal', RANK.ofState);
  definitions.define({ variable: terminal, claim: claim(1) }, derived.cubesOf(program.terminal));
  const goals = program.goals.map(({ role, value, literal }) => ({ role, points: value, ...derived.of(literal) }));
  const { network, renumbered } = builder.build({ name: '', distributions: [], players: [], utilities: [] });
  const place = (variable: number): number => (variable < 0 ? variable : renumbered[variable]!);
  return {
    network,
    fluents: Array.from(fluents.absent.keys(), place),
    terminal: place(terminal),
    goals: goals.map((goal) => ({ ...goal, variable: place(goal.variable) })),
  };
}

function glued(round: RoundNetwork, { network, fluents, terminal, goals }: EndOfState): RoundWithSuccessor {
  const variables: Variable[] = [...round.network.variables];
  const places = new Int32Array(network.variables.length).fill(-1);
  for (const [index, variable] of fluents.entries()) places[variable] = round.next.variables[index]!;
  for (const [variable, { name, values }] of network.variables.entries()) {
    if (places[variable]! < 0)
      places[variable] = variables.push({ name: `${name} after`, kind: 'auxiliary', stage: 1, values }) - 1;
  }
  const place = (variable: number): number => (variable < 0 ? variable : places[variable]!);
  const constraints = network.constraints.map((constraint) => rescoped(constraint, place));
  return {
    ...round,
    network: { ...round.network, variables, constraints: [...round.network.constraints, ...constraints] },
    successor: {
      terminal: place(terminal),
      goals: goals.map((goal) => ({ ...goal, variable: place(goal.variable) })),
    },
  };
}
