import type { GroundProgram } from '../../ground/index.js';
import type { StateLayout } from '../packedState.js';
import { chooseParts } from './chooseParts.js';
import { EventState } from './eventState.js';
import type { Conjunctions } from './conjunctions.js';
import { buildNetwork, IS_TRIGGER, type Parts } from './network.js';
import { observe, type Profile } from './profile.js';
import { type Schedule, schedule } from './schedule.js';
import { translate } from './translate.js';

/** A state of the game that events keep up to date, in the layout that a few playouts suggest. No fluent holds in it. */
export function compile(program: GroundProgram, layout: StateLayout): EventState {
  const translation = translate(program);
  const plan = schedule(translation);
  const { conjunctions } = translation;
  const parts0 = new Uint8Array(conjunctions.literals.length);
  const plain = buildNetwork(conjunctions, plan, { parts: parts0, order: plan.order });
  const profile = observe(program, layout, plain);
  const parts = chooseParts({ program, conjunctions, plan, profile });
  const order = orderByHeat(conjunctions, plan, parts, profile);
  return new EventState(program, layout, buildNetwork(conjunctions, plan, { parts, order }));
}

function orderByHeat(conjunctions: Conjunctions, plan: Schedule, parts: Parts, { changes }: Profile): Int32Array {
  const heat = changes.map((rate) => 4 * rate);
  for (const node of plan.order) {
    if (node < conjunctions.inputs) continue;
    for (let at = conjunctions.startOf(node); at < conjunctions.startOf(node + 1); at++) {
      if (parts[at] === IS_TRIGGER) heat[node]! += changes[conjunctions.literals.array[at]! >> 1]!;
    }
  }
  const bucket = heat.map((h) => Math.round(Math.log2(h) / 2));
  return plan.order.slice().sort((a, b) => bucket[b]! - bucket[a]!);
}
