import type { NetworkSize, Preprocessing } from '../solver/index.js';
import type { Question } from './networkOptions.js';
import { type KindSizes, type NetworkReport, sizesOf, speedsOf, thresholdOf } from './networkReport.js';
import { shownOf } from './networkShown.js';
import { assignment, type PolicyJson, policyJson } from './networkTree.js';
import { rounded } from './style.js';

/** Nodes of all policies together. */
const MOST_NODES = 100_000;

/** What `woodstock network --json` prints. */
interface NetworkJson {
  readonly name: string;
  readonly file: string;
  readonly network: KindSizes;
  readonly players: readonly string[];
  readonly threshold: readonly number[];
  /** Null unless it was asked for. */
  readonly preprocessing: { readonly effects: readonly EffectJson[]; readonly network: KindSizes } | null;
  readonly method: Question['method'];
  /** Null where nothing was searched; so are those below. */
  readonly wanted: string | null;
  /** Null also where it is not known. */
  readonly satisfiable: boolean | null;
  /** Number of solutions or policies, and whether these are all that were wanted. */
  readonly found: number | null;
  readonly isComplete: boolean | null;
  /** The first of them, as values by the names of variables. */
  readonly solutions: readonly Readonly<Record<string, string>>[];
  /** What each is worth to the players, or its `satisfaction` where there are none. */
  readonly policies: readonly { readonly utilities: Readonly<Record<string, number>>; readonly policy: PolicyJson }[];
  readonly nodes: number | null;
  readonly failures: number | null;
  readonly solutionsPerSecond: number | null;
  readonly nodesPerSecond: number | null;
  /** To read or translate the network, to preprocess it, to search it. */
  readonly ms: { readonly network: number; readonly preprocess: number | null; readonly search: number | null };
  /** Why something is not known, if it is not. */
  readonly problem: string | null;
}

interface EffectJson {
  readonly pass: string;
  readonly before: NetworkSize;
  readonly after: NetworkSize;
  readonly ms: number;
}

export function networkJson(report: NetworkReport): NetworkJson {
  const { file, network, preprocessing, question, findings, options, ready, ms } = report;
  const { name, players } = network;
  const shown = shownOf(network, { isWhole: options.auxiliary === true });
  const left = { nodes: MOST_NODES };
  return {
    ...{ name, file, network: sizesOf(network), players, threshold: thresholdOf(report) },
    preprocessing: preprocessing === undefined ? null : preprocessingJson(preprocessing),
    ...{ method: question.method, wanted: 'wanted' in question ? question.wanted : null },
    ...{ satisfiable: findings?.satisfiable ?? null, found: findings?.found ?? null },
    isComplete: findings?.isComplete ?? null,
    solutions: (findings?.solutions ?? []).map((solution) => Object.fromEntries(assignment(shown, solution))),
    policies: (findings?.policies ?? []).map(({ policy, utilities }) => ({
      utilities: byPlayer(players, utilities),
      policy: policyJson(policy, shown, left),
    })),
    ...{ nodes: findings?.nodes ?? null, failures: findings?.failures ?? null, ...speedsOf(report) },
    ms: {
      network: rounded(ready),
      preprocess: preprocessing === undefined ? null : rounded(ms.preprocess),
      search: findings === undefined ? null : rounded(ms.search),
    },
    problem: findings?.problem ?? null,
  };
}

function preprocessingJson({ effects, network }: Preprocessing): NetworkJson['preprocessing'] {
  return {
    effects: effects.map(({ pass, before, after, milliseconds: ms }) => ({ pass, before, after, ms: rounded(ms) })),
    network: sizesOf(network),
  };
}

function byPlayer(players: readonly string[], utilities: readonly number[]): Readonly<Record<string, number>> {
  if (players.length === 0) return { satisfaction: utilities[0]! };
  return Object.fromEntries(players.map((player, index) => [player, utilities[index]!]));
}
