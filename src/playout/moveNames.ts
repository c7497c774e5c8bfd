import type { Move } from '../game/index.js';
import { firstMove, type GroundProgram } from '../ground/index.js';

/** The moves of a ground program as a `Game` shows them: equal for equal text, whichever role makes them. */
export class MoveNames {
  readonly #texts: string[] = [];
  readonly #moves = new Map<string, Move>();
  readonly #ofRole: Move[][];
  /** For each role, move → place of the role's move among all moves of the program. */
  readonly #places: Map<Move, number>[];

  constructor(private readonly program: GroundProgram) {
    const { lexicon, moveStart, roles } = program;
    this.#ofRole = roles.map(() => []);
    this.#places = roles.map(() => new Map<Move, number>());
    const first = firstMove(program);
    for (let role = 0; role < roles.length; role++) {
      for (let place = moveStart[role]! - first; place < moveStart[role + 1]! - first; place++) {
        const move = this.#intern(lexicon.moves[place]!);
        this.#ofRole[role]!.push(move);
        this.#places[role]!.set(move, place);
      }
    }
  }

  text(move: Move): string {
    return this.#texts[move]!;
  }

  /** Finds a move by its text, in whatever spacing. */
  find(text: string): Move | undefined {
    return this.#moves.get(spaced(text));
  }

  /** Every move that the role could ever make. */
  ofRole(role: number): readonly Move[] {
    return this.#ofRole[role]!;
  }

  /** The place of a role's move among all moves of the program, or undefined where the role never has it. */
  place(role: number, move: Move): number | undefined {
    return this.#places[role]!.get(move);
  }

  /** The atom of a role's move, or undefined where the role never has it. */
  atom(role: number, move: Move): number | undefined {
    const place = this.place(role, move);
    return place === undefined ? undefined : firstMove(this.program) + place;
  }

  #intern(text: string): Move {
    let move = this.#moves.get(text);
    if (move === undefined) {
      move = this.#texts.length;
      this.#texts.push(text);
      this.#moves.set(text, move);
    }
    return move;
  }
}

/** KIF with single spaces, and `(name)` as `name`. */
const spaced = (text: string): string =>
  (text.match(/[()]|[^\s()]+/g) ?? [])
    .join(' ')
    .replace(/\( /g, '(')
    .replace(/ \)/g, ')')
    .replace(/\(([^\s()]+)\)/g, '$1');
