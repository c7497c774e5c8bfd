import type { Policy, PolicyBranch, PolicyNode, RoleMove } from './policy.js';

export interface PolicyTextOptions {
  /** Rounds that are shown. */
  readonly rounds: number;
  /** Lines that are shown. */
  readonly lines: number;
}

/**
 * A policy as an indented tree: what its roles do, and below that every answer and draw, with the points that the policy is worth from there
 * on. A state that was shown before is only named, by its number. Ends with a note where something is left out.
 */
export function policyText(policy: Policy, options: PolicyTextOptions): string {
  return new PolicyPrinter(policy, options).print();
}

class PolicyPrinter {
  readonly #lines: string[] = [];
  readonly #ways: Int32Array;
  readonly #isShown: Uint8Array;
  #isCut = false;

  constructor(
    private readonly policy: Policy,
    private readonly options: PolicyTextOptions,
  ) {
    this.#ways = new Int32Array(policy.nodes.length);
    this.#isShown = new Uint8Array(policy.nodes.length);
    for (const { branches } of policy.nodes) for (const { to } of branches) this.#ways[to]!++;
  }

  print(): string {
    this.#show(0, '', 0);
    if (this.#isCut) this.#lines.push(`… ${this.#note()}`);
    return this.#lines.join('\n');
  }

  /** What is done in a node and after it. */
  #show(index: number, indent: string, round: number): void {
    const { kind, isChoice, moves, branches } = this.policy.nodes[index]!;
    this.#isShown[index] = 1;
    if (kind !== 'decision') {
      if (this.#lines.length === 0) this.#line(ENDS[kind]);
      return;
    }
    const isSole = branches.length === 1;
    if (!isSole && round >= this.options.rounds) {
      this.#isCut = true;
      return;
    }
    if (isChoice && !this.#line(`${indent}${movesText(moves)}`)) return;
    const below = isChoice && !isSole ? `${indent}  ` : indent;
    for (const branch of worstFirst(branches, this.policy)) this.#showBranch(branch, below, isSole ? round : round + 1);
  }

  #showBranch({ moves, probability, to }: PolicyBranch, indent: string, round: number): void {
    const { kind, value } = this.policy.nodes[to]!;
    const isShown = kind === 'decision' && this.#isShown[to] === 1;
    const isSilent = moves.length === 0 && kind === 'decision' && !isShown;
    const chance = probability === 1 ? '' : ` 1/${String(Math.round(1 / probability))}`;
    const before = moves.length === 0 ? 'then' : `${movesText(moves)}${chance}:`;
    const after = kind === 'decision' ? `${this.#mark(to)}${isShown ? ', as above' : ''}` : ` ${ENDS[kind]}`;
    if (!isSilent && !this.#line(`${indent}${before} ${pointsText(value)}${after}`)) return;
    if (!isShown) this.#show(to, isSilent ? indent : `${indent}  `, round);
  }

  /** The number of a node that several ways lead to. */
  #mark(index: number): string {
    return this.#ways[index]! > 1 && this.policy.nodes[index]!.kind === 'decision' ? ` #${String(index)}` : '';
  }

  #line(text: string): boolean {
    if (this.#lines.length >= this.options.lines) {
      this.#isCut = true;
      return false;
    }
    this.#lines.push(text);
    return true;
  }

  #note(): string {
    const { nodes, isComplete } = this.policy;
    const more = isComplete ? '' : ' or more';
    return `the whole policy has ${String(nodes.length)}${more} states`;
  }
}

/** What the others do at their best comes first; draws stay as they are. */
const worstFirst = (branches: readonly PolicyBranch[], { nodes }: Policy): readonly PolicyBranch[] =>
  branches.some(({ probability }) => probability < 1)
    ? branches
    : [...branches].sort((one, other) => nodes[one.to]!.value - nodes[other.to]!.value);

/** How a way through a policy ends, for people. */
const ENDS: Readonly<Record<PolicyNode['kind'], string>> = {
  decision: '',
  terminal: '(end)',
  horizon: '(horizon)',
  stuck: '(a role has no move)',
  any: '(any move will do)',
  cut: '(left out)',
};

export const movesText = (moves: readonly RoleMove[]): string =>
  moves.map(({ role, move }) => `${role} ${move}`).join(', ');

/** Points without needless decimals. */
export const pointsText = (points: number): string => String(Math.round(points * 1e5) / 1e5);
