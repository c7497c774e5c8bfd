import type { Catalogue } from './catalogue.js';
import type { AtomForm, ClauseForm } from './clauseForm.js';
import { Join, type Sets } from './join.js';
import { type Estimate, plan } from './plan.js';

/** A clause with its joins, each planned when it is first needed, by the sizes that the sets then have. */
export class PlannedClause {
  /** Positive literals of the clause's own component. */
  readonly #recursive: readonly FedLiteral[];
  #join: Join | undefined;

  constructor(
    readonly form: ClauseForm,
    readonly catalogue: Catalogue,
    recursive: readonly AtomForm[],
  ) {
    this.#recursive = recursive.map((literal) => ({ literal, join: undefined, fed: 0 }));
  }

  get isRecursive(): boolean {
    return this.#recursive.length > 0;
  }

  derive(sets: Sets): void {
    this.#join ??= this.#planned(sets);
    this.#join.run(sets);
  }

  /** Forgets what {@link deriveFromNew} has been fed. */
  restart(): void {
    for (const fed of this.#recursive) fed.fed = 0;
  }

  /** Semi-naive evaluation: derives what follows with a tuple of the component that is new since the last call. Says whether there was one. */
  deriveFromNew(sets: Sets): boolean {
    let isAnyNew = false;
    for (const fed of this.#recursive) {
      const from = fed.fed;
      const to = sets.set(fed.literal.set).count;
      if (to === from) continue;
      isAnyNew = true;
      fed.fed = to;
      fed.join ??= this.#planned(sets, fed.literal);
      fed.join.runFed(sets, from, to);
    }
    return isAnyNew;
  }

  #planned(sets: Sets, fed?: AtomForm): Join {
    const { form, catalogue } = this;
    const estimate: Estimate = ({ set }, keyColumns) => expectedMatches(sets, set, keyColumns);
    return new Join(form, plan({ form, catalogue, estimate, ...(fed && { fed }) }));
  }
}

interface FedLiteral {
  readonly literal: AtomForm;
  join: Join | undefined;
  /** Tuples of the literal's set that the join has seen. */
  fed: number;
}

/** Guess of the size of a set that happens to be small, or is not complete yet, when the plan is made. */
const SMALL_SET = 4;

/** Size of the set divided by the number of different keys, as if columns were independent. */
function expectedMatches(sets: Sets, set: number, keyColumns: readonly number[]): number {
  const { rows, width, count } = sets.set(set);
  let matches = Math.max(count, SMALL_SET);
  for (const column of keyColumns) {
    const values = new Set<number>();
    for (let row = 0; row < count; row++) values.add(rows[row * width + column]!);
    matches /= Math.max(values.size, 2);
  }
  return matches;
}
