import { type Expansion, jointOf, type Move, stateIndex } from '../game/index.js';
import type { Match, Objective } from './objective.js';
import { type Policy, type PolicyNode, roleMoves } from './policy.js';

interface Plan<State> {
  /** The states on the way, the last of which is terminal or no longer planned for. */
  readonly way: readonly State[];
  /** What it leads to. */
  readonly value: number;
  /** Nodes at most. */
  readonly most: number;
}

/** A way through the game as a policy: nobody else chooses, so that there are no branches. */
export function planPolicy<State>(
  { game, simulator, horizon }: Match<State>,
  { own }: Objective,
  { way, value, most }: Plan<State>,
): Policy {
  const shown = way.slice(0, most);
  const index = stateIndex(game);
  const nodes = simulator.expand(shown).map((expansion, round): PolicyNode => {
    const state = shown[round]!;
    const base = { round, value, facts: game.names.facts(state), moves: [], isChoice: false, branches: [] };
    if (game.isTerminal(state)) return { ...base, kind: 'terminal' };
    if (round === horizon) return { ...base, kind: 'horizon' };
    if (round === way.length - 1) return { ...base, kind: 'any' };
    if (round === shown.length - 1) return { ...base, kind: 'cut' };
    const joint = jointTo(expansion, way[round + 1]!);
    return {
      ...base,
      kind: 'decision',
      moves: roleMoves(game, own, joint),
      isChoice: expansion.successors.length > 1,
      branches: [{ moves: [], probability: 1, to: round + 1 }],
    };
  });
  return { roles: own.map((role) => game.roles[role]!), nodes, isComplete: shown.length === way.length };

  function jointTo(expansion: Expansion<State>, target: State): readonly Move[] {
    const wanted = index.add(target, 0);
    const at = expansion.successors.findIndex((successor) => index.find(successor, 0) === wanted);
    return jointOf(expansion, at, game.roles.length);
  }
}
