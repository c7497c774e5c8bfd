import { type ExpansionStreams, expansionStreams } from './gates/expansionStreams.js';
import { type FluentValue, roundNetwork } from './gates/roundNetwork.js';
import type { LaneGame, LaneKernels } from './lanePlayouts.js';
import { LaneRound } from './laneRound.js';
import type { PackedState } from './packedState.js';
import { phaseFinder } from './phaseOf.js';

/** Vectors a gate: for few states, and for many. */
export type Units = 1 | 4;

/** A phase, or {@link WHOLE}. */
type Phase = number;
/** For states that look like no phase, which cannot be reached, or like several. */
const WHOLE: Phase = -1;

/** What was compiled for a phase: plain data. */
export interface PhaseRound extends Omit<ExpansionStreams, 'leadsTo'> {
  /** The phase of all successors. */
  readonly following: Phase;
}

const VARIES: FluentValue = () => undefined;

/** The rounds of a game, compiled when they are first asked for: one network a phase, and a whole one for states of none. */
export class CompiledRounds {
  readonly #phaseOf: (state: PackedState) => number | undefined;
  readonly #compiled: Map<Phase, PhaseRound>;
  readonly #opened = { 1: new Map<Phase, LaneRound | undefined>(), 4: new Map<Phase, LaneRound | undefined>() };

  constructor(
    readonly game: LaneGame,
    private readonly kernels: LaneKernels,
    /** What has been compiled before. */
    compiled: ReadonlyMap<Phase, PhaseRound> = new Map(),
  ) {
    this.#compiled = new Map(compiled);
    this.#phaseOf = phaseFinder(game.layout, game.phases);
  }

  /** What has been compiled up to now. */
  get compiled(): ReadonlyMap<Phase, PhaseRound> {
    return this.#compiled;
  }

  phaseOf(state: PackedState): Phase {
    return this.#phaseOf(state) ?? WHOLE;
  }

  /** The round for states of a phase, or undefined where there is no memory for it. */
  open(phase: Phase, units: Units): LaneRound | undefined {
    const opened = this.#opened[units];
    if (!opened.has(phase)) opened.set(phase, this.#open(phase, units));
    return opened.get(phase);
  }

  /** Opens what states that can be reached are expanded with. */
  prepare(): void {
    for (let phase = 0; phase < this.game.phases.period; phase++) {
      this.open(phase, 1);
      this.open(phase, 4);
    }
  }

  #open(phase: Phase, units: Units): LaneRound | undefined {
    const { make, unitWords } = this.kernels;
    const streams = this.#streamsOf(phase);
    const next = this.#streamsOf(streams.following);
    const slots = Math.max(streams.slots, next.slots);
    const round = LaneRound.open(
      this.game.program,
      { ...streams, endOfNext: next.end, slots },
      { width: { units, unitWords }, make },
    );
    return round.ok ? round.value : undefined;
  }

  #streamsOf(phase: Phase): PhaseRound {
    const known = this.#compiled.get(phase);
    if (known !== undefined) return known;
    const { program, phases, onGate } = this.game;
    const valueOf = phase === WHOLE ? VARIES : phases.values[phase]!;
    const { leadsTo, ...streams } = expansionStreams(
      program,
      roundNetwork(program, { valueOf, extraInputs: 0, onGate }),
    );
    const next = (phase + 1) % phases.period;
    const isCertain = phase !== WHOLE && leadsTo(phases.values[next]!);
    const round = { ...streams, following: isCertain ? next : WHOLE };
    this.#compiled.set(phase, round);
    return round;
  }
}
