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
    const moves = this.#moves(best);
    return {
      move: moves[0]!.move,
      moves,
      value: best?.value ?? (this.#isSolved ? NOTHING : undefined),
      isSolved: this.#isSolved,
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

  #moves(best: Plan | undefined): readonly MoveReport[] {
    const { first } = this.#space;
    const { game, role } = this.setting;
    /** A line to nothing is not worth following, unless nothing is all there is: what leads to no end yet comes first then. */
    const isWorthless = best?.value === NOTHING && !this.#isSolved;
    const planned = isWorthless ? undefined : best?.line[0]?.[role];
    const reports = new Map<Move, MoveReport>();
    for (let successor = 0; successor < first.successors.length; successor++) {
      const move = first.joints[successor * game.roles.length + role]!;
      const { value, ends } = this.#space.behind(successor);
      const known = move === planned ? best!.value : value;
      const isSolved = known !== undefined && this.#isSolved && known === best?.value;
      const visits = ends + (reports.get(move)?.visits ?? 0);
      reports.set(move, { move, value: known, visits, isSolved });
    }
    const rank = ({ move, value }: MoveReport): number => (move === planned ? Infinity : (value ?? NOTHING + 1));
    return [...reports.values()].sort((a, b) => rank(b) - rank(a));
  }
}
