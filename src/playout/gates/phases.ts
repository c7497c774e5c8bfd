import type { GroundProgram } from '../../ground/index.js';
import { type Edge, isComplemented, nodeOf } from './gateNetwork.js';
import type { FluentValue, RoundNetwork } from './roundNetwork.js';
import { coneOf } from './substitution.js';

/**
 * Turns of a game that come round with a period: in phase i of every playout from the initial state, some fluents have always the same
 * value (whose turn it is, the parity of the step). A network of its own for each phase is smaller.
 */
export interface Phases {
  readonly period: number;
  /** For each phase, what fluents are there in every reachable state. */
  readonly values: readonly FluentValue[];
}

/** Longer periods cost more to build than they gain. */
const LONGEST_PERIOD = 12;
/** Steps after which fluents that evolve on their own count as having no period. */
const MOST_STEPS = 2000;
/** Rounds of abstract play, a phase, before only the periodic fluents are fixed. */
const MOST_ROUNDS = 40;

const ZERO = 0;
const ONE = 1;
const EITHER = 2;
/** No state of the phase was met yet. */
const NONE = 3;

export function findPhases(program: GroundProgram, round: RoundNetwork): Phases {
  const periodic = periodicFluents(program, round);
  const values = new AbstractPlay(program, round, periodic).reachable() ?? periodic.map(withEither);
  return {
    period: values.length,
    values: values.map((phase) => (fluent) => {
      const value = phase[fluent]!;
      return value === ZERO || value === ONE ? value : undefined;
    }),
  };
}

/** A phase: by fluent ZERO, ONE, or NONE where it is not periodic. */
type PhaseValues = Uint8Array;

const withEither = (phase: PhaseValues): PhaseValues => phase.map((value) => (value === NONE ? EITHER : value));

/** The longest common period, up to {@link LONGEST_PERIOD}, of fluents that depend on themselves alone; one entry a phase. */
function periodicFluents(program: GroundProgram, round: RoundNetwork): readonly PhaseValues[] {
  const own = autonomousFluents(program, round);
  const history = own.length === 0 ? undefined : evolve(program, round, own);
  let period = 1;
  const periods = new Map<number, number>();
  if (history !== undefined) {
    for (const fluent of own) {
      const found = periodOf(history, fluent);
      if (found === undefined) continue;
      const common = leastCommonMultiple(period, found);
      if (common > LONGEST_PERIOD) continue;
      period = common;
      periods.set(fluent, found);
    }
  }
  return Array.from({ length: period }, (_, phase) => {
    const values = new Uint8Array(program.fluents).fill(NONE);
    for (const fluent of periods.keys()) values[fluent] = history!.at(phase)[fluent]!;
    return values;
  });
}

/** Fluents whose next value depends on no move and on no fluent but such ones. */
function autonomousFluents(program: GroundProgram, { network, next }: RoundNetwork): readonly number[] {
  const { start, operands, nodes, inputs } = network;
  const isTainted = new Uint8Array(nodes);
  isTainted.fill(1, 1 + program.fluents, inputs + 1);
  for (const { variables } of network.loops) for (const variable of variables) isTainted[variable] = 1;
  let own = Array.from({ length: program.fluents }, (_, fluent) => fluent);
  for (;;) {
    for (let node = inputs + 1; node < nodes; node++) {
      for (let at = start[node]!; isTainted[node] === 0 && at < start[node + 1]!; at++) {
        isTainted[node] = isTainted[nodeOf(operands[at]!)]!;
      }
    }
    const left = own.filter((fluent) => isTainted[nodeOf(next[fluent]!)] === 0);
    if (left.length === own.length) return own;
    own.forEach((fluent) => (isTainted[1 + fluent] = 1));
    left.forEach((fluent) => (isTainted[1 + fluent] = 0));
    own = left;
  }
}

/** The states of fluents that evolve on their own: after `cycleStart` they repeat for ever. */
class History {
  constructor(
    readonly states: readonly Uint8Array[],
    readonly cycleStart: number,
  ) {}

  at(step: number): Uint8Array {
    const cycle = this.states.length - this.cycleStart;
    return this.states[step < this.states.length ? step : this.cycleStart + ((step - this.cycleStart) % cycle)]!;
  }
}

function evolve(program: GroundProgram, { network, next }: RoundNetwork, own: readonly number[]): History | undefined {
  const { start, operands } = network;
  const cone = coneOf(
    network,
    own.map((fluent) => next[fluent]!),
  );
  const values = new Uint8Array(network.nodes);
  values[0] = 1;
  const holds = (edge: Edge): number => values[nodeOf(edge)]! ^ (edge & 1);
  let state = new Uint8Array(program.fluents);
  for (const atom of program.initial) state[atom - 1] = 1;
  const seen = new Map<string, number>();
  const states: Uint8Array[] = [];
  while (states.length < MOST_STEPS) {
    const current = state;
    const key = own.map((fluent) => current[fluent]).join('');
    const before = seen.get(key);
    if (before !== undefined) return new History(states, before);
    seen.set(key, states.length);
    states.push(current);
    for (const fluent of own) values[1 + fluent] = current[fluent]!;
    for (const node of cone) {
      let value = 1;
      for (let at = start[node]!; at < start[node + 1]!; at++) value &= holds(operands[at]!);
      values[node] = value;
    }
    state = new Uint8Array(program.fluents);
    for (const fluent of own) state[fluent] = holds(next[fluent]!);
  }
  return undefined;
}

/** The smallest period with which a fluent goes on from the very start. */
function periodOf(history: History, fluent: number): number | undefined {
  for (let period = 1; period <= LONGEST_PERIOD; period++) {
    let step = 0;
    while (step < history.states.length && history.at(step)[fluent] === history.at(step + period)[fluent]) step++;
    if (step === history.states.length) return period;
  }
  return undefined;
}

function leastCommonMultiple(a: number, b: number): number {
  let [x, y] = [a, b];
  while (y !== 0) [x, y] = [y, x % y];
  return (a / x) * b;
}

/** Plays all games at once: a fluent of a phase is 0, 1 or either, whatever the players do. */
class AbstractPlay {
  readonly #values: Uint8Array;
  readonly #phases: readonly PhaseValues[];

  constructor(
    private readonly program: GroundProgram,
    private readonly round: RoundNetwork,
    private readonly periodic: readonly PhaseValues[],
  ) {
    this.#values = new Uint8Array(round.network.nodes).fill(EITHER);
    this.#phases = periodic.map(() => new Uint8Array(program.fluents).fill(NONE));
  }

  /** What each phase can be, or undefined where it takes too long to find out. */
  reachable(): readonly PhaseValues[] | undefined {
    const initial = new Uint8Array(this.program.fluents);
    for (const atom of this.program.initial) initial[atom - 1] = 1;
    this.#join(0, initial);
    let unchanged = 0;
    for (let step = 0; step < MOST_ROUNDS * this.#phases.length; step++) {
      const phase = step % this.#phases.length;
      const hasChanged = this.#join((phase + 1) % this.#phases.length, this.#next(phase));
      unchanged = hasChanged ? 0 : unchanged + 1;
      if (unchanged === this.#phases.length) return this.#phases;
    }
    return undefined;
  }

  #join(phase: number, state: Uint8Array): boolean {
    const known = this.#phases[phase]!;
    const fixed = this.periodic[phase]!;
    let hasChanged = false;
    state.forEach((value, fluent) => {
      const before = known[fluent]!;
      const joined =
        fixed[fluent] !== NONE ? fixed[fluent]! : before === NONE ? value : before === value ? value : EITHER;
      if (joined !== before) hasChanged = true;
      known[fluent] = joined;
    });
    return hasChanged;
  }

  #next(phase: number): Uint8Array {
    const { network, next } = this.round;
    const { start, operands, nodes, inputs } = network;
    const values = this.#values;
    values[0] = ONE;
    values.set(this.#phases[phase]!, 1);
    for (let node = inputs + 1; node < nodes; node++) {
      if (start[node] === start[node + 1]) continue;
      let value = ONE;
      for (let at = start[node]!; value !== ZERO && at < start[node + 1]!; at++) {
        const operand = complementIf(values[nodeOf(operands[at]!)]!, isComplemented(operands[at]!));
        if (operand !== ONE) value = operand;
      }
      values[node] = value;
    }
    return Uint8Array.from(next, (edge) => complementIf(values[nodeOf(edge)]!, isComplemented(edge)));
  }
}

const complementIf = (value: number, isNegated: boolean): number => (isNegated && value !== EITHER ? 1 - value : value);
