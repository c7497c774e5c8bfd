import { expect, test } from 'vitest';
import { type Random, seededRandom } from '../../base/index.js';
import { macSearch } from '../../solver/index.js';
import { claim } from '../network.js';
import { type Cube, cubeOf, holdsIn } from './cubes.js';
import { Definitions } from './definitions.js';
import { RANK, RoundBuilder } from './roundBuilder.js';

const SIZES = [2, 3, 2, 5, 4, 2, 3] as const;

function randomCube(random: Random): Cube | null {
  const literals = Array.from({ length: random.below(5) }, () => {
    const variable = random.below(SIZES.length);
    return [variable, random.below(2 * SIZES[variable]!)];
  });
  return cubeOf(literals.flat(), (variable) => SIZES[variable]!);
}

/** In all solutions the defined literal says whether a cube holds, and there is one for each assignment of the inputs. */
function check(cubes: readonly Cube[], { values, value }: { values: number; value: number }): void {
  const builder = new RoundBuilder();
  for (const [x, size] of SIZES.entries()) {
    builder.variable(
      `x${String(x)}`,
      Array.from({ length: size }, (_, v) => String(v)),
      RANK.fluent,
    );
  }
  const names = Array.from({ length: values }, (_, v) => String(v));
  const defined = builder.variable('defined', names, RANK.ofState);
  new Definitions(builder).define({ variable: defined, claim: claim(value) }, cubes);
  const { network, renumbered } = builder.build({ name: 'test', distributions: [], players: [], utilities: [] });
  const inputs = new Map<string, boolean[]>();
  for (const solution of macSearch(network)) {
    const assignment = SIZES.map((_, x) => solution[renumbered[x]!]!);
    const isDefined = solution[renumbered[defined]!] === value;
    expect(isDefined).toBe(cubes.some((cube) => holdsIn(cube, assignment)));
    const key = assignment.join();
    inputs.set(key, [...(inputs.get(key) ?? []), isDefined]);
  }
  expect(inputs.size).toBe(SIZES.reduce((product, size) => product * size, 1));
  for (const [, found] of inputs) expect(found).toHaveLength(found[0] ? 1 : values - 1);
}

test('a definition holds iff one of its cubes does', { timeout: 120_000 }, () => {
  const random = seededRandom(3);
  for (let round = 0; round < 60; round++) {
    const cubes = Array.from({ length: random.below(9) }, () => randomCube(random)).filter((cube) => cube !== null);
    check(cubes, { values: 2, value: random.below(2) });
  }
});

test('a definition of one of many values, and one that always holds', () => {
  check([[], [0, 0, 3, 2]], { values: 70, value: 3 });
  check([], { values: 70, value: 69 });
  check(
    [
      [0, 0, 3, 2],
      [0, 0, 4, 3],
      [6, 5],
    ],
    { values: 70, value: 0 },
  );
});
