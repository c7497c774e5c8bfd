import { seededRandom } from '../../base/index.js';
import type { GoalStructure } from '../../game/index.js';
import type { SearchLimit } from '../search.js';
import { type Badness, Beam } from './beam.js';
import { BreadthFirst } from './breadthFirst.js';
import { Commitments } from './commitments.js';
import { MoveSets } from './moveSets.js';
import { PartPlans } from './partPlans.js';
import type { PlanOptions } from './planOptions.js';
import { Pacer } from './pacer.js';
import type { PlanSpace } from './planSpace.js';
import type { Strategy } from './strategy.js';

/** Shares of the memory: of breadth first, which needs it most, and of each other strategy. */
const SHARE = { breadthFirst: 0.4, others: 0.15 };

interface Proposal {
  readonly strategy: Strategy;
  /** Of the work, beside that of the others. */
  readonly share: number;
  /** Whether it begins before the others: it finds out soon whether it is of use. */
  readonly hasHeadStart?: boolean;
}

/** What a strategy may use before the others begin. */
const HEAD_START = { work: 20_000, ms: 250 };
const NO_HEAD_START = { work: 0, ms: 0 };

/** A strategy with what it has used. */
interface Entrant extends Proposal {
  /** By stage. */
  readonly pacers: Map<string | undefined, Pacer>;
  /** Work, and milliseconds where there was a deadline, for each part of its share. */
  work: number;
  ms: number;
}

/**
 * The strategies at one root. The one that has used least goes on next, batch by batch, until it is done: least time where there is a
 * deadline, else least work, so that budgets of nodes give the same result on every machine.
 */
export class Portfolio<State> {
  readonly #entrants: readonly Entrant[];

  constructor(
    private readonly space: PlanSpace<State>,
    private readonly options: PlanOptions,
  ) {
    this.#entrants = strategiesFor(space, options).map((each) => {
      const { work, ms } = each.hasHeadStart === true ? HEAD_START : NO_HEAD_START;
      return { ...each, pacers: new Map(), work: -work, ms: -ms };
    });
  }

  /** The same at another root; beams begin as wide as they are now. */
  at(space: PlanSpace<State>): Portfolio<State> {
    const widths = this.#entrants.flatMap(({ strategy }) => (strategy instanceof Beam ? [strategy.width] : []));
    return new Portfolio(space, { ...this.options, width: Math.max(this.options.width, Math.min(...widths) / 4) });
  }

  /** Whether some strategy has met every end. */
  get isExhausted(): boolean {
    return this.#entrants.some(({ strategy: { isDone, isProof } }) => isDone && isProof);
  }

  /** Runs until a limit, or until the best end is found, or none is left to be found. */
  run({ deadline = Infinity, nodes = Infinity }: SearchLimit): void {
    const { space } = this;
    const end = space.nodes + nodes;
    space.deadline = deadline;
    /** Those whose next batch would take longer than there is time for. */
    const isTooSlow = new Set<Entrant>();
    while (space.nodes < end && !space.isBest && !this.isExhausted) {
      const entrant = this.#next(deadline === Infinity ? 'work' : 'ms', isTooSlow);
      if (entrant === undefined) return;
      const { strategy } = entrant;
      const pacer = this.#pacerOf(entrant);
      const states = pacer.begin(Math.min(this.options.batch, end - space.nodes), deadline);
      if (states === 0) {
        isTooSlow.add(entrant);
        continue;
      }
      const before = space.work;
      strategy.advance(states);
      entrant.work += (space.work - before) / entrant.share;
      entrant.ms += pacer.end(states) / entrant.share;
    }
  }

  #pacerOf({ strategy: { stage }, pacers }: Entrant): Pacer {
    let pacer = pacers.get(stage);
    if (pacer === undefined) pacers.set(stage, (pacer = new Pacer(this.space.setting.clock)));
    return pacer;
  }

  /** The strategy that has used least, of those that are not done. */
  #next(used: 'work' | 'ms', without: ReadonlySet<Entrant>): Entrant | undefined {
    let least: Entrant | undefined;
    for (const entrant of this.#entrants) {
      if (entrant.strategy.isDone || without.has(entrant)) continue;
      if (least === undefined || entrant[used] < least[used]) least = entrant;
    }
    return least;
  }
}

/** Work of a playout, and of a distance. */
const WORK = { playout: 0.125, distance: 3 };

function strategiesFor<State>(space: PlanSpace<State>, options: PlanOptions): readonly Proposal[] {
  const { bytes, seed } = space.setting;
  const goals = space.setting.goals?.();
  const { nextUint32 } = seededRandom(seed);
  const most = SHARE.others * bytes;
  const outline = goals?.withoutClock;
  const beam = (badness: Badness<State>): Strategy => {
    const clockless = outline === undefined ? {} : { outline };
    return new Beam(space, { badness, width: options.width, bytes: most, seed: nextUint32(), ...clockless });
  };
  const proposals: Proposal[] = [
    { strategy: new BreadthFirst(space, { bytes: SHARE.breadthFirst * bytes }), share: 1 },
    { strategy: beam(byPlayouts(space, options)), share: 1 },
    { strategy: beam((all) => Float64Array.from(all, ({ goal }) => -goal)), share: 1 },
    { strategy: beam((all) => Float64Array.from(all, ({ freedom }) => freedom)), share: 1 },
    { strategy: beam((all) => Float64Array.from(all, ({ freedom }) => -freedom)), share: 1 },
  ];
  if (outline !== undefined) {
    proposals.push({ strategy: new BreadthFirst(space, { bytes: most, outline }), share: 1 });
  }
  const parts = space.setting.parts?.();
  if (parts !== undefined)
    proposals.push({ strategy: new PartPlans(space, parts, most), share: 2, hasHeadStart: true });
  if (goals === undefined) return proposals;
  proposals.push({ strategy: beam(byDistance(space, goals)), share: 1 });
  proposals.push({ strategy: new MoveSets(space, goals, nextUint32()), share: 4 });
  if (goals.needs > 0) proposals.push({ strategy: new Commitments(space, goals, most), share: 3 });
  return proposals;
}

/** The less the mean of playouts, the worse. Every second run takes twice as many. */
function byPlayouts<State>(space: PlanSpace<State>, { playouts: fewest, plies }: PlanOptions): Badness<State> {
  const { simulator, role, game } = space.setting;
  return (candidates, { seed, runs }) => {
    const playouts = fewest * 2 ** Math.min(8, runs);
    const states = candidates.map(({ state }) => state);
    const { goalSum, ended } = simulator.playouts(states, { playouts, seed, maxPlies: plies }, space.isTimeUp);
    space.playouts += playouts * states.length;
    space.work += WORK.playout * playouts * states.length;
    /** Playouts that the end of time cut off tell nothing. */
    const isCut = space.isTimeUp();
    const counted = (index: number): number => (isCut ? Math.max(1, ended[index]!) : playouts);
    return Float64Array.from(states, (_, index) => -goalSum[index * game.roles.length + role]! / counted(index));
  };
}

function byDistance<State>(space: PlanSpace<State>, goals: GoalStructure<State>): Badness<State> {
  return (candidates) => {
    space.work += WORK.distance * candidates.length;
    return goals.distances(candidates.map(({ state }) => state));
  };
}
