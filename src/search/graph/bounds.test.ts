import { expect, it } from 'vitest';
import { type Random, seededRandom } from '../../base/index.js';
import { playOf } from '../../../test/searches.js';
import { tighten } from './bounds.js';
import { NONE, SEVERAL } from './layout.js';
import { SearchGraph } from './searchGraph.js';

/** A game of one round in which all choose at once, chance too perhaps. Goals are told by joint move. */
interface Round {
  readonly roles: readonly string[];
  readonly sizes: readonly number[];
  readonly isZeroSum: boolean;
  readonly goals: ReadonlyMap<string, readonly number[]>;
}

const isPlayer = (role: string): boolean => role !== 'random';

function jointsOf(sizes: readonly number[]): readonly (readonly number[])[] {
  return sizes.reduce<readonly (readonly number[])[]>(
    (joints, size) => joints.flatMap((joint) => Array.from({ length: size }, (_, move) => [...joint, move])),
    [[]],
  );
}

function randomRound(roles: readonly string[], isZeroSum: boolean, random: Random): Round {
  const sizes = roles.map(() => 2 + random.below(3));
  const goals = jointsOf(sizes).map((joint): readonly [string, readonly number[]] => {
    const first = random.below(101);
    return [joint.join(), roles.map((_, role) => (role === 0 ? first : isZeroSum ? 100 - first : random.below(101)))];
  });
  return { roles, sizes, isZeroSum, goals: new Map(goals) };
}

function sheetOf({ roles, sizes, goals }: Round): string {
  const legal = roles.flatMap((role, at) =>
    Array.from({ length: sizes[at]! }, (_, move) => `(<= (legal ${role} m${String(move)}) (not (true over)))`),
  );
  const ends = [...goals].flatMap(([joint, points]) => {
    const made = joint.split(',').map((move, at) => `(true (played ${roles[at]!} m${move}))`);
    return roles.flatMap((role, at) =>
      isPlayer(role) ? [`(<= (goal ${role} ${String(points[at]!)}) ${made.join(' ')})`] : [],
    );
  });
  return [
    ...roles.map((role) => `(role ${role})`),
    ...legal,
    '(<= (next (played ?role ?move)) (does ?role ?move))',
    ...['(<= (next over) (role ?role))', '(<= terminal (true over))', '(init begun)'],
    ...ends,
  ].join('\n');
}

/** What a player can make sure of, and be held to: every case looked at by itself. */
function twin({ roles, sizes, isZeroSum, goals }: Round, role: number): readonly [number, number] {
  const chance = roles.indexOf('random');
  const draws = chance === NONE ? 1 : sizes[chance]!;
  const others = jointsOf(sizes.map((size, at) => (at === role || at === chance ? 1 : size)));
  const own = Array.from({ length: sizes[role]! }, (_, move) => move);
  const worth = (move: number, other: readonly number[]): number => {
    const cases = Array.from({ length: draws }, (_, draw) =>
      other.map((each, at) => (at === role ? move : at === chance ? draw : each)),
    );
    return cases.reduce((sum, joint) => sum + goals.get(joint.join())![role]! / 100 / draws, 0);
  };
  const low = Math.max(...own.map((move) => Math.min(...others.map((other) => worth(move, other)))));
  const most = others.map((other) => Math.max(...own.map((move) => worth(move, other))));
  return [low, isZeroSum ? Math.min(...most) : Math.max(...most)];
}

it.each([
  [['a', 'b'], true],
  [['a', 'b'], false],
  [['a', 'random', 'b'], true],
  [['random', 'a', 'b'], false],
  [['a', 'b', 'c'], false],
  [['a', 'b', 'random', 'c'], false],
] as const)(
  'what %j can make sure of where they choose at once is what its twin says (constant sum: %s)',
  (roles, isZeroSum) => {
    for (let seed = 0; seed < 4; seed++) {
      const round = randomRound(roles, isZeroSum, seededRandom(seed));
      const { game, simulator } = playOf(sheetOf(round));
      const graph = new SearchGraph({ game, bytes: 2 ** 20 });
      const root = graph.nodeOf(game.initial());
      graph.expand(root, simulator.expand([game.initial()])[0]!);
      expect(graph.kinds[root]).toBe(SEVERAL);
      tighten(graph, root);
      graph.roleOf.forEach((role, player) => {
        const at = root + player;
        const [low, high] = twin(round, game.roles.map((name) => roles.indexOf(name as never))[role]!);
        expect(graph.lower[at]).toBeCloseTo(low, 5);
        expect(graph.upper[at]).toBeCloseTo(high, 5);
      });
    }
  },
);
