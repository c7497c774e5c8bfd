import type { Random } from '../base/index.js';
import {
  canAllMove,
  countLegalMoves,
  type Game,
  isLegal,
  type Move,
  randomLegalMove,
  someLegalMoves,
} from '../game/index.js';
import type { JointMove } from '../player/index.js';

/** How a match is over: by the rules; or because they leave a role without a legal move. */
export type Ending = 'terminal' | 'stuck';

/** Of moves that are combinations no more are told. */
const MOST_TOLD = 1024;

/** Knows the rules and nothing else: what is legal in a match, what follows, when it is over and who gets what. Moves are KIF terms. */
export class Judge {
  readonly roles: readonly string[];
  readonly #game: Game;
  #states: unknown[];
  #played: readonly JointMove[] = [];

  /** The game is the reference engine's; several matches may share it. */
  constructor(game: Game) {
    this.#game = game;
    this.roles = game.roles;
    this.#states = [game.initial()];
  }

  /** Back to the state after so many rounds. */
  goBack(rounds: number): void {
    this.#states = this.#states.slice(0, rounds + 1);
    this.#played = this.#played.slice(0, rounds);
  }

  /** The joint moves so far. */
  get played(): readonly JointMove[] {
    return this.#played;
  }

  /** Undefined while the match goes on. */
  get ending(): Ending | undefined {
    if (this.#game.isTerminal(this.#state)) return 'terminal';
    return canAllMove(this.#game, this.#state) ? undefined : 'stuck';
  }

  /** Facts of the present state, sorted. */
  facts(): readonly string[] {
    return this.#game.names.facts(this.#state);
  }

  /** Of moves that are combinations, perhaps too many to be listed, only the first. */
  legalMoves(role: number): readonly string[] {
    const most = this.#game.combinations === undefined ? Infinity : MOST_TOLD;
    return someLegalMoves(this.#game, this.#state, { role, most }).map((move) => this.#game.names.move(move));
  }

  /** How many legal moves there are, told or not. */
  countLegalMoves(role: number): number {
    return countLegalMoves(this.#game, this.#state, role);
  }

  /** The legal move that a text stands for, as the judge writes it, or undefined where it is none. */
  legalMove(role: number, text: string): string | undefined {
    const move = this.#game.names.findMove(text);
    return move !== undefined && this.#isLegal(role, move) ? this.#game.names.move(move) : undefined;
  }

  /** A legal move of a role, all equally likely; there must be one. */
  randomMove(role: number, random: Random): string {
    return this.#game.names.move(randomLegalMove(this.#game, this.#state, { role, random })!);
  }

  /** Makes a joint move, which must be legal; gives what each role sees of it. */
  make(joint: JointMove): readonly (readonly string[])[] {
    const moves = joint.map((text, role) => this.#legal(role, text));
    const percepts = this.#game.percepts(this.#state, moves);
    this.#states.push(this.#game.next(this.#state, moves));
    this.#played = [...this.#played, joint];
    return percepts;
  }

  /** Null where the rules give a role no goal, or several. */
  goals(): readonly (number | null)[] {
    return this.#game.goals(this.#state);
  }

  get #state(): unknown {
    return this.#states.at(-1);
  }

  #isLegal(role: number, move: Move): boolean {
    return isLegal(this.#game, this.#state, { role, move });
  }

  #legal(role: number, text: string): Move {
    const move = this.#game.names.findMove(text);
    if (move === undefined || !this.#isLegal(role, move))
      throw new Error(`${text} is not legal for ${this.roles[role]!}`);
    return move;
  }
}
