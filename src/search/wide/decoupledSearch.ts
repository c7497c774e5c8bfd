import { type Random, seededRandom } from '../../base/index.js';
import {
  type BackgroundPlayouts,
  isChance,
  legalMovesOfAll,
  type Move,
  playoutsAtOnce,
  sharedPlayouts,
} from '../../game/index.js';
import type { MoveReport, Search, SearchLimit, SearchReport, SearchSetting } from '../search.js';
import { Pace } from '../tree/pace.js';

const POINTS = 100;
/** Of a playout that did not end, nothing is known. */
const UNKNOWN = 0.5;
/** Weight C of UCB. */
const EXPLORATION = 0.7;
/** Playouts after each joint move that is tried. */
const PLAYOUTS = 4;
/** Most joint moves of a playout. */
const PLIES = 1000;
/** Most tries of a batch … */
const MOST_TRIES = 256;
/** … and which share of those that their choices rest on. */
const BATCH_SHARE = 1 / 8;

/** What is known of the moves of a role. */
interface Arms {
  readonly moves: readonly Move[];
  /** Tries, those under way included. */
  readonly tries: Int32Array;
  /** Sums of the mean worth of each try, in [0, 1]. */
  readonly sums: Float64Array;
}

/**
 * UCB (Auer et al. 2002) for each player by himself over his own moves of the present state, all of them at once (decoupled UCB: Tak, Lanctot and Winands 2014),
 * without a tree; chance draws uniformly. The joint moves that are tried are made one by one, and playouts tell what they are worth to each player.
 * For states of more joint moves than can be listed: what it takes grows with the sum of the moves, not with their product. It proves nothing.
 */
export class DecoupledSearch<State> implements Search<State> {
  readonly #random: Random;
  readonly #pace: Pace;
  readonly #background: BackgroundPlayouts<State>;
  #state: State;
  #arms: readonly Arms[] = [];
  #tries = 0;
  #ms = 0;

  constructor(private readonly setting: SearchSetting<State>) {
    this.#random = seededRandom(setting.seed);
    this.#pace = new Pace(setting.clock);
    this.#background = setting.simulator.background ?? playoutsAtOnce(setting.simulator);
    for (let tries = 1; tries <= MOST_TRIES; tries *= 2) setting.simulator.prepare?.({}, tries * PLAYOUTS);
    this.#state = setting.state;
    this.moveTo(setting.state);
  }

  readonly #isTimeUp = (): boolean => this.#pace.left <= 0;

  think(limit: SearchLimit): void {
    const start = this.setting.clock();
    this.#pace.start(limit);
    const widest = Math.max(...this.#arms.map(({ moves }) => moves.length));
    for (;;) {
      const worth = Math.max(widest, Math.floor(this.#tries * BATCH_SHARE));
      const tries = this.#pace.begin(Math.min(MOST_TRIES, worth));
      if (tries === 0) break;
      this.#runBatch(tries);
      this.#pace.end(tries, tries);
    }
    this.#ms += this.setting.clock() - start;
  }

  report(): SearchReport {
    const { moves, tries, sums } = this.#arms[this.setting.role]!;
    const reports = moves
      .map((move, arm): MoveReport => {
        const visits = tries[arm]!;
        return { move, value: visits === 0 ? undefined : (POINTS * sums[arm]!) / visits, visits, isSolved: false };
      })
      .sort((a, b) => b.visits - a.visits || (b.value ?? -1) - (a.value ?? -1));
    return {
      move: reports[0]!.move,
      moves: reports,
      value: reports[0]!.value,
      isSolved: false,
      variation: [],
      effort: { nodes: this.#tries, playouts: this.#tries * PLAYOUTS, expansions: 0, ms: this.#ms },
    };
  }

  /** For each role the move that it has tried most. */
  bestJoint(): readonly Move[] {
    return this.#arms.map((arms) => {
      const before = (a: number, b: number): boolean =>
        arms.tries[a]! > arms.tries[b]! || (arms.tries[a]! === arms.tries[b]! && arms.sums[a]! > arms.sums[b]!);
      return arms.moves[[...arms.moves.keys()].reduce((best, arm) => (before(arm, best) ? arm : best))]!;
    });
  }

  moveTo(state: State): void {
    this.#state = state;
    this.#arms = legalMovesOfAll(this.setting.game, state).map((moves) => ({
      moves,
      tries: new Int32Array(moves.length),
      sums: new Float64Array(moves.length),
    }));
    this.#tries = 0;
    this.#ms = 0;
  }

  /** Chooses so many joint moves one after the other, each counted as a loss until the playouts of all are made together; fewer where time is up first. */
  #runBatch(tries: number): void {
    const { game } = this.setting;
    const chosen: (readonly number[])[] = [];
    const starts: State[] = [];
    while (chosen.length < tries && (chosen.length === 0 || !this.#isTimeUp())) {
      const choice = this.#arms.map((arms, role) => this.#choose(arms, role));
      this.#tries++;
      starts.push(
        game.next(
          this.#state,
          choice.map((arm, role) => this.#arms[role]!.moves[arm]!),
        ),
      );
      chosen.push(choice);
    }
    const request = { playouts: PLAYOUTS, seed: this.#random.nextUint32(), maxPlies: PLIES };
    const { ended, goalSum } = sharedPlayouts(this.#background, { starts, request, isTimeUp: this.#isTimeUp });
    chosen.forEach((choice, start) => {
      choice.forEach((arm, role) => {
        const count = ended[start]!;
        const worth = count === 0 ? UNKNOWN : goalSum[start * choice.length + role]! / (count * POINTS);
        this.#arms[role]!.sums[arm]! += worth;
      });
    });
  }

  /** The arm of a role that is tried next, which counts as tried. */
  #choose({ tries, sums }: Arms, role: number): number {
    const first = this.#random.below(tries.length);
    let best = first;
    if (!isChance(this.setting.game.roles[role]!)) {
      const bonus = EXPLORATION ** 2 * Math.log(this.#tries + 1);
      let bestScore = -Infinity;
      // From a place at random on: among equals no role takes those at the same place as the others.
      for (let step = 0; step < tries.length; step++) {
        const arm = (first + step) % tries.length;
        const count = tries[arm]!;
        const score = count === 0 ? Infinity : sums[arm]! / count + Math.sqrt(bonus / count);
        if (score > bestScore) [best, bestScore] = [arm, score];
      }
    }
    tries[best]!++;
    return best;
  }
}
