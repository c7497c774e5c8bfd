import { describe, expect, it } from 'vitest';
import { seededRandom } from '../base/index.js';
import { type Game, gameSimulator, type Move } from '../game/index.js';
import { groundGame } from '../playout/index.js';
import { bundledProgram } from '../../test/programs.js';
import { policyWorth } from '../../test/policyWorth.js';
import { randomGame } from '../../test/randomGame.js';
import type { Policy, PolicyNode } from './policy.js';
import { policyDot } from './policyDot.js';
import { policyText } from './policyText.js';
import { solve, type SolveRequest } from './solve.js';

const BUDGET = { clock: () => 0, milliseconds: 1, bytes: 2 ** 30, nodes: 1_000_000 };

type Asked = Partial<SolveRequest> & { readonly most?: number };

/** The value of the first role, and a policy for it. */
function solved<State>(
  game: Game<State>,
  { most = 10_000, ...request }: Asked = {},
): { value: number; policy: Policy } {
  const simulator = gameSimulator(
    game,
    game.roles.map(() => 0),
  );
  const { values } = solve({ game, simulator, role: 0, budget: BUDGET, ...request } as SolveRequest<State>);
  return { value: values[0]!.lower, policy: values[0]!.answer.policy(most) };
}

/** Each node of the policy leads where its moves lead in the game, with every answer and every draw. */
function expectPlayed(game: Game<number>, policy: Policy, horizon: number): void {
  const stateOf = ({ facts }: PolicyNode): number => Number(/\d+/.exec(facts[0]!)![0]);
  for (const node of policy.nodes) {
    const state = stateOf(node);
    expect(node.kind === 'terminal').toBe(game.isTerminal(state));
    if (node.kind === 'horizon') expect(node.round).toBe(horizon);
    if (node.kind !== 'decision') continue;
    const counts = game.roles.map((_, role) => game.legalMoves(state, role).length);
    expect(node.isChoice).toBe(counts[0]! > 1);
    expect(node.branches).toHaveLength(counts.slice(1).reduce((product, count) => product * count, 1));
    for (const { moves, to } of node.branches) {
      const made = new Map([...node.moves, ...moves].map(({ role, move }) => [role, game.names.findMove(move)!]));
      const joint: Move[] = game.roles.map((role, index) => made.get(role) ?? game.legalMoves(state, index)[0]!);
      expect(stateOf(policy.nodes[to]!)).toBe(game.next(state, joint));
    }
  }
}

describe('a policy', () => {
  it.each([[['a', 'random']], [['a', 'b']], [['a', 'random', 'b']], [['a']]])(
    'of random tables is played in the game and worth what it says, roles %s',
    (roles) => {
      for (let seed = 0; seed < 100; seed++) {
        const game = randomGame(seededRandom(seed), { roles, states: 12, hasCycles: false, hasIdleDraws: true });
        for (const [aim, horizon] of [
          ['best', Infinity],
          ['worst', Infinity],
          ['best', 3],
        ] as const) {
          const { value, policy } = solved(game, { aim, horizon });
          expect(policy.isComplete).toBe(true);
          expectPlayed(game, policy, horizon);
          const reached = policyWorth(policy);
          expect([seed, aim, reached]).toEqual([seed, aim, expect.closeTo(value, 9)]);
          expect(policy.nodes[0]!.value).toBeCloseTo(value, 9);
        }
      }
    },
  );

  it('is cut off where it is too large, and says so', () => {
    const game = groundGame(bundledProgram('orchard-2-2-1'));
    const { policy } = solved(game, { most: 3 });
    expect(policy.isComplete).toBe(false);
    expect(policy.nodes.slice(0, 3).map(({ kind }) => kind)).toEqual(['decision', 'terminal', 'decision']);
    expect(policy.nodes.slice(3).every(({ kind }) => kind === 'cut')).toBe(true);
    expect(policyText(policy, { rounds: 9, lines: 99 })).toMatch(/\(left out\)/);
  });

  it('is printed as a tree', () => {
    const { policy } = solved(groundGame(bundledProgram('monty-hall-open')));
    expect(policyText(policy, { rounds: 9, lines: 99 })).toMatchInlineSnapshot(`
      "candidate (plan 3 switch)
      random (hide 3) 1/3: 0
        random (open 2) 1/2: 0 (end)
        random (open 1) 1/2: 0 (end)
      random (hide 2) 1/3: 100
        then 100 (end)
      random (hide 1) 1/3: 100
        then 100 (end)"
    `);
    expect(policyText(policy, { rounds: 1, lines: 99 })).toMatch(/\n… the whole policy has 9 states$/);
    expect(policyText(policy, { rounds: 9, lines: 2 }).split('\n')).toHaveLength(3);
  });

  it('is drawn by Graphviz', () => {
    const { policy } = solved(groundGame(bundledProgram('matching-pennies')));
    expect([...policyDot(policy)].join('')).toMatchInlineSnapshot(`
      "digraph policy {
        node [shape=box, fontname="sans-serif"];
        edge [fontname="sans-serif"];
        n0 [label="0\\nalice (choose heads)"];
        n0 -> n1 [label="bob (choose heads)"];
        n0 -> n2 [label="bob (choose tails)"];
        n1 [label="50"];
        n1 -> n3 [label="random (choose heads)\\n1/2"];
        n1 -> n4 [label="random (choose tails)\\n1/2"];
        n2 [label="0"];
        n2 -> n5 [label="random (choose heads)\\n1/2"];
        n2 -> n6 [label="random (choose tails)\\n1/2"];
        n3 [label="100", peripheries=2];
        n4 [label="0", peripheries=2];
        n5 [label="0", peripheries=2];
        n6 [label="0", peripheries=2];
      }
      "
    `);
  });
});
