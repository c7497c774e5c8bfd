import type { Combinations, Game, GameNames, Move } from './game.js';
import { jointMoves, legalMovesOfAll } from './jointMoves.js';
import { countJoints } from './tooWide.js';

/** How moves of columns make the text of a move, and back. */
export interface CombinedTexts {
  readonly join: (actions: readonly string[]) => string;
  /** Undefined for texts of another form. */
  readonly split: (move: string) => readonly string[] | undefined;
}

/** More legal moves of a state than that are not listed: `legalMoves` throws `TooManyJointMoves`. */
export const MOST_LISTED = 2 ** 16;

/** The game of one role whose moves are the joint moves of the columns. Moves are numbered as they are met. */
export function combinedGame<State>(columns: Game<State>, role: string, texts: CombinedTexts): Game<State> {
  return new CombinedGame(columns, role, texts);
}

class CombinedGame<State> implements Game<State> {
  readonly roles: readonly string[];
  readonly names: GameNames<State>;
  readonly combinations: Combinations<State>;
  readonly within?: NonNullable<Game<State>['within']>;
  readonly #numbers = new Map<string, Move>();
  readonly #actions: (readonly Move[])[] = [];

  constructor(
    private readonly columns: Game<State>,
    role: string,
    { join, split }: CombinedTexts,
  ) {
    const { names } = columns;
    this.roles = [role];
    this.combinations = {
      columns,
      moveOf: (actions) => this.#numberOf(actions),
      actionsOf: (move) => this.#actions[move]!,
    };
    this.names = {
      facts: (state) => names.facts(state),
      move: (move) => join(this.#actions[move]!.map((action) => names.move(action))),
      findMove: (text) => {
        const actions = split(text)?.map((each) => names.findMove(each));
        return actions?.every((each) => each !== undefined) === true ? this.#numberOf(actions) : undefined;
      },
    };
    if (columns.within !== undefined) this.within = (isTimeUp, ask) => columns.within!(isTimeUp, ask);
  }

  initial(): State {
    return this.columns.initial();
  }

  legalMoves(state: State): readonly Move[] {
    const legal = legalMovesOfAll(this.columns, state);
    countJoints(
      legal.map(({ length }) => length),
      MOST_LISTED,
    );
    return Array.from(jointMoves(legal), (actions) => this.#numberOf(actions));
  }

  next(state: State, [move]: readonly Move[]): State {
    return this.columns.next(state, this.#actions[move!]!);
  }

  isTerminal(state: State): boolean {
    return this.columns.isTerminal(state);
  }

  goals(state: State): readonly (number | null)[] {
    return this.columns.goals(state).slice(0, 1);
  }

  percepts(state: State, [move]: readonly Move[]): readonly (readonly string[])[] {
    return this.columns.percepts(state, this.#actions[move!]!).slice(0, 1);
  }

  #numberOf(actions: readonly Move[]): Move {
    const key = actions.join();
    let number = this.#numbers.get(key);
    if (number === undefined) {
      number = this.#actions.push([...actions]) - 1;
      this.#numbers.set(key, number);
    }
    return number;
  }
}
