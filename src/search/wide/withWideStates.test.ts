import { expect, it, test } from 'vitest';
import { legalMovesOfAll } from '../../game/index.js';
import { openSearch, playOf } from '../../../test/searches.js';

const PLAYERS = 5;
const NUMBERS = 60;
const BEST = 17;

const numbered = (text: (number: number) => string): string =>
  Array.from({ length: NUMBERS }, (_, number) => text(number)).join('\n');

/** Each of five players says one of 60 numbers at once: 777,600,000 joint moves. Whoever says 17 wins, and the first player loses where someone else says what he says. */
const SAY = `
${Array.from({ length: PLAYERS }, (_, player) => `(role p${String(player)})`).join('\n')}
${numbered((number) => `(number ${String(number)})`)}
(<= (next (said ?p ?n)) (does ?p (say ?n)))
(<= (goal ?p 100) (true (said ?p ${String(BEST)})) (not (alike ?p)))
(<= (goal ?p 0) (role ?p) (not (true (said ?p ${String(BEST)}))))
(<= (goal ?p 40) (true (said ?p ${String(BEST)})) (alike ?p))
(<= (alike p0) (true (said p0 ?n)) (true (said ?p ?n)) (distinct ?p p0))
(<= over (true (said p0 ?n)))
(<= terminal over)
`;
const AT_ONCE = `${SAY}
(<= (legal ?p (say ?n)) (role ?p) (number ?n))
`;
/** The same after the first player has said whether there is anything to be said; else nobody has won. */
const LATER = `${SAY}
(init start)
(<= (legal p0 yes) (true start))
(<= (legal p0 no) (true start))
(<= (legal ?p noop) (role ?p) (distinct ?p p0) (true start))
(<= (legal ?p (say ?n)) (true middle) (role ?p) (number ?n))
(<= (next middle) (does p0 yes))
(<= (next (said ?p none)) (role ?p) (does p0 no))
`;

const ALGORITHMS = ['woodstock', 'flat-ucb', 'uct', 'uct-sym', 'grave', 'cfr', 'mac-ucb', 'mac-ucb-sym'];

const atOnce = playOf(AT_ONCE);
const later = playOf(LATER);

test.each(ALGORITHMS)('%s finds the move to make where there are too many joint moves to list', (name) => {
  const { game, simulator } = atOnce;
  const search = openSearch(name, { game, simulator });
  expect(legalMovesOfAll(game, game.initial())[0]).toContain(search.report().move);
  search.think({ nodes: 3000 });
  const { move, moves, value, isSolved, effort } = search.report();
  expect(game.names.move(move)).toBe(`(say ${String(BEST)})`);
  expect(moves).toHaveLength(NUMBERS);
  expect(moves.reduce((sum, { visits }) => sum + visits, 0)).toBe(3000);
  // What is tried is not all there is: nothing is proved by it.
  expect(isSolved).toBe(false);
  expect(value).toBeGreaterThan(20);
  expect(effort.nodes).toBe(3000);
});

test.each(ALGORITHMS)('%s goes on where states that it comes to have too many, and when they are over', (name) => {
  const { game, simulator } = later;
  const search = openSearch(name, { game, simulator });
  search.think({ nodes: 2000 });
  expect(game.names.move(search.report().move)).toBe('yes');
  const yes = search.report().move;
  const joint = legalMovesOfAll(game, game.initial()).map((moves, role) => (role === 0 ? yes : moves[0]!));
  search.moveTo(game.next(game.initial(), joint));
  search.think({ nodes: 3000 });
  expect(game.names.move(search.report().move)).toBe(`(say ${String(BEST)})`);
  search.moveTo(game.initial());
  search.think({ nodes: 500 });
  expect(game.names.move(search.report().move)).toBe('yes');
});

it('tells the same for the same seed and budget', () => {
  const reports = [1, 1, 2].map((seed) => {
    const search = openSearch('woodstock', { game: atOnce.game, simulator: atOnce.simulator, seed });
    search.think({ nodes: 500 });
    return search.report();
  });
  expect(reports[0]).toEqual(reports[1]);
  expect(reports[0]).not.toEqual(reports[2]);
});

it('stops before the deadline', () => {
  const { game, simulator } = atOnce;
  let now = 0;
  const slow: typeof simulator = {
    expand: (states) => simulator.expand(states),
    playouts: (starts, request) => {
      now += 0.01 * starts.length * request.playouts;
      return simulator.playouts(starts, request);
    },
  };
  const search = openSearch('uct', { game, simulator: slow, clock: () => now });
  search.think({ deadline: 100 });
  expect(now).toBeGreaterThan(80);
  expect(now).toBeLessThanOrEqual(100);
});
