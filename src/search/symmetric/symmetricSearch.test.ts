import { describe, expect, it, vi } from 'vitest';
import { seededRandom } from '../../base/index.js';
import { playout } from '../../game/index.js';
import type { Play } from '../../pipeline.js';
import { bundledPlay, openSearch, playOf, TIMELESS } from '../../../test/searches.js';
import type { Search } from '../search.js';

const searchOf = ({ game, simulator, symmetries }: Play, algorithm: string): Search =>
  openSearch(algorithm, { game, simulator, bytes: 2 ** 24, symmetries: () => symmetries!(TIMELESS) });

const ticTacToe = bundledPlay('tic-tac-toe');
const games = { 'tic-tac-toe': ticTacToe, 'breakthrough-6x6': bundledPlay('breakthrough-6x6') };

describe.each(['uct-sym', 'grave-sym', 'mac-ucb-sym'])('%s', (algorithm) => {
  it.each(Object.keys(games) as (keyof typeof games)[])(
    'tells every legal move of %s once, in every state of a match',
    (name) => {
      const play = games[name];
      const { game } = play;
      const search = searchOf(play, algorithm);
      const line = playout(game, seededRandom(5), { plies: 8 });
      for (const state of line.states) {
        if (game.isTerminal(state)) break;
        search.moveTo(state);
        search.think({ nodes: 60 });
        const { move, moves, variation } = search.report();
        expect(moves.map((each) => each.move).toSorted((a, b) => a - b)).toEqual(
          game.legalMoves(state, 0).toSorted((a, b) => a - b),
        );
        expect(moves[0]!.move).toBe(move);
        let at = state;
        for (const joint of variation) {
          joint.forEach((each, role) => {
            expect(game.legalMoves(at, role)).toContain(each);
          });
          at = game.next(at, joint);
        }
      }
    },
  );

  it('gives moves that are alike the same value', () => {
    const search = searchOf(ticTacToe, algorithm);
    search.think({ nodes: 500 });
    const kinds = new Map(search.report().moves.map(({ move, value }) => [ticTacToe.game.names.move(move), value]));
    expect(kinds.size).toBe(9);
    expect(new Set(kinds.values()).size).toBeLessThanOrEqual(3);
    const corners = ['(mark 1 1)', '(mark 1 3)', '(mark 3 1)', '(mark 3 3)'].map((move) => kinds.get(move));
    expect(new Set(corners).size).toBe(1);
  });

  it('has a move before it has thought', () => {
    expect(ticTacToe.game.legalMoves(ticTacToe.game.initial(), 0)).toContain(
      searchOf(ticTacToe, algorithm).report().move,
    );
  });

  it('does the same as without symmetries where there are none', () => {
    const play = bundledPlay('nim');
    const reports = [algorithm, algorithm.replace('-sym', '')].map((each) => {
      const search = searchOf({ ...play, symmetries: () => undefined }, each);
      search.think({ nodes: 300 });
      return search.report();
    });
    expect(reports[0]).toEqual(reports[1]);
  });
});

it('turns the successors of states that some symmetry leaves as they are, and no others', () => {
  const { game, simulator, symmetries } = games['breakthrough-6x6'];
  const group = symmetries!(TIMELESS)!;
  const canonical = vi.spyOn(group, 'canonical');
  const search = openSearch('uct-sym', { game, simulator, bytes: 2 ** 24, symmetries: () => group });
  search.think({ nodes: 1000 });
  // Of each two that are mirrored, one.
  expect(canonical).toHaveBeenCalledTimes(game.legalMoves(game.initial(), 0).length / 2);
  const state = playout(game, seededRandom(3), { plies: 2 }).states.at(-1)!;
  expect(group.stabiliser(state)).toEqual([0]);
  search.moveTo(state);
  canonical.mockClear();
  search.think({ nodes: 300 });
  expect(canonical).not.toHaveBeenCalled();
  expect(game.legalMoves(state, 0)).toContain(search.report().move);
});

it('goes on with what it knew of the image of a state', () => {
  const { game } = ticTacToe;
  const search = searchOf(ticTacToe, 'uct-sym');
  search.think({ nodes: 500 });
  // Marks that are turned differently: all corners are one move, all edges another.
  for (const corner of ['(mark 1 1)', '(mark 1 3)', '(mark 3 1)', '(mark 3 3)']) {
    const move = game.names.findMove(corner)!;
    search.moveTo(game.next(game.initial(), [move, game.legalMoves(game.initial(), 1)[0]!]));
    expect(search.report().moves.reduce((sum, { visits }) => sum + visits, 0)).toBeGreaterThan(30);
    search.moveTo(game.initial());
  }
});

/** Two take letters in turn; the first letter of each but a and b, which are alike, counts. */
const LETTERS = `
  (role x) (role y)
  (letter a 0) (letter b 0) (letter c 1) (letter d 2) (letter e 3) (letter f 4) (letter g 5) (letter h 6) (letter i 7)
  (score 1 80) (score 2 70) (score 3 60) (score 4 50) (score 5 40) (score 6 30) (score 7 20)
  (follows 2 1) (follows 3 2) (follows 4 3) (follows 5 4) (follows 6 5) (follows 7 6)
  (<= (before ?i ?j) (follows ?j ?i))
  (<= (before ?i ?k) (follows ?j ?i) (before ?j ?k))
  (<= (init (free ?l)) (letter ?l ?i))
  (init (control x))
  (<= (legal ?p (take ?l)) (true (control ?p)) (true (free ?l)))
  (<= (legal x noop) (true (control y)))
  (<= (legal y noop) (true (control x)))
  (<= (next (control x)) (true (control y)))
  (<= (next (control y)) (true (control x)))
  (<= (gone ?l) (does ?p (take ?l)))
  (<= (next (free ?l)) (true (free ?l)) (not (gone ?l)))
  (<= (next (own ?p ?l)) (true (own ?p ?l)))
  (<= (next (own ?p ?l)) (does ?p (take ?l)))
  (<= open (true (free ?l)))
  (<= terminal (not open))
  (<= (earlier ?p ?i) (true (own ?p ?l)) (letter ?l ?j) (before ?j ?i))
  (<= (goal ?p ?n) (true (own ?p ?l)) (letter ?l ?i) (score ?i ?n) (not (earlier ?p ?i)))
`;

it('goes on with what it knew of a move that others stand for, where few are alike', () => {
  const play = playOf(LETTERS);
  const { game } = play;
  const visitsAfter = (text: string): number => {
    const search = searchOf(play, 'uct-sym');
    search.think({ nodes: 2000 });
    const take = game.names.findMove(text)!;
    search.moveTo(game.next(game.initial(), [take, game.legalMoves(game.initial(), 1)[0]!]));
    return search.report().moves.reduce((sum, { visits }) => sum + visits, 0);
  };
  expect(visitsAfter('(take a)')).toBeGreaterThan(0);
  expect(visitsAfter('(take b)')).toBe(visitsAfter('(take a)'));
});

it('leaves nogoods for later: arms whose upper confidence bound is below θ', () => {
  const tried = (algorithm: string): number => {
    const search = searchOf(games['breakthrough-6x6'], algorithm);
    search.think({ nodes: 2000 });
    return search.report().moves.filter(({ visits }) => visits > 1).length;
  };
  const plain = tried('mac-ucb-sym:preset=jfpc2016;order=level;nogood=0');
  const strict = tried('mac-ucb-sym:preset=jfpc2016;order=level;nogood=0.01');
  expect(strict).toBeLessThan(0.75 * plain);
});

it('proves tic-tac-toe with fewer rounds than without', () => {
  const [plain, symmetric] = ['mac-ucb', 'mac-ucb-sym'].map((algorithm) => {
    const search = searchOf(ticTacToe, algorithm);
    search.think({ nodes: 100_000 });
    return search.report();
  });
  expect([plain!.isSolved, plain!.value, symmetric!.isSolved, symmetric!.value]).toEqual([true, 50, true, 50]);
  expect(symmetric!.effort.expansions).toBeLessThan(0.4 * plain!.effort.expansions);
});
