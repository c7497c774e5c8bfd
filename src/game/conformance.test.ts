import { describe, expect, it } from 'vitest';
import { seededRandom } from '../base/index.js';
import { fakeNim, type NimState } from './fakeNim.js';
import { brokenClaims, CLAIMS, type Game } from './index.js';

const nim = fakeNim(6);

function broken(change: Partial<Game<NimState>>): string[] {
  return brokenClaims({ ...nim, ...change }, { random: seededRandom(1), playouts: 4, plies: 10 });
}

let calls = 0;
const { names } = nim;

/** For each claim a game that breaks it. */
const FAULTS: Readonly<Record<string, Partial<Game<NimState>>>> = {
  'the initial state is always the same': { initial: () => ({ heap: 6 + (calls++ % 3), turn: 0 }) },
  'facts are sorted and without duplicates': {
    names: { ...names, facts: (state) => [...names.facts(state)].reverse() },
  },
  'legal moves are without duplicates and always in the same order': {
    legalMoves: (state, role) =>
      calls++ % 2 ? [...nim.legalMoves(state, role)].reverse() : nim.legalMoves(state, role),
  },
  'a move is found by its text': {
    names: { ...names, findMove: (text) => (text === 'noop' ? 5 : names.findMove(text)) },
  },
  'different moves have different texts': { names: { ...names, move: () => 'noop' } },
  'nonsense is no move': { names: { ...names, findMove: (text) => names.findMove(text) ?? 0 } },
  'there is a goal, an integer or null, for each role': { goals: () => [0.5, 0.5] },
  'each role has percepts, sorted and without duplicates': { percepts: () => [['b', 'a']] },
  'percepts are a function of state and joint move': { percepts: () => [[String(calls++)], []] },
  'the next state is a function of state and joint move': {
    next: (state, joint) => ({ ...nim.next(state, joint), turn: calls++ % 2 }),
  },
  'a joint move is the caller’s to change afterwards': rememberingByReference(),
  'states do not disturb each other, in whatever order they are asked': {
    goals: (() => {
      let last = Infinity;
      return (state: NimState) => {
        const isGoingOn = state.heap <= last;
        last = state.heap;
        return isGoingOn ? [0, 0] : [100, 100];
      };
    })(),
  },
  'a terminal state answers like any other': {
    next: (state, joint) => (state.heap <= 0 ? { heap: calls++, turn: 0 } : nim.next(state, joint)),
  },
};

/** Takes a joint move that it has seen for the same one, though the caller may have changed it. */
function rememberingByReference(): Partial<Game<NimState>> {
  let last: { state: NimState; joint: readonly number[]; next: NimState } | undefined;
  return {
    next: (state, joint) => {
      if (last?.state === state && last.joint.every((move, role) => move === joint[role])) return last.next;
      last = { state, joint, next: nim.next(state, joint) };
      return last.next;
    },
  };
}

describe('conformance', () => {
  it('finds nothing wrong with nim', () => {
    expect(broken({})).toEqual([]);
  });

  it.each(CLAIMS.map(({ claim }) => claim))('notices that not: %s', (claim) => {
    calls = 0;
    expect(broken(FAULTS[claim]!)).toContain(claim);
  });
});
