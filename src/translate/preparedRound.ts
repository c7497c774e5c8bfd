import type { Clock } from '../base/index.js';
import type { Move } from '../game/index.js';
import type { GroundProgram } from '../ground/index.js';
import { claim, type Network, type RoundGoal, type RoundNetwork, type RoundWithSuccessor } from '../network/index.js';
import { MoveNames } from '../playout/index.js';
import { preprocess, PREPROCESSING_PASSES, type PreprocessingPass } from '../solver/index.js';

/** In place of a variable, value or fluent: there is none. */
export const NONE = -1;

/** It holds iff whether the variable takes the value is as it says; without variable, always. */
export interface Sign {
  readonly variable: number;
  readonly value: number;
  readonly isTaken: boolean;
}

export interface GoalSign extends Sign {
  readonly role: number;
  readonly points: number;
}

/** What is to be seen of a state. */
export interface StateSigns {
  readonly terminal: Sign;
  readonly goals: readonly GoalSign[];
}

/**
 * Singleton arc consistency on the template is left out: it made rounds of six games at most 6 % faster, and preparing them took 3 to 8 times as
 * long with it, on networks of thousands of variables 10 to 50 times. The other passes give up to 9 %; with more constraints than these
 * they take seconds, which no match gives back.
 */
const PASSES_LEFT_OUT: readonly PreprocessingPass[] = ['makeConsistent'];
const MOST_CONSTRAINTS = 20_000;

/**
 * The network of a round with the state that follows it, preprocessed once (003 section 4.1), and what its variables and values mean in
 * fluents and moves, which are numbered as in compiled games. The round must be one that may come after the end.
 */
export class PreparedRound {
  readonly network: Network;
  /** For each role the variable of its move, and the move that each value stands for; {@link NONE} where the round is over. */
  readonly actions: readonly number[];
  readonly moves: readonly (readonly Move[])[];
  /** The variables of the state, and the value of each where none of its fluents holds; {@link NONE} where that has no solution. */
  readonly injected: Int32Array;
  readonly absent: Int32Array;
  /** For each fluent the place of its variable in `injected` and the value that says that it holds, {@link NONE} where that has no solution. */
  readonly places: Int32Array;
  readonly values: Int32Array;
  /** The variables of the state that follows, and for each value the fluent that it stands for, or {@link NONE}. */
  readonly next: readonly NextVariable[];
  readonly state: StateSigns;
  readonly successor: StateSigns;
  /** For each variable, and each value that it has in the round, its value here, or {@link NONE}. */
  readonly #renumbered: readonly Int32Array[];

  constructor(program: GroundProgram, round: RoundWithSuccessor, clock: Clock) {
    const isLarge = round.network.constraints.length > MOST_CONSTRAINTS;
    const without = isLarge ? PREPROCESSING_PASSES : PASSES_LEFT_OUT;
    const budget = { clock, milliseconds: Infinity, bytes: Infinity };
    const { network, values: kept } = preprocess(round.network, { without, budget });
    this.network = network;
    this.#renumbered = round.network.variables.map(({ values }, x) => renumbering(values.length, kept[x]!));
    const names = new MoveNames(program);
    this.actions = round.actions;
    this.moves = round.actions.map((x, role) => kept[x]!.map((value) => names.ofRole(role)[value] ?? NONE));
    const { fluents } = round;
    const placeOf = new Map(Array.from(fluents.variables, (x, place) => [x, place]));
    this.injected = Int32Array.from([...fluents.variables, round.isDefined]);
    this.absent = Int32Array.from([...fluents.absent, 1], (value, place) => this.#value(this.injected[place]!, value));
    this.places = fluents.variable.map((x) => placeOf.get(x)!);
    this.values = fluents.value.map((value, fluent) => this.#value(fluents.variable[fluent]!, value));
    this.next = this.#nextVariables(round);
    this.state = this.#signs(round);
    this.successor = this.#signs(round.successor);
  }

  #value(x: number, value: number): number {
    return value < 0 ? NONE : this.#renumbered[x]![value]!;
  }

  #nextVariables({ next }: RoundNetwork): readonly NextVariable[] {
    const fluentsOf = new Map<number, Int32Array>();
    for (const x of next.variables)
      fluentsOf.set(x, new Int32Array(this.network.variables[x]!.values.length).fill(NONE));
    for (const [fluent, x] of next.variable.entries()) {
      const value = this.#value(x, next.value[fluent]!);
      if (value !== NONE) fluentsOf.get(x)![value] = fluent;
    }
    return Array.from(fluentsOf, ([variable, fluents]) => ({ variable, fluents }));
  }

  #signs({ terminal, goals }: { readonly terminal: number; readonly goals: readonly RoundGoal[] }): StateSigns {
    const possible = goals.filter((goal) => goal.variable !== NONE || goal.claim === 0);
    return {
      terminal: this.#sign(terminal, claim(1)),
      goals: possible.map((goal) => ({ ...goal, ...this.#sign(goal.variable, goal.claim) })),
    };
  }

  #sign(variable: number, about: number): Sign {
    const value = variable === NONE ? NONE : this.#value(variable, about >> 1);
    return { variable, value, isTaken: (about & 1) === 0 };
  }
}

export interface NextVariable {
  readonly variable: number;
  readonly fluents: Int32Array;
}

function renumbering(size: number, kept: readonly number[]): Int32Array {
  const renumbered = new Int32Array(size).fill(NONE);
  for (const [index, value] of kept.entries()) renumbered[value] = index;
  return renumbered;
}
