import type { Budget } from '../base/index.js';
import type { GroundProgram } from '../ground/index.js';
import { type FluentGroup, partition, roundTemplate, suggestGroups } from '../network/index.js';
import { inductionProgram } from './inductionProgram.js';
import { InductionStep } from './inductionStep.js';

export interface ProvenGroups {
  readonly groups: readonly FluentGroup[];
  /** Groups that names suggest and play does not contradict, but that were not proved. */
  readonly left: number;
}

interface Attempt {
  /** Nodes of search for each case of a proof. */
  readonly nodes: number;
  /** What it may cost at most, in values that propagation removes or fixes: ten million take about a second. */
  readonly events: number;
  /** Whether only functors with a single group are looked at, such as `control`: they are few, and cheap. */
  readonly isSingle?: true;
}

/**
 * Each proves more than the one before, where its effort suffices. Of 69 games, search proved something for 14, with 1.3e7 events at most,
 * and used up whatever it was given for 8 others.
 */
const ATTEMPTS: readonly Attempt[] = [
  { nodes: 0, events: 5e7, isSingle: true },
  { nodes: 0, events: 5e7 },
  { nodes: 200, events: 1.6e7 },
];

/** What all proofs together may cost, and what it costs to set up a step. */
const EVENTS = 5e7;
const EVENTS_PER_LITERAL = 120;

/**
 * Groups of fluents that are invariants of the game: true at the start, and kept by every legal joint move. The proof is by induction,
 * all groups at once: a round starts from any state in which all of them hold, is not terminal, and no legal joint move breaks one.
 * Those that may be broken are given up, and the rest proved again without them (Flanagan and Leino: Houdini, 2001), until all stand.
 * What is proved with less effort comes first: it is what is left where more does not suffice, and need not be proved again.
 *
 * `states` are some that play reaches, the first of them the initial one; the more, the fewer groups that do not hold are tried.
 */
export function proveGroups(program: GroundProgram, states: readonly Int32Array[], budget: Budget): ProvenGroups {
  const candidates = suggestGroups(program.lexicon.fluents, states);
  const end = budget.clock() + budget.milliseconds;
  const effort = { events: EVENTS, isOver: () => budget.clock() > end };
  let eventsLeft = EVENTS;
  let proved: readonly FluentGroup[] = [];
  const step = (assumed: readonly FluentGroup[], nodes: number): ReturnType<Step> => {
    const known = new Map(proved.map((group) => [group.fluents, group]));
    const asked = assumed.filter((group) => !isImplied(group, known.get(group.fluents)));
    if (asked.length === 0) return new Map();
    const about = inductionProgram(program, new Set(asked.flatMap(({ fluents }) => fluents)));
    effort.events -= EVENTS_PER_LITERAL * about.literals;
    const left = { ...budget, milliseconds: end - budget.clock() };
    if (effort.events <= 0) return null;
    const round = roundTemplate(about.program, { name: 'induction', groups: assumed, nextGroups: [] }, left);
    return round.ok ? new InductionStep(round.value, effort, nodes).broken({ assumed, asked, known }) : null;
  };
  for (const { nodes, events, isSingle } of ATTEMPTS) {
    const tried = isSingle ? singleGroups(candidates) : candidates;
    const given = Math.min(events, eventsLeft);
    effort.events = given;
    const found = invariantsAmong(tried, (assumed) => step(assumed, nodes));
    if (found === null) break;
    eventsLeft -= given - effort.events;
    proved = found;
  }
  const isProved = new Set(proved.flatMap(({ fluents }) => fluents));
  const left = partition(candidates.filter(({ fluents }) => !fluents.some((fluent) => isProved.has(fluent))));
  return { groups: proved, left: left.length };
}

/** Whether what is known of the same fluents, if anything, says as much. */
function isImplied({ isTotal }: FluentGroup, known: FluentGroup | undefined): boolean {
  return known !== undefined && (known.isTotal || !isTotal);
}

/** Those that stand for all fluents of their functor. */
function singleGroups(groups: readonly FluentGroup[]): readonly FluentGroup[] {
  return groups.filter(({ name }) => /^\([^ ]+( _)+\)$/.test(name));
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
