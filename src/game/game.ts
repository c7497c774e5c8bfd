/**
 * A game that can be played: the one contract that referees, search and tests see. States are immutable values, opaque to the
 * outside; moves are small integers of the game's own, equal for equal moves, turned to and from KIF text at the border. `random`, where
 * the rules have it, is a role like the others whose moves are equally likely.
 */
export interface Game<State = unknown> {
  /** Role names in the order of the rule sheet; a role is its index here. */
  readonly roles: readonly string[];
  /** Text of states, moves and percepts, for people and for messages. */
  readonly names: GameNames<State>;
  initial(): State;
  /** Legal moves of a role, without duplicates, in an order that depends on the state only. Empty means the rules are at fault. */
  legalMoves(state: State, role: number): readonly Move[];
  /** The state after one move for each role, in role order. */
  next(state: State, joint: readonly Move[]): State;
  isTerminal(state: State): boolean;
  /** For each role its goal value, or null where the rules give none or several. */
  goals(state: State): readonly (number | null)[];
  /** What each role sees (`sees`) when the joint move is made in the state: KIF, sorted. */
  percepts(state: State, joint: readonly Move[]): readonly (readonly string[])[];
  /**
   * What `ask` makes of its questions to this game; undefined where time was up in the midst of one, which is then as if it had never been asked. Given by games
   * that may take long over a single question.
   */
  within?<T>(isTimeUp: () => boolean, ask: () => T): T | undefined;
  /** Given where the moves of the only role are combinations of actions: there may be too many for `legalMoves`, which throws `TooManyJointMoves` then. */
  readonly combinations?: Combinations<State>;
}

export type Move = number;

/**
 * The moves of a game with one role that are one action for each of several columns, chosen freely: all combinations, perhaps too many to
 * be listed. Each column is a role of the game of columns, which has the same states.
 */
export interface Combinations<State = unknown> {
  readonly columns: Game<State>;
  /** The move that does these actions, one of each column. */
  moveOf(actions: readonly Move[]): Move;
  /** The actions of a move. */
  actionsOf(move: Move): readonly Move[];
}

export interface GameNames<State> {
  /** The facts of a state as KIF terms, sorted by code units; equal for equal states and for those only. */
  facts(state: State): readonly string[];
  /** The move as a KIF term. */
  move(move: Move): string;
  /** The move of that KIF text, or undefined where no role could ever make it. */
  findMove(text: string): Move | undefined;
}
