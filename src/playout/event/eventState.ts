import type { Random } from '../../base/index.js';
import { firstDerived, firstMove, type GroundProgram } from '../../ground/index.js';
import type { PackedState, StateLayout } from '../packedState.js';
import { type EventKernel, openEventKernel } from './kernel.js';
import {
  BITS,
  BLOCK_COUNT,
  BLOCK_MOVES,
  BLOCK_SIZE,
  BLOCKS,
  CONDITION,
  DRAWN,
  FACTS,
  FACTS_END,
  GROUP_COUNT,
  GROUP_SIZE,
  GROUPS,
  GROUPS_END,
  IS_CAPPED,
  IS_ENDED,
  IS_QUEUED,
  IS_STARVED,
  IS_STUCK,
  LEVEL,
  LEVEL_KIND,
  MOVES,
  NOWHERE,
  ONE,
  OUTPUTS,
  PLIES,
  QUEUE_END,
  RANDOM,
  RANDOM_END,
  ROLE_SIZE,
  ROLES,
  TERMINAL,
  WAS_TRUE,
} from './layout.js';
import { MOST_RANDOM, wholeMemory } from './memory.js';
import type { Network } from './network.js';

/** What a 32-bit integer holds. */
const MOST_PLIES = 2 ** 31 - 1;

export type Outcome = 'ended' | 'capped' | 'stuck';

/**
 * One state of a game, kept up to date by events: a change is told to what depends on it, and goes no further than it matters. Only fluents
 * that legal moves, goals or the end depend on, now or later, are kept. Moves are places among all moves of the program.
 */
export class EventState {
  readonly #kernel: EventKernel;
  readonly #memory: Int32Array;
  /** Of the moves, and back. */
  readonly #addresses: Int32Array;
  readonly #places: ReadonlyMap<number, number>;
  readonly #goals: Int32Array;
  readonly #next: Int32Array;

  /** The state in which no fluent holds. */
  constructor(program: GroundProgram, layout: StateLayout, network: Network) {
    this.#kernel = openEventKernel(wholeMemory(program, layout, network));
    this.#memory = this.#kernel.memory;
    const first = firstMove(program);
    this.#addresses = network.addresses.slice(first, first + program.moves);
    this.#places = new Map(Array.from(this.#addresses, (address, place) => [address, place]));
    this.#goals = network.goals;
    this.#next = network.next;
    this.#queueAll(network.addresses.subarray(firstDerived(program)));
    this.#kernel.stand();
  }

  /** The words of the kernel, as the layout says. */
  get memory(): Int32Array {
    return this.#memory;
  }

  /** Whether the fluent, counted from 0, is kept. */
  isNeeded(fluent: number): boolean {
    return this.#next[fluent] !== NOWHERE;
  }

  holds(fluent: number): boolean {
    return ((this.#memory[this.#memory[FACTS]! + (fluent >>> 5)]! >>> (fluent & 31)) & 1) === 1;
  }

  get isTerminal(): boolean {
    return this.#isSatisfied(this.#memory[TERMINAL]!);
  }

  /** Joint moves made since the state was set. */
  get plies(): number {
    return this.#memory[PLIES]!;
  }

  /** Visits the index of each goal of the program that holds. */
  forEachGoal(visit: (goal: number) => void): void {
    this.#kernel.score();
    for (let goal = 0; goal < this.#goals.length; goal++) if (this.#isSatisfied(this.#goals[goal]!)) visit(goal);
  }

  /** In ascending order within each of a few groups. */
  legalMoves(role: number): readonly number[] {
    const memory = this.#memory;
    const record = memory[ROLES]! + ROLE_SIZE * role;
    const moves: number[] = [];
    for (let group = memory[record + GROUPS]!; group < memory[record + GROUPS_END]!; group += GROUP_SIZE) {
      const condition = memory[group + CONDITION]!;
      if (((memory[condition >> 1]! ^ condition) & WAS_TRUE) === 0) continue;
      let rest = memory[group + GROUP_COUNT]!;
      for (let block = memory[group + BLOCKS]!; rest > 0; block += BLOCK_SIZE) {
        rest -= memory[block + BLOCK_COUNT]!;
        for (let bit = 0; bit < BLOCK_MOVES; bit++) {
          const isLegal = (memory[block + BITS + (bit >> 5)]! >>> (bit & 31)) & 1;
          if (isLegal === 1) moves.push(this.#places.get(memory[block + MOVES + bit]!)!);
        }
      }
    }
    return moves;
  }

  /** Becomes the given state. */
  become(state: PackedState): void {
    const memory = this.#memory;
    const words = memory[FACTS_END]! - memory[FACTS]!;
    for (let word = 0; word < words; word++) memory[memory[FACTS_END]! + words + word] = state[word]!;
    this.#kernel.become();
  }

  /** Becomes the state after one move for each role, in role order. */
  act(moves: Iterable<number>): void {
    let drawn = this.#memory[ROLES]! + DRAWN;
    for (const move of moves) {
      this.#memory[drawn] = this.#addresses[move]!;
      drawn += ROLE_SIZE;
    }
    this.#kernel.act();
  }

  /** Forgets the random numbers that it has in store, so that it begins anew with those that it is given. */
  forgetRandom(): void {
    this.#memory[RANDOM] = this.#memory[RANDOM_END]!;
  }

  /** Draws a legal move of each role uniformly, into `joint`; false where some role has none. */
  draw(random: Random, joint: Int32Array): boolean {
    let outcome = this.#kernel.draw();
    for (; outcome === IS_STARVED; outcome = this.#kernel.draw()) this.#feed(random);
    if (outcome === IS_STUCK) return false;
    for (let role = 0; role < joint.length; role++) {
      joint[role] = this.#places.get(this.#memory[this.#memory[ROLES]! + ROLE_SIZE * role + DRAWN]!)!;
    }
    return true;
  }

  /** Plays random moves until the end, or for that many plies. */
  play(random: Random, maxPlies: number): Outcome {
    const most = Math.min(maxPlies, MOST_PLIES);
    let outcome = this.#kernel.play(most);
    for (; outcome === IS_STARVED; outcome = this.#kernel.play(most)) this.#feed(random);
    return outcome === IS_ENDED ? 'ended' : outcome === IS_CAPPED ? 'capped' : 'stuck';
  }

  /** Queues what may not be as the network was built: all that holds without triggers, and all outputs. */
  #queueAll(conjunctions: Int32Array): void {
    const memory = this.#memory;
    for (const node of conjunctions) {
      if (node === NOWHERE) continue;
      const isOutput = memory[memory[node + LEVEL]! + LEVEL_KIND] === OUTPUTS;
      if (memory[node]! < IS_QUEUED || isOutput) this.#enqueue(node);
    }
  }

  #enqueue(node: number): void {
    const memory = this.#memory;
    if ((memory[node]! & IS_QUEUED) !== 0) return;
    memory[node]! |= IS_QUEUED;
    const end = memory[node + LEVEL]! + QUEUE_END;
    memory[memory[end]!++] = node;
  }

  /** Whether a node that is never queued holds, or its negation. */
  #isSatisfied(reference: number): boolean {
    return this.#memory[reference >> 1]! < ONE === ((reference & 1) === 0);
  }

  /** Fills the store of random numbers, after those that are left. */
  #feed(random: Random): void {
    const memory = this.#memory;
    const start = memory.length - MOST_RANDOM;
    const left = memory[RANDOM_END]! - memory[RANDOM]!;
    memory.copyWithin(start, memory[RANDOM]!, memory[RANDOM_END]);
    for (let at = start + left; at < memory.length; at++) memory[at] = random.nextUint32();
    memory[RANDOM] = start;
    memory[RANDOM_END] = memory.length;
  }
}
