import { type Clock, fail, ok, type Random, type Result, seededRandom } from '../base/index.js';
import type { Game } from './game.js';
import { legalMovesOfAll } from './jointMoves.js';
import { DEFAULT_PLAYOUT, playout } from './playout.js';
import type { PlayoutTally, SimulationPool } from './simulator.js';
import { sustained } from './sustained.js';

export interface MeasureOptions {
  readonly clock: Clock;
  /** How long to measure. */
  readonly milliseconds: number;
  readonly seed: number;
  /** Called now and then, while there is work to do. */
  readonly onCall?: () => void;
}

/** What random playouts came to in a time. */
export interface PlayoutSpeed {
  readonly ms: number;
  readonly ended: number;
  readonly capped: number;
  readonly stuck: number;
  readonly plies: number;
  /** Of the ended playouts, by role. */
  readonly goalSum: readonly number[];
}

/** Random playouts from the initial state. */
export async function measurePlayouts<State>(
  game: Game<State>,
  pool: SimulationPool<State>,
  options: MeasureOptions,
): Promise<PlayoutSpeed> {
  const { nextUint32 } = seededRandom(options.seed);
  const starts = [game.initial()];
  const maxPlies = DEFAULT_PLAYOUT.plies;
  const { results, ms } = await sustained((playouts) => {
    options.onCall?.();
    return pool.playouts(starts, { playouts, seed: nextUint32(), maxPlies });
  }, options);
  const sum = (of: (tally: PlayoutTally) => number): number => results.reduce((total, tally) => total + of(tally), 0);
  return {
    ms,
    ended: sum(({ ended }) => ended[0]!),
    capped: sum(({ capped }) => capped[0]!),
    stuck: sum(({ stuck }) => stuck[0]!),
    plies: sum(({ plies }) => plies),
    goalSum: game.roles.map((_, role) => sum(({ goalSum }) => goalSum[role]!)),
  };
}

/** What expansion of states came to in a time. */
export interface ExpansionSpeed {
  readonly ms: number;
  readonly expansions: number;
  readonly successors: number;
}

/** States that are expanded in one call. */
const STATES_A_CALL = 256;
/** Successors that one call may give; more would measure the memory of the machine. */
const SUCCESSORS_A_CALL = 2 ** 17;
/** The slowest games get one playout. */
const SAMPLE = { states: 1024, playouts: 1024, plies: 200, milliseconds: 1000 };

/** Expands states that random playouts pass through; fails where all of them have too many successors. */
export async function measureExpansions<State>(
  game: Game<State>,
  pool: SimulationPool<State>,
  options: MeasureOptions,
): Promise<Result<ExpansionSpeed, string>> {
  const sample = sampleOf(game, seededRandom(options.seed), options.clock);
  if (sample.length === 0) return fail(`no state with less than ${String(SUCCESSORS_A_CALL)} successors was met`);
  let at = 0;
  const nextStates = (most: number): State[] => {
    const states: State[] = [];
    let successors = 0;
    while (states.length < most) {
      const next = sample[at]!;
      successors += next.successors;
      if (successors > SUCCESSORS_A_CALL && states.length > 0) break;
      states.push(next.state);
      at = (at + 1) % sample.length;
    }
    return states;
  };
  const work = async (size: number): Promise<{ expansions: number; successors: number }> => {
    options.onCall?.();
    const found = await pool.expand(nextStates(size));
    return { expansions: found.length, successors: found.reduce((sum, { terminal }) => sum + terminal.length, 0) };
  };
  const { results, ms } = await sustained(work, { ...options, largest: STATES_A_CALL });
  return ok({
    ms,
    expansions: results.reduce((sum, { expansions }) => sum + expansions, 0),
    successors: results.reduce((sum, { successors }) => sum + successors, 0),
  });
}

interface Sampled<State> {
  readonly state: State;
  readonly successors: number;
}

/** States along random playouts that can be left and have not too many successors. */
function sampleOf<State>(game: Game<State>, random: Random, clock: Clock): Sampled<State>[] {
  const sample: Sampled<State>[] = [];
  const end = clock() + SAMPLE.milliseconds;
  let playouts = 0;
  do {
    const { states, joints } = playout(game, random, { plies: SAMPLE.plies });
    for (const state of states.slice(0, joints.length)) {
      const successors = legalMovesOfAll(game, state).reduce((product, { length }) => product * length, 1);
      if (successors <= SUCCESSORS_A_CALL) sample.push({ state, successors });
    }
  } while (sample.length < SAMPLE.states && ++playouts < SAMPLE.playouts && clock() < end);
  return sample;
}
