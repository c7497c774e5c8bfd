import { type Expansion, jointOf, stateIndex } from '../game/index.js';
import { choicesOf, offsetsOf } from './choices.js';
import { type Chooser, choosersOf, type Match, type Objective, UNFINISHED, worthOf } from './objective.js';

/** All that can happen in a match, place by place; a place comes after those that follow from it. */
export interface Unfolding {
  readonly places: readonly Place[];
  /** Where play begins: the last place. */
  readonly root: number;
}

export interface Place {
  /** Of a place where play ends; undefined of the others. */
  readonly worth: number | undefined;
  readonly isTerminal: boolean;
  /** Every choice of the own side. */
  readonly choices: readonly OwnChoice[];
}

export interface OwnChoice {
  /** Equal for equal moves of all own roles. */
  readonly key: string;
  /** For each answer of the others the places that chance may lead to. */
  readonly answers: readonly (readonly number[])[];
}

/** States that are expanded at once. */
const BATCH = 256;

/**
 * Unfolds a match without leaving anything out, not even moves that lead to the same. Gives undefined where that are more than `most` places, or
 * where places come back, so that there would be no end.
 */
export function unfold<State>(match: Match<State>, objective: Objective, most: number): Unfolding | undefined {
  const found = new Unfolder(match, objective).find(most);
  return found === undefined ? undefined : inOrder(found);
}

class Unfolder<State> {
  readonly #places: Place[] = [];
  readonly #states;
  readonly #numbers: number[] = [];
  readonly #choosers: readonly Chooser[];

  constructor(
    private readonly match: Match<State>,
    private readonly objective: Objective,
  ) {
    this.#states = stateIndex(match.game);
    this.#choosers = choosersOf(match.game.roles, objective);
  }

  /** The places in the order in which they are met. */
  find(most: number): readonly Place[] | undefined {
    const { game, start, horizon, simulator } = this.match;
    const bounded = horizon === Infinity ? 0 : horizon;
    if (game.isTerminal(start))
      return [ending(worthOf(game.goals(start)[this.objective.role] ?? -1, this.objective), true)];
    if (horizon === 0) return [ending(UNFINISHED, false)];
    this.#numberOf(start, bounded);
    for (let from = 0; from < this.#states.size;) {
      const to = Math.min(this.#states.size, from + BATCH);
      const ids = Array.from({ length: to - from }, (_, index) => from + index);
      const expansions = simulator.expand(ids.map((id) => this.#states.state(id)));
      ids.forEach((id, index) => this.#fill(id, expansions[index]!));
      if (this.#places.length > most) return undefined;
      from = to;
    }
    return this.#places;
  }

  #numberOf(state: State, roundsLeft: number): number {
    const id = this.#states.add(state, roundsLeft);
    if (id === this.#numbers.length) this.#numbers.push(this.#add(UNKNOWN));
    return this.#numbers[id]!;
  }

  #add(place: Place): number {
    return this.#places.push(place) - 1;
  }

  #fill(id: number, expansion: Expansion<State>): void {
    const number = this.#numbers[id]!;
    if (expansion.successors.length === 0) {
      this.#places[number] = ending(UNFINISHED, false);
      return;
    }
    const roundsLeft = this.#states.roundsLeft(id);
    const following = expansion.successors.map((_, index) => this.#following(expansion, index, roundsLeft));
    const [own, others, chance] = offsetsOf(choicesOf(expansion.joints, this.#choosers), this.#choosers);
    const choices = own.map((offset): OwnChoice => {
      const joint = jointOf(expansion, offset, this.#choosers.length);
      return {
        key: this.objective.own.map((role) => String(joint[role])).join(),
        answers: others.map((answer) => chance.map((draw) => following[offset + answer + draw]!)),
      };
    });
    this.#places[number] = { worth: undefined, isTerminal: false, choices };
  }

  #following({ successors, terminal, goals }: Expansion<State>, index: number, roundsLeft: number): number {
    const goal = goals[index * this.#choosers.length + this.objective.role]!;
    if (terminal[index] === 1) return this.#add(ending(worthOf(goal, this.objective), true));
    if (roundsLeft === 1) return this.#add(ending(UNFINISHED, false));
    return this.#numberOf(successors[index]!, Math.max(0, roundsLeft - 1));
  }
}

const ending = (worth: number, isTerminal: boolean): Place => ({ worth, isTerminal, choices: [] });

const UNKNOWN = ending(0, false);

/** The places in another order: each after those that follow from it. Undefined where some place follows from itself. */
function inOrder(places: readonly Place[]): Unfolding | undefined {
  const following = places.map(({ choices }) => choices.flatMap(({ answers }) => answers.flat()));
  const rank = new Array<number>(places.length).fill(-1);
  const isOpen = new Uint8Array(places.length);
  const order: number[] = [];
  const path = [{ place: 0, next: 0 }];
  isOpen[0] = 1;
  while (path.length > 0) {
    const top = path.at(-1)!;
    const next = following[top.place]![top.next++];
    if (next === undefined) {
      rank[top.place] = order.push(top.place) - 1;
      isOpen[top.place] = 0;
      path.pop();
    } else if (isOpen[next] === 1) return undefined;
    else if (rank[next] === -1) {
      isOpen[next] = 1;
      path.push({ place: next, next: 0 });
    }
  }
  const renumbered = (answers: OwnChoice['answers']): OwnChoice['answers'] =>
    answers.map((draws) => draws.map((place) => rank[place]!));
  const sorted = order.map((at): Place => ({
    ...places[at]!,
    choices: places[at]!.choices.map(({ key, answers }) => ({ key, answers: renumbered(answers) })),
  }));
  return { places: sorted, root: sorted.length - 1 };
}
