import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { randomSheet } from '../../test/randomSheet.js';
import { seededRandom } from '../base/index.js';
import { type Game, type GoalStructure, LOST, playout } from '../game/index.js';
import { loadRules, openPlay } from '../pipeline.js';
import { goalStructure } from './index.js';

interface Opened {
  readonly game: Game<Uint32Array>;
  readonly structure: () => GoalStructure<Uint32Array>;
}

function opened(name: string, content: string | Buffer): Opened | undefined {
  const rules = loadRules({ name, content: Buffer.from(content) });
  if (!rules.ok) return undefined;
  const play = openPlay(rules.value, 'compiled', { clock: () => 0, milliseconds: 60_000, bytes: 2 ** 30 });
  if (!play.ok || play.value.goalsOf === undefined) return undefined;
  const game = play.value.game as Game<Uint32Array>;
  return { game, structure: () => goalStructure(play.value.program!, game, 0) };
}

const bundled = (name: string): Opened => opened(name, readFileSync(`games/${name}.kif`))!;

/** States along random play. */
const statesOf = ({ game }: Opened, seed: number): readonly Uint32Array[] =>
  playout(game, seededRandom(seed), { plies: 100 }).states;

const GAMES = ['maze', 'eight-puzzle', 'coins', 'tic-tac-toe', 'connect-four-4x4', 'othello-4x4'];
const SHEETS = Array.from({ length: 40 }, (_, seed) => seed);

describe('the distance to the highest goal', () => {
  const expectRight = (play: Opened): void => {
    const goals = play.structure();
    for (let seed = 1; seed <= 5; seed++) {
      const states = statesOf(play, seed);
      const distances = goals.distances(states);
      states.forEach((state, index) => {
        // What was measured step by step is what is measured from nothing.
        if (index % 5 === 0) expect(distances[index]).toBe(play.structure().distances([state])[0]);
        const goal = play.game.goals(state)[0];
        if (goal === goals.highest) expect(distances[index]).toBe(0);
        if (goal !== null && goal !== goals.highest) expect(distances[index]).toBeGreaterThan(0);
      });
    }
  };

  it.each(GAMES)('is 0 where it holds, in %s', (name) => expectRight(bundled(name)));

  it.each(SHEETS)('is 0 where it holds, in random sheet %i', (seed) => {
    const play = opened('random.kif', randomSheet(seededRandom(seed)));
    if (play !== undefined) expectRight(play);
  });

  it('counts tiles: each in a wrong place is one away, and the blank too', () => {
    const play = bundled('eight-puzzle');
    const [distance] = play.structure().distances([play.game.initial()]);
    expect(Math.floor(distance!)).toBeGreaterThan(3);
    expect(Math.floor(distance!)).toBeLessThanOrEqual(10);
  });
});

describe('what is lost', () => {
  it('is lost for good, and never where the highest goal holds', () => {
    // Lamps that stay on, of which one too many was lit.
    const play = opened(
      'lamps.kif',
      `(role r) (lamp a) (lamp b) (lamp c) (init (step 0)) (succ 0 1) (succ 1 2)
       (<= (legal r (light ?x)) (lamp ?x))
       (<= (next (on ?x)) (does r (light ?x)))
       (<= (next (on ?x)) (true (on ?x)))
       (<= (next (step ?n)) (true (step ?m)) (succ ?m ?n))
       (<= terminal (true (step 2)))
       (<= bad (true (on a)) (true (on b)))
       (<= bad (true (on c)))
       (<= (goal r 0) bad)
       (<= (goal r 100) (not bad))`,
    )!;
    const goals = play.structure();
    const { game } = play;
    const after = (...texts: readonly string[]): Uint32Array =>
      texts.reduce((state, text) => game.next(state, [game.names.findMove(text)!]), game.initial());
    const isLost = (...texts: readonly string[]): boolean => goals.distances([after(...texts)])[0]! >= LOST;
    expect([isLost(), isLost('(light a)'), isLost('(light b)', '(light b)')]).toEqual([false, false, false]);
    expect([isLost('(light c)'), isLost('(light a)', '(light b)')]).toEqual([true, true]);
  });
});

describe('needs', () => {
  it.each(GAMES)('are met at every end with the highest goal, in %s', (name) => {
    const play = bundled(name);
    const goals = play.structure();
    for (let seed = 1; seed <= 200; seed++) {
      const end = statesOf(play, seed).at(-1)!;
      if (!play.game.isTerminal(end) || play.game.goals(end)[0] !== goals.highest) continue;
      for (let need = 0; need < goals.needs; need++) expect(goals.isMet(end, need)).toBe(true);
    }
  });

  it('of the eight-puzzle are the tiles', () => {
    const play = bundled('eight-puzzle');
    const goals = play.structure();
    expect(goals.needs).toBeGreaterThanOrEqual(8);
    const unmet = Array.from({ length: goals.needs }, (_, need) => goals.isMet(play.game.initial(), need));
    expect(unmet).toContain(false);
  });
});

describe('the clock', () => {
  it('is left out, and nothing else', () => {
    const play = bundled('eight-puzzle');
    const { withoutClock } = play.structure();
    const states = statesOf(play, 3);
    const boards = new Set(
      states.map((state) =>
        play.game.names
          .facts(state)
          .filter((fact) => !fact.startsWith('(step'))
          .join(' '),
      ),
    );
    expect(new Set(states.map((state) => withoutClock!(state).join())).size).toBe(boards.size);
    expect(boards.size).toBeLessThan(states.length);
  });

  it('is not there where all depends on moves', () => {
    expect(bundled('tic-tac-toe').structure().withoutClock).toBeUndefined();
  });
});
