import type { GroundProgram } from '../../ground/index.js';
import type { StateLayout } from '../packedState.js';
import { chooseParts } from './chooseParts.js';
import { EventState } from './eventState.js';
import { buildNetwork } from './network.js';
import { observe } from './profile.js';
import { schedule } from './schedule.js';
import { translate } from './translate.js';

/** A state of the game that events keep up to date, in the layout that a few playouts suggest. No fluent holds in it. */
export function compile(program: GroundProgram, layout: StateLayout): EventState {
  const translation = translate(program);
  const plan = schedule(translation);
  const { conjunctions } = translation;
  const plain = buildNetwork(conjunctions, plan, new Uint8Array(conjunctions.literals.length));
  const profile = observe(program, layout, plain);
  const parts = chooseParts({ program, conjunctions, plan, profile });
  return new EventState(program, layout, buildNetwork(conjunctions, plan, parts));
}
