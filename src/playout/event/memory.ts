import { firstMove, type GroundProgram } from '../../ground/index.js';
import type { StateLayout } from '../packedState.js';
import {
  BLOCK_GROUP,
  BLOCK_MOVES,
  BLOCK_SIZE,
  BLOCKS,
  CHANGES,
  CONDITION,
  FACTS,
  FACTS_END,
  FLUENTS,
  GROUP_SIZE,
  GROUPS,
  GROUPS_END,
  MOVES,
  NOWHERE,
  OUTPUT_BIT,
  OUTPUT_BLOCK,
  OUTPUT_FLUENT,
  RANDOM,
  RANDOM_END,
  ROLE_SIZE,
  ROLES,
  ROLES_END,
} from './layout.js';
import type { Network } from './network.js';

/** Room for random numbers, at the end of the memory: few, since those that are left at the end of a call are lost. */
export const MOST_RANDOM = 1024;

/** The moves of a role that have the same condition. */
interface Group {
  readonly condition: number;
  /** Places among all moves. */
  readonly moves: number[];
}

/** A whole memory, as the layout says, with the levels and nodes of the network. */
export function wholeMemory(program: GroundProgram, layout: StateLayout, network: Network): Int32Array {
  const groups = program.roles.map((_, role) => groupsOf(program, role, network));
  const facts = network.memory.length;
  const fluents = facts + 3 * layout.words;
  const changes = fluents + 2 * program.fluents;
  const roles = changes + program.fluents;
  const groupsStart = roles + groups.length * ROLE_SIZE;
  const blocks = groupsStart + groups.flat().length * GROUP_SIZE;
  const random = blocks + groups.flat().reduce((sum, group) => sum + blocksOf(group), 0) * BLOCK_SIZE;
  const memory = new Int32Array(random + MOST_RANDOM);
  memory.set(network.memory);
  memory[FACTS] = facts;
  memory[FACTS_END] = facts + layout.words;
  memory[FLUENTS] = fluents;
  memory[CHANGES] = changes;
  memory[ROLES] = roles;
  memory[ROLES_END] = groupsStart;
  memory[RANDOM] = random;
  memory[RANDOM_END] = random;
  writeFluents(memory, network, layout);
  writeMoves(memory, network, { groups, firstAddress: network.addresses.subarray(firstMove(program)), blocks });
  return memory;
}

const blocksOf = ({ moves }: Group): number => Math.ceil(moves.length / BLOCK_MOVES);

function groupsOf(program: GroundProgram, role: number, { legal, conditions }: Network): readonly Group[] {
  const groups = new Map<number, Group>();
  const end = program.moveStart[role + 1]! - firstMove(program);
  for (let move = program.moveStart[role]! - firstMove(program); move < end; move++) {
    if (legal[move] === NOWHERE) continue;
    const condition = conditions[move]!;
    const group = groups.get(condition);
    if (group === undefined) groups.set(condition, { condition, moves: [move] });
    else group.moves.push(move);
  }
  return [...groups.values()];
}

function writeFluents(memory: Int32Array, { addresses, next }: Network, layout: StateLayout): void {
  const isNeeded = memory[FACTS]! + layout.words;
  next.forEach((node, fluent) => {
    memory[memory[FLUENTS]! + 2 * fluent] = addresses[fluent + 1]!;
    memory[memory[FLUENTS]! + 2 * fluent + 1] = node;
    if (node === NOWHERE) return;
    memory[node + OUTPUT_FLUENT] = fluent;
    memory[isNeeded + (fluent >>> 5)]! |= 1 << (fluent & 31);
  });
}

/** The groups of each role; the addresses of moves; and where groups and blocks are to be. */
interface MovePlan {
  readonly groups: readonly (readonly Group[])[];
  readonly firstAddress: Int32Array;
  readonly blocks: number;
}

function writeMoves(memory: Int32Array, { legal }: Network, { groups, firstAddress, blocks }: MovePlan): void {
  let group = memory[ROLES_END]!;
  let block = blocks;
  groups.forEach((own, role) => {
    memory[memory[ROLES]! + ROLE_SIZE * role + GROUPS] = group;
    for (const { condition, moves } of own) {
      memory[group + CONDITION] = condition;
      memory[group + BLOCKS] = block;
      moves.forEach((move, i) => {
        const bit = i % BLOCK_MOVES;
        if (i > 0 && bit === 0) block += BLOCK_SIZE;
        memory[block + BLOCK_GROUP] = group;
        memory[block + MOVES + bit] = firstAddress[move]!;
        memory[legal[move]! + OUTPUT_BLOCK] = block;
        memory[legal[move]! + OUTPUT_BIT] = bit;
      });
      block += BLOCK_SIZE;
      group += GROUP_SIZE;
    }
    memory[memory[ROLES]! + ROLE_SIZE * role + GROUPS_END] = group;
  });
}
