import { ANY_TIME, type PartState, type PartSuccessor, type RootedParts } from '../../game/index.js';
import { type GroundLiteral, type GroundProgram, TRUE } from '../../ground/index.js';
import type { PartActions } from './moveActions.js';
import type { MoveAtoms } from './moveAtoms.js';
import { FAILS, HOLDS, PartialValues, UNKNOWN } from './partialValues.js';

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

/** Fluents in one character of a part's state. */
const BITS = 15;

/** Rounds of each part by itself: what the others hold is unknown. */
export class PartRounds {
  readonly #values: PartialValues;
  /** Fluents that pass by themselves. */
  readonly #unmoved: readonly number[];
  /** For each part and action the literals of which one says that it is legal; empty where it always is. */
  readonly #legal: readonly (readonly (readonly GroundLiteral[])[])[];

  constructor(private readonly setting: PartSetting) {
    const { program, moves, isMoved, actions } = setting;
    this.#values = new PartialValues(program, moves);
    this.#unmoved = Array.from(isMoved.keys()).filter((fluent) => isMoved[fluent] === 0);
    this.#legal = actions.map((each) => legalLiterals(program, each));
  }

  from(state: Uint32Array): RootedParts {
    const { fluents } = this.setting;
    const passing = [this.#unmoved.map((fluent) => holds(state, fluent))];
    const known = (part: number | undefined, own: PartState, steps: number): (() => void) => {
      const passed = steps === ANY_TIME ? undefined : this.#passedAfter(passing, steps);
      return () => {
        if (passed !== undefined) this.#tell(this.#unmoved, (index) => passed[index]!);
        if (part !== undefined) this.#tell(fluents[part]!, (index) => bit(own, index));
      };
    };
    return {
      root: (part) => packed(fluents[part]!.map((fluent) => holds(state, fluent))),
      successors: (part, own, steps) => this.#successors(part, own, known(part, own, steps)),
      mayHold: (condition, own, steps) => {
        const { part, literals } = this.setting.conditions[condition]!;
        this.#values.begin();
        known(part, own, steps)();
        return literals.every((literal) => this.#values.valueOf(literal) !== FAILS);
      },
    };
  }

  #successors(part: number, own: PartState, tell: () => void): readonly PartSuccessor[] | undefined {
    const { program, actions, idle } = this.setting;
    const values = this.#values;
    values.begin();
    tell();
    if (values.valueOf(program.terminal) === HOLDS) return [];
    const legal = this.#legal[part]!.map((literals) => {
      return literals.length === 0 || literals.some((literal) => values.valueOf(literal) !== FAILS);
    });
    const successors: PartSuccessor[] = [];
    for (const [action, move] of actions[part]!.moves.entries()) {
      const isIdle = action === idle?.[part];
      if (legal[action] === false && !isIdle) continue;
      values.begin(move);
      tell();
      const state = this.#next(part);
      if (state === undefined || (isIdle && state !== own)) return undefined;
      if (!isIdle) successors.push({ action, state });
    }
    return successors;
  }

  /** What holds next in a part; undefined where it depends on something else. */
  #next(part: number): PartState | undefined {
    const { program, fluents } = this.setting;
    const next = fluents[part]!.map((fluent) => this.#values.valueOf(program.next[fluent]!));
    return next.includes(UNKNOWN) ? undefined : packed(next.map((value) => value === HOLDS));
  }

  #tell(fluents: readonly number[], isTrue: (index: number) => boolean): void {
    fluents.forEach((fluent, index) => {
      this.#values.tell(fluent, isTrue(index));
    });
  }

  /** What passes by itself, after so many steps; what was found is kept in a list. */
  #passedAfter(passing: (readonly boolean[])[], steps: number): readonly boolean[] {
    while (passing.length <= steps) {
      const last = passing.at(-1)!;
      this.#values.begin();
      this.#tell(this.#unmoved, (index) => last[index]!);
      const { next } = this.setting.program;
      passing.push(this.#unmoved.map((fluent) => this.#values.valueOf(next[fluent]!) === HOLDS));
    }
    return passing[steps]!;
  }
}

function legalLiterals(program: GroundProgram, { actions, actionOf }: PartActions): readonly (readonly GroundLiteral[])[] {
  const sets = Array.from({ length: actions }, () => new Set<GroundLiteral>());
  actionOf.forEach((action, move) => sets[action]!.add(program.legal[move]!));
  return sets.map((literals) => (literals.has(TRUE) ? [] : [...literals]));
}

const holds = (state: Uint32Array, fluent: number): boolean => ((state[fluent >>> 5]! >>> (fluent & 31)) & 1) === 1;

const bit = (state: PartState, index: number): boolean =>
  ((state.charCodeAt(Math.floor(index / BITS)) >>> (index % BITS)) & 1) === 1;

function packed(bits: readonly boolean[]): PartState {
  const codes = new Array<number>(Math.ceil(bits.length / BITS)).fill(0);
  bits.forEach((holdsHere, index) => {
    if (holdsHere) codes[Math.floor(index / BITS)]! |= 1 << (index % BITS);
  });
  return String.fromCharCode(...codes);
}
