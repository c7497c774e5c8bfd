import { describe, expect, it } from 'vitest';
import { type Game, type Move, perft } from '../game/index.js';
import { readSheet } from '../gdl/index.js';
import { referenceGame } from '../reference/index.js';
import { validate } from '../rules/index.js';
import { bundledSheet } from './bundledGames.js';
import { type OrchardSize, orchardRules } from './orchard.js';

function orchard(size: OrchardSize): Game {
  const rules = validate(readSheet({ name: 'orchard.kif', content: orchardRules(size) }));
  if (!rules.ok) throw new Error(rules.error.map(({ message }) => message).join('; '));
  expect(rules.value.warnings).toEqual([]);
  return referenceGame(rules.value);
}

/** Best probability that bob has won within so many rounds. */
function bestWithin(game: Game, rounds: number): number {
  const known = new Map<string, number>();
  const best = (state: unknown, left: number): number => {
    if (game.isTerminal(state)) return game.goals(state)[0]! / 100;
    if (left === 0) return 0;
    const key = `${String(left)} ${game.names.facts(state).join(' ')}`;
    let value = known.get(key);
    if (value === undefined) {
      const [bob, die] = [game.legalMoves(state, 0), game.legalMoves(state, 1)];
      const outcomes = (choice: Move): number[] => die.map((side) => best(game.next(state, [choice, side]), left - 1));
      value = Math.max(...bob.map((choice) => outcomes(choice).reduce((sum, chance) => sum + chance / die.length, 0)));
      known.set(key, value);
    }
    return value;
  };
  return best(game.initial(), rounds);
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
    const move = (text: string): number => game.names.findMove(text)!;
    const basket = game.next(game.initial(), [move('noop'), move('(roll p)')]);
    expect(game.legalMoves(basket, 1).map((id) => game.names.move(id))).toEqual(['noop']);
    const after = game.next(basket, [move('(choice v v)'), move('noop')]);
    expect(game.names.facts(after)).toEqual(['(control random)', '(fruits r 1)', '(fruits v 0)', '(raven 1)']);
    expect(game.isTerminal(after)).toBe(false);
    const won = game.next(after, [move('noop'), move('(roll r)')]);
    expect(game.isTerminal(won)).toBe(true);
    expect(game.goals(won)[0]).toBe(100);
  });

  it('has the known best chances of winning: none within three rounds, 27/128 within four, 107/288 in the end', () => {
    const game = orchard({ trees: 2, fruits: 2, raven: 1 });
    expect([1, 2, 3, 4].map((rounds) => bestWithin(game, rounds))).toEqual([0, 0, 0, 27 / 128]);
    expect(bestWithin(game, 60)).toBeCloseTo(107 / 288, 6);
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
  return trees * afterColour + trees ** 2 + afterRaven;
}
