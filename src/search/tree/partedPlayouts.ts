import {
  type BackgroundPlayouts,
  joinedTallies,
  type MoveTally,
  type PlayoutRequest,
  type PlayoutTally,
} from '../../game/index.js';

/**
 * Starts of a part: with two playouts each they fill the lanes of an engine twice, and it takes a fraction of a
 * millisecond to make them …
 */
const STARTS_A_PART = 128;
/** … more where there would be more parts than that. */
const MOST_PARTS = 8;

/** A part of a request. */
interface Part {
  readonly ticket: number;
  /** What its starts, or its groups, are counted from. */
  readonly first: number;
}

/**
 * Playouts in the background whose requests are cut into parts, so that several threads share each of them and are
 * done at about the same time. How a request is cut depends on the request alone.
 */
export class PartedPlayouts<State> implements BackgroundPlayouts<State> {
  readonly #requests = new Map<number, readonly Part[]>();
  #tickets = 0;

  constructor(
    private readonly background: BackgroundPlayouts<State>,
    readonly depth: number,
  ) {}

  begin(starts: readonly State[], request: PlayoutRequest, isTimeUp?: () => boolean): number {
    const each = Math.max(STARTS_A_PART, Math.ceil(starts.length / MOST_PARTS));
    const parts: Part[] = [];
    for (let from = 0, part = 0; from < starts.length; from += each, part++) {
      const groups = request.groups?.subarray(from, from + each);
      const first = groups?.[0] ?? from;
      const ofPart = {
        ...{ ...request, seed: (request.seed + part * SEED_STEP) >>> 0 },
        ...(groups && { groups: groups.map((group) => group - first) }),
      };
      const ticket = this.background.begin(starts.slice(from, from + each), ofPart, isTimeUp);
      parts.push({ ticket, first });
    }
    this.#requests.set(this.#tickets, parts);
    return this.#tickets++;
  }

  /** Others begin with the first parts: whoever waits begins with the last ones. */
  finish(ticket: number): PlayoutTally {
    const parts = this.#requests.get(ticket)!;
    this.#requests.delete(ticket);
    const tallies = parts.toReversed().map((part) => ({ part, tally: this.background.finish(part.ticket) }));
    if (tallies.length === 1) return tallies[0]!.tally;
    return joinedTallies(
      tallies.reverse().map(({ part: { first }, tally: { moves, ...tally } }) => ({
        ...tally,
        ...(moves !== undefined && { moves: movedBy(moves, first) }),
      })),
    );
  }
}

/** Between the seeds of parts. */
const SEED_STEP = 0x9e3779b9;

/** The same moves of groups that are counted from another one. */
const movedBy = (moves: MoveTally, first: number): MoveTally => ({
  ...moves,
  start: moves.start.map((group) => group + first),
});
