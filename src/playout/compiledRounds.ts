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

const VARIES: FluentValue = () => undefined;

/** The rounds of a game, compiled when they are first asked for: one network a phase, and a whole one for states of none. */
export class CompiledRounds {
  readonly #phaseOf: (state: PackedState) => number | undefined;
  readonly #streams = new Map<Phase, ExpansionStreams>();
  readonly #opened = { 1: new Map<Phase, LaneRound | undefined>(), 4: new Map<Phase, LaneRound | undefined>() };

  constructor(
    readonly game: LaneGame,
    private readonly kernels: LaneKernels,
  ) {
    this.#phaseOf = phaseFinder(game.layout, game.phases);
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

  #open(phase: Phase, units: Units): LaneRound | undefined {
    const { program, phases } = this.game;
    const { make, unitWords } = this.kernels;
    const streams = this.#streamsOf(phase);
    const following = (phase + 1) % phases.period;
    const isCertain = phase !== WHOLE && streams.leadsTo(phases.values[following]!);
    const next = this.#streamsOf(isCertain ? following : WHOLE);
    const slots = Math.max(streams.slots, next.slots);
    const round = LaneRound.open(
      program,
      { ...streams, endOfNext: next.end, slots },
      { width: { units, unitWords }, make },
    );
    return round.ok ? round.value : undefined;
  }

  #streamsOf(phase: Phase): ExpansionStreams {
    let streams = this.#streams.get(phase);
    if (streams === undefined) {
      const { program, phases } = this.game;
      const valueOf = phase === WHOLE ? VARIES : phases.values[phase]!;
      streams = expansionStreams(program, roundNetwork(program, { valueOf, extraInputs: 0 }));
      this.#streams.set(phase, streams);
    }
    return streams;
  }
}
