import { claim, type Utility } from '../network.js';
import { cubeOf } from './cubes.js';
import { type Definitions, isConstant, type Literal, negated } from './definitions.js';
import { RANK } from './roundBuilder.js';

interface ScoreDescription {
  readonly name: string;
  readonly isOver: Literal;
  readonly goals: readonly (Literal & { readonly points: number })[];
}

interface Score {
  readonly variable: number;
  readonly utility: Omit<Utility, 'player'>;
}

/**
 * The goal points of a role: 0 in a state that is not terminal (001 section 4.1), and the role's lowest where the rules give none or several.
 */
export function scoreVariable(definitions: Definitions, { name, isOver, goals }: ScoreDescription): Score {
  const possible = [...new Set(goals.map(({ points }) => points))].sort((a, b) => a - b);
  const lowest = possible[0] ?? 0;
  const values = [...new Set([0, ...possible])].sort((a, b) => a - b);
  const { builder } = definitions;
  const variable = builder.variable(name, values.map(String), RANK.ofState);
  const size = (one: number): number => builder.size(one);
  const define = (points: number, literals: readonly Literal[]): void => {
    const variableTerms = literals.filter((literal) => !isConstant(literal));
    const isNever = literals.some((literal) => isConstant(literal) && literal.claim !== 0);
    const cube = isNever
      ? null
      : cubeOf(
          variableTerms.flatMap((one) => [one.variable, one.claim]),
          size,
        );
    definitions.define({ variable, claim: claim(values.indexOf(points)) }, cube === null ? [] : [cube]);
  };
  for (const points of possible) {
    if (points === lowest) continue;
    const claims = goals.map((goal) => (goal.points === points ? goal : negated(goal)));
    define(points, [isOver, ...claims]);
  }
  if (lowest !== 0) define(0, [negated(isOver)]);
  const rows = values.map((points, value) => ({ tuple: [value], utility: Math.min(Math.max(points / 100, 0), 1) }));
  return { variable, utility: { scope: [variable], rows, otherwise: 0 } };
}
