import { describe, expect, it } from 'vitest';
import { type Random, seededRandom } from '../../base/index.js';
import { addTo, CompatibleSets, emptySet, has, type MoveModel } from './compatibleSets.js';
import { independentCover } from './independentCover.js';

const setOf = (moves: number, members: Iterable<number>): Uint32Array => {
  const set = emptySet(moves);
  for (const member of members) addTo(set, member);
  return set;
};

/** Symmetric, nothing beside itself. */
function modelOf(moves: number, areCompatible: (a: number, b: number) => boolean, rest: Partial<MoveModel>): MoveModel {
  const all = Array.from({ length: moves }, (_, move) => move);
  const compatible = all.map((a) =>
    setOf(
      moves,
      all.filter((b) => a !== b && areCompatible(Math.min(a, b), Math.max(a, b))),
    ),
  );
  return { moves, compatible, needs: [], fewest: 0, ...rest };
}

function randomModel(random: Random): MoveModel {
  const moves = 2 + random.below(40);
  const share = 20 + random.below(75);
  const draws = Array.from({ length: moves * moves }, () => random.below(100) < share);
  const needs = Array.from({ length: 1 + random.below(5) }, () =>
    setOf(
      moves,
      Array.from({ length: 1 + random.below(6) }, () => random.below(moves)),
    ),
  );
  return modelOf(moves, (a, b) => draws[a * moves + b]!, { needs, fewest: random.below(6) });
}

function isSolution({ compatible, needs, fewest }: MoveModel, moves: readonly number[]): boolean {
  return (
    moves.length >= fewest &&
    moves.every((a) => moves.every((b) => a === b || has(compatible[a]!, b))) &&
    needs.every((need) => moves.some((move) => has(need, move)))
  );
}

/** Depth first over all sets of moves that go together: slow and obvious. */
function isSoluble(model: MoveModel, chosen: readonly number[] = [], from = 0): boolean {
  if (isSolution(model, chosen)) return true;
  for (let move = from; move < model.moves; move++) {
    if (!chosen.every((other) => has(model.compatible[other]!, move))) continue;
    if (isSoluble(model, [...chosen, move], move + 1)) return true;
  }
  return false;
}

describe('sets of moves that go together', () => {
  it('are found where there are any, and only there', () => {
    const random = seededRandom(1);
    let soluble = 0;
    for (let trial = 0; trial < 300; trial++) {
      const model = randomModel(random);
      const sets = new CompatibleSets(model, random);
      const solution = sets.next(100_000);
      expect(solution !== undefined).toBe(isSoluble(model));
      if (solution === undefined) expect(sets.isDone).toBe(true);
      else expect(isSolution(model, solution)).toBe(true);
      if (solution !== undefined) soluble++;
    }
    expect(soluble).toBeGreaterThan(50);
    expect(soluble).toBeLessThan(250);
  });

  it('are all given in the end', () => {
    // Pairs of four, no two needs: every pair once.
    const model = modelOf(4, () => true, { fewest: 2 });
    const sets = new CompatibleSets(model, seededRandom(2));
    const found = new Set<string>();
    while (!sets.isDone) {
      const solution = sets.next(1);
      if (solution !== undefined) found.add([...solution].sort().join());
    }
    expect([...found].sort()).toEqual(['0,1', '0,2', '0,3', '1,2', '1,3', '2,3']);
  });

  it('place 20 queens by their number alone', () => {
    const size = 20;
    const isFree = (a: number, b: number): boolean => {
      const [rows, columns] = [Math.floor(b / size) - Math.floor(a / size), (b % size) - (a % size)];
      return rows !== 0 && columns !== 0 && Math.abs(rows) !== Math.abs(columns);
    };
    const model = modelOf(size * size, isFree, { fewest: size });
    const solution = new CompatibleSets(model, seededRandom(3)).next(20_000)!;
    expect(solution).toHaveLength(size);
    expect(isSolution(model, solution)).toBe(true);
  });
});

describe('an independent cover', () => {
  it('has everyone once, and nobody beside a neighbour', () => {
    const random = seededRandom(4);
    for (let trial = 0; trial < 50; trial++) {
      const { compatible: adjacent, moves } = randomModel(random);
      const cover = independentCover(adjacent, random);
      for (let member = 0; member < moves; member++) {
        const own = cover.filter((set) => has(set, member));
        expect(own).toHaveLength(1);
        expect(own[0]!.every((word, at) => (word & adjacent[member]![at]!) === 0)).toBe(true);
      }
    }
  });

  it('is as small as can be where that is easy', () => {
    // Three parties, everyone adjacent to all of the others'.
    const { compatible } = modelOf(30, (a, b) => a % 3 !== b % 3, {});
    expect(independentCover(compatible, seededRandom(5))).toHaveLength(3);
  });
});
