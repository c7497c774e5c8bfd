import { describe, expect, it, vi } from 'vitest';
import { bundledPlay, openSearch, playOf } from '../../../test/searches.js';
import { seededRandom } from '../../base/index.js';
import { solve } from '../../exact/index.js';
import { playout } from '../../game/index.js';
import { openSolverRounds, type Play } from '../../pipeline.js';
import type { SearchReport, SearchSetting } from '../search.js';

const ORDERS = ['line', 'utility', 'level'];
const PLENTY = 1_000_000;
const BUDGET = { clock: () => 0, milliseconds: 1, bytes: 2 ** 30, nodes: 10_000_000 };

vi.setConfig({ testTimeout: 120_000 });

/**
 * 002 figure 1: o has the first move on two by two cells, against x on (1,1), who plays at random; rows and columns
 * win.
 */
const AGAINST_RANDOM = `
(role o) (role random)
(init (cell 1 1 x)) (init (cell 1 2 b)) (init (cell 2 1 b)) (init (cell 2 2 b)) (init (control o))
(sign o o) (sign random x) (other o random) (other random o)
(<= (legal ?r (mark ?x ?y)) (true (control ?r)) (true (cell ?x ?y b)))
(<= (legal ?r noop) (role ?r) (not (true (control ?r))))
(<= (next (cell ?x ?y ?s)) (does ?r (mark ?x ?y)) (sign ?r ?s))
(<= (next (cell ?x ?y ?s)) (true (cell ?x ?y ?s)) (distinct ?s b))
(<= (next (cell ?x ?y b)) (true (cell ?x ?y b)) (does ?r (mark ?u ?v)) (distinct ?x ?u))
(<= (next (cell ?x ?y b)) (true (cell ?x ?y b)) (does ?r (mark ?u ?v)) (distinct ?y ?v))
(<= (next (control ?r)) (true (control ?q)) (other ?q ?r))
(<= (line ?s) (true (cell ?x 1 ?s)) (true (cell ?x 2 ?s)) (distinct ?s b))
(<= (line ?s) (true (cell 1 ?y ?s)) (true (cell 2 ?y ?s)) (distinct ?s b))
(<= open (true (cell ?x ?y b)))
(<= terminal (line ?s))
(<= terminal (not open))
(<= (goal o 100) (line o))
(<= (goal o 0) (line x))
(<= (goal o 50) (not (line o)) (not (line x)))
(goal random 0)`;

/** Two players who add up what they give; each has 100 if both give. */
const TOGETHER = `
(role a) (role b)
(init (step 1))
(<= (legal ?r give) (role ?r)) (<= (legal ?r keep) (role ?r))
(<= (next (step 2)) (true (step 1)))
(<= (next (gave ?r)) (does ?r give))
(<= terminal (true (step 2)))
(<= (goal ?r 100) (role ?r) (true (gave a)) (true (gave b)))
(<= (goal ?r 10) (role ?r) (not (true (gave a))))
(<= (goal ?r 10) (role ?r) (true (gave a)) (not (true (gave b))))`;

function think(text: string, play: Play, how: Partial<SearchSetting> & { readonly nodes: number }): SearchReport {
  const { nodes, ...setting } = how;
  const search = openSearch(text, { game: play.game, simulator: play.simulator, ...setting });
  search.think({ nodes });
  return search.report();
}

/** States of random play, each with a role that has a choice. */
function positions({ game }: Play, count: number): readonly { readonly state: unknown; readonly role: number }[] {
  const random = seededRandom(3);
  return Array.from({ length: count }, () => {
    const states = playout(game, random, { plies: 100 }).states.filter((state) => !game.isTerminal(state));
    const state = states[random.below(states.length)]!;
    const choosing = game.roles.findIndex((name, role) => name !== 'random' && game.legalMoves(state, role).length > 1);
    return { state, role: Math.max(0, choosing) };
  });
}

function exactValue({ game, simulator, program }: Play, start: unknown, role: number): number {
  return solve({ game, simulator, claims: program?.goals, start, role, budget: BUDGET }).values[0]!.lower;
}

describe.each(ORDERS)('mac-ucb:order=%s', (order) => {
  const text = `mac-ucb:order=${order}`;

  it('knows 2×2 tic-tac-toe against a random opponent: 1/4 of a win, in two ways', () => {
    const play = playOf(AGAINST_RANDOM);
    const report = think(text, play, { nodes: PLENTY });
    const values = Object.fromEntries(report.moves.map(({ move, value }) => [play.game.names.move(move), value]));
    expect(report).toMatchObject({ isSolved: true, value: 25 });
    expect(values).toEqual({ '(mark 1 2)': 25, '(mark 2 1)': 25, '(mark 2 2)': 0 });
  });

  it('proves the value of Orchard 2-2-1, chance and cycles and all', () => {
    const report = think(text, bundledPlay('orchard-2-2-1'), { nodes: PLENTY });
    expect(report.isSolved).toBe(true);
    expect(report.value).toBeCloseTo(37.15278, 3);
  });

  it.each(['tic-tac-toe', 'nim', 'random-tic-tac-toe-2x2', 'othello-4x4', 'matching-pennies', 'coins'])(
    'proves what exhaustive search finds in %s: pruning by θ loses nothing',
    (name) => {
      const play = bundledPlay(name);
      for (const { state, role } of [{ state: play.game.initial(), role: 0 }, ...positions(play, 4)]) {
        const report = think(text, play, { nodes: PLENTY, state, role, bytes: 2 ** 26 });
        expect(report.isSolved).toBe(true);
        expect(report.value).toBeCloseTo(exactValue(play, state, role), 3);
      }
    },
  );

  it('makes common cause where all goals are the same', () => {
    const play = playOf(TOGETHER);
    const report = think(text, play, { nodes: PLENTY });
    expect(report).toMatchObject({ isSolved: true, value: 100 });
    expect(play.game.names.move(report.move)).toBe('give');
  });

  it('gives the same report for the same seed and budgets', () => {
    const play = bundledPlay('connect-four-5x4');
    const reports = [0, 1].map(() => {
      const search = openSearch(text, { game: play.game, simulator: play.simulator });
      search.think({ nodes: 300 });
      search.think({ nodes: 200 });
      return search.report();
    });
    expect(reports[1]).toEqual(reports[0]);
    expect(think(text, play, { nodes: 500, seed: 2 })).not.toEqual(reports[0]);
  });

  it('values about as many states as it was told to', () => {
    const { effort } = think(text, bundledPlay('connect-four-5x4'), { nodes: 1000 });
    expect(effort.nodes).toBeGreaterThan(900);
    expect(effort.nodes).toBeLessThan(1100);
  });

  it('stops before the deadline', () => {
    const { game, simulator } = bundledPlay('connect-four');
    let now = 0;
    // Each request takes a quarter of a millisecond, and each playout a hundredth.
    const slow: typeof simulator = {
      expand: (states) => ((now += 0.25), simulator.expand(states)),
      playouts: (starts, request) => (
        (now += 0.25 + 0.01 * starts.length * request.playouts),
        simulator.playouts(starts, request)
      ),
    };
    const search = openSearch(text, { game, simulator: slow, clock: () => now, bytes: 2 ** 24 });
    search.think({ deadline: 100 });
    expect(now).toBeGreaterThan(80);
    expect(now).toBeLessThan(105);
  });

  it('stays within little memory, and goes on', () => {
    const { game, simulator } = bundledPlay('connect-four');
    const search = openSearch(text, { game, simulator, bytes: 2 ** 17 });
    search.think({ nodes: 20_000 });
    expect(search.report().effort.nodes).toBeGreaterThan(19_000);
  });

  it('keeps what it knows of the state that follows', () => {
    const { game, simulator } = bundledPlay('connect-four-5x4');
    const search = openSearch(text, { game, simulator });
    search.think({ nodes: 2000 });
    const [joint] = search.report().variation;
    search.moveTo(game.next(game.initial(), joint!));
    const report = search.report();
    expect(report.effort.nodes).toBe(0);
    expect(report.value).toBeDefined();
  });
});

describe('mac-ucb', () => {
  it('takes the round of the largest utility first, in the order of 001, algorithm 3', () => {
    // One round after the other: the second one to be solved follows the root's best move for us.
    const { game, simulator } = bundledPlay('connect-four');
    const asked: unknown[] = [];
    const spy: typeof simulator = {
      ...simulator,
      playouts: simulator.playouts.bind(simulator),
      expand: (states) => (asked.push(...states), simulator.expand(states)),
    };
    const search = openSearch('mac-ucb:order=utility;sample=64', { game, simulator: spy, bytes: 2 ** 22 });
    search.think({ nodes: 1 });
    const { moves } = search.report();
    search.think({ nodes: 1 });
    const joint = game.roles.map((_, role) =>
      role === 0 ? moves[0]!.move : game.legalMoves(game.initial(), role)[0]!,
    );
    expect(asked.slice(0, 2)).toEqual([game.initial(), game.next(game.initial(), joint)]);
  });

  it('solves whole levels one after the other in the way of 004', () => {
    const { game, simulator } = bundledPlay('connect-four');
    const marks: number[] = [];
    const spy: typeof simulator = {
      playouts: (starts, request) => simulator.playouts(starts, request),
      expand: (states) => {
        for (const state of states)
          marks.push(game.names.facts(state).filter((fact) => !fact.includes('blank')).length);
        return simulator.expand(states);
      },
    };
    openSearch('mac-ucb:preset=ijcai2017', { game, simulator: spy, bytes: 2 ** 24 }).think({ nodes: 5000 });
    expect(new Set(marks).size).toBeGreaterThan(3);
    expect(marks).toEqual([...marks].sort((a, b) => a - b));
  });

  it('gives playouts their share beside solving', () => {
    const play = bundledPlay('connect-four');
    const playoutsEach = (preset: string): number => {
      const { effort } = think(`mac-ucb:preset=${preset};sample=1`, play, { nodes: 4000, bytes: 2 ** 24 });
      return effort.playouts / effort.expansions;
    };
    const [few, some, many] = ['constraints2016', 'jfpc2016', 'ijcai2017'].map(playoutsEach);
    expect(some! / few!).toBeGreaterThan(1.8);
    expect(many! / some!).toBeGreaterThan(1.5);
  });

  it('samples arms more before it solves their rounds, the more patient it is', () => {
    const play = bundledPlay('breakthrough-6x6');
    const solved = (patience: number): number =>
      think(`mac-ucb:patience=${String(patience)}`, play, { nodes: 4000, bytes: 2 ** 24 }).effort.expansions;
    expect(solved(1)).toBeLessThan(solved(0) / 2);
  });

  it('takes arms of few playouts for as good as their round, the more so the more that is worth', () => {
    const play = bundledPlay('breakthrough-6x6');
    const spread = (prior: number): number => {
      const { moves } = think(`mac-ucb:prior=${String(prior)}`, play, { nodes: 200, bytes: 2 ** 24 });
      const values = moves.map(({ value }) => value!);
      return Math.max(...values) - Math.min(...values);
    };
    expect(spread(0)).toBeGreaterThan(2 * spread(200));
    expect(spread(200)).toBeGreaterThan(0);
  });

  it('stops in time, with a legal move, where a solver takes longer over a round than there is time', () => {
    const play = bundledPlay('breakthrough-6x6');
    const { game, simulator } = play;
    let now = 0;
    const slow: typeof simulator = {
      playouts: (starts, request) => simulator.playouts(starts, request),
      expand: (states, isTimeUp) => {
        for (let step = 0; step < 1000; step++, now++) if (isTimeUp?.() === true) return [];
        return simulator.expand(states);
      },
    };
    const search = openSearch('fc-ucb', { game, simulator, clock: () => now, throughSolver: () => slow });
    for (const deadline of [100, 200, 1100, 1300]) {
      search.think({ deadline });
      expect(now).toBeLessThanOrEqual(deadline);
      expect(game.legalMoves(game.initial(), 0)).toContain(search.report().move);
    }
    expect(search.report().effort.expansions).toBe(0);
  });

  it('neither begins playouts nor asks the game anything after the deadline', () => {
    const { game, simulator } = bundledPlay('breakthrough-6x6');
    let now = 0;
    const playouts = vi.spyOn(simulator, 'playouts');
    const legalMoves = vi.spyOn(game, 'legalMoves');
    // It looks at the clock too late.
    const slow: typeof simulator = { ...simulator, expand: () => ((now += 150), []) };
    const search = openSearch('fc-ucb', { game, simulator, clock: () => now, throughSolver: () => slow });
    search.think({ deadline: 100 });
    expect(now).toBe(150);
    expect(playouts).not.toHaveBeenCalled();
    legalMoves.mockClear();
    const { moves } = search.report();
    expect(legalMoves).not.toHaveBeenCalled();
    expect(moves.map(({ move }) => move)).toEqual(game.legalMoves(game.initial(), 0));
  });

  it('says why it cannot go through the solver where there is no network', () => {
    const { game, simulator } = bundledPlay('tic-tac-toe');
    expect(() => openSearch('mac-ucb:engine=network', { game, simulator })).toThrow(/no constraint network/);
  });

  it.each(['tic-tac-toe', 'connect-four-5x4', 'orchard-2-2-1'])(
    'decides and reports through the solver as it does compiled, and fc-ucb likewise: %s',
    (name) => {
      const play = bundledPlay(name);
      const rounds = openSolverRounds(play, { ...BUDGET, clock: () => performance.now(), milliseconds: 60_000 });
      if (!rounds.ok) throw new Error(rounds.error);
      const how = { throughSolver: rounds.value, nodes: 300 };
      for (const { state, role } of [{ state: play.game.initial(), role: 0 }, ...positions(play, 4)]) {
        for (const order of ORDERS) {
          const compiled = think(`mac-ucb:order=${order}`, play, { ...how, state, role });
          expect(think(`mac-ucb:engine=network;order=${order}`, play, { ...how, state, role })).toEqual(compiled);
          expect(think(`fc-ucb:order=${order}`, play, { ...how, state, role })).toEqual(compiled);
        }
      }
    },
  );
});
