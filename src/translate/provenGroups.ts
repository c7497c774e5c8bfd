import type { Budget } from '../base/index.js';
import type { GroundProgram } from '../ground/index.js';
import { type FluentGroup, partition, roundTemplate, type RoundNetwork, suggestGroups } from '../network/index.js';
import {
  type Choice,
  isAtLeastOne,
  isAtMostOne,
  type Effort,
  type ProofOptions,
  Propagation,
} from '../solver/index.js';

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
    const effort = { events: EVENTS, isOver: () => budget.clock() > end };
    const found = new Induction(program, { budget, end, nodes, effort }).invariants(candidates);
    if (found === null) break;
    proved = found;
  }
  const isProved = new Set(proved.flatMap(({ fluents }) => fluents));
  const left = partition(candidates.filter(({ fluents }) => !fluents.some((fluent) => isProved.has(fluent))));
  return { groups: proved, left: left.length };
}

interface InductionLimits {
  readonly budget: Budget;
  /** When the budget's time is over. */
  readonly end: number;
  readonly nodes: number;
  readonly effort: Effort;
}

class Induction {
  constructor(
    readonly program: GroundProgram,
    readonly limits: InductionLimits,
  ) {}

  /** Null where time runs out: nothing is proved until all is. */
  invariants(candidates: readonly FluentGroup[]): readonly FluentGroup[] | null {
    let open = candidates;
    for (;;) {
      const assumed = partition(open);
      const broken = this.#broken(assumed);
      if (broken === null) return null;
      if (broken.size === 0) return assumed;
      open = open.flatMap((group) => broken.get(group) ?? [group]);
    }
  }

  /** The groups that a legal joint move may break, with what may still be true of each. */
  #broken(assumed: readonly FluentGroup[]): Map<FluentGroup, readonly FluentGroup[]> | null {
    const round = this.#round(assumed);
    if (round === null) return null;
    const propagation = new Propagation(round.network);
    propagation.assign(round.terminal, 0);
    propagation.propagate();
    const broken = new Map<FluentGroup, readonly FluentGroup[]>();
    for (const group of assumed) {
      const weaker = this.#weaker(group, round, propagation);
      if (weaker !== null) broken.set(group, weaker);
    }
    const { effort } = this.limits;
    return effort.events <= 0 || effort.isOver() ? null : broken;
  }

  #weaker(
    group: FluentGroup,
    { fluents, next }: RoundNetwork,
    propagation: Propagation,
  ): readonly FluentGroup[] | null {
    const choices = group.fluents.map((fluent): Choice => [next.variable[fluent]!, next.value[fluent]!]);
    const own = fluents.variable[group.fluents[0]!]!;
    const options: ProofOptions = { nodes: this.limits.nodes, variables: [own], effort: this.limits.effort };
    if (!isAtMostOne(propagation, choices, options)) return [];
    if (!group.isTotal || isAtLeastOne(propagation, choices, options)) return null;
    return [{ ...group, isTotal: false }];
  }

  #round(groups: readonly FluentGroup[]): RoundNetwork | null {
    const { budget, end } = this.limits;
    const left = { ...budget, milliseconds: end - budget.clock() };
    const round = roundTemplate(this.program, { name: 'induction', groups, nextGroups: [] }, left);
    return round.ok ? round.value : null;
  }
}
