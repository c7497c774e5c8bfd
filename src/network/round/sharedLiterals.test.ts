import { expect, test } from 'vitest';
import { seededRandom } from '../../base/index.js';
import type { Cube } from './cubes.js';
import { sharedLiterals } from './sharedLiterals.js';

/** The slow twin: counts the literals of all cubes that are left anew for each that is taken out. */
function countedAnew(cubes: readonly Cube[]): ReturnType<typeof sharedLiterals> {
  const factors = [];
  let left = cubes;
  for (let shared = mostShared(left); shared !== null; shared = mostShared(left)) {
    const [variable, claim] = shared;
    const place = (cube: Cube): number => placeOf(cube, variable, claim);
    const rests = left.filter((cube) => place(cube) >= 0).map((cube) => cube.toSpliced(place(cube), 2));
    factors.push({ variable, claim, rests });
    left = left.filter((cube) => place(cube) < 0);
  }
  return { factors, left };
}

function mostShared(cubes: readonly Cube[]): readonly [number, number] | null {
  const counts = new Map<string, number>();
  let best: readonly [number, number] | null = null;
  let most = 1;
  for (const cube of cubes.filter(({ length }) => length > 2)) {
    for (let at = 0; at < cube.length; at += 2) {
      const key = `${String(cube[at])} ${String(cube[at + 1])}`;
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      if (count > most) [best, most] = [[cube[at]!, cube[at + 1]!], count];
    }
  }
  return best;
}

function placeOf(cube: Cube, variable: number, claim: number): number {
  if (cube.length <= 2) return -1;
  for (let at = 0; at < cube.length; at += 2) if (cube[at] === variable && cube[at + 1] === claim) return at;
  return -1;
}

test('shared literals are taken out as by counting anew each time', () => {
  const { below } = seededRandom(4);
  for (let round = 0; round < 500; round++) {
    const variables = 2 + below(8);
    const cubes = Array.from({ length: below(25) }, (): Cube => {
      const own = Array.from({ length: variables }, (_, variable) => variable).filter(() => below(5) < 2);
      return own.flatMap((variable) => [variable, below(4)]);
    });
    expect(sharedLiterals(cubes)).toEqual(countedAnew(cubes));
  }
});
