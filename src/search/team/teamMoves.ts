import { isChance, type Move } from '../../game/index.js';

/** No game has so many moves: a number and a move make one key. */
const MOST_MOVES = 2 ** 26;
const NOTHING = 0;

/**
 * Numbers for what the players of a game do at once, as moves of a team, and for the moves of chance beside it. They are given as moves are met: the same
 * questions in the same order have the same answers.
 */
export class TeamMoves {
  /** The roles of the team, in role order: two or more. */
  readonly players: readonly number[];
  /** The role of chance, or -1. */
  readonly chance: number;
  /** Roles of the team's game: the team, and chance. */
  readonly width: number;
  /** By the number of some moves, {@link NOTHING} for none, and the move after them. */
  readonly #numbers = new Map<number, number>();
  /** By number: the moves. */
  readonly #parts: (readonly Move[])[] = [[]];

  constructor(private readonly roles: readonly string[]) {
    this.players = [...roles.keys()].filter((role) => !isChance(roles[role]!));
    this.chance = roles.findIndex(isChance);
    this.width = this.chance < 0 ? 1 : 2;
  }

  /** What the players do in a joint move, that of all roles, which begins at a place. */
  ofTeam(joint: ArrayLike<Move>, from = 0): Move {
    let number = NOTHING;
    for (const player of this.players) number = this.#numberWith(number, joint[from + player]!);
    return number;
  }

  ofChance(move: Move): Move {
    return this.#numberWith(NOTHING, move);
  }

  /** The moves of the players, in their order; or the one of chance. */
  partsOf(number: Move): readonly Move[] {
    return this.#parts[number]!;
  }

  /** The joint move of all roles, from what the team does and, where there is chance, what that does. */
  jointOf(numbers: readonly Move[]): readonly Move[] {
    const [own = [], drawn = []] = numbers.map((number) => this.partsOf(number));
    return this.roles.map((_, role) => (role === this.chance ? drawn[0]! : own[this.players.indexOf(role)]!));
  }

  /** The first number of which that is true; undefined where there is none among those given so far. */
  find(isTrue: (number: Move) => boolean): Move | undefined {
    for (let number = NOTHING + 1; number < this.#parts.length; number++) if (isTrue(number)) return number;
    return undefined;
  }

  #numberWith(before: number, move: Move): number {
    const key = before * MOST_MOVES + move;
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const number = this.#parts.length;
    this.#numbers.set(key, number);
    this.#parts.push([...this.#parts[before]!, move]);
    return number;
  }
}
