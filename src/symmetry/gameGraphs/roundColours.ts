import type { FluentMap, RoundNetwork } from '../../network/index.js';

/**
 * The colours of 004 section 4.2 for the variables of a round: fluents, moves of each role, terminal and scores by their values. Beyond the
 * paper, that a fluent holds has another colour than that it does not, since a symmetry maps fluents to fluents.
 */
export function roundColours(round: RoundNetwork): (variable: number, value: number) => string {
  const { network, terminal, isDefined, isDefinedNext, scores, actions, fluents, next } = round;
  const paints: ((value: number) => string)[] = network.variables.map(() => () => 'auxiliary');
  const byValue = (variable: number, name: string): void => {
    if (variable >= 0) paints[variable] = (value) => `${name} ${network.variables[variable]!.values[value]!}`;
  };
  byValue(terminal, 'terminal');
  byValue(isDefined, 'defined');
  byValue(isDefinedNext, 'next defined');
  for (const [role, variable] of scores.entries()) byValue(variable, `goal ${String(role)}`);
  for (const [role, variable] of actions.entries()) paints[variable] = () => `does ${String(role)}`;
  paintFluents(paints, fluents, 'fluent');
  paintFluents(paints, next, 'next');
  return (variable, value) => paints[variable]!(value);
}

function paintFluents(paints: ((value: number) => string)[], map: FluentMap, name: string): void {
  const holding = new Map<number, Set<number>>(Array.from(map.variables, (variable) => [variable, new Set()]));
  for (const [fluent, variable] of map.variable.entries()) holding.get(variable)!.add(map.value[fluent]!);
  const absent = new Map(Array.from(map.variables, (variable, index) => [variable, map.absent[index]!]));
  for (const [variable, values] of holding) {
    paints[variable] = (value) => {
      if (values.has(value)) return name;
      return value === absent.get(variable) ? `no ${name}` : `undefined ${name}`;
    };
  }
}
