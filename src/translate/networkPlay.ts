import { type Budget, ok, type Result } from '../base/index.js';
import { type Expansion, type Game, jointOf, type Move, NO_GOAL, type Simulator } from '../game/index.js';
import type { GroundProgram } from '../ground/index.js';
import { MoveNames, type PackedState, StateLayout } from '../playout/index.js';
import type { RoundExpander } from './roundExpander.js';
import { solverRounds } from './solverRounds.js';

/** A game that the constraint network of one round plays alone. */
export interface NetworkPlay {
  readonly game: Game<PackedState>;
  readonly simulator: Pick<Simulator<PackedState>, 'expand'>;
}

/** Plays a game by its network, with MAC; fails with a reason where that exceeds the budget. Nothing is seen: it has no percepts. */
export function networkPlay(program: GroundProgram, budget: Budget): Result<NetworkPlay, string> {
  const rounds = solverRounds(program, budget);
  if (!rounds.ok) return rounds;
  const expander = rounds.value('mac');
  return ok({
    game: new NetworkGame(program, expander),
    simulator: { expand: (states, isTimeUp) => expander.expandInTime(states, isTimeUp) },
  });
}

class NetworkGame implements Game<PackedState> {
  readonly roles: readonly string[];
  readonly #layout: StateLayout;
  readonly #moves: MoveNames;
  readonly #initial: PackedState;

  constructor(
    private readonly program: GroundProgram,
    private readonly expander: RoundExpander,
  ) {
    this.roles = program.roles;
    this.#layout = new StateLayout(program.fluents);
    this.#moves = new MoveNames(program);
    this.#initial = this.#layout.of(Array.from(program.initial, (atom) => atom - 1));
  }

  readonly names = {
    facts: (state: PackedState): readonly string[] => {
      const { fluents, constants } = this.program.lexicon;
      return [...this.#layout.holding(state).map((fluent) => fluents[fluent]!), ...constants].sort();
    },
    move: (move: Move): string => this.#moves.text(move),
    findMove: (text: string): Move | undefined => this.#moves.find(text),
  };

  initial(): PackedState {
    return this.#initial;
  }

  isTerminal(state: PackedState): boolean {
    return this.expander.look(state).isTerminal;
  }

  goals(state: PackedState): readonly (number | null)[] {
    return Array.from(this.expander.look(state).goals, (goal) => (goal === NO_GOAL ? null : goal));
  }

  /** None in a terminal state, where the network has no moves. */
  legalMoves(state: PackedState, role: number): readonly Move[] {
    const { joints } = this.expander.expand(state);
    return [...new Set(joints.filter((_, at) => at % this.roles.length === role))];
  }

  next(state: PackedState, joint: readonly Move[]): PackedState {
    const expansion = this.expander.expand(state);
    const isMade = (_: PackedState, index: number): boolean => this.#isJoint(expansion, index, joint);
    const made = expansion.successors.find(isMade);
    if (made === undefined) throw new Error('not a legal joint move');
    return made;
  }

  #isJoint(expansion: Expansion<PackedState>, index: number, joint: readonly Move[]): boolean {
    return jointOf(expansion, index, this.roles.length).every((move, role) => move === joint[role]);
  }

  percepts(): readonly (readonly string[])[] {
    return this.roles.map(() => []);
  }
}
