import { firstMove, type GroundProgram } from '../../ground/index.js';
import type { PackedState, StateLayout } from '../packedState.js';
import { type EventNetwork, NOWHERE, OUTPUT, WAS_TRUE } from './layout.js';
import { LegalMoves } from './legalMoves.js';
import { Propagation } from './propagation.js';

/**
 * One state of a game, kept up to date by events: a change is told to what depends on it, and goes no further than it matters. Only fluents
 * that legal moves, goals or the end depend on, now or later, are kept. Moves are places among all moves of the program.
 *
 * Nodes of the next level were last told the current state, and those that may have to say something else are queued: so the fluents
 * that a joint move changes are those of the nodes that change.
 */
export class EventState {
  readonly legalMoves: LegalMoves;
  readonly #network: EventNetwork;
  readonly #propagation: Propagation;
  /** Of the moves. */
  readonly #addresses: Int32Array;
  /** One bit a fluent, as in a {@link PackedState}. */
  readonly #facts: Uint32Array;
  readonly #isNeeded: Uint32Array;
  /** The move that each role made last, or -1. */
  readonly #made: Int32Array;
  readonly #changes: Int32Array;

  /** The state in which no fluent holds. It changes the network's memory: that is its own. */
  constructor(program: GroundProgram, layout: StateLayout, network: EventNetwork) {
    this.#network = network;
    this.#propagation = new Propagation(network);
    this.legalMoves = new LegalMoves(program, network);
    this.#addresses = network.addresses.slice(firstMove(program), firstMove(program) + program.moves);
    this.#facts = new Uint32Array(layout.words);
    this.#isNeeded = new Uint32Array(layout.words);
    network.nextNodes.forEach((node, fluent) => {
      if (node !== NOWHERE) this.#isNeeded[fluent >>> 5]! |= 1 << (fluent & 31);
    });
    this.#made = new Int32Array(program.roles.length).fill(-1);
    this.#changes = new Int32Array(program.fluents);
    this.#stand();
  }

  /** Whether the fluent, counted from 0, is kept. */
  isNeeded(fluent: number): boolean {
    return this.#network.nextNodes[fluent] !== NOWHERE;
  }

  holds(fluent: number): boolean {
    return ((this.#facts[fluent >>> 5]! >>> (fluent & 31)) & 1) === 1;
  }

  get isTerminal(): boolean {
    return this.#propagation.holds(this.#network.terminal);
  }

  /** Visits the index of each goal of the program that holds. */
  forEachGoal(visit: (goal: number) => void): void {
    const { nextLevel, levels, goals } = this.#network;
    this.#propagation.settle(nextLevel + 1, levels - 1);
    for (let goal = 0; goal < goals.length; goal++) if (this.#propagation.holds(goals[goal]!)) visit(goal);
  }

  /** Becomes the given state. */
  become(state: PackedState): void {
    const facts = this.#facts;
    const { memory } = this.#propagation;
    for (let word = 0; word < facts.length; word++) {
      for (let rest = (facts[word]! ^ state[word]!) & this.#isNeeded[word]!; rest !== 0; rest &= rest - 1) {
        const fluent = word * 32 + 31 - Math.clz32(rest & -rest);
        const next = this.#network.nextNodes[fluent]!;
        this.#flip(fluent + 1);
        memory[next]! ^= WAS_TRUE;
        this.#propagation.enqueue(next);
      }
    }
    this.#stand();
  }

  /** Becomes the state after one move for each role, in role order. */
  act(moves: Int32Array): void {
    const made = this.#made;
    const { memory } = this.#propagation;
    const { legalLevel, nextLevel } = this.#network;
    for (let role = 0; role < made.length; role++) {
      const old = made[role]!;
      const move = moves[role]!;
      if (old === move) continue;
      if (old >= 0) this.#propagation.flip(this.#addresses[old]!);
      this.#propagation.flip(this.#addresses[move]!);
      made[role] = move;
    }
    const changed = this.#propagation.settle(legalLevel + 1, nextLevel);
    // Copied, since to flip a fluent can put nodes of the next level into the queue.
    const queue = this.#propagation.queueOf(nextLevel);
    for (let i = 0; i < changed; i++) this.#changes[i] = memory[memory[queue + i]! + OUTPUT]!;
    for (let i = 0; i < changed; i++) this.#flip(this.#changes[i]!);
    this.#stand();
  }

  #flip(atom: number): void {
    const fluent = atom - 1;
    this.#facts[fluent >>> 5]! ^= 1 << (fluent & 31);
    this.#propagation.flip(this.#network.addresses[atom]!);
  }

  /** Brings legal moves and the end up to date. */
  #stand(): void {
    const { legalLevel } = this.#network;
    const { memory } = this.#propagation;
    const changed = this.#propagation.settle(0, legalLevel);
    const queue = this.#propagation.queueOf(legalLevel);
    for (let i = 0; i < changed; i++) this.legalMoves.toggle(memory[memory[queue + i]! + OUTPUT]!);
  }
}
