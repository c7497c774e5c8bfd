import { describe, expect, it } from 'vitest';
import { seededRandom } from '../base/index.js';
import { playout, type StateSymmetries } from '../game/index.js';
import type { Play } from '../pipeline.js';
import { bundledPlay, TIMELESS } from '../../test/searches.js';

function opened(game: string): { readonly play: Play; readonly group: StateSymmetries } {
  const play = bundledPlay(game);
  return { play, group: play.symmetries!(TIMELESS)! };
}

describe.each([
  ['tic-tac-toe', 8],
  ['connect-four', 2],
  ['breakthrough-6x6', 2],
  ['rock-paper-scissors', 3],
])('the symmetries of the states of %s', (game, size) => {
  const { play, group } = opened(game);
  const { names } = play.game;

  it(`are ${String(size)}`, () => {
    expect(group.size).toBe(size);
  });

  it('are a group', () => {
    const all = Array.from({ length: size }, (_, element) => element);
    for (const a of all) {
      expect([group.product(a, 0), group.product(0, a), group.product(a, group.inverse(a))]).toEqual([a, a, 0]);
      for (const b of all) {
        const product = group.moves(group.product(a, b));
        group.moves(a).forEach((images, role) => {
          expect(product[role]).toEqual(images.map((image) => group.moves(b)[role]![image]!));
        });
      }
    }
  });

  it('lead from a state and its successors to the same as from the canonical one', () => {
    const random = seededRandom(7);
    let seen = 0;
    while (seen < 60) {
      const line = playout(play.game, random, { plies: 100 });
      for (const [ply, joint] of line.joints.entries()) {
        const state = line.states[ply]!;
        const { state: canonical, symmetry } = group.canonical(state);
        const turned = joint.map((move, role) => group.moves(symmetry)[role]![move]!);
        const next = play.game.next(state, joint);
        const follower = play.game.next(canonical, turned);
        expect(play.game.isTerminal(follower)).toBe(play.game.isTerminal(next));
        expect(play.game.goals(follower)).toEqual(play.game.goals(next));
        expect(group.canonical(follower).state).toEqual(group.canonical(next).state);
        expect(names.facts(group.canonical(canonical).state)).toEqual(names.facts(canonical));
        seen++;
      }
    }
  });

  it('that fix a state map its legal moves to each other', () => {
    expect(group.stabiliser(play.game.initial())).toHaveLength(size);
    for (let seed = 0; seed < 20; seed++) {
      const state = playout(play.game, seededRandom(seed), { plies: seed % 4 }).states.at(-1)!;
      for (const symmetry of group.stabiliser(state)) {
        for (const role of play.game.roles.keys()) {
          const legal = play.game.legalMoves(state, role);
          const images = legal.map((move) => group.moves(symmetry)[role]![move]!);
          expect(images.toSorted((a, b) => a - b)).toEqual(legal.toSorted((a, b) => a - b));
        }
      }
    }
  });
});

it('of tic-tac-toe make 765 of the 5,478 positions', () => {
  const { play, group } = opened('tic-tac-toe');
  const seen = { states: new Set<string>(), canonical: new Set<string>() };
  const keyOf = (state: unknown): string => String(state);
  let layer: readonly unknown[] = [play.game.initial()];
  while (layer.length > 0) {
    const next: unknown[] = [];
    for (const state of layer) {
      if (seen.states.has(keyOf(state))) continue;
      seen.states.add(keyOf(state));
      seen.canonical.add(keyOf(group.canonical(state).state));
      if (!play.game.isTerminal(state)) next.push(...play.simulator.expand([state])[0]!.successors);
    }
    layer = next;
  }
  expect([seen.states.size, seen.canonical.size]).toEqual([5478, 765]);
});
