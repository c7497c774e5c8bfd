import { type Answer, type Policy, policyDot, type RoleMove } from '../exact/index.js';
import { CliError } from './cliError.js';
import type { Outside } from './outside.js';
import { writeOutput } from './outputs.js';

type PolicyFormat = 'json' | 'dot';

/** States of a policy that go into a file. */
const MOST_NODES = 100_000;

/** What kind of file is wanted, by the ending of its name. */
export function policyFormat(path: string): PolicyFormat {
  const ending = /\.(json|dot|gv)$/i.exec(path)?.[1]?.toLowerCase();
  if (ending === undefined) throw new CliError(2, `--policy ${path}: the name must end in .json, .dot or .gv`);
  return ending === 'json' ? 'json' : 'dot';
}

interface PolicyFile {
  readonly path: string;
  readonly format: PolicyFormat;
  readonly answer: Answer;
}

export function writePolicy(outside: Outside, { path, format, answer }: PolicyFile): void {
  const policy = answer.policy(MOST_NODES);
  const chunks = format === 'dot' ? policyDot(policy) : [`${JSON.stringify(policyJson(policy, { hasFacts: true }))}\n`];
  writeOutput(outside, path, chunks);
}

/** A node of a policy in JSON; `to` is an index of `nodes`. */
interface PolicyNodeJson {
  readonly kind: string;
  readonly round: number;
  readonly value: number;
  readonly moves: Readonly<Record<string, string>>;
  readonly isChoice: boolean;
  readonly branches: readonly {
    readonly moves: Readonly<Record<string, string>>;
    readonly probability: number;
    readonly to: number;
  }[];
  readonly true?: readonly string[];
}

export interface PolicyJson {
  readonly roles: readonly string[];
  readonly isComplete: boolean;
  readonly nodes: readonly PolicyNodeJson[];
}

export function policyJson(policy: Policy, { hasFacts }: { readonly hasFacts: boolean }): PolicyJson {
  const { roles, isComplete } = policy;
  const nodes = policy.nodes.map(({ kind, round, value, facts, moves, isChoice, branches }): PolicyNodeJson => ({
    ...{ kind, round, value, moves: byRole(moves), isChoice },
    branches: branches.map(({ moves: others, probability, to }) => ({ moves: byRole(others), probability, to })),
    ...(hasFacts ? { true: facts } : {}),
  }));
  return { roles, isComplete, nodes };
}

const byRole = (moves: readonly RoleMove[]): Readonly<Record<string, string>> =>
  Object.fromEntries(moves.map(({ role, move }) => [role, move]));
