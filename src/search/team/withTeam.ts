import type { Move, Simulator } from '../../game/index.js';
import type { Algorithm } from '../algorithm.js';
import type { MoveReport, Search, SearchLimit, SearchReport, SearchSetting } from '../search.js';
import { TEAM, TeamGame } from './teamGame.js';
import { TeamMoves } from './teamMoves.js';
import { TeamSimulator } from './teamSimulator.js';

/**
 * Of all that is drawn at random, whoever of the team asks: players who think about the same with the same numbers come to the same, and so do together what
 * only helps together.
 */
const TEAM_SEED = 1;

/** The algorithm, which looks for what the players do together where all have the same goals, as one player. */
export const withTeam = (algorithm: Algorithm): Algorithm => ({
  ...algorithm,
  open: (setting, options) =>
    setting.haveSameGoals === true
      ? new TeamSearch(setting, (team) => algorithm.open(team, options))
      : algorithm.open(setting, options),
});

/** A search for the {@link TeamGame}, of which each player makes his part. */
class TeamSearch<State> implements Search<State> {
  readonly #moves: TeamMoves;
  readonly #search: Search<State>;

  constructor(
    private readonly setting: SearchSetting<State>,
    open: (setting: SearchSetting<State>) => Search<State>,
  ) {
    const { game, simulator, state, clock, firstDeadline, bytes, goals, throughSolver } = setting;
    const moves = new TeamMoves(game.roles);
    const ofTeam = (own: Simulator<State>): Simulator<State> => new TeamSimulator(own, moves, game.roles.length);
    this.#moves = moves;
    this.#search = open({
      ...{ game: new TeamGame(game, moves), simulator: ofTeam(simulator), role: TEAM, seed: TEAM_SEED },
      ...{ state, clock, firstDeadline, bytes },
      ...(goals === undefined ? {} : { goals }),
      ...(throughSolver === undefined ? {} : { throughSolver: (method) => ofTeam(throughSolver(method)) }),
    });
  }

  think(limit: SearchLimit): void {
    this.#search.think(limit);
  }

  report(): SearchReport {
    const report = this.#search.report();
    return {
      ...report,
      move: this.#ownPart(report.move),
      moves: this.#ownMoves(report.moves),
      variation: report.variation.map((joint) => this.#moves.jointOf(joint)),
    };
  }

  moveTo(state: State): void {
    this.#search.moveTo(state);
  }

  /** Of each move of ours the best that the team does with it, and all its visits. */
  #ownMoves(reports: readonly MoveReport[]): readonly MoveReport[] {
    const own = new Map<Move, MoveReport>();
    for (const report of reports) {
      const move = this.#ownPart(report.move);
      const best = own.get(move) ?? { ...report, visits: 0 };
      own.set(move, { ...best, move, visits: best.visits + report.visits });
    }
    return [...own.values()];
  }

  #ownPart(number: Move): Move {
    return this.#moves.partsOf(number)[this.#moves.players.indexOf(this.setting.role)]!;
  }
}
