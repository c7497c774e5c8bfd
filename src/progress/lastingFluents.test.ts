import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { randomSheet } from '../../test/randomSheet.js';
import { seededRandom } from '../base/index.js';
import { type Game, playout } from '../game/index.js';
import type { GroundProgram } from '../ground/index.js';
import { loadRules, openPlay } from '../pipeline.js';
import { lastingFluents } from './lastingFluents.js';

interface Opened {
  readonly game: Game<Uint32Array>;
  readonly program: GroundProgram;
}

function opened(name: string, content: string | Buffer): Opened | undefined {
  const rules = loadRules({ name, content: Buffer.from(content) });
  if (!rules.ok) return undefined;
  const play = openPlay(rules.value, 'compiled', { clock: () => 0, milliseconds: 60_000, bytes: 2 ** 30 });
  if (!play.ok || play.value.program === null || play.value.goalsOf === undefined) return undefined;
  return { game: play.value.game as Game<Uint32Array>, program: play.value.program };
}

const bundled = (name: string): Opened => opened(name, readFileSync(`games/${name}.kif`))!;

const lastingOf = (program: GroundProgram): ReturnType<typeof lastingFluents> =>
  lastingFluents(
    program,
    Array.from({ length: program.fluents }, (_, fluent) => fluent),
  );

/** Fluents for which something is said, as text. */
function named({ program }: Opened, kind: 'isLastingTrue' | 'isLastingFalse'): readonly string[] {
  const said = lastingOf(program)[kind];
  return program.lexicon.fluents.filter((_, fluent) => said[fluent] === 1);
}

describe('what lasts', () => {
  it('is in tic-tac-toe that a cell is blank no more', () => {
    const play = bundled('tic-tac-toe');
    expect(named(play, 'isLastingFalse')).toEqual(
      play.program.lexicon.fluents.filter((fluent) => /\(cell \d \d blank\)/.test(fluent)),
    );
    expect(named(play, 'isLastingTrue')).toEqual([]);
  });

  it('is what only an illegal move would undo', () => {
    const play = opened(
      'post.kif',
      `(role r) (init (at 1)) (succ 1 2) (succ 2 3)
       (<= (legal r (go ?y)) (true (at ?x)) (succ ?x ?y))
       (<= (legal r (raze ?x)) (place ?x) (not (true (flag ?x)))) (place 1) (place 2) (place 3)
       (<= (next (at ?y)) (does r (go ?y)))
       (<= (next (at ?x)) (true (at ?x)) (does r (raze ?y)))
       (<= (next (flag ?y)) (does r (go ?y)))
       (<= (next (flag ?x)) (true (flag ?x)) (not (does r (raze ?x))))
       (<= terminal (true (flag 3)))
       (<= (goal r 100) (true (flag 3)))
       (<= (goal r 0) (not (true (flag 3))))`,
    )!;
    expect([...named(play, 'isLastingTrue')].sort()).toEqual(['(flag 2)', '(flag 3)']);
  });

  it('is no tile of the eight-puzzle', () => {
    const play = bundled('eight-puzzle');
    const said = [...named(play, 'isLastingTrue'), ...named(play, 'isLastingFalse')];
    expect(said.filter((fluent) => fluent.startsWith('(cell'))).toEqual([]);
  });

  it('is proved by cases: what is set again by the move that would unset it', () => {
    const play = opened(
      'switch.kif',
      `(role r) (init (off a)) (init (off b)) (init (step 1))
       (<= (legal r (press ?x)) (lamp ?x)) (lamp a) (lamp b)
       (<= (next (on ?x)) (does r (press ?x)))
       (<= (next (on ?x)) (true (on ?x)) (lamp ?y) (does r (press ?y)) (distinct ?x ?y))
       (<= (next (off ?x)) (true (off ?x)) (not (does r (press ?x))))
       (<= (next (step 2)) (true (step 1)))
       (<= (next (step 3)) (true (step 2)))
       (<= terminal (true (step 3)))
       (<= (goal r 100) (true (on a)) (true (on b)))
       (<= (goal r 0) (not (true (on a))))
       (<= (goal r 0) (true (on a)) (not (true (on b))))`,
    )!;
    expect(named(play, 'isLastingTrue')).toEqual(['(on a)', '(on b)']);
    expect(named(play, 'isLastingFalse')).toContain('(off a)');
  });
});

describe('what is said to last, lasts', () => {
  const expectKept = ({ game, program }: Opened): void => {
    const { isLastingTrue, isLastingFalse } = lastingOf(program);
    const holds = (state: Uint32Array, fluent: number): number => (state[fluent >>> 5]! >>> (fluent & 31)) & 1;
    for (let seed = 1; seed <= 5; seed++) {
      const { states } = playout(game, seededRandom(seed), { plies: 60 });
      states.slice(1).forEach((state, ply) => {
        for (let fluent = 0; fluent < program.fluents; fluent++) {
          const [before, after] = [holds(states[ply]!, fluent), holds(state, fluent)];
          if (isLastingTrue[fluent] === 1) expect(after).toBeGreaterThanOrEqual(before);
          if (isLastingFalse[fluent] === 1) expect(after).toBeLessThanOrEqual(before);
        }
      });
    }
  };

  it.each(['tic-tac-toe', 'connect-four-4x4', 'othello-4x4', 'coins', 'maze', 'hex-5x5'])('in %s', (name) =>
    expectKept(bundled(name)),
  );

  it.each(Array.from({ length: 40 }, (_, seed) => seed))('in random sheet %i', (seed) => {
    const play = opened('random.kif', randomSheet(seededRandom(seed)));
    if (play !== undefined) expectKept(play);
  });
});
