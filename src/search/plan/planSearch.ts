import type { Move } from '../../game/index.js';
import type { MoveReport, Search, SearchLimit, SearchReport, SearchSetting } from '../search.js';
import { isSameState } from './stateKey.js';
import { DEFAULT_PLAN_OPTIONS, type PlanOptions } from './planOptions.js';
import { NOTHING, PlanSpace } from './planSpace.js';
import { Portfolio } from './portfolio.js';

/** Sizes of requests, in what an engine makes side by side, for each of which it has code of its own; that of the largest is always there. */
const SIZES = [1, 2, 4];

/** Looks for a plan: for games in which nobody but the role has a choice, and nothing is drawn. */
export function openPlanSearch<State>(
  setting: SearchSetting<State>,
  options: Partial<PlanOptions> = {},
): Search<State> {
  // Made once for the whole match.
  const { simulator } = setting;
  for (const size of SIZES) simulator.prepare?.({}, size * (simulator.lanes ?? 1));
  const goals = setting.goals?.();
  const parts = setting.parts?.();
  const known = { ...setting, parts: () => parts, ...(goals === undefined ? {} : { goals: () => goals }) };
  return new PlanSearch(known, { ...DEFAULT_PLAN_OPTIONS, ...options });
}

/** Joint moves to the best end that is known, and what it is worth. */
interface Plan {
  readonly line: readonly (readonly Move[])[];
  readonly value: number;
}

/** What is known when a report is made. */
interface Standing {
  readonly planned: Move | undefined;
  readonly best: Plan | undefined;
  readonly isSolved: boolean;
}

/** What leads to no end yet is better than what leads to nothing. */
const rank = (value: number | undefined): number => value ?? NOTHING + 1;

/**
 * Several strategies take turns at the same root (`portfolio.ts`); the best line to an end that any of them finds is remembered over the
 * whole match and played out, unless a better one turns up on the way. Solved is a state where a line reaches the highest goal of the rules, or
 * where everything was seen.
 */
class PlanSearch<State> implements Search<State> {
  #space: PlanSpace<State>;
  #portfolio: Portfolio<State>;
  /** What was known before the present state was come to. */
  #plan: Plan | undefined;
  /** Whether no better plan than that exists. */
  #isProved = false;
  #ms = 0;

  constructor(
    private readonly setting: SearchSetting<State>,
    options: PlanOptions,
  ) {
    this.#space = new PlanSpace(setting, setting.state);
    // What is first done takes longest: not when there is a deadline.
    setting.goals?.().distances(this.#space.first.successors);
    this.#portfolio = new Portfolio(this.#space, options);
  }

  think(limit: SearchLimit): void {
    const { clock } = this.setting;
    const start = clock();
    if (!this.#isSolved) this.#portfolio.run(limit);
    this.#ms += clock() - start;
  }

  report(): SearchReport {
    const { nodes, playouts, expansions } = this.#space;
    const best = this.#best;
    const isSolved = this.#isSolved;
    const planned = this.#planned(best);
    const all = this.#movesAt(this.#space, { planned, best, isSolved });
    let moves: readonly MoveReport[] | undefined;
    return {
      move: planned ?? this.#bestBehind(),
      // There may be a hundred thousand, and few ask for them.
      get moves() {
        return (moves ??= all());
      },
      value: best?.value ?? (isSolved ? NOTHING : undefined),
      isSolved,
      variation: best?.line ?? [],
      effort: { nodes, playouts, expansions, ms: this.#ms },
    };
  }

  moveTo(state: State): void {
    const { game } = this.setting;
    const best = this.#best;
    const [joint, ...line] = best?.line ?? [];
    const isOnLine = joint !== undefined && isSameState(game, game.next(this.#space.root, joint), state);
    this.#isProved = isOnLine && this.#isSolved;
    this.#plan = isOnLine ? { line, value: best!.value } : undefined;
    this.#ms = 0;
    this.#space = new PlanSpace(this.setting, state);
    this.#portfolio = this.#portfolio.at(this.#space);
  }

  /** The better one of what was known and what was found. */
  get #best(): Plan | undefined {
    const { value, line } = this.#space;
    if (value === undefined || (this.#plan !== undefined && this.#plan.value >= value)) return this.#plan;
    return { value, line };
  }

  get #isSolved(): boolean {
    return this.#isProved || this.#portfolio.isExhausted || this.#best?.value === this.#space.highest;
  }

  /** A line to nothing is not worth following, unless nothing is all there is: what leads to no end yet comes first then. */
  #planned(best: Plan | undefined): Move | undefined {
    const isWorthless = best?.value === NOTHING && !this.#isSolved;
    return isWorthless ? undefined : best?.line[0]?.[this.setting.role];
  }

  /** The first move of the root with the best rank. */
  #bestBehind(): Move {
    const { first } = this.#space;
    let best = 0;
    for (let successor = 1; successor < first.terminal.length; successor++) {
      if (rank(this.#space.behind(successor).value) > rank(this.#space.behind(best).value)) best = successor;
    }
    return first.joints[best * this.setting.game.roles.length + this.setting.role]!;
  }

  /** What is known now of every move of the root, put in order when it is asked for. */
  #movesAt(space: PlanSpace<State>, { planned, best, isSolved }: Standing): () => readonly MoveReport[] {
    const { game, role } = this.setting;
    const behind = space.behindNow();
    return () => {
      const reports = new Map<Move, MoveReport>();
      for (let successor = 0; successor < space.first.terminal.length; successor++) {
        const move = space.first.joints[successor * game.roles.length + role]!;
        const { value: found, ends } = behind(successor);
        const value = move === planned ? best!.value : found;
        const isProved = value !== undefined && isSolved && value === best?.value;
        const visits = ends + (reports.get(move)?.visits ?? 0);
        reports.set(move, { move, value, visits, isSolved: isProved });
      }
      const ranks = ({ move, value }: MoveReport): number => (move === planned ? Infinity : rank(value));
      return [...reports.values()].sort((a, b) => ranks(b) - ranks(a));
    };
  }
}
