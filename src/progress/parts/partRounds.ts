import { ANY_TIME, type PartState, type PartSuccessor, type RootedParts } from '../../game/index.js';
import { type GroundLiteral, type GroundProgram, TRUE } from '../../ground/index.js';
import type { PartActions } from './moveActions.js';
import type { MoveAtoms } from './moveAtoms.js';
import { ForwardRounds } from './forwardRounds.js';
import { CLOCK, FAILS, HOLDS, PartialValues, UNKNOWN } from './partialValues.js';

export interface PartSetting {
  readonly program: GroundProgram;
  readonly moves: MoveAtoms;
  /** 0 for fluents that pass by themselves. */
  readonly isMoved: Uint8Array;
  /** The fluents of each part. */
  readonly fluents: readonly (readonly number[])[];
  readonly actions: readonly PartActions[];
  /** For each part the action that must leave it as it is, where there is one. */
  readonly idle: readonly number[] | undefined;
  readonly conditions: readonly { readonly part: number | undefined; readonly literals: readonly GroundLiteral[] }[];
}

/** Rounds of each part by itself: what the others hold is unknown. A state of a part has a character for each of its fluents that holds. */
export class PartRounds {
  readonly #values: PartialValues;
  /** Fluents that pass by themselves. */
  readonly #unmoved: readonly number[];
  /** Where in its part a fluent is. */
  readonly #placeOf: Int32Array;
  /** For each part and action the literals of which one says that it is legal; empty where it always is. */
  readonly #legal: readonly (readonly (readonly GroundLiteral[])[])[];
  /** For each part, where its rules deny nothing. */
  readonly #forward: readonly (ForwardRounds | undefined)[];

  constructor(private readonly setting: PartSetting) {
    const { program, moves, isMoved, actions, fluents } = setting;
    const labels = new Int32Array(program.fluents).fill(CLOCK);
    this.#placeOf = new Int32Array(program.fluents);
    fluents.forEach((own, part) => {
      own.forEach((fluent, place) => {
        labels[fluent] = part;
        this.#placeOf[fluent] = place;
      });
    });
    this.#values = new PartialValues(program, moves, labels);
    this.#unmoved = Array.from(isMoved.keys()).filter((fluent) => isMoved[fluent] === 0);
    this.#legal = actions.map((each) => legalLiterals(program, each));
    this.#forward = fluents.map((own) => ForwardRounds.of(program, moves, own));
  }

  /** Whether what holds next in each part follows from what holds now. */
  get isForward(): boolean {
    return this.#forward.every((forward) => forward !== undefined);
  }

  from(state: Uint32Array): RootedParts {
    const passing = [this.#unmoved.filter((fluent) => holds(state, fluent))];
    const passed = (steps: number): readonly number[] | undefined =>
      steps === ANY_TIME ? undefined : this.#passedAfter(passing, steps);
    return {
      root: (part) => this.#packed(this.setting.fluents[part]!.filter((fluent) => holds(state, fluent))),
      successors: (part, own, steps) => this.#successors(part, own, passed(steps)),
      mayHold: (condition, own, steps) => {
        const { part, literals } = this.setting.conditions[condition]!;
        const clock = passed(steps);
        this.#begin({ part, holding: part === undefined ? [] : this.#unpacked(part, own), clock });
        return literals.every((literal) => this.#values.valueOf(literal) !== FAILS);
      },
    };
  }

  #successors(
    part: number,
    own: PartState,
    clock: readonly number[] | undefined,
  ): readonly PartSuccessor[] | undefined {
    const { program, actions, idle } = this.setting;
    const values = this.#values;
    const known = { part, holding: this.#unpacked(part, own), clock };
    this.#begin(known);
    if (values.valueOf(program.terminal) === HOLDS) return [];
    const legal = this.#legal[part]!.map((literals) => {
      return literals.length === 0 || literals.some((literal) => values.valueOf(literal) !== FAILS);
    });
    const successors: PartSuccessor[] = [];
    for (const [action, move] of actions[part]!.moves.entries()) {
      const isIdle = action === idle?.[part];
      if (legal[action] === false && !isIdle) continue;
      const state = this.#next(known, move);
      if (state === undefined || (isIdle && state !== own)) return undefined;
      if (!isIdle) successors.push({ action, state });
    }
    return successors;
  }

  #begin({ part, holding, clock }: Known, move?: number): void {
    this.#values.begin(move);
    if (clock !== undefined) this.#values.tell(CLOCK, clock);
    if (part !== undefined) this.#values.tell(part, holding);
  }

  /** What holds next in a part; undefined where it depends on something else. */
  #next(known: Known & { readonly part: number }, move: number): PartState | undefined {
    const { program, fluents } = this.setting;
    const { part, holding, clock } = known;
    const forward = this.#forward[part];
    if (forward !== undefined && clock !== undefined) {
      return this.#packed(forward.next([...holding, ...clock], move).sort((a, b) => a - b));
    }
    this.#begin(known, move);
    const next: number[] = [];
    for (const fluent of fluents[part]!) {
      const value = this.#values.valueOf(program.next[fluent]!);
      if (value === UNKNOWN) return undefined;
      if (value === HOLDS) next.push(fluent);
    }
    return this.#packed(next);
  }

  #packed(holding: readonly number[]): PartState {
    return String.fromCharCode(...holding.map((fluent) => this.#placeOf[fluent]!));
  }

  #unpacked(part: number, state: PartState): readonly number[] {
    const own = this.setting.fluents[part]!;
    return Array.from({ length: state.length }, (_, at) => own[state.charCodeAt(at)]!);
  }

  /** What passes by itself, after so many steps; what was found is kept in a list. */
  #passedAfter(passing: (readonly number[])[], steps: number): readonly number[] {
    while (passing.length <= steps) {
      this.#begin({ part: undefined, holding: [], clock: passing.at(-1)! });
      const { next } = this.setting.program;
      passing.push(this.#unmoved.filter((fluent) => this.#values.valueOf(next[fluent]!) === HOLDS));
    }
    return passing[steps]!;
  }
}

/** What is known of a state: what holds in a part, and what passes by itself, where that is known. */
interface Known {
  readonly part: number | undefined;
  readonly holding: readonly number[];
  readonly clock: readonly number[] | undefined;
}

function legalLiterals(
  program: GroundProgram,
  { actions, actionOf }: PartActions,
): readonly (readonly GroundLiteral[])[] {
  const sets = Array.from({ length: actions }, () => new Set<GroundLiteral>());
  actionOf.forEach((action, move) => sets[action]?.add(program.legal[move]!));
  return sets.map((literals) => (literals.has(TRUE) ? [] : [...literals]));
}

const holds = (state: Uint32Array, fluent: number): boolean => ((state[fluent >>> 5]! >>> (fluent & 31)) & 1) === 1;
