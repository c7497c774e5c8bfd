import type { Budget } from '../base/index.js';
import type { GroundProgram } from '../ground/index.js';
import { type FluentGroup, partition, roundTemplate, suggestGroups } from '../network/index.js';
import { InductionStep } from './inductionStep.js';

export interface ProvenGroups {
  readonly groups: readonly FluentGroup[];
  /** Groups that names suggest and play does not contradict, but that were not proved. */
  readonly left: number;
}

/** Nodes of search for each case of a proof, in the first attempt and in the second. */
const ATTEMPTS = [0, 200] as const;

/** What each attempt may cost, in values that propagation removes or fixes: some seconds. */
const EVENTS = 2e7;

/**
 * Groups of fluents that are invariants of the game: true at the start, and kept by every legal joint move. The proof is by induction,
 * all groups at once: a round starts from any state in which all of them hold, is not terminal, and no legal joint move breaks one.
 * Those that may be broken are given up, and the rest proved again without them (Flanagan and Leino: Houdini, 2001), until all stand.
 * What is proved without search comes first: it is what is left where the budget does not suffice for more.
 *
 * `states` are some that play reaches, the first of them the initial one; the more, the fewer groups that do not hold are tried.
 */
export function proveGroups(program: GroundProgram, states: readonly Int32Array[], budget: Budget): ProvenGroups {
  const candidates = suggestGroups(program.lexicon.fluents, states);
  const end = budget.clock() + budget.milliseconds;
  let proved: readonly FluentGroup[] = [];
  for (const nodes of ATTEMPTS) {
    const effort = { nodes, events: EVENTS, isOver: () => budget.clock() > end };
    const found = invariantsAmong(candidates, (assumed) => {
      const left = { ...budget, milliseconds: end - budget.clock() };
      const round = roundTemplate(program, { name: 'induction', groups: assumed, nextGroups: [] }, left);
      return round.ok ? new InductionStep(round.value, effort).broken(assumed) : null;
    });
    if (found === null) break;
    proved = found;
  }
  const isProved = new Set(proved.flatMap(({ fluents }) => fluents));
  const left = partition(candidates.filter(({ fluents }) => !fluents.some((fluent) => isProved.has(fluent))));
  return { groups: proved, left: left.length };
}

/** The groups that a step of the induction may break, each with what may still be true of it; null where the effort does not suffice. */
type Step = (assumed: readonly FluentGroup[]) => ReadonlyMap<FluentGroup, readonly FluentGroup[]> | null;

/** Null where the effort does not suffice: nothing is proved until all is. */
function invariantsAmong(candidates: readonly FluentGroup[], step: Step): readonly FluentGroup[] | null {
  let open = candidates;
  for (;;) {
    const assumed = partition(open);
    const broken = step(assumed);
    if (broken === null) return null;
    if (broken.size === 0) return assumed;
    open = open.flatMap((group) => broken.get(group) ?? [group]);
  }
}
