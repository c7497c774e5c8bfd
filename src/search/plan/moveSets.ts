import { type Random, seededRandom } from '../../base/index.js';
import { type Expansion, type GoalStructure, LOST, type Move } from '../../game/index.js';
import { addTo, CompatibleSets, emptySet, has, type MoveModel } from './compatibleSets.js';
import { independentCover } from './independentCover.js';
import type { PlanSpace } from './planSpace.js';
import { copyOf } from './stateKey.js';
import type { Strategy } from './strategy.js';

/** With more moves at the root, to try them two by two would take too long. */
const MOST_MOVES = 800;
/** Solutions that may turn out to be none before it gives up. */
const MOST_MISTAKES = 32;
/** Playouts that show whether play always takes equally long, in lots of which all must have the same mean, and how far they go. */
const LENGTH = { playouts: [31, 37, 41], plies: 500 };
/** How often such a lot may be cut off by a deadline before nothing is taken to be known. */
const MOST_CUTS = 3;
/** How often other needs are looked for. */
const DUALS = 4;

/** A move at the root that does not end play. */
interface Option<State> {
  readonly move: Move;
  /** Which successor of the root it leads to. */
  readonly first: number;
  readonly state: State;
}

/**
 * For puzzles in which the order of moves does not matter, none is made twice, and what a move is good for and which others it rules out
 * shows when they are made one or two at a time (numbers into cells, queens on a board): all moves of the root are tried two by two, and the rest
 * is a constraint network (`compatibleSets.ts`), searched without the game. Two moves go together where each is still legal after the other, undoes no
 * need that the other meets, and both do not lose the goal. What is found is played; where that does not end well, the puzzle was of
 * another kind, and this soon gives up.
 */
export class MoveSets<State> implements Strategy {
  isDone = false;
  readonly isProof = false;
  readonly #random: Random;
  readonly #options: readonly Option<State>[];
  /** The option that a move is. */
  readonly #optionOf = new Map<Move, number>();
  /** Needs that a move at the root can meet or undo. */
  readonly #needs: readonly number[];
  /** For each need that the root does not meet, which options do. */
  readonly #meeting: readonly Uint32Array[];
  /** For each option that was tried, which others can follow. */
  readonly #after: Uint32Array[] = [];
  /** How many moves play takes where it always takes equally many, else 0; undefined until it was asked. */
  #length: number | undefined;
  /** Means of the lots that were played to find out, and how many others were cut off. */
  readonly #lengths: number[] = [];
  #cuts = 0;
  #model: MoveModel | undefined;
  /** How often other needs were looked for. */
  #duals = 0;
  #sets: CompatibleSets | undefined;
  #mistakes = 0;

  constructor(
    private readonly space: PlanSpace<State>,
    private readonly goals: GoalStructure<State>,
    private readonly seed: number,
  ) {
    this.#random = seededRandom(seed);
    const options = this.#optionsOf(space.first);
    this.#needs = Array.from({ length: goals.needs }, (_, need) => need).filter((need) => {
      const met = options.filter(({ state }) => goals.isMet(state, need)).length;
      return met > 0 && met < options.length;
    });
    this.#options = options.filter(({ state }) => this.#needs.every((need) => this.#isKept(space.root, state, need)));
    this.#options.forEach(({ move }, option) => this.#optionOf.set(move, option));
    this.#meeting = this.#meetingMoves();
    this.isDone = this.#options.length > MOST_MOVES || this.#meeting.some((moves) => moves.every((word) => word === 0));
  }

  get stage(): 'length' | 'pairs' | 'preparation' | 'solving' {
    if (this.#length === undefined) return 'length';
    if (this.#after.length < this.#options.length) return 'pairs';
    return this.#sets === undefined ? 'preparation' : 'solving';
  }

  advance(states: number): void {
    if (this.#length === undefined) {
      this.#playLot();
      this.#length = this.#lengthOfPlay();
      this.isDone = this.#length === 0 && this.#meeting.length === 0;
    } else if (this.#after.length < this.#options.length) this.#tryPairs(states);
    else if (this.#sets === undefined) this.#prepare(this.#length);
    else this.#solve(this.#sets, states);
  }

  #optionsOf({ successors, terminal, joints }: Expansion<State>): readonly Option<State>[] {
    const { game, role } = this.space.setting;
    const options: Option<State>[] = [];
    successors.forEach((state, first) => {
      if (terminal[first] === 1) return;
      options.push({ move: joints[first * game.roles.length + role]!, first, state: copyOf(state) });
    });
    return options;
  }

  #isKept(before: State, after: State, need: number): boolean {
    return !this.goals.isMet(before, need) || this.goals.isMet(after, need);
  }

  /** Makes the next moves of the root, and every move after them; those that it does not come to in time it makes again. */
  #tryPairs(most: number): void {
    const from = this.#after.length;
    const tried = this.#options.slice(from, from + most);
    for (const expansion of this.space.expand(tried.map(({ state }) => state))) {
      this.#after.push(this.#goesAfter(expansion, this.#after.length));
      if (this.space.isTimeUp()) return;
    }
  }

  /** In steps, so that none takes long: the model, other needs a few times, the search. */
  #prepare(length: number): void {
    if (this.#model === undefined) this.#model = this.#modelOfPairs(length);
    else if (this.#duals++ < DUALS) this.#model = withDuals(this.#model, this.#random);
    else this.#sets = new CompatibleSets(this.#model, this.#random);
  }

  /** The moves that can follow one; whether both lose the goal is asked once, of the one that comes later in order. */
  #goesAfter(expansion: Expansion<State>, option: number): Uint32Array {
    this.space.work += expansion.successors.length;
    const met = this.#needs.filter((need) => this.goals.isMet(this.#options[option]!.state, need));
    const after = emptySet(this.#options.length);
    expansion.successors.forEach((state, successor) => {
      const other = this.#optionAt(expansion, successor);
      if (other === undefined || !met.every((need) => this.goals.isMet(state, need))) return;
      const isEnd = expansion.terminal[successor] === 1;
      if (isEnd && this.space.goalOf(expansion, successor) !== this.space.highest) return;
      if (other < option || this.goals.distances([state])[0]! < LOST) addTo(after, other);
    });
    return after;
  }

  #optionAt({ joints }: Expansion<State>, successor: number): number | undefined {
    const { game, role } = this.space.setting;
    return this.#optionOf.get(joints[successor * game.roles.length + role]!);
  }

  #modelOfPairs(length: number): MoveModel {
    const after = this.#after;
    const moves = this.#options.length;
    const compatible = after.map((row, move) => {
      const both = emptySet(moves);
      for (let other = 0; other < moves; other++) {
        if (other !== move && has(row, other) && has(after[other]!, move)) addTo(both, other);
      }
      return both;
    });
    const fewest = Math.max(length, fewestMeeting(this.#meeting, moves));
    return { moves, compatible, needs: this.#meeting, fewest };
  }

  #meetingMoves(): readonly Uint32Array[] {
    const unmet = this.#needs.filter((need) => !this.goals.isMet(this.space.root, need));
    return unmet.map((need) => {
      const meeting = emptySet(this.#options.length);
      this.#options.forEach(({ state }, option) => {
        if (this.goals.isMet(state, need)) addTo(meeting, option);
      });
      return meeting;
    });
  }

  /** One lot a step, so that none takes long. What was cut off by the end of time is played again. */
  #playLot(): void {
    const { simulator } = this.space.setting;
    const playouts = LENGTH.playouts[this.#lengths.length]!;
    const request = { playouts, seed: this.seed, maxPlies: LENGTH.plies };
    const { plies, ended } = simulator.playouts([this.space.root], request, this.space.isTimeUp);
    this.space.playouts += playouts;
    if (ended[0] === playouts) this.#lengths.push(plies / playouts);
    else if (!this.space.isTimeUp() || ++this.#cuts === MOST_CUTS) this.#lengths.push(0);
  }

  /** Undefined until all lots are played. */
  #lengthOfPlay(): number | undefined {
    const lengths = this.#lengths;
    if (lengths.length < LENGTH.playouts.length) return undefined;
    const [length = 0] = lengths;
    return Number.isInteger(length) && lengths.every((each) => each === length) ? length : 0;
  }

  #solve(sets: CompatibleSets, steps: number): void {
    const { space } = this;
    space.nodes += steps;
    space.work += steps * this.#options.length;
    const solution = sets.next(steps, space.isTimeUp);
    if (solution !== undefined && !this.#isPlayed(solution)) this.#mistakes++;
    this.isDone = sets.isDone || this.#mistakes > MOST_MISTAKES;
  }

  /** Makes the moves in an order in which they are legal, and one more where that ends play; whether it came to the highest goal. */
  #isPlayed(solution: readonly number[]): boolean {
    const { space } = this;
    const open = new Set(solution.map((option) => this.#options[option]!.move));
    const way: number[] = [];
    for (let state = space.root; ;) {
      const expansion = way.length === 0 ? space.first : space.expandNow(state);
      const isLast = open.size === 0;
      const successor = this.#successor(expansion, isLast ? undefined : open);
      if (successor === undefined) return false;
      way.push(successor);
      if (expansion.terminal[successor] === 1) {
        space.meetEnd(expansion, successor, { first: way[0]!, way: () => way });
        return space.isBest;
      }
      if (isLast) return false;
      state = expansion.successors[successor]!;
    }
  }

  /** Where one of the moves leads, which is then no longer among them; or, without any, where play ends with the highest goal. */
  #successor(expansion: Expansion<State>, open: Set<Move> | undefined): number | undefined {
    const { game, role } = this.space.setting;
    for (let successor = 0; successor < expansion.successors.length; successor++) {
      const move = expansion.joints[successor * game.roles.length + role]!;
      if (open === undefined) {
        const isEnd = expansion.terminal[successor] === 1;
        if (isEnd && this.space.goalOf(expansion, successor) === this.space.highest) return successor;
      } else if (open.delete(move)) return successor;
    }
    return undefined;
  }
}

/** How many moves it takes at least to meet all needs: no move meets more than the best one. */
function fewestMeeting(needs: readonly Uint32Array[], moves: number): number {
  let most = 1;
  for (let move = 0; move < moves; move++) most = Math.max(most, needs.filter((need) => has(need, move)).length);
  return Math.ceil(needs.length / most);
}

/**
 * Where so many moves have to be made, and all there are fall into no more sets of which each gives one at most, each gives one: a need
 * that no rule speaks of (every number is in some cell, where the rules ask for a number in every cell). Sets across the known needs tell
 * most.
 */
function withDuals(model: MoveModel, random: Random): MoveModel {
  const { moves, compatible, needs, fewest } = model;
  if (fewest === 0) return model;
  const apart = compatible.map((row, move) => {
    const all = row.slice();
    for (const need of needs) if (has(need, move)) need.forEach((word, at) => (all[at]! |= word));
    return all;
  });
  const cover = independentCover(apart, random);
  if (cover.length > fewest) return model;
  const all = new Map([...needs, ...cover].map((set) => [set.join(), set]));
  return { moves, compatible, fewest, needs: [...all.values()] };
}
