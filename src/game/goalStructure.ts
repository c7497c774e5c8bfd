/** From this distance on a goal is out of reach: what holds stands against it, and never changes again. */
export const LOST = 2 ** 16;

/**
 * What the rules themselves, beside play, tell about how a role comes to its highest goal. Search may be guided by it; nothing is proved
 * by it but `highest`.
 */
export interface GoalStructure<State = unknown> {
  /** No goal of the role exceeds this. */
  readonly highest: number;
  /** For each state, about how many facts would have to be otherwise for the highest goal to hold; 0 where it holds, {@link LOST} or more where it never will. */
  distances(states: readonly State[]): Float64Array;
  /** How many facts there are that must hold, or must not, wherever the highest goal does at an end of play. */
  readonly needs: number;
  isMet(state: State, need: number): boolean;
  /**
   * The same for states that differ only in what passes by itself whatever the roles do (a counter of steps); undefined where nothing
   * does.
   */
  readonly withoutClock: ((state: State) => State) | undefined;
}
