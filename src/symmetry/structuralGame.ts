import type { Game } from '../game/index.js';
import type { GroundProgram } from '../ground/index.js';
import { type GroundState, type PackedState, StateLayout } from '../playout/index.js';

/** A game that plays a ground program, and how its states are made of fluents. */
export interface ProgramGame<State> {
  readonly program: GroundProgram;
  readonly game: Game<State>;
  /** The fluents that hold in a state, counted from 0. */
  holding(state: State): readonly number[];
  /** The state in which the images of the fluents hold that hold in a state; no two have the same image. */
  imageOf(state: State, images: ArrayLike<number>): State;
}

/** A compiled game. */
export function packedProgramGame(program: GroundProgram, game: Game<PackedState>): ProgramGame<PackedState> {
  const layout = new StateLayout(program.fluents);
  return {
    program,
    game,
    holding: (state) => layout.holding(state),
    imageOf: (state, images) => layout.image(state, images),
  };
}

/** A ground program that is evaluated rule by rule. */
export function groundProgramGame(program: GroundProgram, game: Game<GroundState>): ProgramGame<GroundState> {
  return {
    program,
    game,
    holding: (state) => [...state.keys()].filter((fluent) => state[fluent] === 1),
    imageOf: (state, images) => {
      const image = new Uint8Array(program.fluents);
      state.forEach((value, fluent) => (image[images[fluent]!] = value));
      return image;
    },
  };
}
