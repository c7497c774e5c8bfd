import type { Network, TableConstraint } from '../network.js';
import type { RoundNetwork } from './roundNetwork.js';

/** The round from the state in which just these fluents hold: a unary constraint a fluent variable (the injector of 001 section 4.2). */
export function injectState(round: RoundNetwork, holding: Iterable<number>): Network {
  const { network } = round;
  const injected = stateValues(round, holding).map(([variable, value]): TableConstraint => {
    return { kind: 'table', scope: [variable], tuples: [value] };
  });
  return { ...network, constraints: [...injected, ...network.constraints] };
}

/** The fluent variables with their values in the state in which just these fluents hold. */
export function stateValues({ fluents }: RoundNetwork, holding: Iterable<number>): readonly [number, number][] {
  const { variable, value, variables, absent } = fluents;
  const values = new Map(Array.from(variables, (one, index) => [one, absent[index]!]));
  for (const fluent of holding) values.set(variable[fluent]!, value[fluent]!);
  return [...values];
}
