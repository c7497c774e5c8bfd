import { describe, expect, it } from 'vitest';
import { bundledRules } from '../../../test/programs.js';
import { seededRandom } from '../../base/index.js';
import type { Game } from '../../game/index.js';
import { referenceGame } from '../../reference/index.js';
import { Hypotheses } from './hypotheses.js';
import type { Tale, ToldTale } from './messages.js';

const NOTHING: Tale = { kind: 'nothing' };
const terms = (...texts: readonly string[]): Tale => ({ kind: 'terms', terms: texts });

interface Following {
  readonly hypotheses: Hypotheses;
  /** Tells one thing more; gives what made no sense. */
  readonly tell: (tale: Tale, answered?: string) => readonly string[];
}

function following(name: string, role = 0): Following {
  const game = referenceGame(bundledRules(name)) as Game;
  const hasPercepts = bundledRules(name).clauses.some(({ head }) => head.name === 'sees');
  const hypotheses = new Hypotheses({ game, role, hasPercepts, random: seededRandom(1), clock: () => 0 });
  const tales: ToldTale[] = [];
  return {
    hypotheses,
    tell: (tale, answered) => {
      tales.push({ tale, answered });
      return hypotheses.follow(tales, 1000);
    },
  };
}

describe('Hypotheses about a match whose moves are all told', () => {
  it('are the one state that follows', () => {
    const { hypotheses, tell } = following('tic-tac-toe');
    expect(tell(NOTHING)).toEqual([]);
    expect(tell(terms('(mark 1 1)', 'noop'), '(mark 1 1)')).toEqual([]);
    expect(hypotheses.legal()).toEqual(['noop']);
    expect(tell(terms('noop', '(mark 2 2)'), 'noop')).toEqual([]);
    expect(hypotheses.kept).toHaveLength(1);
    expect(hypotheses.kept[0]!.played).toEqual([
      ['(mark 1 1)', 'noop'],
      ['noop', '(mark 2 2)'],
    ]);
    expect(hypotheses.legal()).not.toContain('(mark 2 2)');
    expect(hypotheses.legal()).toHaveLength(7);
  });

  it('follow what was really done, not what was answered', () => {
    const { hypotheses, tell } = following('tic-tac-toe');
    expect(tell(terms('(mark 3 3)', 'noop'), '(mark 1 1)')).toEqual([]);
    expect(hypotheses.kept[0]!.played).toEqual([['(mark 3 3)', 'noop']]);
  });

  it('know moves in another case, and with other space', () => {
    const { hypotheses, tell } = following('tic-tac-toe');
    expect(tell(terms('( MARK 1  1 )', 'NOOP'))).toEqual([]);
    expect(hypotheses.kept[0]!.played).toEqual([['(mark 1 1)', 'noop']]);
  });

  it('stay where they are when told the same again', () => {
    const { hypotheses, tell } = following('tic-tac-toe');
    tell(terms('(mark 1 1)', 'noop'));
    expect(tell(terms('(mark 1 1)', 'noop'))).toEqual(['told again: (mark 1 1) noop']);
    expect(hypotheses.kept[0]!.played).toHaveLength(1);
  });

  it('go back to the beginning when told that nothing was done', () => {
    const { hypotheses, tell } = following('tic-tac-toe');
    tell(terms('(mark 1 1)', 'noop'));
    expect(tell(NOTHING)[0]).toContain('nothing was played yet');
    expect(hypotheses.legal()).toHaveLength(9);
  });

  it('guess a round that was missed, from the moves that came after it', () => {
    const { hypotheses, tell } = following('tic-tac-toe', 1);
    expect(tell(terms('noop', '(mark 2 2)'))[0]).toContain('a round was missed');
    expect(hypotheses.kept).toHaveLength(8);
    for (const { played } of hypotheses.kept) {
      expect(played).toHaveLength(2);
      expect(played[0]![0]).not.toBe('(mark 2 2)');
    }
    expect(hypotheses.legal()).toEqual(['noop']);
    // Only one of them agrees with what follows.
    tell(terms('(mark 1 1)', 'noop'));
    expect(hypotheses.kept).toHaveLength(7);
  });

  it.each([
    ['too few', terms('(mark 1 1)'), /number of moves is 1, not 2/],
    ['too many', terms('(mark 1 1)', 'noop', 'noop'), /number of moves is 3, not 2/],
    ['of another game', terms('(mark 1 1)', '(jump 3)'), /no moves of this game: \(jump 3\)/],
    ['unreadable', { kind: 'unreadable', reason: 'the message is cut off' } as const, /cut off/],
  ])('go on with the own move where the moves told are %s', (_, tale, fault) => {
    const { hypotheses, tell } = following('tic-tac-toe');
    expect(tell(tale, '(mark 1 1)')[0]).toMatch(fault);
    expect(hypotheses.kept[0]!.played).toEqual([['(mark 1 1)', 'noop']]);
  });

  it('take a move that is legal nowhere for unknown', () => {
    const { hypotheses, tell } = following('tic-tac-toe');
    expect(tell(terms('(mark 2 2)', '(mark 2 2)'))[0]).toContain('not legal: (mark 2 2) (mark 2 2)');
    expect(hypotheses.kept[0]!.played).toEqual([['(mark 2 2)', 'noop']]);
  });

  it('take in at once all that was told, after a fresh start', () => {
    const { hypotheses } = following('tic-tac-toe');
    const joints = [terms('(mark 1 1)', 'noop'), terms('noop', '(mark 2 2)')];
    hypotheses.follow(
      [NOTHING, ...joints].map((tale) => ({ tale, answered: undefined })),
      1000,
    );
    expect(hypotheses.legal()).toHaveLength(7);
  });
});

describe('Hypotheses about a match of which only percepts are told', () => {
  const seen = (turn: number, lastMove: string | null, ...percepts: readonly string[]): Tale => ({
    kind: 'percepts',
    ...{ turn, lastMove, percepts },
  });

  it('are all states that agree with them, and what is legal in them', () => {
    const { hypotheses, tell } = following('monty-hall');
    expect(tell(seen(0, null))).toEqual([]);
    expect(hypotheses.legal()).toEqual(['(pick 1)', '(pick 2)', '(pick 3)']);
    // Behind one of three doors is the car, and nothing of it is seen.
    expect(tell(seen(1, '(pick 1)'))).toEqual([]);
    expect(hypotheses.kept).toHaveLength(3);
    expect(hypotheses.legal()).toEqual(['noop']);
    // It is not behind the one that was opened.
    expect(tell(seen(2, 'noop', '(opened 2)'))).toEqual([]);
    expect(hypotheses.kept).toHaveLength(2);
    expect(hypotheses.legal()).toEqual(['stay', 'switch']);
  });

  it('agree with percepts in the older form, of which nothing but the own answer is known', () => {
    const { hypotheses, tell } = following('monty-hall');
    tell(NOTHING);
    expect(tell(NOTHING, '(pick 1)')).toEqual([]);
    expect(hypotheses.kept).toHaveLength(3);
    expect(tell(terms('(OPENED 3)'), 'noop')).toEqual([]);
    expect(hypotheses.kept).toHaveLength(2);
  });

  it('guess the rounds that were missed', () => {
    const { hypotheses, tell } = following('blind-tic-tac-toe');
    tell(seen(0, null));
    const own = hypotheses.legal()[0]!;
    expect(tell(seen(2, own))).toEqual(expect.arrayContaining([expect.stringContaining('1 rounds were missed')]));
    expect(hypotheses.kept.every(({ played }) => played.length === 2)).toBe(true);
  });

  it('go on where nothing agrees, and say so', () => {
    const { hypotheses, tell } = following('monty-hall');
    tell(seen(1, null));
    const own = hypotheses.legal()[0]!;
    expect(tell(seen(2, own, '(unheard of)'))[0]).toContain('no state was found that agrees');
    expect(hypotheses.kept[0]!.played).toHaveLength(1);
  });

  it('do not go on when a turn is told again, nor back', () => {
    const { hypotheses, tell } = following('monty-hall');
    tell(seen(1, null));
    const own = hypotheses.legal()[0]!;
    tell(seen(2, own));
    expect(tell(seen(2, own))).toEqual([]);
    expect(tell(seen(1, own))[0]).toContain('turn 1 is told after turn 2');
    expect(hypotheses.kept[0]!.played).toHaveLength(1);
    // Nor is a round missed because an older message came in between.
    expect(tell(seen(3, 'noop', '(opened 2)'))).toEqual([]);
    expect(hypotheses.kept[0]!.played).toHaveLength(2);
  });

  it('go back to the beginning when told that nothing was done', () => {
    const { hypotheses, tell } = following('monty-hall');
    tell(seen(0, null));
    tell(seen(1, '(pick 1)'));
    expect(tell(seen(0, null), 'noop')[0]).toContain('back to the initial state');
    expect(hypotheses.kept[0]!.played).toEqual([]);
    expect(tell(seen(1, '(pick 2)'))).toEqual([]);
    expect(hypotheses.kept[0]!.played).toHaveLength(1);
  });

  it('count the rounds from the first message, should those before it be lost', () => {
    const { hypotheses, tell } = following('monty-hall');
    expect(tell(seen(2, 'noop', '(opened 2)'))).toEqual(['1 rounds were missed, and are guessed']);
    expect(hypotheses.kept.every(({ played }) => played.length === 2)).toBe(true);
    expect(hypotheses.legal()).toEqual(['stay', 'switch']);
  });
});
