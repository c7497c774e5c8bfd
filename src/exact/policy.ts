import type { Game, Move } from '../game/index.js';

/**
 * What the own side does, as a graph of states: in each its moves, and for every answer of the others and every draw the state that
 * follows. A state that is reached in several ways is there once.
 */
export interface Policy {
  /** The roles that follow it. */
  readonly roles: readonly string[];
  /** The first is where it begins; nodes nearer to it come first. */
  readonly nodes: readonly PolicyNode[];
  /** False where states were left out because there would be too many. */
  readonly isComplete: boolean;
}

/** `any`: whatever is done there, the value of the node is reached; `cut`: left out. */
export type PolicyNodeKind = 'decision' | 'terminal' | 'horizon' | 'stuck' | 'any' | 'cut';

export interface PolicyNode {
  readonly kind: PolicyNodeKind;
  /** Rounds since the beginning, in the shortest way. */
  readonly round: number;
  /** What the policy is worth from here on, in points; at least that where the others do not do their worst. */
  readonly value: number;
  /** KIF, sorted. */
  readonly facts: readonly string[];
  /** What each of the policy's roles does. */
  readonly moves: readonly RoleMove[];
  /** Whether they could do anything else. */
  readonly isChoice: boolean;
  readonly branches: readonly PolicyBranch[];
}

export interface RoleMove {
  readonly role: string;
  /** KIF. */
  readonly move: string;
}

export interface PolicyBranch {
  /** What those of the others do, `random` among them, who could do something else. */
  readonly moves: readonly RoleMove[];
  /** Of the draw, given the moves of the players. */
  readonly probability: number;
  /** Index of a node. */
  readonly to: number;
}

/** The moves of some roles in words. */
export function roleMoves<State>(game: Game<State>, roles: readonly number[], joint: readonly Move[]): RoleMove[] {
  return roles.map((role) => ({ role: game.roles[role]!, move: game.names.move(joint[role]!) }));
}
