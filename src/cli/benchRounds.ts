import { seededRandom } from '../base/index.js';
import { DEFAULT_PLAYOUT, type Game, randomJointMove } from '../game/index.js';
import type { GroundProgram } from '../ground/index.js';
import { networkSizes, type RoundNetwork, stateValues } from '../network/index.js';
import { macSearch, Propagation, singletonConsistency } from '../solver/index.js';
import { translateRound } from '../translate/index.js';
import type { SolverResult } from './benchRandomNetworks.js';
import { CliError } from './cliError.js';
import { budgetOf, playOf } from './engines.js';
import type { Outside } from './outside.js';
import { rulesOf } from './rulesOf.js';
import { during } from './status.js';
import { rounded } from './style.js';

interface RoundMeasurement {
  readonly milliseconds: number;
  readonly seed: number;
}

/** Measures what is done with the network of a round from a state in the middle of random play, again and again. */
export async function benchRound(
  outside: Outside,
  game: string,
  { milliseconds, seed }: RoundMeasurement,
): Promise<SolverResult> {
  const { rules, source } = await rulesOf(outside, game);
  const play = playOf(outside, { name: source.name, rules, engine: 'compiled' });
  const { program } = play;
  if (program === null) throw new CliError(1, `${source.name}: has no network: ${play.reason}`);
  const translation = during(outside.stderr, `${source.name}: translating …`, () =>
    translateRound(program, { name: source.name }, budgetOf(outside)),
  );
  if (!translation.ok) throw new CliError(1, `${source.name}: has no network: ${translation.error}`);
  const { round } = translation.value;
  const state = stateValues(round, middleOfPlay(program, play.game, seed));
  const measured = during(outside.stderr, `${source.name}: measuring …`, () =>
    measureRound(round, state, { milliseconds, clock: () => outside.now() }),
  );
  const { variables, constraints, tuples } = networkSizes(round.network);
  return {
    network: game,
    ...{ variables, constraints, tuples },
    ...{ naiveNodesPerSecond: null, compactOverNaive: null },
    ...measured,
  };
}

/** The fluents, counted from 0, that hold halfway through a random playout. */
function middleOfPlay<State>(program: GroundProgram, game: Game<State>, seed: number): number[] {
  const random = seededRandom(seed);
  const states: State[] = [];
  for (let state = game.initial(); states.length < DEFAULT_PLAYOUT.plies && !game.isTerminal(state);) {
    states.push(state);
    const joint = randomJointMove(game, state, random);
    if (joint === undefined) break;
    state = game.next(state, joint);
  }
  const middle = states[states.length >> 1] ?? game.initial();
  const facts = new Set(game.names.facts(middle));
  return [...program.lexicon.fluents.keys()].filter((fluent) => facts.has(program.lexicon.fluents[fluent]!));
}

type Measured = Pick<
  SolverResult,
  'openMs' | 'injectMs' | 'sacMs' | 'macMs' | 'solutions' | 'nodesPerSecond' | 'solutionsPerSecond'
>;

interface Timing {
  readonly clock: () => number;
  readonly milliseconds: number;
}

function measureRound(
  round: RoundNetwork,
  state: readonly (readonly [number, number])[],
  { clock, milliseconds }: Timing,
): Measured {
  const start = clock();
  const propagation = new Propagation(round.network);
  const openMs = clock() - start;
  const inState = (work: () => void): { inject: number; work: number } => {
    const before = clock();
    propagation.save();
    const isPossible = state.every(([x, value]) => propagation.assign(x, value)) && propagation.propagate();
    const injected = clock();
    if (isPossible) work();
    const done = clock();
    propagation.restore();
    return { inject: injected - before, work: done - injected };
  };
  let nodes = 0;
  let solutions = 0;
  const mac = (): void => {
    const search = macSearch(propagation, { variables: round.actions });
    while (search.advance());
    nodes = search.nodes;
    solutions = search.solutions;
  };
  const macTimes = repeated(() => inState(mac), { clock, milliseconds });
  const sacTimes = repeated(() => inState(() => singletonConsistency(propagation)), { clock, milliseconds });
  const macMs = median(macTimes.map(({ work }) => work));
  return {
    openMs: rounded(openMs),
    injectMs: rounded(median(macTimes.map(({ inject }) => inject))),
    sacMs: rounded(median(sacTimes.map(({ work }) => work))),
    macMs: rounded(macMs),
    solutions,
    nodesPerSecond: macMs === 0 ? 0 : rounded((1000 * nodes) / macMs),
    solutionsPerSecond: macMs === 0 ? 0 : rounded((1000 * solutions) / macMs),
  };
}

/** At least once, and as long as there is time; the first times are still slow, hence the medians. */
function repeated<T>(work: () => T, { clock, milliseconds }: Timing): T[] {
  const results: T[] = [];
  const start = clock();
  do results.push(work());
  while (clock() - start < milliseconds);
  return results;
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1]!;
}
