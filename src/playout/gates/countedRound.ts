import { firstMove, type GroundProgram } from '../../ground/index.js';
import { type Edge, FALSE, type GateNetwork, nodeOf, TRUE } from './gateNetwork.js';
import { outcomeEdges } from './outcomes.js';
import type { RoundNetwork } from './roundNetwork.js';

/**
 * One round of playouts: the variables of a state, and what is counted when a playout is over. Variables are the fluents, counted from 0; where
 * moves are counted, then come the moves: whether each was made in this playout, which nothing changes once it is over.
 */
export interface CountedRound extends RoundNetwork {
  /** For each variable, its next value. */
  readonly nextVariables: Int32Array;
  /** In the order of `goalOutcomes`. */
  readonly outcomes: readonly Edge[];
}

/** The input node of a variable. */
export const inputOf = ({ fluents, moves }: GroundProgram, variable: number): number =>
  variable < fluents ? 1 + variable : 1 + moves + variable;

/** Where moves are counted, the network has one input more for each of them, and then one that says whether the playout goes on. */
export const extraInputs = ({ moves }: GroundProgram, countsMoves: boolean): number => (countsMoves ? moves + 1 : 0);

/** The last of the extra inputs. */
export const runningInput = ({ fluents, moves }: GroundProgram): number => 1 + fluents + 2 * moves;

/** Adds to a round what is counted. */
export function countedRound(program: GroundProgram, round: RoundNetwork, countsMoves: boolean): CountedRound {
  const { network } = round;
  const outcomes = outcomeEdges(network, program, round.goals);
  if (!countsMoves) return { ...round, nextVariables: round.next, outcomes };
  const isRunning = 2 * runningInput(program);
  const next = madeNow(program, round).map((made, move) =>
    network.or([2 * inputOf(program, program.fluents + move), network.and([made, isRunning])]),
  );
  return { ...round, nextVariables: Int32Array.from([...round.next, ...next]), outcomes };
}

/** For each move, whether it is made in this round. */
function madeNow(program: GroundProgram, { choices }: RoundNetwork): readonly Edge[] {
  const made = new Array<Edge>(program.moves).fill(FALSE);
  for (const { moves } of choices) {
    for (const atom of moves) made[atom - firstMove(program)] = moves.length === 1 ? TRUE : 2 * atom;
  }
  return made;
}

/** The inputs, and the gates, that edges depend on; through loops too. */
export function supportOf(
  network: GateNetwork,
  edges: Iterable<Edge>,
): { readonly inputs: readonly number[]; readonly size: number } {
  const { start, operands, inputs } = network;
  const loopOf = new Map<number, readonly Edge[]>();
  for (const { variables, bodies } of network.loops) for (const variable of variables) loopOf.set(variable, bodies);
  const isSeen = new Uint8Array(network.nodes);
  const found: number[] = [];
  let size = 0;
  const stack = [...edges].map(nodeOf);
  while (stack.length > 0) {
    const node = stack.pop()!;
    if (isSeen[node] === 1) continue;
    isSeen[node] = 1;
    if (node > 0 && node <= inputs) found.push(node);
    for (const body of loopOf.get(node) ?? []) stack.push(nodeOf(body));
    for (let at = start[node]!; at < start[node + 1]!; at++) stack.push(nodeOf(operands[at]!));
    size += start[node + 1]! - start[node]!;
  }
  return { inputs: found, size };
}
