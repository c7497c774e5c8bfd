import { jointOf } from '../game/index.js';
import type { GameGraph } from './gameGraph.js';
import type { Match } from './objective.js';

/** Joint moves of a cycle that are shown; more would help nobody. */
const SHOWN = 4;

/** How play comes back to a state, for people: the joint moves along the nodes of a cycle. */
export function cycleText<State>(match: Match<State>, graph: GameGraph<State>, cycle: readonly number[]): string {
  const states = cycle.filter((node) => graph.stateOf(node) !== undefined);
  const joints = states.slice(0, SHOWN).map((node, index) => {
    const following = states[(index + 1) % states.length]!;
    return jointBetween(match, graph, node, following);
  });
  const more = states.length > SHOWN ? ' …' : '';
  const rounds = states.length === 1 ? 'one round' : `${String(states.length)} rounds`;
  const what = match.canonical === undefined ? 'a state' : 'a state, or one that is symmetric to it,';
  return `${what} comes back after ${rounds}, by ${joints.join(', then ')}${more}`;
}

/** The moves, but for those of roles that have no other, that lead from the state of one node to that of another. */
function jointBetween<State>(
  { game, simulator }: Match<State>,
  graph: GameGraph<State>,
  from: number,
  to: number,
): string {
  const state = graph.stateOf(from)!;
  const [expansion] = simulator.expand([state]);
  const index = expansion!.successors.findIndex(
    (successor, at) => expansion!.terminal[at] === 0 && graph.find(successor, graph.roundsLeft(from)) === to,
  );
  const joint = jointOf(expansion!, index, game.roles.length);
  const moves = joint.map((move, role) => `${game.roles[role]!} ${game.names.move(move)}`);
  const chosen = moves.filter((_, role) => game.legalMoves(state, role).length > 1);
  return (chosen.length === 0 ? moves : chosen).join(' and ');
}
