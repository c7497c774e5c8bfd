import { firstMove, type GroundProgram } from '../../ground/index.js';
import { COPY } from '../kernel/instructionSet.js';
import { emit, type Stream } from './emit.js';
import { type Edge, FALSE, TRUE } from './gateNetwork.js';
import { FIRST_SLOT, ONES, ZEROS } from './playoutStreams.js';
import type { FluentValue, RoundNetwork } from './roundNetwork.js';
import { assignSlots } from './slots.js';
import { number, read, slot, StreamPlan } from './streamPlan.js';

/** The slots of states that stand side by side in lanes, the same for every phase of a game: where each kind begins. */
export interface ExpansionSlots {
  /** One a fluent: whether it holds. */
  readonly fluents: number;
  /** One a move: whether it is legal, once that was asked; whether it is made, where it shall be. */
  readonly moves: number;
  readonly terminal: number;
  /** One for each of the program's goals, and of its percepts. */
  readonly goals: number;
  readonly percepts: number;
  /** After all these. */
  readonly end: number;
}

export function expansionSlots(program: GroundProgram): ExpansionSlots {
  const fluents = FIRST_SLOT;
  const moves = fluents + program.fluents;
  const terminal = moves + program.moves;
  const goals = terminal + 1;
  const percepts = goals + program.goals.length;
  return { fluents, moves, terminal, goals, percepts, end: percepts + program.percepts.length };
}

/** Streams that answer what a `Game` is asked, for states that look alike to the network they are made from. */
export interface ExpansionStreams {
  /** Fluents → legal moves (of {@link choices} only), terminal, goals. */
  readonly look: Stream;
  /** Fluents → terminal, goals. */
  readonly end: Stream;
  /** Fluents and a legal move made by each role → next fluents. */
  readonly move: Stream;
  /** Fluents and a legal move made by each role → percepts. */
  readonly see: Stream;
  /** For each role the places, among all moves, of those that may be legal. */
  readonly choices: readonly Int32Array[];
  /** Whether all successors have these values. */
  readonly leadsTo: (valueOf: FluentValue) => boolean;
  /** Number of slots in use. */
  readonly slots: number;
}

export function expansionStreams(program: GroundProgram, round: RoundNetwork): ExpansionStreams {
  return new ExpansionCompiler(program, round).compile();
}

/** A result and the slot where it shall be. */
interface Result {
  readonly edge: Edge;
  readonly to: number;
}

class ExpansionCompiler {
  readonly #homes: ExpansionSlots;
  #slots: number;

  constructor(
    private readonly program: GroundProgram,
    private readonly round: RoundNetwork,
  ) {
    this.#homes = expansionSlots(program);
    this.#slots = this.#homes.end;
  }

  compile(): ExpansionStreams {
    const { terminal, goals, percepts, choices, next } = this.round;
    const homes = this.#homes;
    const ends = [{ edge: terminal, to: homes.terminal }, ...goals.map((edge, at) => ({ edge, to: homes.goals + at }))];
    const legal = choices.flatMap(({ moves, legal: edges }) => edges.map((edge, at) => ({ edge, input: moves[at]! })));
    const streams = {
      look: this.#stream(ends, legal),
      end: this.#stream(ends, []),
      move: this.#stream(
        [],
        Array.from(next, (edge, fluent) => ({ edge, input: 1 + fluent })),
      ),
      see: this.#stream(
        percepts.map((edge, at) => ({ edge, to: homes.percepts + at })),
        [],
      ),
    };
    const first = firstMove(this.program);
    // The network must not be kept alive by the question where it leads.
    const certain = next.map((edge) => (edge === TRUE ? 1 : edge === FALSE ? 0 : -1));
    return {
      ...streams,
      choices: choices.map(({ moves }) => Int32Array.from(moves, (atom) => atom - first)),
      leadsTo: (valueOf) => certain.every((value, fluent) => [value, undefined].includes(valueOf(fluent))),
      slots: this.#slots,
    };
  }

  /** Results go to their slots, those that are inputs home. */
  #stream(results: readonly Result[], homeward: readonly { readonly edge: Edge; readonly input: number }[]): Stream {
    const roots = [...results, ...homeward].map(({ edge }) => edge);
    const plan = new StreamPlan(this.round.network, roots);
    plan.compute(roots);
    if (results.length > 0) {
      const pairs = results.flatMap(({ edge, to }) => [slot(to), read(plan.valueOf(edge))]);
      plan.instruct(COPY, [number(results.length), ...pairs]);
    }
    for (const { edge, input } of homeward) plan.commit(input, edge);
    const { end, ...assignment } = assignSlots(plan, {
      zeros: ZEROS,
      ones: ONES,
      homes: this.#inputHomes(),
      firstFree: this.#homes.end,
    });
    this.#slots = Math.max(this.#slots, end);
    return emit(plan, { end, ...assignment });
  }

  /** Inputs are fluents and moves, in the order of their slots; others, if the network has any, are nobody's. */
  #inputHomes(): Int32Array {
    const { fluents, moves } = this.program;
    return Int32Array.from({ length: this.round.network.inputs + 1 }, (_, input) =>
      input === 0 || input > fluents + moves ? -1 : this.#homes.fluents + input - 1,
    );
  }
}
