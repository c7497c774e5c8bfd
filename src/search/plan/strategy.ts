/** One way to look for plans, in small steps that others take turns with. What it finds goes to the {@link PlanSpace}. */
export interface Strategy {
  /** Whether it has nothing left to do. */
  readonly isDone: boolean;
  /** Whether, being done, it has met every end that can be reached. */
  readonly isProof: boolean;
  /** What its next step does, where steps are of several kinds: how long those of one kind take tells nothing of the others. */
  readonly stage?: string;
  /** Goes on, expanding at most so many states. */
  advance(states: number): void;
}

/** How a state was reached from the root: by which successor of the state before. */
export interface Link {
  readonly before: Link | undefined;
  readonly successor: number;
}

/** The successors along a way, first to last. */
export function successorsOf(last: Link | undefined): readonly number[] {
  const successors: number[] = [];
  for (let link = last; link !== undefined; link = link.before) successors.push(link.successor);
  return successors.reverse();
}
