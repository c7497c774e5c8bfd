import { countJoints, type Expansion, NO_GOAL } from '../game/index.js';
import { PackedExpansion, type PackedState, StateLayout } from '../playout/index.js';
import { NONE, type PreparedRound, type Sign, type StateSigns } from './preparedRound.js';
import { type RoundSolutions, roundSolutions, type SolverMethod } from './roundSolutions.js';

/** What is seen of a state. */
export interface Sight {
  readonly isTerminal: boolean;
  /** By role, {@link NO_GOAL} where the rules give none or several. */
  readonly goals: Int32Array;
}

/** A solution of the round. */
interface Transition extends Sight {
  /** Values of the actions, in role order. */
  readonly actions: readonly number[];
  readonly successor: PackedState;
}

/**
 * Makes all joint moves of states by the constraint network of a round: a state is injected, and each solution is a transition (003 section
 * 3; 001 section 4.2, algorithm 3). States, moves, their order and all that is told of them are as in the compiled game.
 *
 * The papers cut the round into a hard part and a chance part, solve the latter by stochastic forward checking, and post its solutions as the
 * feasibility constraint of the former, on which MAC runs (`macSfc`). That finds policies; a round is asked for its transitions, which are the
 * same set without the cut. With θ = 0 (search prunes by itself) the feasibility constraint says that the moves of the players leave chance
 * some value, and the scenarios of the policies are the solutions of the network, since chance draws uniformly from just the values that
 * the constraints allow (`solver/stochastic/rounds.test.ts` compares them). So MAC runs on the whole, which is built once and propagated,
 * rather than built and cut anew for each state.
 */
export class RoundExpander {
  readonly #solutions: RoundSolutions;
  readonly #layout: StateLayout;
  readonly #roles: number;
  /** The state to inject: a value for each of its variables. */
  readonly #values: Int32Array;
  /** Whether a state is still injected: where time was up, it is withdrawn before the next one, since that takes up to as long as what was found out about it. */
  #isInjected = false;

  constructor(
    private readonly round: PreparedRound,
    method: SolverMethod,
  ) {
    this.#roles = round.actions.length;
    this.#layout = new StateLayout(round.places.length);
    this.#solutions = roundSolutions(round.network, method, round.actions);
    this.#values = new Int32Array(round.injected.length);
  }

  /** Throws where the state has more joint moves than can be listed. */
  expand(state: PackedState): Expansion<PackedState> {
    return this.#expand(state, () => false)!;
  }

  /** The expansions of as many states, from the first on, as there is time for. */
  expandInTime(
    states: readonly PackedState[],
    isTimeUp: () => boolean = () => false,
  ): readonly Expansion<PackedState>[] {
    const made: Expansion<PackedState>[] = [];
    for (const state of states) {
      const expansion = isTimeUp() ? undefined : this.#expand(state, isTimeUp);
      if (expansion === undefined) break;
      made.push(expansion);
    }
    return made;
  }

  /** Undefined where time is up before the last solution is found. */
  #expand(state: PackedState, isTimeUp: () => boolean): Expansion<PackedState> | undefined {
    const { isTerminal, transitions } = this.#at(
      state,
      (isPossible) => {
        const isOver = isPossible && this.#holds(this.round.state.terminal);
        return { isTerminal: isOver, transitions: isPossible && !isOver ? this.#transitions(isTimeUp) : [] };
      },
      isTimeUp,
    );
    if (isTimeUp()) return undefined;
    const roles = this.#roles;
    const joints = new Int32Array(transitions.length * roles);
    const goals = new Int32Array(joints.length);
    for (const [index, transition] of transitions.entries()) {
      goals.set(transition.goals, index * roles);
      for (let role = 0; role < roles; role++)
        joints[index * roles + role] = this.round.moves[role]![transition.actions[role]!]!;
    }
    return PackedExpansion.of({
      isTerminal,
      joints,
      successors: transitions.map(({ successor }) => successor),
      terminal: Uint8Array.from(transitions, (transition) => (transition.isTerminal ? 1 : 0)),
      goals,
    });
  }

  /** Where the state is not terminal, but some role has no legal move, nothing is seen of its goals. */
  look(state: PackedState): Sight {
    return this.#at(state, (isPossible) =>
      isPossible
        ? this.#sight(this.round.state)
        : { isTerminal: false, goals: new Int32Array(this.#roles).fill(NO_GOAL) },
    );
  }

  /** Asks while a state is injected; where that is not possible, some role has no legal move there, or time is up. */
  #at<T>(state: PackedState, ask: (isPossible: boolean) => T, isTimeUp: () => boolean = () => false): T {
    const { absent, places, values, injected } = this.round;
    this.#values.set(absent);
    for (const fluent of this.#layout.holding(state)) this.#values[places[fluent]!] = values[fluent]!;
    if (this.#values.includes(NONE)) return ask(false);
    this.#withdraw();
    this.#isInjected = true;
    const answer = ask(this.#solutions.inject(injected, this.#values, isTimeUp));
    if (!isTimeUp()) this.#withdraw();
    return answer;
  }

  #withdraw(): void {
    if (this.#isInjected) this.#solutions.withdraw();
    this.#isInjected = false;
  }

  /** In the order of `jointMoves`: moves are numbered as they are legal. Not all of them where time is up first. */
  #transitions(isTimeUp: () => boolean): readonly Transition[] {
    const solutions = this.#solutions;
    const { actions } = this.round;
    countJoints(actions.map((action) => solutions.size(action)));
    const transitions: Transition[] = [];
    while (!isTimeUp() && solutions.advance(isTimeUp)) {
      transitions.push({
        ...this.#sight(this.round.successor),
        actions: actions.map((action) => solutions.value(action)),
        successor: this.#successor(),
      });
    }
    return transitions.sort((a, b) => compare(a.actions, b.actions));
  }

  #successor(): PackedState {
    const layout = this.#layout;
    const state = new Uint32Array(layout.length);
    for (const { variable, fluents } of this.round.next) {
      const fluent = fluents[this.#solutions.value(variable)]!;
      if (fluent !== NONE) state[fluent >>> 5]! |= 1 << (fluent & 31);
    }
    return layout.seal(state);
  }

  #sight({ terminal, goals }: StateSigns): Sight {
    const points = new Int32Array(this.#roles).fill(NO_GOAL);
    const counts = new Int32Array(this.#roles);
    for (const goal of goals) {
      if (!this.#holds(goal)) continue;
      points[goal.role] = counts[goal.role]!++ === 0 ? goal.points : NO_GOAL;
    }
    return { isTerminal: this.#holds(terminal), goals: points };
  }

  #holds({ variable, value, isTaken }: Sign): boolean {
    return variable === NONE || (this.#solutions.value(variable) === value) === isTaken;
  }
}

function compare(a: readonly number[], b: readonly number[]): number {
  const role = a.findIndex((value, index) => value !== b[index]);
  return role < 0 ? 0 : a[role]! - b[role]!;
}
