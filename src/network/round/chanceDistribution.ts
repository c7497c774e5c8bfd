import { claim, denial, type Distribution } from '../network.js';
import { type Cube, holdsIn, variablesOf } from './cubes.js';
import { type Definitions, FULL_TUPLES } from './definitions.js';
import { RANK } from './roundBuilder.js';

interface ChanceMoves {
  readonly action: number;
  /** For each value of the action, when it is legal. */
  readonly cubes: readonly (readonly Cube[])[];
  /** Whether a constraint already keeps the action from what is not legal. */
  readonly isGuarded: boolean;
}

/**
 * Chance's moves are uniform over the legal ones: a conditional probability table where few variables say what is legal (003 figure 3), and one
 * Boolean variable a value elsewhere (003 section 3.2).
 */
export function chanceDistribution(definitions: Definitions, { action, cubes, isGuarded }: ChanceMoves): Distribution {
  const scope = variablesOf(cubes.flat());
  if (isGuarded && definitions.assignments(scope, FULL_TUPLES) !== Infinity) {
    return { kind: 'table', variable: action, scope, rows: rowsOf(definitions, scope, cubes) };
  }
  const { builder } = definitions;
  const allowed = cubes.map((alternatives, value) => {
    const isLegal = builder.boolean(`legal ${String(value)} of chance`, RANK.ofState);
    definitions.define({ variable: isLegal, claim: claim(1) }, alternatives);
    if (!isGuarded) builder.add({ kind: 'clause', scope: [action, isLegal], claims: [denial(value), claim(1)] });
    return isLegal;
  });
  return { kind: 'uniform', variable: action, scope: allowed };
}

interface Row {
  readonly tuple: readonly number[];
  readonly probabilities: readonly number[];
}

function rowsOf(
  definitions: Definitions,
  scope: readonly number[],
  cubes: readonly (readonly Cube[])[],
): readonly Row[] {
  const rows: Row[] = [];
  definitions.forEachAssignment(scope, (values) => {
    const valuesOf: number[] = [];
    for (const [place, variable] of scope.entries()) valuesOf[variable] = values[place]!;
    const isLegal = cubes.map((alternatives) => alternatives.some((cube) => holdsIn(cube, valuesOf)));
    const legal = isLegal.filter(Boolean).length;
    // Where nothing is legal no solution asks for the row, but it must be a distribution.
    const probabilities = isLegal.map((one) => (legal === 0 ? 1 / cubes.length : one ? 1 / legal : 0));
    rows.push({ tuple: [...values], probabilities });
  });
  return rows;
}
