import { describe, expect, it } from 'vitest';
import { type ButtonBoards, buttonBoards } from '../../../test/buttonBoards.js';
import { ANY_TIME, type Game, type GameParts, IDLE } from '../../game/index.js';
import { loadRules, openPlay } from '../../pipeline.js';

function opened(content: string): { readonly game: Game; readonly parts: GameParts | undefined } {
  const rules = loadRules({ name: 'boards', content });
  if (!rules.ok) throw new Error(rules.error[0]?.message);
  const play = openPlay(rules.value, 'compiled', { clock: () => 0, milliseconds: 60_000, bytes: 2 ** 30 });
  if (!play.ok) throw new Error(play.error);
  return { game: play.value.game, parts: play.value.parts?.() };
}

const partsOf = (options: ButtonBoards): GameParts | undefined => opened(buttonBoards(options)).parts;

describe('boards side by side', () => {
  it.each([3, 7])('%i of them are parts, which a move acts on together', (boards) => {
    for (const isDefined of [true, false]) {
      const found = partsOf({ boards, moves: 'together', isDefined });
      expect({ kind: found?.kind, parts: found?.parts }).toEqual({ kind: 'together', parts: boards });
    }
  });

  it.each([3, 7, 20])('%i of them are parts, which moves act on in turn', (boards) => {
    for (const isDefined of [true, false]) {
      const found = partsOf({ boards, moves: 'inTurn', isDefined });
      expect({ kind: found?.kind, parts: found?.parts }).toEqual({ kind: 'inTurn', parts: boards });
    }
  });

  it.each(['together', 'inTurn'] as const)('are one part where one depends on the one before, moves %s', (moves) => {
    expect(partsOf({ boards: 3, moves, tied: [3] })).toMatchObject({ kind: moves, parts: 2 });
    expect(partsOf({ boards: 3, moves, tied: [2, 3] })).toBeUndefined();
  });
});

describe('the best goal', () => {
  it('asks something of every board that counts, and of no other', () => {
    const found = partsOf({ boards: 7, moves: 'inTurn', counted: [2, 5], endsAtGoal: true })!;
    const asked = found.targets.flatMap(({ conditions }) => conditions.map((each) => found.conditions[each]!.part));
    expect(new Set(asked.filter((part) => part !== undefined)).size).toBe(2);
  });

  it('comes before lesser ones', () => {
    const goals = partsOf({ boards: 3, moves: 'together', isShared: true })!.targets.map(({ goal }) => goal);
    expect(goals[0]).toBe(100);
    expect(goals).toEqual(goals.toSorted((a, b) => b - a));
    expect(new Set(goals)).toEqual(new Set([100, 66, 33]));
  });
});

describe('a part', () => {
  it.each(['together', 'inTurn'] as const)('goes on as in the game, moves %s', (moves) => {
    const { game, parts } = opened(buttonBoards({ boards: 3, moves }));
    const state = game.initial();
    const rooted = parts!.from(state);
    for (let part = 0; part < 3; part++) {
      const steps = moves === 'together' ? 0 : ANY_TIME;
      const successors = rooted.successors(part, rooted.root(part), steps)!;
      expect(successors).toHaveLength(3);
      for (const { action, state: after } of successors) {
        const actions = Array.from({ length: 3 }, (_, other) => {
          if (other === part) return action;
          return moves === 'together' ? 0 : IDLE;
        });
        const next = parts!.from(game.next(state, parts!.jointIn(state, actions)!));
        expect(next.root(part)).toBe(after);
      }
    }
  });

  it('has nothing after the end of play', () => {
    const { parts } = opened(buttonBoards({ boards: 3, moves: 'together', steps: 6 }));
    const { game } = opened(buttonBoards({ boards: 3, moves: 'together', steps: 6 }));
    const rooted = parts!.from(game.initial());
    expect(rooted.successors(0, rooted.root(0), 5)).not.toEqual([]);
    expect(rooted.successors(0, rooted.root(0), 6)).toEqual([]);
  });
});

describe('what one part needs of another to be legal', () => {
  /** Numbers 1 to 3 into cells a and b, each once. */
  const sheet = `(role robot) (number 1) (number 2) (number 3) (cell a) (cell b)
    (<= (legal robot (put ?c ?n)) (cell ?c) (number ?n) (not (used ?n)))
    (<= (used ?n) (true (in ?c ?n)))
    (<= (next (in ?c ?n)) (does robot (put ?c ?n)))
    (<= (next (in ?c ?n)) (true (in ?c ?n)))
    (<= (filled ?c) (true (in ?c ?n)))
    (<= terminal (filled a) (filled b))
    (<= (goal robot 100) (true (in a 1)) (true (in b 2)))
    (<= (goal robot 0) (not (true (in a 1))))`;

  it('makes them one where moves act in turn', () => {
    const parts = opened(sheet).parts?.parts ?? 0;
    // One for each number: cells meet there.
    expect(parts).toBe(3);
  });
});
