import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Budget, Result } from '../../base/index.js';
import { ground } from '../../ground/index.js';
import { type Network, injectState, roundTemplate } from '../../network/index.js';
import { loadRules } from '../../pipeline.js';
import { macSearch } from '../macSearch.js';
import { preprocess } from '../preprocess/preprocess.js';
import { macSfc } from './macSfc.js';
import type { Policy } from './policy.js';

const BUDGET: Budget = { clock: () => 0, milliseconds: 1, bytes: 2 ** 30 };

function valueOf<T>(result: Result<T, unknown>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

function firstRound(game: string): Network {
  const rules = valueOf(loadRules({ name: game, content: readFileSync(`games/${game}.kif`, 'utf8') }));
  const program = valueOf(ground(rules, BUDGET));
  const round = valueOf(roundTemplate(program, { name: game, groups: [] }, BUDGET));
  return injectState(
    round,
    Array.from(program.initial, (atom) => atom - 1),
  );
}

/** Complete assignments, one a scenario. */
function* scenariosOf(policy: Policy, before: readonly number[] = []): Generator<string> {
  if (policy.kind === 'leaf') yield before.join();
  else if (policy.kind === 'decision') yield* scenariosOf(policy.child, [...before, ...policy.values]);
  else for (const { value, child } of policy.branches) yield* scenariosOf(child, [...before, value]);
}

describe.each(['matching-pennies', 'monty-hall', 'orchard-2-2-1', 'orchard-4-10-9', 'random-tic-tac-toe-2x2'])(
  '%s',
  (game) => {
    it('the scenarios of the policies of its first round are the transitions, and only moves are tried', () => {
      const whole = firstRound(game);
      for (const network of [whole, preprocess(whole, { budget: BUDGET }).network]) {
        const stream = macSfc(network, { threshold: network.players.map(() => 0), reading: 'feasibility' }, BUDGET);
        const scenarios = [...stream].flatMap(({ policy }) => [...scenariosOf(policy)]);
        const transitions = Array.from(macSearch(network), (solution) => solution.join());
        expect(scenarios.sort()).toEqual(transitions.sort());
        expect(scenarios.length).toBeGreaterThan(2);
        // Each scenario is one walk over what follows the draw; nothing is tried twice but what policies share.
        expect(stream.nodes).toBeLessThan(2 * scenarios.length * network.variables.length);
      }
    });
  },
);
