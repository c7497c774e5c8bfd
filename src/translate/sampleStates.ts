import type { Random } from '../base/index.js';
import { randomJointMove } from '../game/index.js';
import type { GroundProgram } from '../ground/index.js';
import { groundGame, type GroundState } from '../playout/index.js';

export interface SampleOptions {
  readonly playouts: number;
  /** Joint moves of a playout. */
  readonly plies: number;
  /** Of rules, that may be looked at: the larger the program, the fewer states. */
  readonly literals: number;
  readonly random: Random;
}

/** States that random play reaches, the initial one first, each as the fluents that hold; terminal ones too. */
export function sampleStates(program: GroundProgram, options: SampleOptions): readonly Int32Array[] {
  const { playouts, plies, random } = options;
  const game = groundGame(program);
  const most = Math.ceil(options.literals / (1 + program.body.length));
  const states: Int32Array[] = [holdingIn(game.initial())];
  for (let count = 0; count < playouts; count++) {
    let state = game.initial();
    for (let ply = 0; ply < plies && states.length < most && !game.isTerminal(state); ply++) {
      const joint = randomJointMove(game, state, random);
      if (joint === undefined) break;
      state = game.next(state, joint);
      states.push(holdingIn(state));
    }
  }
  return states;
}

function holdingIn(state: GroundState): Int32Array {
  return Int32Array.from([...state.keys()].filter((fluent) => state[fluent] === 1));
}
