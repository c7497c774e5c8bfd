import { type Expansion, jointOf, type Move, NO_GOAL } from '../../game/index.js';
import type { SearchSetting } from '../search.js';

/** Of one state no more successors are met at once: it could take too long. */
export const MOST_MET = 2 ** 12;

/** The highest goal that rules can give. */
const MOST_POINTS = 100;
/** Of a play without end, or without a goal: the least. */
export const NOTHING = 0;

/** The best end found behind a successor of the root, and how many ends were. */
interface Behind {
  readonly value: number | undefined;
  readonly ends: number;
}

function behindIn(values: Float64Array, ends: Float64Array, successor: number): Behind {
  const value = values[successor]!;
  return { value: value < 0 ? undefined : value, ends: ends[successor]! };
}

/**
 * What all strategies share: the states that can be reached from one root, expanded and counted, and the best way to an end that anyone has
 * found. Nobody plays against the role: of a joint move, all is chosen.
 */
export class PlanSpace<State> {
  nodes = 0;
  expansions = 0;
  playouts = 0;
  /** What all that cost, in units of a successor made, about: by it strategies take turns. */
  work = 0;
  /** Goal of the best end that was found; undefined before the first. */
  value: number | undefined;
  /** Joint moves from the root to that end. */
  line: readonly (readonly Move[])[] = [];
  /** No end is better. */
  readonly highest: number;
  readonly first: Expansion<State>;
  /** Of the present thought, by the setting's clock. */
  deadline = Infinity;
  /** For each successor of the root: the goal of the best end found behind it, and how many ends were. */
  readonly #values: Float64Array;
  readonly #ends: Float64Array;

  constructor(
    readonly setting: SearchSetting<State>,
    readonly root: State,
  ) {
    this.highest = setting.goals?.().highest ?? MOST_POINTS;
    this.first = setting.simulator.expand([root])[0]!;
    this.#values = new Float64Array(this.first.terminal.length).fill(-1);
    this.#ends = new Float64Array(this.first.terminal.length);
  }

  /** Whether the present thought should be over: those that take long over something ask this. Never without a deadline. */
  readonly isTimeUp = (): boolean => this.deadline !== Infinity && this.setting.clock() >= this.deadline;

  /** Where time is up first, those of the first states only. */
  expand(states: readonly State[]): readonly Expansion<State>[] {
    const { simulator } = this.setting;
    return this.#counted(
      this.deadline === Infinity ? simulator.expand(states) : simulator.expand(states, this.isTimeUp),
    );
  }

  /** That of one state, however long it takes. */
  expandNow(state: State): Expansion<State> {
    return this.#counted(this.setting.simulator.expand([state]))[0]!;
  }

  #counted(expansions: readonly Expansion<State>[]): readonly Expansion<State>[] {
    this.expansions += expansions.length;
    // Not by the successors, which are made when they are first asked for.
    for (const { terminal } of expansions) {
      this.nodes += terminal.length;
      this.work += 1 + terminal.length;
    }
    return expansions;
  }

  /** A successor is terminal; `way` has the successors that lead to it from the root, itself the last. */
  meetEnd(expansion: Expansion<State>, successor: number, end: { first: number; way: () => readonly number[] }): void {
    const value = this.goalOf(expansion, successor);
    this.#count(end.first, value);
    if (this.value !== undefined && value <= this.value) return;
    this.value = value;
    this.line = this.#jointsOf(end.way());
  }

  /** Joint moves from the root lead to an end of play with a goal of the role. */
  meetLine(line: readonly (readonly Move[])[], value: number): void {
    const { roles } = this.setting.game;
    const { joints } = this.first;
    let first = 0;
    while (!roles.every((_, role) => joints[first * roles.length + role] === line[0]![role])) first++;
    this.#count(first, value);
    if (this.value !== undefined && value <= this.value) return;
    this.value = value;
    this.line = line;
  }

  #count(first: number, value: number): void {
    this.#ends[first]!++;
    if (value > this.#values[first]!) this.#values[first] = value;
  }

  /** The role's goal in a successor. */
  goalOf({ goals }: Expansion<State>, successor: number): number {
    const goal = goals[successor * this.setting.game.roles.length + this.setting.role]!;
    return goal === NO_GOAL ? NOTHING : goal;
  }

  get isBest(): boolean {
    return this.value === this.highest;
  }

  /** What is known behind a successor of the root. */
  behind(successor: number): Behind {
    return behindIn(this.#values, this.#ends, successor);
  }

  /** The same, as it is now, also later. */
  behindNow(): (successor: number) => Behind {
    const [values, ends] = [this.#values.slice(), this.#ends.slice()];
    return (successor) => behindIn(values, ends, successor);
  }

  #jointsOf(way: readonly number[]): readonly (readonly Move[])[] {
    const { game, simulator } = this.setting;
    let { first: expansion } = this;
    return way.map((successor, depth) => {
      if (depth > 0) expansion = simulator.expand([expansion.successors[way[depth - 1]!]!])[0]!;
      return jointOf(expansion, successor, game.roles.length);
    });
  }
}
