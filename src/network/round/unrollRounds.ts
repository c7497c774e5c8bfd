import type { Constraint, Distribution, Network, Utility, Variable } from '../network.js';
import { stateValues } from './injectState.js';
import { rescoped } from './rescoped.js';
import type { RoundNetwork } from './roundNetwork.js';

/**
 * A game of so many rounds from a state: copies of the round, each glued to the one before by the state between them (000 section 4, 003
 * definition 3). After the last round there is a state more, with whether it is terminal, and its scores. The round must be one that may be
 * over. Names carry the round, counted from 0: `(cell 1 1 _)@2`.
 */
export function unrollRounds(round: RoundNetwork, rounds: number, holding: Iterable<number>): Network {
  const { network } = round;
  const unrolled = new Unrolled(round);
  for (let stage = 0; stage < rounds; stage++) unrolled.addRound();
  unrolled.addLastState();
  const start = [...stateValues(round, holding), [round.isDefined, 1] as const];
  const injected = start.map(([variable, value]): Constraint => {
    return { kind: 'table', scope: [unrolled.first(variable)], tuples: [value] };
  });
  const { variables, constraints, distributions, utilities } = unrolled;
  const { name, players, threshold } = network;
  return { name, variables, constraints: [...injected, ...constraints], distributions, players, utilities, threshold };
}

class Unrolled {
  readonly variables: Variable[] = [];
  readonly constraints: Constraint[] = [];
  readonly distributions: Distribution[] = [];
  readonly utilities: Utility[] = [];
  readonly #round: RoundNetwork;
  readonly #isState: Uint8Array;
  /** For each variable of the state that follows, that of the state itself. */
  readonly #before = new Map<number, number>();
  readonly #places: Int32Array[] = [];
  #stage = 0;

  constructor(round: RoundNetwork) {
    this.#round = round;
    const { network, actions, fluents, next, isDefined, isDefinedNext } = round;
    // What moves do not matter to stands before them.
    const firstAction = Math.min(...actions);
    this.#isState = Uint8Array.from(network.variables, (_, variable) => Number(variable < firstAction));
    for (const [index, variable] of next.variables.entries()) this.#before.set(variable, fluents.variables[index]!);
    this.#before.set(isDefinedNext, isDefined);
    this.#places.push(new Int32Array(network.variables.length).fill(-1));
  }

  /** The variable of the first round. */
  first(variable: number): number {
    return this.#places[0]![variable]!;
  }

  addRound(): void {
    this.#add(() => true);
    this.#stage++;
  }

  addLastState(): void {
    this.#add((variable) => this.#isState[variable] === 1);
  }

  /** Adds the part of a round that concerns some variables. */
  #add(concerns: (variable: number) => boolean): void {
    const { network } = this.#round;
    const places = this.#places.at(-1)!;
    const following = new Int32Array(places.length).fill(-1);
    for (const [variable, description] of network.variables.entries()) {
      if (!concerns(variable) || places[variable]! >= 0) continue;
      const before = this.#before.get(variable);
      const named = before === undefined ? description : { ...description, name: network.variables[before]!.name };
      const stage = before === undefined ? this.#stage : this.#stage + 1;
      places[variable] = this.variables.push({ ...named, stage, name: `${named.name}@${String(stage)}` }) - 1;
      if (before !== undefined) following[before] = places[variable];
    }
    this.#places.push(following);
    const place = (variable: number): number => places[variable]!;
    const isConcerned = ({ scope }: { readonly scope: readonly number[] }): boolean => scope.every(concerns);
    for (const one of network.constraints) if (isConcerned(one)) this.constraints.push(rescoped(one, place));
    for (const one of network.utilities) if (isConcerned(one)) this.utilities.push(rescoped(one, place));
    for (const one of network.distributions) {
      if (concerns(one.variable)) this.distributions.push({ ...rescoped(one, place), variable: place(one.variable) });
    }
  }
}
