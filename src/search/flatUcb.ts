import { type Random, seededRandom } from '../base/index.js';
import { type BackgroundPlayouts, type Expansion, type Move, playoutsAtOnce, sharedPlayouts } from '../game/index.js';
import type { Algorithm } from './algorithm.js';
import type { MoveReport, Search, SearchLimit, SearchReport, SearchSetting } from './search.js';
import { Pace } from './tree/pace.js';

/** A batch is at most this share of the playouts that its choices rest on. */
const BATCH_SHARE = 1 / 4;
const POINTS = 100;

interface FlatOptions {
  readonly exploration: number;
  readonly playouts: number;
  readonly starts: number;
  readonly plies: number;
}

/** UCB (Auer et al. 2002) over the moves of the present state, without a tree: flat Monte Carlo, as in 004 section 5 at the leaves. */
export const flatUcb: Algorithm = {
  name: 'flat-ucb',
  summary: 'UCB over the own moves of the present state, by playouts only',
  options: {
    exploration: { kind: 'number', least: 0, most: 10, default: 1, summary: 'weight C of UCB, √2 in UCB1' },
    playouts: { kind: 'number', least: 1, most: 4096, default: 8, summary: 'playouts each time a move is tried' },
    starts: { kind: 'number', least: 1, most: 4096, default: 256, summary: 'most tries of a batch' },
    plies: { kind: 'number', least: 1, most: 30_000, default: 1000, summary: 'most joint moves of a playout' },
  },
  open: (setting, options) =>
    new FlatSearch(setting, {
      exploration: Number(options['exploration']),
      playouts: Number(options['playouts']),
      starts: Number(options['starts']),
      plies: Number(options['plies']),
    }),
};

/** What is known of one of our moves. */
interface Arm {
  readonly move: Move;
  /** Successors that it may lead to: the others' replies and chance's draws are equally likely. */
  readonly successors: number[];
  /** Tries, those under way included. */
  tries: number;
  /** Sum of the mean worth of each try, in [0, 1]. */
  sum: number;
}

class FlatSearch<State> implements Search<State> {
  readonly #random: Random;
  readonly #pace: Pace;
  readonly #background: BackgroundPlayouts<State>;
  #state: State;
  #round: Expansion<State> | undefined;
  #arms: readonly Arm[] = [];
  #tries = 0;
  #ms = 0;

  constructor(
    private readonly setting: SearchSetting<State>,
    private readonly options: FlatOptions,
  ) {
    this.#random = seededRandom(setting.seed);
    this.#pace = new Pace(setting.clock);
    this.#background = setting.simulator.background ?? playoutsAtOnce(setting.simulator);
    for (let tries = 1; tries <= options.starts; tries *= 2) setting.simulator.prepare?.({}, tries * options.playouts);
    this.#state = setting.state;
    this.moveTo(setting.state);
  }

  readonly #isTimeUp = (): boolean => this.#pace.left <= 0;

  think(limit: SearchLimit): void {
    const start = this.setting.clock();
    this.#pace.start(limit);
    this.#round ??= this.#open();
    while (this.#round !== undefined) {
      const grown = Math.floor(this.#tries * BATCH_SHARE);
      const tries = this.#pace.begin(Math.max(1, Math.min(this.options.starts, Math.max(grown, this.#arms.length))));
      if (tries === 0) break;
      this.#runBatch(this.#round, tries);
      this.#pace.end(tries, tries);
    }
    this.#ms += this.setting.clock() - start;
  }

  report(): SearchReport {
    const moves = this.#arms
      .map(({ move, tries, sum }): MoveReport => {
        const value = tries === 0 ? undefined : (POINTS * sum) / tries;
        return { move, value, visits: tries, isSolved: false };
      })
      .sort((a, b) => (b.value ?? -1) - (a.value ?? -1) || b.visits - a.visits);
    return {
      move: moves[0]!.move,
      moves,
      value: moves[0]!.value,
      isSolved: false,
      variation: [],
      effort: {
        nodes: this.#tries,
        playouts: this.#tries * this.options.playouts,
        expansions: this.#round === undefined ? 0 : 1,
        ms: this.#ms,
      },
    };
  }

  moveTo(state: State): void {
    const { game, role } = this.setting;
    this.#state = state;
    this.#round = undefined;
    this.#arms = game.legalMoves(state, role).map((move) => ({ move, successors: [], tries: 0, sum: 0 }));
    this.#tries = 0;
    this.#ms = 0;
  }

  /** Finds where the moves lead to; nothing where time is up first. */
  #open(): Expansion<State> | undefined {
    const { game, role, simulator } = this.setting;
    const [round] = simulator.expand([this.#state], this.#isTimeUp);
    if (round === undefined) return undefined;
    const armOf = new Map(this.#arms.map((arm) => [arm.move, arm]));
    round.successors.forEach((_, successor) => {
      armOf.get(round.joints[successor * game.roles.length + role]!)!.successors.push(successor);
    });
    return round;
  }

  /** Chooses so many tries one after the other, each counted as a loss until all are made together. */
  #runBatch(round: Expansion<State>, tries: number): void {
    const { game, role } = this.setting;
    const { playouts, plies } = this.options;
    const chosen = Array.from({ length: tries }, () => this.#chooseArm());
    const starts = chosen.map(
      ({ successors }) => round.successors[successors[this.#random.below(successors.length)]!]!,
    );
    const request = { playouts, seed: this.#random.nextUint32(), maxPlies: plies };
    const task = { starts, request, isTimeUp: this.#isTimeUp };
    const { ended, goalSum } = sharedPlayouts(this.#background, task);
    chosen.forEach((arm, start) => {
      const count = ended[start]!;
      // Of playouts that did not end nothing is known.
      arm.sum += count === 0 ? 0.5 : goalSum[start * game.roles.length + role]! / (count * POINTS);
    });
  }

  #chooseArm(): Arm {
    const bonus = this.options.exploration ** 2 * Math.log(++this.#tries);
    let best: Arm | undefined;
    let bestScore = -1;
    for (const arm of this.#arms) {
      const score = arm.tries === 0 ? Infinity : arm.sum / arm.tries + Math.sqrt(bonus / arm.tries);
      if (score > bestScore) [best, bestScore] = [arm, score];
    }
    best!.tries++;
    return best!;
  }
}
