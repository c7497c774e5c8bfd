import { type Game, type GameNames, jointMoves, legalMovesOfAll, type Move } from '../../game/index.js';
import type { TeamMoves } from './teamMoves.js';

/** The role of the team; that of chance, where there is one, comes after it. */
export const TEAM = 0;
/** In place of what chance does, where that does not matter. */
const NO_MOVE = 0;

/**
 * A game whose players have the same goals, as that of a single one: what all of them do at once is a move of the team. States are those of the
 * game itself. Moves are found by their text once they were met.
 */
export class TeamGame<State> implements Game<State> {
  readonly roles: readonly string[];
  readonly names: GameNames<State>;

  constructor(
    private readonly game: Game<State>,
    private readonly team: TeamMoves,
  ) {
    const { names, roles } = game;
    this.roles = team.chance < 0 ? ['team'] : ['team', roles[team.chance]!];
    const textOf = (number: Move): string => {
      const parts = team.partsOf(number).map((move) => names.move(move));
      return parts.length === 1 ? parts[0]! : `(${parts.join(' ')})`;
    };
    this.names = {
      facts: (state) => names.facts(state),
      move: textOf,
      findMove: (text) => team.find((number) => textOf(number) === text),
    };
  }

  initial(): State {
    return this.game.initial();
  }

  legalMoves(state: State, role: number): readonly Move[] {
    const { team, game } = this;
    if (role !== TEAM) return game.legalMoves(state, team.chance).map((move) => team.ofChance(move));
    const ofPlayers = legalMovesOfAll(game, state).map((legal, each) => (each === team.chance ? [NO_MOVE] : legal));
    return Array.from(jointMoves(ofPlayers), (joint) => team.ofTeam(joint));
  }

  next(state: State, joint: readonly Move[]): State {
    return this.game.next(state, this.team.jointOf(joint));
  }

  isTerminal(state: State): boolean {
    return this.game.isTerminal(state);
  }

  /** What the first player has, all of the team have. */
  goals(state: State): readonly (number | null)[] {
    const { players, chance } = this.team;
    const goals = this.game.goals(state);
    const own = goals[players[0]!]!;
    return chance < 0 ? [own] : [own, goals[chance]!];
  }

  /** The team sees what any of its players sees. */
  percepts(state: State, joint: readonly Move[]): readonly (readonly string[])[] {
    const seen = this.game.percepts(state, this.team.jointOf(joint));
    const own = [...new Set(this.team.players.flatMap((player) => seen[player]!))].sort();
    return this.team.chance < 0 ? [own] : [own, seen[this.team.chance]!];
  }
}
