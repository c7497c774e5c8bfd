import type { Game, StateSymmetries } from '../game/index.js';
import { answer, type Answer } from './answer.js';
import { type GoalClaim, goalRange, interestsOf, playersOf } from './interests.js';
import { Limits, type Progress, type SolveBudget, type Watch } from './limits.js';
import { type Expander, type Match, type Objective, UNFINISHED } from './objective.js';

export interface SolveRequest<State = unknown> {
  readonly game: Game<State>;
  readonly simulator: Expander<State>;
  /** Where play begins; the initial state unless another is given. */
  readonly start?: State;
  /** Rounds until play is cut off; what is not terminal then is worth 0. Never, unless it is given. */
  readonly horizon?: number;
  /** What is known of the goals, as `GroundProgram.goals` has them. */
  readonly claims?: readonly GoalClaim[] | undefined;
  /** The role whose value is wanted; all players unless it is given. */
  readonly role?: number;
  /** `worst`: those who play for a value want the least. */
  readonly aim?: 'best' | 'worst';
  /** Points: only whether a value reaches them is found out, which may be known earlier than the value. */
  readonly threshold?: number;
  /** Of the game: states that are symmetric are then solved as one. */
  readonly symmetries?: StateSymmetries<State>;
  readonly budget: SolveBudget;
  readonly onProgress?: (progress: RoleProgress) => void;
}

export interface RoleProgress extends Progress {
  readonly role: number;
}

/**
 * What the values mean. `single`: one player, against chance at most. `cooperative`: several players who provably have the same goals,
 * and choose together. `zero-sum`: two players whose goals add up to a constant, one choosing at a time, in all states met. `guarantee`: what each player can make sure of
 * whatever the others do, even if they play against it together and see its moves first; no equilibrium is looked for.
 */
export type SolveKind = 'single' | 'cooperative' | 'zero-sum' | 'guarantee';

export interface Solution {
  readonly kind: SolveKind;
  readonly values: readonly RoleValue[];
  /** How many symmetries made states one: 1 where none did but the identity. */
  readonly symmetries: number;
  /** States expanded for all roles together. */
  readonly nodes: number;
  readonly milliseconds: number;
}

export interface RoleValue {
  readonly role: number;
  readonly lower: number;
  readonly upper: number;
  /** What it follows from: several roles may share it. */
  readonly answer: Answer;
  readonly objective: Objective;
}

/** Values of a game under optimal play, exact but for the rounding of doubles: see {@link SolveKind} for what that means where. */
export function solve<State>(request: SolveRequest<State>): Solution {
  return new Solving(request).solve();
}

class Solving<State> {
  readonly #match: Match<State>;
  readonly #players: readonly number[];
  readonly #wanted: readonly number[];
  readonly #limits: Limits;
  #nodes = 0;

  constructor(private readonly request: SolveRequest<State>) {
    const { game, simulator, start = game.initial(), horizon = Infinity, role, symmetries } = request;
    const isAlone = symmetries === undefined || symmetries.size === 1;
    const canonical = isAlone ? {} : { canonical: (state: State) => symmetries.canonical(state).state };
    this.#match = { game, simulator, start, horizon, ...canonical };
    this.#players = playersOf(game.roles);
    this.#wanted = role === undefined ? this.#players : [role];
    this.#limits = new Limits(request.budget);
  }

  solve(): Solution {
    const { game, claims } = this.request;
    const interests = interestsOf(game.roles, claims);
    const [first] = this.#wanted;
    if (first === undefined) return this.#solution('single', []);
    if (interests === 'same') return this.#solution('cooperative', this.#together(first));
    const value = this.#alone(first);
    if (interests === 'single') return this.#solution('single', [value]);
    const sum = this.#constantSum(value);
    if (sum !== undefined) return this.#solution('zero-sum', this.#opposed(value, sum));
    return this.#solution('guarantee', [value, ...this.#wanted.slice(1).map((role) => this.#alone(role))]);
  }

  /** All players want what the first one wants. */
  #together(first: number): readonly RoleValue[] {
    const value = this.#answer(first, this.#players);
    return this.#wanted.map((role) => ({ ...value, role }));
  }

  #alone(role: number): RoleValue {
    return this.#answer(role, [role]);
  }

  /**
   * What the goals of two players add up to, if that makes their values do so. What one can make sure of is proved by states that were met,
   * and by the bounds of goals; so is what the other can keep it to. It is enough that the sum is the same there, and that there only one
   * of them chose at a time.
   */
  #constantSum({ role, objective, answer: { sum, isSimultaneous, isStuck, isCut } }: RoleValue): number | undefined {
    const isSound = this.#players.length === 2 && objective.aim === 'best' && !isSimultaneous && !isStuck && !isCut;
    if (sum === undefined || !isSound) return undefined;
    const other = this.#players.find((player) => player !== role)!;
    const { lowest, highest } = goalRange(this.request.claims, other);
    const isMirrored = lowest === sum - objective.range.highest && highest === sum - objective.range.lowest;
    return isMirrored && objective.range.lowest === UNFINISHED && lowest === UNFINISHED ? sum : undefined;
  }

  /** What one player gets is what the other does not. */
  #opposed(value: RoleValue, sum: number): readonly RoleValue[] {
    const mirrored = { ...value, lower: sum - value.upper, upper: sum - value.lower };
    return this.#wanted.map((role) => (role === value.role ? value : { ...mirrored, role }));
  }

  #answer(role: number, own: readonly number[]): RoleValue {
    const { aim = 'best', claims, threshold, onProgress } = this.request;
    const objective: Objective = { role, own, aim, range: goalRange(claims, role) };
    const watch: Watch = {
      limits: this.#limits,
      onProgress: (progress) => onProgress?.({ ...progress, role, nodes: this.#nodes + progress.nodes }),
    };
    const found = answer(this.#match, objective, { watch, threshold });
    this.#nodes += found.nodes;
    return { role, lower: found.lower, upper: found.upper, answer: found, objective };
  }

  #solution(kind: SolveKind, values: readonly RoleValue[]): Solution {
    const symmetries = this.request.symmetries?.size ?? 1;
    return { kind, values, symmetries, nodes: this.#nodes, milliseconds: this.#limits.milliseconds };
  }
}
