import { expect, it } from 'vitest';
import { randomStochasticNetwork } from '../../../test/randomStochasticNetwork.js';
import { type Budget, seededRandom } from '../../base/index.js';
import type { Network } from '../../network/index.js';
import type { ValuedPolicy } from '../stochastic/policy.js';
import { search } from '../stochastic/search.js';
import { originalPolicy } from './originalPolicy.js';
import { preprocess } from './preprocess.js';

const BUDGET: Budget = { clock: () => 0, milliseconds: 1, bytes: 2 ** 30 };

/** All policies that are worth anything to the first player. */
function policiesOf(network: Network): readonly ValuedPolicy[] {
  const threshold = Array.from({ length: Math.max(1, network.players.length) }, (_, i) => (i === 0 ? 1 / 100 : 0));
  const answer = search(network, { wanted: 'all', threshold, limit: 5000 }, BUDGET);
  if (!answer.ok) throw new Error(answer.error);
  return answer.value.isComplete ? answer.value.policies : [];
}

const asText = (policies: readonly ValuedPolicy[]): readonly string[] =>
  policies.map((policy) => JSON.stringify(policy)).sort();

it('the policies of a preprocessed network stand for those of the network itself', () => {
  let renumbered = 0;
  for (let seed = 0; seed < 400; seed++) {
    const network = randomStochasticNetwork(seededRandom(seed));
    const preprocessing = preprocess(network, { budget: BUDGET });
    const policies = policiesOf(preprocessing.network);
    const mapped = policies.map((policy) => originalPolicy(preprocessing, policy));
    expect(asText(mapped), `seed ${seed}`).toEqual(asText(policiesOf(network)));
    if (asText(mapped).join() !== asText(policies).join()) renumbered++;
  }
  expect(renumbered).toBeGreaterThan(20);
});
