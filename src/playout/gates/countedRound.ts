import { firstMove, type GroundProgram } from '../../ground/index.js';
import { type Edge, FALSE, type GateNetwork, nodeOf, TRUE } from './gateNetwork.js';
import { goalOutcomes, outcomeEdges } from './outcomes.js';
import type { RoundNetwork } from './roundNetwork.js';

/**
 * One round of playouts: the variables of a state, and what is counted when a playout is over. Variables are the fluents, counted from 0; where
 * moves are counted, then come the moves: whether each was made in this playout.
 */
export interface CountedRound extends RoundNetwork {
  readonly variables: number;
  /** For each variable, its next value. */
  readonly nextVariables: Int32Array;
  /** The outcomes in the order of {@link outcomesOf}. */
  readonly outcomes: readonly Edge[];
}

export interface Outcome {
  readonly role: number;
  /** The role's goal; undefined where every playout with the move counts. */
  readonly goal: number | undefined;
  /** The place of a move among all moves; only playouts in which the role made it count. */
  readonly move: number | undefined;
}

/** What is counted of playouts that end: each goal value of a role but its lowest; where moves are counted, also with each of its moves. */
export function outcomesOf(program: GroundProgram, countsMoves: boolean): readonly Outcome[] {
  const goals = goalOutcomes(program).map(({ role, value }) => ({ role, goal: value, move: undefined }));
  if (!countsMoves) return goals;
  const ofMoves = Array.from({ length: program.moves }, (_, move) => {
    const role = roleOfMove(program, move);
    const own = goals.filter((goal) => goal.role === role);
    return [{ role, goal: undefined, move }, ...own.map(({ goal }) => ({ role, goal, move }))];
  });
  return [...goals, ...ofMoves.flat()];
}

/** The input node of a variable. */
export const inputOf = ({ fluents, moves }: GroundProgram, variable: number): number =>
  variable < fluents ? 1 + variable : 1 + moves + variable;

/** Adds to a round what is counted. Where moves are, its network has one input more for each of them. */
export function countedRound(program: GroundProgram, round: RoundNetwork, countsMoves: boolean): CountedRound {
  const { network } = round;
  const goals = outcomeEdges(network, program, round.goals);
  if (!countsMoves) return { ...round, variables: program.fluents, nextVariables: round.next, outcomes: goals };
  const wasMade = (move: number): Edge => 2 * inputOf(program, program.fluents + move);
  const made = madeNow(program, round);
  const next = Array.from({ length: program.moves }, (_, move) => network.or([wasMade(move), made[move]!]));
  const goalRoles = goalOutcomes(program).map(({ role }) => role);
  const ofMoves = Array.from({ length: program.moves }, (_, move) => {
    const role = roleOfMove(program, move);
    const own = goals.filter((_, index) => goalRoles[index] === role);
    return [wasMade(move), ...own.map((goal) => network.and([wasMade(move), goal]))];
  });
  return {
    ...round,
    variables: program.fluents + program.moves,
    nextVariables: Int32Array.from([...round.next, ...next]),
    outcomes: [...goals, ...ofMoves.flat()],
  };
}

/** For each move, whether it is made in this round. */
function madeNow(program: GroundProgram, { choices }: RoundNetwork): readonly Edge[] {
  const made = new Array<Edge>(program.moves).fill(FALSE);
  for (const { moves } of choices) {
    for (const atom of moves) made[atom - firstMove(program)] = moves.length === 1 ? TRUE : 2 * atom;
  }
  return made;
}

function roleOfMove(program: GroundProgram, move: number): number {
  const atom = move + firstMove(program);
  return program.roles.findIndex((_, role) => atom < program.moveStart[role + 1]!);
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
