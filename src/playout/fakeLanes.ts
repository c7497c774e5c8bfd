import type { Random } from '../base/index.js';
import { playout } from '../game/index.js';
import type { GroundProgram } from '../ground/index.js';
import { findPhases } from './gates/phases.js';
import { roundNetwork } from './gates/roundNetwork.js';
import { groundGame, type GroundState } from './groundGame.js';
import { openKernel } from './kernel/kernel.js';
import { type LaneGame, LanePlayouts } from './lanePlayouts.js';
import { MoveNames } from './moveNames.js';
import { type PackedState, StateLayout } from './packedState.js';
import { phaseFinder } from './phaseOf.js';

/** What tests of lanes share. */

export function laneGame(program: GroundProgram): LaneGame {
  return {
    program,
    layout: new StateLayout(program.fluents),
    names: new MoveNames(program),
    phases: findPhases(program, roundNetwork(program)),
  };
}

export const initialState = ({ program, layout }: LaneGame): PackedState =>
  layout.of([...program.initial].map((atom) => atom - 1));

export function packed({ layout }: LaneGame, state: GroundState): PackedState {
  const holding: number[] = [];
  state.forEach((value, fluent) => value === 1 && holding.push(fluent));
  return layout.of(holding);
}

export function openLanes(game: LaneGame): LanePlayouts {
  const playouts = LanePlayouts.open(game, { make: openKernel, unitWords: 4 });
  if (!playouts.ok) throw new Error(playouts.error);
  return playouts.value;
}

/** States of random games, terminal ones among them, each with its phase; at most so many of each phase. */
export function randomStates(game: LaneGame, random: Random, most: number): readonly (readonly GroundState[])[] {
  const ground = groundGame(game.program);
  const phaseOf = phaseFinder(game.layout, game.phases);
  const found = game.phases.values.map((): GroundState[] => []);
  let left = most * found.length;
  while (left > 0 && found.some((states) => states.length < most)) {
    for (const state of playout(ground, random, { plies: 200 }).states) {
      left--;
      const states = found[phaseOf(packed(game, state)) ?? found.length];
      if (states !== undefined && states.length < most) states.push(state);
    }
  }
  return found;
}
