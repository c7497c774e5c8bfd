import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { buttonBoards } from '../../../test/buttonBoards.js';
import { randomGame } from '../../../test/randomGame.js';
import { plainValue } from '../../../test/plainValue.js';
import { playOf } from '../../../test/searches.js';
import { seededRandom } from '../../base/index.js';
import { type Game, gameSimulator, type Simulator } from '../../game/index.js';
import { loadRules, openPlay } from '../../pipeline.js';
import type { Search, SearchReport, SearchSetting } from '../search.js';
import { BreadthFirst } from './breadthFirst.js';
import { openPlanSearch } from './index.js';
import { PlanSpace } from './planSpace.js';

/** A setting of a bundled game, compiled, with a clock that stands still. */
function bundled(name: string): SearchSetting {
  const rules = loadRules({ name, content: readFileSync(`games/${name}.kif`) });
  if (!rules.ok) throw new Error(name);
  const play = openPlay(rules.value, 'compiled', { clock: () => 0, milliseconds: 60_000, bytes: 2 ** 30 });
  if (!play.ok) throw new Error(play.error);
  const { game, simulator, goalsOf } = play.value;
  return settingOf(game, simulator, goalsOf === undefined ? {} : { goals: () => goalsOf(0) });
}

function settingOf<State>(
  game: Game<State>,
  simulator: Simulator<State>,
  more: Partial<SearchSetting<State>> = {},
): SearchSetting<State> {
  return { game, simulator, role: 0, state: game.initial(), clock: () => 0, seed: 1, bytes: 2 ** 26, ...more };
}

/** Plays the whole game with a budget a move; gives the goal and how many moves it took. */
function playOut<State>({ game }: SearchSetting<State>, search: Search<State>, nodes: number): [number | null, number] {
  let state = game.initial();
  let moves = 0;
  for (; !game.isTerminal(state); moves++) {
    search.think({ nodes });
    const { move } = search.report();
    state = game.next(
      state,
      game.roles.map((_, role) => (role === 0 ? move : game.legalMoves(state, role)[0]!)),
    );
    if (!game.isTerminal(state)) search.moveTo(state);
  }
  return [game.goals(state)[0]!, moves];
}

describe('bundled puzzles', () => {
  it.each([
    ['maze', 10_000],
    ['eight-puzzle', 400_000],
    ['coins', 10_000],
  ])('%s is solved, and the line that was found is played', (name, nodes) => {
    const setting = bundled(name);
    const search = openPlanSearch(setting);
    search.think({ nodes });
    const { value, isSolved, variation } = search.report();
    expect({ value, isSolved }).toEqual({ value: 100, isSolved: true });
    expect(playOut(setting, search, 0)).toEqual([100, variation.length]);
  });
});

describe('random puzzles', () => {
  const simulatorOf = <State>(game: Game<State>): Simulator<State> => gameSimulator(game, [0]);

  it.each(Array.from({ length: 150 }, (_, seed) => seed))('%i has the value of the plain recursion', (seed) => {
    const options = { roles: ['player'], states: 12, hasCycles: false, hasIdleDraws: false };
    const game = randomGame(seededRandom(seed), options);
    if (game.isTerminal(game.initial()) || game.legalMoves(game.initial(), 0).length === 0) return;
    const search = openPlanSearch(settingOf(game, simulatorOf(game)));
    search.think({});
    const expected = plainValue(game, { role: 0, own: [0], lowest: 0 });
    const { value, isSolved } = search.report();
    expect({ value, isSolved }).toEqual({ value: expected, isSolved: true });
  });

  it('comes to an end where play goes round in circles', () => {
    const options = { roles: ['player'], states: 30, hasCycles: true, hasIdleDraws: false };
    for (let seed = 0; seed < 50; seed++) {
      const game = randomGame(seededRandom(seed), options);
      if (game.isTerminal(game.initial()) || game.legalMoves(game.initial(), 0).length === 0) continue;
      const search = openPlanSearch(settingOf(game, simulatorOf(game)));
      search.think({});
      expect(search.report().isSolved).toBe(true);
    }
  });
});

describe('budgets', () => {
  const observed = (name: string, nodes: number): SearchReport => {
    const search = openPlanSearch(bundled(name));
    search.think({ nodes });
    search.think({ nodes });
    return search.report();
  };

  it('give the same report on every run', () => {
    expect(observed('eight-puzzle', 5000)).toEqual(observed('eight-puzzle', 5000));
  });

  it('are kept to within a batch', () => {
    const { effort } = observed('eight-puzzle', 2000);
    expect(effort.nodes).toBeGreaterThanOrEqual(4000);
    expect(effort.nodes).toBeLessThan(8000);
  });

  it('know a legal move before any thought, and no value', () => {
    const setting = bundled('eight-puzzle');
    const { move, value, isSolved } = openPlanSearch(setting).report();
    expect(setting.game.legalMoves(setting.state, 0)).toContain(move);
    expect({ value, isSolved }).toEqual({ value: undefined, isSolved: false });
  });
});

describe('a deadline', () => {
  it.each([0.01, 1, 7])('is kept where a state takes %f ms', (msEach) => {
    const { game, simulator, ...rest } = bundled('eight-puzzle');
    let time = 0;
    const timed: Simulator = {
      expand: (states) => {
        time += msEach * states.length;
        return simulator.expand(states);
      },
      playouts: (starts, request) => {
        time += msEach * starts.length;
        return simulator.playouts(starts, request);
      },
    };
    const search = openPlanSearch({ ...rest, game, simulator: timed, clock: () => time });
    const begin = time;
    search.think({ deadline: begin + 300 });
    expect(time - begin).toBeLessThan(320);
    if (!search.report().isSolved) expect(time - begin).toBeGreaterThan(200);
    expect(search.report().effort.ms).toBe(time - begin);
  });
});

describe('the first thought', () => {
  it('asks an engine for nothing that it has no code for yet', () => {
    const { simulator, ...rest } = bundled('eight-puzzle');
    const lanes = simulator.lanes!;
    const asked = { opening: new Set<number>(), thinking: new Set<number>() };
    let now = asked.opening;
    /** Playouts side by side: for each such number there is other code. */
    const widthOf = (playouts: number): number => [1, 2, 4].find((width) => playouts <= width * lanes) ?? 8;
    const watched: Simulator = {
      ...{ lanes, expand: (states) => simulator.expand(states) },
      prepare: (kind, playouts) => {
        now.add(widthOf(playouts));
        simulator.prepare?.(kind, playouts);
      },
      playouts: (starts, request) => {
        now.add(widthOf(starts.length * request.playouts));
        return simulator.playouts(starts, request);
      },
    };
    let time = 0;
    const search = openPlanSearch({ ...rest, simulator: watched, clock: () => (time += 0.01) });
    now = asked.thinking;
    search.think({ deadline: time + 50 });
    // The widest is compiled with the game.
    const widths = [...asked.thinking].filter((width) => width < 8);
    expect(widths.length).toBeGreaterThan(1);
    expect(widths.filter((width) => !asked.opening.has(width))).toEqual([]);
  });

  it('cuts off playouts that take longer than there is time', () => {
    const { simulator, ...rest } = bundled('eight-puzzle');
    let time = 0;
    const slow: Simulator = {
      expand: (states) => {
        time += 0.01 * states.length;
        return simulator.expand(states);
      },
      playouts: (starts, request, isTimeUp = () => false) => {
        for (let ply = 0; ply < 500 && !isTimeUp(); ply++) time++;
        return simulator.playouts(starts, request);
      },
    };
    openPlanSearch({ ...rest, simulator: slow, clock: () => time }).think({ deadline: 100 });
    expect(time).toBeGreaterThan(99);
    expect(time).toBeLessThan(102);
  });
});

describe('a state of very many moves', () => {
  it('is not expanded to the end where that takes longer than there is time, and is later', () => {
    const { simulator, ...rest } = bundled('eight-puzzle');
    let time = 0;
    let ms = 500;
    const slow: Simulator = {
      expand: (states, isTimeUp = () => false) => {
        for (let part = 0; part < ms && !isTimeUp(); part++) time++;
        return isTimeUp() ? [] : simulator.expand(states);
      },
      playouts: (starts, request) => simulator.playouts(starts, request),
    };
    const search = openPlanSearch({ ...rest, simulator: slow, clock: () => time });
    for (let thought = 0; thought < 10; thought++) {
      const begin = time;
      search.think({ deadline: begin + 100 });
      expect(time - begin).toBeLessThan(102);
    }
    expect(search.report().isSolved).toBe(false);
    ms = 0;
    search.think({ nodes: 400_000 });
    expect(search.report().isSolved).toBe(true);
  });

  it('is met in pieces, and all of it', () => {
    const { game, simulator } = playOf(buttonBoards({ boards: 8, moves: 'together', steps: 1 }));
    const search = openPlanSearch(settingOf(game, simulator));
    search.think({ nodes: 100_000 });
    const { moves, isSolved } = search.report();
    expect(isSolved).toBe(true);
    expect(moves).toHaveLength(3 ** 8);
    expect(moves.filter(({ visits }) => visits === 0)).toEqual([]);
  });
});

describe('short slices of time', () => {
  it('go on after one batch that took longer than they last', () => {
    const { game, simulator, ...rest } = bundled('eight-puzzle');
    let time = 0;
    let calls = 0;
    const timed: Simulator = {
      expand: (states) => {
        // The first call is that of the root, before any thought.
        time += ++calls === 2 ? 500 : 0.01 * states.length;
        return simulator.expand(states);
      },
      playouts: (starts, request) => {
        time += 0.01 * starts.length;
        return simulator.playouts(starts, request);
      },
    };
    const search = openPlanSearch({ ...rest, game, simulator: timed, clock: () => time });
    search.think({ deadline: time + 20 });
    expect(search.report().isSolved).toBe(false);
    for (let slice = 0; slice < 20; slice++) search.think({ deadline: time + 20 });
    expect(search.report().isSolved).toBe(true);
  });
});

describe('play that leaves the line', () => {
  it('is searched from where it is', () => {
    const setting = bundled('eight-puzzle');
    const search = openPlanSearch(setting);
    search.think({ nodes: 400_000 });
    const { moves, move } = search.report();
    const other = moves.find((each) => each.move !== move)!.move;
    const state = setting.game.next(setting.state, [other]);
    search.moveTo(state);
    expect(search.report().variation).toEqual([]);
    expect(setting.game.legalMoves(state, 0)).toContain(search.report().move);
    search.think({ nodes: 400_000 });
    let at = state;
    for (const joint of search.report().variation) at = setting.game.next(at, joint);
    expect(setting.game.isTerminal(at)).toBe(true);
    expect(setting.game.goals(at)[0]).toBe(search.report().value);
  });
});

describe('memory', () => {
  it('is bounded: breadth first gives up and proves nothing', () => {
    const states = (bytes: number): number => {
      const space = new PlanSpace(bundled('eight-puzzle'), bundled('eight-puzzle').state);
      const strategy = new BreadthFirst(space, { bytes });
      for (let calls = 0; !strategy.isDone && calls < 100; calls++) strategy.advance(100);
      expect(strategy.isProof).toBe(false);
      return space.expansions;
    };
    expect(states(2 ** 30)).toBeGreaterThan(9000);
    expect(states(2 ** 20)).toBeLessThan(5000);
  });
});
