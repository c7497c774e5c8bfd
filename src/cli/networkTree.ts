import { type Network, UNDEFINED } from '../network/index.js';
import type { ChanceNode, DecisionRun, Policy, PolicyLeaf } from '../solver/index.js';

/** What of a network's assignments is told. */
export interface Shown {
  readonly network: Network;
  readonly isShown: (variable: number) => boolean;
  /** Whether that includes what has no choice: draws with a single outcome, and what is undefined after the end of a game. */
  readonly isWhole: boolean;
}

/** The values of variables one after another, by their names. */
export function assignment(
  { network, isShown }: Shown,
  values: ArrayLike<number>,
  first = 0,
): readonly (readonly [name: string, value: string])[] {
  return Array.from(values, (value, i) => [first + i, value] as const)
    .filter(([variable]) => isShown(variable))
    .map(([variable, value]) => [network.variables[variable]!.name, network.variables[variable]!.values[value]!]);
}

/** The same for people; empty where there is nothing to tell. */
export function assignmentText(shown: Shown, values: ArrayLike<number>, first = 0): string {
  return assignment(shown, values, first)
    .filter(([, value]) => shown.isWhole || value !== UNDEFINED)
    .map(([name, value]) => `${name} = ${value}`)
    .join(', ');
}

/**
 * A policy as an indented tree of at most so many lines: what is decided, and below that every draw with its probability, and at the end what
 * the scenario is worth. Ends with a note where something is left out.
 */
export function policyTree(policy: Policy, shown: Shown, lines: number): string {
  return new PolicyPrinter(shown, lines).print(policy);
}

class PolicyPrinter {
  readonly #lines: string[] = [];
  #omitted = 0;

  constructor(
    private readonly shown: Shown,
    private readonly most: number,
  ) {}

  print(policy: Policy): string {
    this.#show(policy, '', '');
    if (this.#omitted > 0) this.#lines.push(`… and ${String(this.#omitted)} more lines`);
    return this.#lines.join('\n');
  }

  /** `before` is what the line says already, whose end is told on the same line. */
  #show(policy: Policy, indent: string, before: string): void {
    const node = this.#next(policy);
    if (node.kind === 'leaf') {
      this.#line(`${indent}${before === '' ? '' : `${before}: `}${worthText(this.shown.network, node)}`);
      return;
    }
    if (before !== '') this.#line(`${indent}${before}`);
    const below = before === '' ? indent : `${indent}  `;
    if (node.kind === 'decision') {
      this.#showRun(node, below);
      return;
    }
    const { name, values } = this.shown.network.variables[node.variable]!;
    for (const { value, probability, child } of node.branches)
      this.#show(child, below, `${name} = ${values[value]!} (${probabilityText(probability)})`);
  }

  /** Decisions, with those that follow before anything is drawn, as after a draw that is certain. */
  #showRun(run: DecisionRun, indent: string): void {
    const made: string[] = [];
    let node: Policy = run;
    while (node.kind === 'decision') {
      made.push(assignmentText(this.shown, node.values, node.first));
      node = this.#next(node.child);
    }
    this.#show(node, indent, made.join(', '));
  }

  /** The next node that has something to show: not decisions that are hidden, nor draws that are certain. */
  #next(policy: Policy): Policy {
    let node = policy;
    for (;;) {
      if (node.kind === 'decision' && assignmentText(this.shown, node.values, node.first) === '') node = node.child;
      else if (node.kind === 'chance' && node.branches.length === 1 && !this.shown.isWhole)
        node = node.branches[0]!.child;
      else return node;
    }
  }

  #line(text: string): void {
    if (this.#lines.length < this.most) this.#lines.push(text);
    else this.#omitted++;
  }
}

/** 1/n where it is that. */
function probabilityText(probability: number): string {
  const inverse = Math.round(1 / probability);
  return Math.abs(inverse * probability - 1) < 1e-9 && inverse > 1 ? `1/${String(inverse)}` : utilityText(probability);
}

/** A utility or probability without needless decimals. */
export const utilityText = (utility: number): string => String(Math.round(utility * 1e9) / 1e9);

function worthText({ players }: Network, { utilities, isLost }: PolicyLeaf): string {
  if (isLost) return 'lost';
  return players.length === 0 ? 'satisfied' : utilitiesText(players, utilities);
}

/** What a policy or scenario is worth to each player. */
export function utilitiesText(players: readonly string[], utilities: readonly number[]): string {
  if (players.length === 0) return `satisfaction ${utilityText(utilities[0]!)}`;
  return utilities.map((utility, player) => `${players[player]!} ${utilityText(utility)}`).join(', ');
}

/** A policy in JSON; `cut` is where it is too large. */
export type PolicyJson =
  | { readonly kind: 'decision'; readonly values: Readonly<Record<string, string>>; readonly child: PolicyJson }
  | { readonly kind: 'chance'; readonly variable: string; readonly branches: readonly BranchJson[] }
  | PolicyLeaf
  | { readonly kind: 'cut' };

interface BranchJson {
  readonly value: string;
  readonly probability: number;
  readonly child: PolicyJson;
}

/** The policy by names, with at most so many nodes, as a budget that several policies share. */
export function policyJson(policy: Policy, shown: Shown, left: { nodes: number }): PolicyJson {
  if (left.nodes-- <= 0) return { kind: 'cut' };
  switch (policy.kind) {
    case 'leaf':
      return policy;
    case 'decision':
      return decisionJson(policy, shown, left);
    case 'chance':
      return chanceJson(policy, shown, left);
  }
}

function decisionJson(run: DecisionRun, shown: Shown, left: { nodes: number }): PolicyJson {
  const values = Object.fromEntries(assignment(shown, run.values, run.first));
  return { kind: 'decision', values, child: policyJson(run.child, shown, left) };
}

function chanceJson({ variable, branches }: ChanceNode, shown: Shown, left: { nodes: number }): PolicyJson {
  const { name, values } = shown.network.variables[variable]!;
  return {
    kind: 'chance',
    variable: name,
    branches: branches.map(({ value, probability, child }) => ({
      value: values[value]!,
      probability,
      child: policyJson(child, shown, left),
    })),
  };
}
