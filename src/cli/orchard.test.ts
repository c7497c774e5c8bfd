import { describe, expect, it } from 'vitest';
import { type Game, type Move, perft } from '../game/index.js';
import { readSheet } from '../gdl/index.js';
import { referenceGame } from '../reference/index.js';
import { validate } from '../rules/index.js';
import { bundledFacts, bundledSheet } from './bundledGames.js';
import { type OrchardSize, orchardRules } from './orchard.js';

function orchard(size: OrchardSize): Game {
  const rules = validate(readSheet({ name: 'orchard.kif', content: orchardRules(size) }));
  if (!rules.ok) throw new Error(rules.error.map(({ message }) => message).join('; '));
  expect(rules.value.warnings).toEqual([]);
  return referenceGame(rules.value);
}

/** The state after joint moves in KIF: bob's and the die's. */
const after = (game: Game, ...joints: readonly string[][]): unknown =>
  joints.reduce(
    (state, joint) =>
      game.next(
        state,
        joint.map((text) => game.names.findMove(text)!),
      ),
    game.initial(),
  );

interface Chances {
  readonly best: number;
  readonly worst: number;
}

/**
 * Best and worst probability that bob has won within so many rounds from a state on, by dynamic programming. Without a bound a roll that changes
 * nothing is as good as not made, so that no state comes back.
 */
function chances(game: Game, start: unknown, rounds = Infinity): Chances {
  const known = new Map<string, Chances>();
  const from = (state: unknown, left: number): Chances => {
    const facts = treesAlike(game, state);
    const key = `${String(left)} ${facts}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    const isOver = left === 0 || game.isTerminal(state);
    const won = game.isTerminal(state) ? game.goals(state)[0]! / 100 : 0;
    const choices = isOver ? [{ best: won, worst: won }] : game.legalMoves(state, 0).map((move) => over(move));
    const value = {
      best: Math.max(...choices.map(({ best }) => best)),
      worst: Math.min(...choices.map(({ worst }) => worst)),
    };
    known.set(key, value);
    return value;

    function over(move: Move): Chances {
      const outcomes = game
        .legalMoves(state, 1)
        .map((side) => game.next(state, [move, side]))
        .filter((next) => left < Infinity || treesAlike(game, next) !== facts)
        .map((next) => from(next, left - 1));
      return { best: mean(outcomes.map(({ best }) => best)), worst: mean(outcomes.map(({ worst }) => worst)) };
    }
  };
  return from(start, rounds);
}

const mean = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;

/** The facts of a state without the names of the trees, which change no chance. */
const treesAlike = (game: Game, state: unknown): string =>
  game.names
    .facts(state)
    .map((fact) => fact.replace(/^\(fruits \S+/, '(fruits'))
    .sort()
    .join(' ');

/** What bob does in the lines of play that win within so many rounds from a state on, each once. */
function winningMoves(game: Game, start: unknown, rounds: number): Set<string> {
  if (game.isTerminal(start)) return new Set(game.goals(start)[0] === 100 ? [''] : []);
  if (rounds <= 0) return new Set();
  const lines = game.legalMoves(start, 0).flatMap((move) =>
    game.legalMoves(start, 1).flatMap((side) => {
      const rests = winningMoves(game, game.next(start, [move, side]), rounds - 1);
      return [...rests].map((rest) => `${game.names.move(move)} ${rest}`);
    }),
  );
  return new Set(lines);
}

describe('orchardRules', () => {
  it.each([
    { trees: 2, fruits: 2, raven: 1 },
    { trees: 4, fruits: 10, raven: 9 },
  ])('writes the bundled sheet of $trees trees, $fruits fruits and raven $raven', (size) => {
    expect(bundledSheet(`orchard-${Object.values(size).join('-')}`)).toBe(orchardRules(size));
  });

  it.each([
    { trees: 1, fruits: 1, raven: 1 },
    { trees: 1, fruits: 5, raven: 2 },
    { trees: 7, fruits: 1, raven: 3 },
  ])(
    'writes valid rules for $trees trees, $fruits fruits and raven $raven, with a side of the die for each',
    (size) => {
      const game = orchard(size);
      expect(perft(game, 1)).toBe(size.trees + 2);
      expect(perft(game, 2)).toBe(perftOfTwo(size));
    },
  );

  it('lets the die rest while the basket is chosen, and takes nothing from an empty tree', () => {
    const game = orchard({ trees: 2, fruits: 1, raven: 1 });
    const basket = after(game, ['noop', '(roll p)']);
    expect(game.legalMoves(basket, 1).map((id) => game.names.move(id))).toEqual(['noop']);
    const half = [
      ['noop', '(roll v)'],
      ['noop', '(roll v)'],
    ];
    const state = after(game, ...half);
    expect(game.names.facts(state)).toEqual(['(control random)', '(fruits r 1)', '(fruits v 0)', '(raven 1)']);
    expect(game.isTerminal(state)).toBe(false);
    const won = after(game, ...half, ['noop', '(roll r)']);
    expect(game.isTerminal(won)).toBe(true);
    expect(game.goals(won)[0]).toBe(100);
  });

  it.each([
    ['2 2', '', ['(choice r r)', '(choice r v)', '(choice v r)', '(choice v v)']],
    ['1 2', 'r', ['(choice r v)', '(choice v r)', '(choice v v)']],
    ['1 1', 'r v', ['(choice r v)', '(choice v r)']],
    ['0 2', 'r r', ['(choice v v)']],
    ['0 1', 'r r v', ['(choice v v)']],
  ])('lets the basket waste no pick where the trees have %s fruits', (_, rolled, choices) => {
    const game = orchard({ trees: 2, fruits: 2, raven: 1 });
    const sides = `${rolled} p`.trim().split(' ');
    const basket = after(game, ...sides.map((side) => ['noop', `(roll ${side})`]));
    const legal = game.legalMoves(basket, 0).map((id) => game.names.move(id));
    expect(legal.sort()).toEqual(choices);
  });

  it('takes the last fruit of all by a basket', () => {
    const game = orchard({ trees: 2, fruits: 1, raven: 1 });
    const won = after(game, ['noop', '(roll r)'], ['noop', '(roll p)'], ['(choice v v)', 'noop']);
    expect(game.names.facts(won)).toEqual(['(control random)', '(fruits r 0)', '(fruits v 0)', '(raven 1)']);
    expect(game.goals(won)[0]).toBe(100);
  });

  it('has the known best chances of winning within some rounds: none within three, 27/128 within four', () => {
    const game = orchard({ trees: 2, fruits: 2, raven: 1 });
    expect([1, 2, 3, 4].map((rounds) => chances(game, game.initial(), rounds).best)).toEqual([0, 0, 0, 27 / 128]);
  });

  it.each([4, 5, Infinity])(
    'takes a fruit of each tree in an optimal first basket, with %d rounds in all',
    (rounds) => {
      const game = orchard({ trees: 2, fruits: 2, raven: 1 });
      const best = (choice: string): number =>
        chances(game, after(game, ['noop', '(roll p)'], [choice, 'noop']), rounds - 2).best;
      expect(best('(choice r v)')).toBe(best('(choice v r)'));
      expect(best('(choice r v)')).toBeGreaterThan(Math.max(best('(choice r r)'), best('(choice v v)')));
    },
  );

  it.each(['orchard-2-2-1', 'orchard-4-10-9'])('has the values in the facts of %s, the best and the worst', (name) => {
    const [trees, fruits, raven] = name.split('-').slice(1).map(Number) as [number, number, number];
    const game = orchard({ trees, fruits, raven });
    const { value, worst } = bundledFacts(name);
    const { best, worst: least } = chances(game, game.initial());
    expect(100 * best).toBeCloseTo(value!.goals.get('bob')!, 5);
    expect(100 * least).toBeCloseTo(worst!.goals.get('bob')!, 5);
  });

  it('wins after a first basket of a fruit of each tree in as many ways for bob as the tables 4 and 5 of the paper have', () => {
    const game = orchard({ trees: 2, fruits: 2, raven: 1 });
    const picked = (choice: string): unknown => after(game, ['noop', '(roll p)'], [choice, 'noop']);
    const won = (choice: string, rounds: number): number => winningMoves(game, picked(choice), rounds - 2).size;
    const counts = [1, 2, 3, 4, 5].map((rounds) => won('(choice r v)', rounds) + won('(choice v r)', rounds));
    expect(counts).toEqual([0, 0, 0, 6, 12]);
  });

  it.each([0, -1, 1.5, Number.NaN])('refuses %d trees', (trees) => {
    expect(() => orchardRules({ trees, fruits: 1, raven: 1 })).toThrow(RangeError);
  });
});

/** Rounds end the game where the raven had one piece or the only tree one fruit. */
function perftOfTwo({ trees, fruits, raven }: OrchardSize): number {
  const sides = trees + 2;
  const afterColour = trees === 1 && fruits === 1 ? 0 : sides;
  const afterRaven = raven === 1 ? 0 : sides;
  const pairs = trees * (trees - 1);
  const alike = fruits > 1 || trees === 1 ? trees : 0;
  return trees * afterColour + pairs + alike + afterRaven;
}
