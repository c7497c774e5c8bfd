import {
  type BackgroundPlayouts,
  type PlayoutKind,
  playoutsAtOnce,
  type PlayoutRequest,
  type PlayoutTally,
  sharedPlayouts,
} from '../../game/index.js';
import type { SearchGraph } from '../graph/index.js';
import type { SearchSetting } from '../search.js';
import { Notice } from './notice.js';
import type { Pace } from './pace.js';
import { PartedPlayouts } from './partedPlayouts.js';
import type { TreeOptions } from './treeOptions.js';

/**
 * A request asks for at least so many times the playouts that an engine makes side by side: fewer would take as long.
 */
const FILL = 2;

/** Batches under way with helpers, however many: they have one to make while the next one is chosen. */
const DEPTH = 2;

/** Milliseconds that learning from the playouts of a start takes, about. */
const LEARN_MS = 5e-4;

/** Milliseconds that it takes to tell how often a move was made, about. */
const COUNT_MS = 1e-4;

/** Playouts of each kind after which they are compared. */
const TRIAL_PLAYOUTS = 2048;
/** How much longer they last where threats are met, at least. */
const LONGER = 1.04;

/**
 * Sizes of requests, in these, that engines are prepared for: those of tree searches, and larger ones of MAC-UCB. The
 * largest are always ready.
 */
const SIZES = [1, 2];

export type PlayoutOptions = Pick<TreeOptions, 'playouts' | 'plies' | 'playing'> &
  Partial<Pick<TreeOptions, 'reference'>>;

export interface PlayoutSetting<State> extends Pick<SearchSetting<State>, 'simulator'> {
  /** Playouts end with the deadline: so early that what they tell can be learnt. */
  readonly pace: Pick<Pace, 'left'>;
}

/**
 * The playouts of a search, request by request: how many, and of which kind. They are made in the background, where
 * the simulator has one.
 */
export class Playouts<State> {
  /** Playouts asked for. */
  count = 0;
  /** Requests whose kind changes in turn. */
  #turns = 0;
  /** Where several choose at once: how long playouts last that see what decides, and uniform ones. */
  readonly #lengths = { decisive: new MeanLength(), uniform: new MeanLength() };
  /** The kind of the last request. */
  #isLastDecisive = false;
  readonly #background: BackgroundPlayouts<State>;
  /** The same, for the batches of a tree. */
  readonly #batches: BackgroundPlayouts<State>;
  readonly #notice: Notice;
  /** Where moves are counted. */
  readonly #countNotice: Notice;

  constructor(
    private readonly setting: PlayoutSetting<State>,
    private readonly graph: SearchGraph<State>,
    private readonly options: PlayoutOptions,
  ) {
    const { simulator, pace } = setting;
    this.#background = simulator.background ?? playoutsAtOnce(simulator);
    this.#batches = this.#background.depth === 1 ? this.#background : new PartedPlayouts(this.#background, DEPTH);
    this.#notice = new Notice(pace, 0);
    this.#countNotice = new Notice(pace, COUNT_MS * (simulator.moves ?? 0));
    for (const kind of kindsOf(options)) {
      for (const size of SIZES) simulator.prepare?.(kind, size * FILL * this.#lanes);
    }
  }

  get #lanes(): number {
    return this.setting.simulator.lanes ?? 1;
  }

  /**
   * Requests that are worth having under way at once. Where several choose at once, regrets are told from means in
   * which nothing is under way.
   */
  get depth(): number {
    return this.graph.hasSeveral ? 1 : this.#batches.depth;
  }

  /**
   * Asks for playouts from some states; gives the ticket for {@link finish}. Moves are counted by group, where there
   * are groups, in uniform playouts where there are two kinds: an engine that does both has to be compiled apart.
   */
  begin(starts: readonly State[], seed: number, groups?: Int32Array): number {
    const isDecisive = groups === undefined ? this.#isDecisive() : this.options.playing === 'decisive';
    const request = this.#request(starts.length, { seed, isDecisive });
    if (groups === undefined) return this.#batches.begin(starts, request, this.#timeUp(this.#notice, starts));
    const counted = { ...request, countsMoves: true, groups };
    return this.#batches.begin(starts, counted, this.#timeUp(this.#countNotice, starts));
  }

  /**
   * Makes playouts from some states, shared among all who make them; they are over when so many milliseconds are left
   * before the deadline.
   */
  run(starts: readonly State[], seed: number, toLeave: number): PlayoutTally {
    const request = this.#request(starts.length, { seed, isDecisive: this.#isDecisive() });
    const isTimeUp = (): boolean => this.#notice.isDue(toLeave);
    return this.#measured(sharedPlayouts(this.#background, { starts, request, isTimeUp }));
  }

  /** Playouts for each of so many states. An engine that makes one after the other makes one each. */
  each(states: number): number {
    const lanes = this.#lanes;
    return lanes === 1 ? 1 : Math.max(this.options.playouts, Math.floor((FILL * lanes) / states));
  }

  finish(ticket: number): PlayoutTally {
    return this.#measured(this.#batches.finish(ticket));
  }

  #timeUp(notice: Notice, starts: readonly State[]): () => boolean {
    const learnMs = LEARN_MS * starts.length;
    return () => notice.isDue(learnMs);
  }

  #request(states: number, kind: Pick<PlayoutRequest, 'seed' | 'isDecisive'>): PlayoutRequest {
    const playouts = this.each(states);
    this.count += states * playouts;
    this.#isLastDecisive = kind.isDecisive === true;
    return { ...kind, playouts, maxPlies: this.options.plies };
  }

  #isDecisive(): boolean {
    const { playing } = this.options;
    if (playing === 'both' && this.graph.hasSeveral && !this.#areThreatsMet) return false;
    return playing === 'decisive' || (playing === 'both' && this.#turns++ % 2 === 0);
  }

  /**
   * Where several choose at once, what a player sees of his own move alone is a guess. It is a good one where games
   * last longer by it, since threats are met that others fall for; that is given the benefit of the doubt until
   * enough were played.
   */
  get #areThreatsMet(): boolean {
    const { decisive, uniform } = this.#lengths;
    if (Math.min(decisive.playouts, uniform.playouts) < TRIAL_PLAYOUTS) return true;
    return decisive.mean >= LONGER * uniform.mean;
  }

  #measured(tally: PlayoutTally): PlayoutTally {
    this.#notice.isOver();
    this.#countNotice.isOver();
    if (this.graph.hasSeveral) this.#lengths[this.#isLastDecisive ? 'decisive' : 'uniform'].add(tally);
    return tally;
  }
}

/** The kinds of playouts that are asked for. */
function kindsOf({ playing, reference = 0 }: PlayoutOptions): readonly PlayoutKind[] {
  const kinds: PlayoutKind[] = [];
  if (playing !== 'decisive') kinds.push({});
  if (playing !== 'uniform') kinds.push({ isDecisive: true });
  if (reference > 0) kinds.push({ countsMoves: true, isDecisive: playing === 'decisive' });
  return kinds;
}

/** How many joint moves playouts take. */
class MeanLength {
  playouts = 0;
  #plies = 0;

  get mean(): number {
    return this.#plies / this.playouts;
  }

  add({ ended, capped, stuck, plies }: PlayoutTally): void {
    this.#plies += plies;
    for (const counts of [ended, capped, stuck]) for (const count of counts) this.playouts += count;
  }
}
