import type { Meter } from '../../base/index.js';
import type { Filter } from './filter.js';
import { type ValuedPolicy, afterDecisions, lostPolicy } from './policy.js';
import { type Draw, type Wanted, chooseAmong, joinDraws } from './policyLists.js';
import { PRECISION, type StochasticProblem } from './stochasticProblem.js';

export interface PolicySearchOptions {
  readonly problem: StochasticProblem;
  /** Over the constraints of the problem; those before the variable where the search starts may be left out. */
  readonly filter: Filter;
  readonly wanted: Wanted;
  readonly limit: number;
  readonly meter: Meter;
}

/** What a subtree must bring to each player to be of use, and what it need not surpass. */
interface Aim {
  readonly least: readonly number[];
  readonly enough: readonly number[];
}

/**
 * The tree search of stochastic constraint satisfaction over a filter: with forward checking that of Walsh (2002) and of Balafoutis and
 * Stergiou (2006).
 *
 * θ prunes: an upper bound of a subtree is what a scenario can be worth at most, times the probability that no stochastic variable ahead
 * draws a value that the filter removed. A branch of a draw must bring what the others, at their best, cannot; and once the threshold is
 * reached and one policy is wanted, any policy will do in the branches left.
 */
export class PolicySearch {
  nodes = 0;
  isComplete = true;
  readonly #values: number[];
  readonly #draws: readonly number[];
  readonly #limit: number;
  readonly #problem: StochasticProblem;
  readonly #filter: Filter;

  constructor(private readonly options: PolicySearchOptions) {
    this.#problem = options.problem;
    this.#filter = options.filter;
    const { variables } = options.problem.network;
    this.#values = variables.map(() => 0);
    this.#draws = [...variables.keys()].filter((variable) => this.#problem.isStochastic(variable));
    this.#limit = options.wanted === 'all' ? options.limit : Infinity;
  }

  /**
   * The policies for the variables from `first` on that reach the threshold; those before have `values`, which the filter was told. Before
   * the first draw, policies that are lost as a whole may be missing.
   */
  from(first: number, values: readonly number[], threshold: readonly number[]): readonly ValuedPolicy[] {
    for (let variable = 0; variable < first; variable++) this.#values[variable] = values[variable]!;
    const least = threshold.map((theta) => theta - PRECISION);
    const policies = this.#policiesFrom(first, { least, enough: this.options.wanted === 'first' ? least : NEVER });
    return this.options.wanted === 'first' ? policies.slice(0, 1) : policies;
  }

  #policiesFrom(variable: number, aim: Aim): readonly ValuedPolicy[] {
    const problem = this.#problem;
    if (variable === problem.network.variables.length) {
      const utilities = problem.utilities(this.#values);
      return reachesAim(utilities, aim) ? [{ policy: { kind: 'leaf', utilities, isLost: false }, utilities }] : [];
    }
    const hope = this.#hope(variable);
    if (hope === 0) return this.#violation(variable, aim);
    if (!problem.ceiling.every((most, player) => hope * most >= aim.least[player]!)) return [];
    if (problem.isStochastic(variable)) return this.#draw(variable, aim);
    return this.#filter.size(variable) === 1 ? this.#follow(variable, aim) : this.#decide(variable, aim);
  }

  /** At most the probability that the scenario is not lost, or 0 where that is not enough to be feasible. */
  #hope(variable: number): number {
    let hope = 1;
    for (const drawn of this.#draws) {
      if (drawn < variable || this.#problem.conditions(drawn).some((x) => x >= variable)) continue;
      let left = 0;
      let lost = 0;
      for (const [value, probability] of this.#problem.probabilities(drawn, this.#values).entries())
        if (this.#filter.has(drawn, value)) left += probability;
        else lost += probability;
      if (lost > 0 && this.#problem.reading === 'feasibility') return 0;
      hope *= left;
    }
    return hope;
  }

  /** The decisions that the filter leaves no choice of: many in a row, so this is a loop. */
  #follow(first: number, aim: Aim): readonly ValuedPolicy[] {
    const forced: number[] = [];
    const { variables } = this.#problem.network;
    this.#filter.save();
    let variable = first;
    let isConsistent = true;
    while (isConsistent && variable < variables.length && this.#isForced(variable)) {
      const value = variables[variable]!.values.findIndex((_, v) => this.#filter.has(variable, v));
      isConsistent = this.#try(variable, value);
      forced.push(value);
      variable++;
    }
    const policies = isConsistent ? this.#policiesFrom(variable, aim) : this.#violation(first, aim);
    this.#filter.restore();
    return policies.map((policy) => afterDecisions(first, forced, policy));
  }

  #isForced(variable: number): boolean {
    return !this.#problem.isStochastic(variable) && this.#filter.size(variable) === 1;
  }

  #decide(variable: number, aim: Aim): readonly ValuedPolicy[] {
    const { wanted } = this.options;
    let found: readonly ValuedPolicy[] = [];
    for (const value of this.#problem.network.variables[variable]!.values.keys()) {
      if (!this.#filter.has(variable, value)) continue;
      const policies = this.#below(variable, value, wanted === 'all' ? aim : better(aim, found));
      if (policies.length === 0) continue;
      found = chooseAmong([...found, ...policies.map((policy) => afterDecisions(variable, [value], policy))], wanted);
      if (found.length > this.#limit) {
        this.isComplete = false;
        return found.slice(0, this.#limit);
      }
      if (found.some(({ utilities }) => isEnough(utilities, aim))) break;
    }
    return found.length > 0 ? found : this.#violation(variable, aim);
  }

  #draw(variable: number, aim: Aim): readonly ValuedPolicy[] {
    const { ceiling, players } = this.#problem;
    const chances = [...this.#problem.probabilities(variable, this.#values).entries()].filter(([, p]) => p > 0);
    /** What all branches can bring at most, known of those that were searched. */
    const most = ceiling.map((top) => top * this.#massLeft(variable, chances));
    const draws: Draw[] = [];
    for (const [value, probability] of chances) {
      const isLeft = this.#filter.has(variable, value);
      const share = ceiling.map((top) => (isLeft ? probability * top : 0));
      const branchAim = aimOfBranch(aim, { probability, others: most.map((sum, i) => sum - share[i]!), draws });
      const policies = isLeft ? this.#below(variable, value, branchAim) : this.#violation(variable, branchAim);
      if (policies.length === 0) return [];
      for (let i = 0; i < players; i++) most[i]! += probability * bestOf(policies, i) - share[i]!;
      draws.push({ value, probability, policies });
    }
    return this.#join(variable, draws, aim);
  }

  #massLeft(variable: number, chances: readonly (readonly [number, number])[]): number {
    return chances.reduce(
      (sum, [value, probability]) => sum + (this.#filter.has(variable, value) ? probability : 0),
      0,
    );
  }

  #join(variable: number, draws: readonly Draw[], aim: Aim): readonly ValuedPolicy[] {
    const { players } = this.#problem;
    /** What the draws from an index on can bring at most. */
    const rest: number[][] = [Array.from({ length: players }, () => 0)];
    for (const { probability, policies } of draws.toReversed())
      rest.unshift(rest[0]!.map((sum, player) => sum + probability * bestOf(policies, player)));
    const isPromising = (drawn: number, utilities: readonly number[]): boolean =>
      utilities.every((utility, player) => utility + rest[drawn]![player]! >= aim.least[player]!);
    const joined = joinDraws(variable, draws, {
      players,
      wanted: this.options.wanted,
      limit: this.#limit,
      isPromising,
    });
    if (joined.isCut) this.isComplete = false;
    return joined.policies;
  }

  #below(variable: number, value: number, aim: Aim): readonly ValuedPolicy[] {
    this.#filter.save();
    const isConsistent = this.#try(variable, value);
    const policies = isConsistent ? this.#policiesFrom(variable + 1, aim) : this.#violation(variable, aim);
    this.#filter.restore();
    return policies;
  }

  #try(variable: number, value: number): boolean {
    this.options.meter.tick();
    this.nodes++;
    this.#values[variable] = value;
    return this.#filter.assign(variable, value);
  }

  #violation(variable: number, { least }: Aim): readonly ValuedPolicy[] {
    const isOfUse = this.#problem.losesAt(variable) && least.every((bound) => bound <= 0);
    return isOfUse ? [lostPolicy(this.#problem.players)] : [];
  }
}

/** Nothing is enough. */
const NEVER: readonly number[] = [];

function reachesAim(utilities: readonly number[], { least }: Aim): boolean {
  return utilities.every((utility, player) => utility >= least[player]!);
}

function isEnough(utilities: readonly number[], { enough }: Aim): boolean {
  return enough.length > 0 && utilities.every((utility, player) => utility >= enough[player]!);
}

const bestOf = (policies: readonly ValuedPolicy[], player: number): number =>
  policies.reduce((most, { utilities }) => Math.max(most, utilities[player]!), 0);

/** With one player: only what is better than the best that was found is of use. */
function better(aim: Aim, found: readonly ValuedPolicy[]): Aim {
  if (aim.least.length > 1 || found.length === 0) return aim;
  return { ...aim, least: [Math.max(aim.least[0]!, bestOf(found, 0) + PRECISION)] };
}

interface Branch {
  readonly probability: number;
  /** What the other branches can bring at most. */
  readonly others: readonly number[];
  /** The branches that were searched before. */
  readonly draws: readonly Draw[];
}

function aimOfBranch({ least, enough }: Aim, { probability, others, draws }: Branch): Aim {
  const needed = least.map((bound, player) => (bound - others[player]!) / probability);
  // With several players the branches before have several policies, none of which is the best.
  if (enough.length !== 1) return { least: needed, enough: NEVER };
  const brought = draws.reduce((sum, draw) => sum + draw.probability * bestOf(draw.policies, 0), 0);
  return { least: needed, enough: [(enough[0]! - brought) / probability] };
}
