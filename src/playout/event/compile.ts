import type { GroundProgram } from '../../ground/index.js';
import type { StateLayout } from '../packedState.js';
import { chooseParts } from './chooseParts.js';
import { EventState } from './eventState.js';
import { buildNetwork, type Parts } from './network.js';
import { orderByUse } from './orderByUse.js';
import { observe } from './profile.js';
import { schedule } from './schedule.js';
import { translate } from './translate.js';

/**
 * A state of the game that events keep up to date, in which no fluent holds. The network is built twice: first with nothing but triggers, to
 * see in a few playouts what changes often, and then so that this causes little work.
 */
export function compile(program: GroundProgram, layout: StateLayout): EventState {
  const translation = translate(program);
  const plan = schedule(translation);
  const { conjunctions } = translation;
  const allTriggers: Parts = new Uint8Array(conjunctions.literals.length);
  const plain = buildNetwork(conjunctions, plan, { parts: allTriggers, order: plan.order });
  const profile = observe(program, layout, plain);
  const parts = chooseParts({ program, conjunctions, plan, profile });
  const order = orderByUse(conjunctions, plan, { parts, profile });
  return new EventState(program, layout, buildNetwork(conjunctions, plan, { parts, order }));
}
