import { describe, expect, it } from 'vitest';
import { seededRandom } from '../base/index.js';
import { solve } from '../exact/index.js';
import { playout } from '../game/index.js';
import type { Play } from '../pipeline.js';
import { after, bundledPlay, keyOf, mover, openSearch, reachable } from '../../test/searches.js';

/** The algorithms that must play perfectly where perfect play is known. */
const PERFECT = ['uct', 'woodstock', 'mac-ucb'];

const BUDGET = { clock: () => 0, milliseconds: 1, bytes: 2 ** 30, nodes: 10_000_000 };

/** What a role has of a state under best play of all, by exhaustive search. */
function exactValues({ game, simulator, program }: Play): (state: unknown, role: number) => number {
  const known = new Map<string, number>();
  return (state, role) => {
    if (game.isTerminal(state)) return game.goals(state)[role]!;
    const key = `${String(role)} ${keyOf(game, state)}`;
    const value =
      known.get(key) ??
      solve({ game, simulator, claims: program?.goals, start: state, role, budget: BUDGET }).values[0]!.lower;
    known.set(key, value);
    return value;
  };
}

interface Position {
  readonly state: unknown;
  /** The only role that has a choice. */
  readonly role: number;
}

/** The positions among states in which somebody, and nobody else, has a choice. */
function positionsOf({ game }: Pick<Play, 'game'>, states: readonly unknown[]): readonly Position[] {
  return states.flatMap((state) => {
    const role = game.isTerminal(state) ? undefined : mover(game, state);
    return role === undefined ? [] : [{ state, role }];
  });
}

/** One position of each of so many random playouts, at least so many joint moves from the start and so many at most. */
function sample(play: Play, count: number, [least, most]: readonly [number, number]): readonly Position[] {
  const random = seededRandom(7);
  const found: Position[] = [];
  while (found.length < count) {
    const { states } = playout(play.game, random, { plies: 100 });
    const positions = positionsOf(play, states.slice(least, most + 1));
    if (positions.length > 0) found.push(positions[random.below(positions.length)]!);
  }
  return found;
}

/** The positions in which a search that begins there, with so many nodes, chooses a move that gives value away. */
function mistakes(play: Play, positions: readonly Position[], how: { text: string; nodes: number }): readonly string[] {
  const { game, simulator } = play;
  const valueOf = exactValues(play);
  return positions.flatMap(({ state, role }) => {
    const search = openSearch(how.text, { game, simulator, state, role, bytes: 400 * how.nodes });
    search.think({ nodes: how.nodes });
    const { move, isSolved, value } = search.report();
    const best = valueOf(state, role);
    const had = Math.min(...after(game, state, { role, move }).map((next) => valueOf(next, role)));
    const facts = game.names.facts(state).join(' ');
    if (isSolved && Math.abs(value! - best) > 1e-4) return [`proves ${String(value)}, not ${String(best)}: ${facts}`];
    return had < best ? [`${game.names.move(move)} has ${String(had)}, not ${String(best)}: ${facts}`] : [];
  });
}

describe.each(PERFECT)('%s plays perfectly', (text) => {
  it('tic-tac-toe, from every reachable position, in both roles, with 1,000 nodes a move', () => {
    const play = bundledPlay('tic-tac-toe');
    const states = reachable(play.game);
    expect(states.length).toBe(5478);
    // A move that keeps the value of every position keeps it to the end, whatever the other one does.
    expect(mistakes(play, positionsOf(play, states), { text, nodes: 1000 })).toEqual([]);
  });

  it('tic-tac-toe, whole matches against random play, keeping what it knows', () => {
    const { game, simulator } = bundledPlay('tic-tac-toe');
    const random = seededRandom(3);
    for (let match = 0; match < 100; match++) {
      const role = match % 2;
      const search = openSearch(text, { game, simulator, role, seed: match });
      let state = game.initial();
      while (!game.isTerminal(state)) {
        search.moveTo(state);
        search.think({ nodes: 1000 });
        const nexts = after(game, state, { role, move: search.report().move });
        state = nexts[random.below(nexts.length)]!;
      }
      expect(game.goals(state)[role]).toBeGreaterThanOrEqual(50);
    }
  });

  it('nim, from every reachable position', () => {
    const play = bundledPlay('nim');
    const positions = positionsOf(play, reachable(play.game));
    const valueOf = exactValues(play);
    // Bouton 1901: who is to move wins unless the binary sum of the heaps is 0.
    for (const { state, role } of positions) {
      const heaps = play.game.names.facts(state).flatMap((fact) => /^\(heap \w (\d)\)$/.exec(fact)?.slice(1) ?? []);
      expect(heaps.length).toBe(4);
      const sum = heaps.reduce((xor, heap) => xor ^ Number(heap), 0);
      expect(valueOf(state, role)).toBe(sum === 0 ? 0 : 100);
    }
    expect(mistakes(play, positions, { text, nodes: 10_000 })).toEqual([]);
  });

  it.each([
    { name: 'connect-four-5x4', plies: [12, 19], count: 50, nodes: 1000 },
    { name: 'connect-four-5x4', plies: [4, 11], count: 30, nodes: 40_000 },
    { name: 'othello-4x4', plies: [6, 11], count: 50, nodes: 1000 },
    { name: 'othello-4x4', plies: [1, 5], count: 30, nodes: 20_000 },
  ] as const)('$name, $count positions $plies moves from the start, with $nodes nodes', ({ name, ...what }) => {
    const play = bundledPlay(name);
    expect(mistakes(play, sample(play, what.count, what.plies), { text, nodes: what.nodes })).toEqual([]);
  });

  it('breakthrough, endgames that are won in two or three moves, to the end', () => {
    const { game, simulator, program } = bundledPlay('breakthrough-6x6');
    const random = seededRandom(11);
    const isWon = ({ state, role }: Position, horizon: number): boolean =>
      solve({ game, simulator, claims: program?.goals, start: state, role, horizon, budget: BUDGET }).values[0]!
        .lower === 100;
    const won: Position[] = [];
    while (won.length < 10) {
      const { states } = playout(game, random, { plies: 200 });
      const positions = positionsOf({ game }, states.slice(-10));
      const found = positions.find((position) => !isWon(position, 1) && isWon(position, 5));
      if (found !== undefined) won.push(found);
    }
    for (const { state: start, role } of won) {
      const search = openSearch(text, { game, simulator, state: start, role, bytes: 2 ** 23 });
      let state = start;
      while (!game.isTerminal(state)) {
        search.moveTo(state);
        search.think({ nodes: 3000 });
        const nexts = after(game, state, { role, move: search.report().move });
        state = nexts[random.below(nexts.length)]!;
      }
      expect(game.goals(state)[role]).toBe(100);
    }
  });
});
