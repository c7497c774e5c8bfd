import { type Random, seededRandom } from '../../base/index.js';
import type { Expansion } from '../../game/index.js';
import { MOST_MET, type PlanSpace } from './planSpace.js';
import { bytesOf, copyOf, KeySet, stateKey } from './stateKey.js';
import { type Link, type Strategy, successorsOf } from './strategy.js';

const TWO_TO_32 = 2 ** 32;
/** Candidates for each place of the next depth before the worst are dropped. */
const CANDIDATES_A_PLACE = 2;
const FEWEST_CANDIDATES = 1024;
/** In wider beams the best are not expanded first: to sort them would take too long at once. */
const WIDEST_SORTED = 4096;
/** Bytes of a candidate beside its state, and of a key in the set of what was met. */
const CANDIDATE_BYTES = 200;
const KEY_BYTES = 48;

/** For each candidate how bad it is, the less the better. Later runs may look more closely. */
export type Badness<State> = (candidates: readonly Candidate<State>[], run: BeamRun) => Float64Array;

export interface BeamRun {
  readonly seed: number;
  /** Runs before this one. */
  readonly runs: number;
}

export interface BeamOptions<State> {
  readonly badness: Badness<State>;
  readonly width: number;
  /** Most memory, about. */
  readonly bytes: number;
  readonly seed: number;
  /** States for which this is the same count as one. */
  readonly outline?: (state: State) => State;
}

export interface Candidate<State> {
  readonly state: State;
  /** Successors that the state before had; those before it count less and less. */
  readonly freedom: number;
  /** The role's goal if play ended here. */
  readonly goal: number;
  readonly first: number;
  readonly link: Link | undefined;
  readonly badness: number;
}

/** Successors of a state that were not met yet, from one on. */
interface Rest<State> {
  readonly expansion: Expansion<State>;
  readonly parent: Candidate<State>;
  readonly from: number;
}

/**
 * Depth by depth, of all successors only so many as the beam is wide, the least bad (Lowerre 1976); when it comes to its end, again with twice
 * the width. Equal badness is decided by chance, so that every run looks elsewhere. A run in which nothing was worse than anything else is
 * the last.
 */
export class Beam<State> implements Strategy {
  isDone = false;
  readonly isProof = false;
  readonly #random: Random;
  readonly #key: (state: State) => number | string;
  readonly #mostCandidates: number;
  readonly #mostKeys: number;
  #width: number;
  #runs = 0;
  #isCut = false;
  /** Whether all that was valued together was equally bad, always. */
  #isBlind = true;
  #layer: readonly Candidate<State>[] = [];
  /** States of the layer before this one were expanded. */
  #at = 0;
  #candidates: Candidate<State>[] = [];
  readonly #met = new KeySet();
  #rest: Rest<State> | undefined;

  constructor(
    private readonly space: PlanSpace<State>,
    private readonly options: BeamOptions<State>,
  ) {
    this.#random = seededRandom(options.seed);
    this.#key = stateKey(space.setting.game);
    this.#width = options.width;
    const each = CANDIDATE_BYTES + bytesOf(space.root);
    this.#mostCandidates = Math.max(FEWEST_CANDIDATES, options.bytes / 2 / each);
    this.#mostKeys = options.bytes / 4 / KEY_BYTES;
    this.#restart();
  }

  /** How wide it is now. */
  get width(): number {
    return this.#width;
  }

  get stage(): 'expansion' | 'rest' {
    return this.#rest === undefined ? 'expansion' : 'rest';
  }

  advance(most: number): void {
    const met: Candidate<State>[] = [];
    if (this.#rest === undefined) this.#expand(most, met);
    else this.#meetSome(this.#rest, met);
    if (met.length > 0) this.#value(met);
    if (this.#candidates.length > this.#roomy) this.#cut();
    if (this.#rest === undefined && this.#at === this.#layer.length) this.#deepen();
  }

  get #roomy(): number {
    return Math.min(this.#mostCandidates, Math.max(FEWEST_CANDIDATES, CANDIDATES_A_PLACE * this.#width));
  }

  #expand(most: number, met: Candidate<State>[]): void {
    const parents = this.#layer.slice(this.#at, this.#at + most);
    for (const expansion of this.space.expand(parents.map(({ state }) => state))) {
      this.#meetSome({ expansion, parent: this.#layer[this.#at++]!, from: 0 }, met);
      if (this.#rest !== undefined) break;
    }
  }

  /** Meets successors; if there are very many, the others are left for the next time. */
  #meetSome({ expansion, parent, from }: Rest<State>, met: Candidate<State>[]): void {
    const { successors, terminal } = expansion;
    const to = Math.min(successors.length, from + MOST_MET);
    this.#rest = to < successors.length ? { expansion, parent, from: to } : undefined;
    const freedom = FADING * parent.freedom + successors.length;
    for (let successor = from; successor < to; successor++) {
      const first = parent.link === undefined ? successor : parent.first;
      const link = { before: parent.link, successor };
      if (terminal[successor] === 1) {
        this.space.meetEnd(expansion, successor, { first, way: () => successorsOf(link) });
      } else if (this.#isNew(successors[successor]!)) {
        const goal = this.space.goalOf(expansion, successor);
        met.push({ state: successors[successor]!, freedom, goal, first, link, badness: 0 });
      }
    }
  }

  #isNew(state: State): boolean {
    const key = this.#key(this.options.outline?.(state) ?? state);
    if (this.#met.size > this.#mostKeys) this.#met.clear();
    return this.#met.add(key);
  }

  #value(met: readonly Candidate<State>[]): void {
    const badness = this.options.badness(met, { seed: this.#random.nextUint32(), runs: this.#runs });
    this.#isBlind &&= badness.every((each) => each === badness[0]);
    met.forEach((candidate, index) => {
      const chance = this.#random.nextUint32() / TWO_TO_32;
      this.#candidates.push({
        ...candidate,
        state: copyOf(candidate.state),
        badness: badness[index]! + TIE * chance,
      });
    });
  }

  /** Keeps the best candidates, as many as the beam is wide. */
  #cut(): void {
    if (this.#candidates.length <= this.#width) return;
    this.#isCut = true;
    const worst = Float64Array.from(this.#candidates, ({ badness }) => badness).sort()[this.#width - 1]!;
    this.#candidates = this.#candidates.filter(({ badness }) => badness <= worst);
    this.#candidates.length = this.#width;
  }

  #deepen(): void {
    this.#cut();
    this.#layer = this.#candidates;
    if (this.#width <= WIDEST_SORTED) this.#candidates.sort((a, b) => a.badness - b.badness);
    this.#candidates = [];
    this.#at = 0;
    if (this.#layer.length > 0) return;
    this.isDone = !this.#isCut || this.#isBlind;
    this.#runs++;
    this.#width = Math.min(2 * this.#width, Math.floor(this.#mostCandidates / 2));
    this.#restart();
  }

  #restart(): void {
    this.#met.clear();
    this.#isCut = false;
    this.#at = 0;
    this.#layer = [{ state: this.space.root, freedom: 0, goal: 0, first: 0, link: undefined, badness: 0 }];
  }
}

/** What is left of the freedom of a state for its successors' successors. */
const FADING = 0.5;
/** Less than any difference that matters. */
const TIE = 1e-3;
