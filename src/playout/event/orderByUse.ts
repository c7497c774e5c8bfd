import type { Conjunctions } from './conjunctions.js';
import { IS_TRIGGER, type Parts } from './network.js';
import type { Profile } from './profile.js';
import type { Schedule } from './schedule.js';

/** A node that changes is also looked at, and tells others: more work than to be told. */
const CHANGE = 4;

/** Needed nodes, those that are used most first, so that these share the near caches; the others as they are in the schedule. */
export function orderByUse(
  conjunctions: Conjunctions,
  { order }: Schedule,
  { parts, profile }: { readonly parts: Parts; readonly profile: Profile },
): Int32Array {
  const { inputs, literals } = conjunctions;
  const uses = profile.changes.map((changes) => CHANGE * changes);
  for (const node of order) {
    if (node < inputs) continue;
    for (let at = conjunctions.startOf(node); at < conjunctions.startOf(node + 1); at++) {
      if (parts[at] === IS_TRIGGER) uses[node]! += profile.changes[literals.array[at]! >> 1]!;
    }
  }
  // Nodes of about the same use keep their order, in which neighbours are often used together.
  const magnitudes = uses.map((use) => Math.round(Math.log2(use) / 2));
  return order.slice().sort((a, b) => magnitudes[b]! - magnitudes[a]!);
}
