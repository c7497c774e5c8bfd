import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../base/index.js';
import { type Game, gameSimulator, type Simulator } from '../../game/index.js';
import { plainValue } from '../../../test/plainValue.js';
import { randomGame } from '../../../test/randomGame.js';
import { after, bundledPlay, openSearch } from '../../../test/searches.js';
import type { SearchReport } from '../search.js';

const simulatorOf = (game: Game<number>): Simulator<number> =>
  gameSimulator(
    game,
    game.roles.map(() => 0),
  );

/** The same table with one player at most choosing in a state, and goals that add up to 100: b has what a has not. */
function turnBased(game: Game<number>): Game<number> {
  const chooser = (state: number): number =>
    game.roles.findIndex((name, role) => name !== 'random' && game.legalMoves(state, role).length > 1);
  const hasTwo = game.roles.includes('b');
  return {
    ...game,
    legalMoves: (state, role) => {
      const moves = game.legalMoves(state, role);
      return role === chooser(state) || game.roles[role] === 'random' ? moves : moves.slice(0, 1);
    },
    goals: (state) => {
      const own = game.goals(state)[game.roles.indexOf('a')] ?? 0;
      return hasTwo ? game.roles.map((name) => (name === 'a' ? own : name === 'b' ? 100 - own : 0)) : game.goals(state);
    },
  };
}

/** Nowhere somebody cannot move: that would be worth nothing to both. */
const isNeverStuck = (game: Game<number>): boolean =>
  [...Array(STATES).keys()].every((state) => game.roles.every((_, role) => game.legalMoves(state, role).length > 0));

const STATES = 14;

describe('a search that runs to its end has proved the exact value', () => {
  it.each([
    ['one player', ['a']],
    ['one player and chance', ['a', 'random']],
    ['two players', ['a', 'b']],
    ['two players and chance', ['random', 'a', 'b']],
  ])('on random tables of %s', (_, roles) => {
    const options = { roles, states: STATES, hasCycles: false, hasIdleDraws: false };
    let tables = 0;
    for (let seed = 0; seed < 150; seed++) {
      const game = turnBased(randomGame(seededRandom(seed), options));
      if (!isNeverStuck(game)) continue;
      for (const sampling of ['leaf', 'children']) {
        const role = seed % 2 === 0 || !roles.includes('b') ? roles.indexOf('a') : roles.indexOf('b');
        const search = openSearch(`uct:sampling=${sampling}`, { game, simulator: simulatorOf(game), role, seed });
        search.think({ nodes: 3000 });
        const { value, isSolved } = search.report();
        const exact = plainValue(game, { role, own: [role], lowest: 0 })!;
        expect([seed, sampling, isSolved, value]).toEqual([seed, sampling, true, expect.closeTo(exact, 3)]);
      }
      tables++;
    }
    expect(tables).toBeGreaterThan(50);
  });
});

/** A report without what depends on time. */
const timeless = ({ effort, ...report }: SearchReport): unknown => ({ ...report, effort: { ...effort, ms: 0 } });

describe('a tree search', () => {
  const { game, simulator } = bundledPlay('connect-four');

  it.each(['uct', 'uct:sampling=children', 'uct:leaves=1'])(
    'reports the same for the same seed and budget: %s',
    (text) => {
      const reports = [1, 1, 2].map((seed) => {
        const search = openSearch(text, { game, simulator, seed });
        const thoughts = [300, 500].map((nodes) => {
          search.think({ nodes });
          return timeless(search.report());
        });
        search.moveTo(after(game, game.initial(), { role: 0, move: search.report().move })[0]);
        search.think({ nodes: 300 });
        return [...thoughts, timeless(search.report())];
      });
      expect(reports[1]).toEqual(reports[0]);
      expect(reports[2]).not.toEqual(reports[0]);
    },
  );

  it('has a legal move before it has thought, and after it has no time', () => {
    const search = openSearch('uct', { game, simulator, clock: () => 1 });
    expect(game.legalMoves(game.initial(), 0)).toContain(search.report().move);
    search.think({ deadline: 0 });
    expect(search.report().effort.nodes).toBe(0);
    expect(game.legalMoves(game.initial(), 0)).toContain(search.report().move);
  });

  it('keeps to its budget of nodes', () => {
    for (const nodes of [1, 7, 100, 1000]) {
      const search = openSearch('uct', { game, simulator });
      search.think({ nodes });
      expect(search.report().effort.nodes).toBe(nodes);
    }
  });

  it('keeps what it knows of the state that play moves to', () => {
    const search = openSearch('uct', { game, simulator, bytes: 2 ** 24 });
    search.think({ nodes: 5000 });
    const before = search.report();
    const line = before.variation;
    expect(line.length).toBeGreaterThan(2);
    search.moveTo(game.next(game.initial(), line[0]!));
    const { moves, value, effort, variation } = search.report();
    expect(effort).toEqual({ nodes: 0, playouts: 0, expansions: 0, ms: 0 });
    expect(moves[0]!.visits).toBeGreaterThan(0);
    expect(value).toBeCloseTo(before.moves[0]!.value!, 6);
    expect(variation).toEqual(line.slice(1));
  });

  it('knows the same of a state, whichever way it was reached', () => {
    const search = openSearch('uct', { game, simulator, bytes: 2 ** 24 });
    const [drop1, drop2, drop3] = ['(drop 1)', '(drop 2)', '(drop 3)'].map((text) => game.names.findMove(text)!);
    const noop = game.names.findMove('noop')!;
    const through = (line: readonly (readonly number[])[]): unknown =>
      line.reduce<unknown>((state, joint) => game.next(state, joint), game.initial());
    const one = through([[drop1!, noop], [noop, drop2!], [drop3!, noop]]); // prettier-ignore
    const other = through([[drop3!, noop], [noop, drop2!], [drop1!, noop]]); // prettier-ignore
    search.moveTo(one);
    search.think({ nodes: 1000 });
    const known = search.report();
    search.moveTo(other);
    expect(search.report().moves).toEqual(known.moves);
  });
});

describe('a tree search in very little memory', () => {
  it.each(['connect-four', 'othello-6x6', 'breakthrough-6x6', 'orchard-2-2-1', 'rock-paper-scissors'])(
    'searches on: %s',
    (name) => {
      const { game, simulator } = bundledPlay(name);
      const search = openSearch('uct', { game, simulator, bytes: 0 });
      const random = seededRandom(5);
      for (let state = game.initial(); !game.isTerminal(state);) {
        search.moveTo(state);
        search.think({ nodes: name === 'rock-paper-scissors' ? 100 : 1500 });
        const { move, moves, effort, isSolved } = search.report();
        expect(effort.nodes > 0 || isSolved).toBe(true);
        expect(new Set(moves.map((each) => each.move))).toEqual(new Set(game.legalMoves(state, 0)));
        const nexts = after(game, state, { role: 0, move });
        state = nexts[random.below(nexts.length)]!;
      }
    },
  );

  it('still grows its tree after memory was full of nodes with another number of moves', () => {
    const { game, simulator } = bundledPlay('connect-four');
    const search = openSearch('uct:patience=3', { game, simulator, bytes: 0 });
    search.think({ nodes: 5000 });
    // A state with three columns left: its nodes have three edges or fewer, those before had seven.
    const state = narrow(game);
    search.moveTo(state);
    search.think({ nodes: 500 });
    const { effort } = search.report();
    expect(effort.expansions).toBeGreaterThan(50);
    expect(search.report().variation.length).toBeGreaterThan(2);
  });
});

/** A state of connect four in which columns 1 to 4 are full and nobody has four in line. */
function narrow(game: Game): unknown {
  let state = game.initial();
  const noop = game.names.findMove('noop')!;
  // Twice three of a colour in each row, in turn.
  for (let pair = 0; pair < 2; pair++) {
    for (const column of [1, 2, 1, 2, 2, 1, 2, 1, 1, 2, 1, 2].map((each) => each + 2 * pair)) {
      const move = game.names.findMove(`(drop ${String(column)})`)!;
      state = game.next(state, game.legalMoves(state, 0).length > 1 ? [move, noop] : [noop, move]);
    }
  }
  if (game.isTerminal(state)) throw new Error('it is over');
  return state;
}

/** A clock that only the simulator moves: so many milliseconds a call and a playout or state, and more for the first playouts. */
function fakeTime(costs: { readonly call: number; readonly each: number; readonly first: number }): {
  clock: () => number;
  slow: <State>(simulator: Simulator<State>) => Simulator<State>;
} {
  let now = 0;
  let isFirst = true;
  const spend = (units: number): void => {
    now += costs.call + costs.each * units;
  };
  return {
    clock: () => now,
    slow: (simulator) => ({
      playouts: (starts, request) => {
        spend(starts.length * request.playouts);
        if (isFirst) now += costs.first;
        isFirst = false;
        return simulator.playouts(starts, request);
      },
      expand: (states) => {
        if (states.length > 0) spend(states.length);
        return simulator.expand(states);
      },
    }),
  };
}

describe('the deadline of a tree search', () => {
  const { game, simulator } = bundledPlay('connect-four');

  it.each([
    { call: 0.1, each: 0.002, first: 0 },
    { call: 1, each: 0.01, first: 0 },
    { call: 4, each: 0.05, first: 0 },
    { call: 0.1, each: 0.002, first: 70 },
  ])('is kept to within 20 ms, and the time before it is used: %o', (costs) => {
    const { clock, slow } = fakeTime(costs);
    const search = openSearch('uct', { game, simulator: slow(simulator), clock });
    let state = game.initial();
    for (let turn = 0; turn < 5; turn++) {
      search.moveTo(state);
      const start = clock();
      search.think({ deadline: start + 100 });
      const spent = clock() - start;
      expect(spent).toBeLessThanOrEqual(120);
      // After one slow batch it cannot know better, in that turn.
      const isFree = search.report().isSolved || (turn === 0 && costs.first > 0);
      if (!isFree) expect([turn, spent]).toEqual([turn, expect.closeTo(100, -1.6)]);
      const [next] = after(game, state, { role: turn % 2, move: search.report().move });
      state = next!;
    }
  });
});
