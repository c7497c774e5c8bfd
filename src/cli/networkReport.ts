import { type Network, networkSizes, type NetworkSizes } from '../network/index.js';
import type { Examination } from './networkExamination.js';
import { rounded } from './style.js';

/** What was done with a network, and how long it took to read or translate it. */
export interface NetworkReport extends Examination {
  readonly ready: number;
}

/** Variables by their kind, besides the sizes of every network. */
export interface KindSizes extends NetworkSizes {
  readonly decision: number;
  readonly stochastic: number;
  readonly auxiliary: number;
  readonly stages: number;
}

export function sizesOf(network: Network): KindSizes {
  const kinds = { decision: 0, stochastic: 0, auxiliary: 0 };
  for (const { kind } of network.variables) kinds[kind]++;
  const stages = new Set(network.variables.map(({ stage }) => stage)).size;
  return { ...networkSizes(network), ...kinds, stages };
}

/** θ that is asked for. */
export const thresholdOf = ({ question, network }: NetworkReport): readonly number[] =>
  'threshold' in question ? question.threshold : network.threshold;

/** Solutions and nodes a second; null where there are none to speak of. */
export function speedsOf({ findings, question, ms }: NetworkReport): {
  readonly solutionsPerSecond: number | null;
  readonly nodesPerSecond: number | null;
} {
  const perSecond = (number: number | null | undefined): number | null =>
    number === null || number === undefined ? null : rounded((1000 * number) / Math.max(ms.search, 1e-3));
  return {
    solutionsPerSecond: question.method === 'mac' ? perSecond(findings?.found) : null,
    nodesPerSecond: perSecond(findings?.nodes),
  };
}
