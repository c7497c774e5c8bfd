import type { Move, MoveTally, PlayoutTally } from '../game/index.js';

/** No game that compiles has so many moves: keeps the keys of (start, role, move) apart. */
const MORE_THAN_MOVES = 2 ** 24;

interface MoveCount {
  readonly start: number;
  readonly role: number;
  readonly move: Move;
  played: number;
  goalSum: number;
}

/** Adds up the tallies of batches. */
export class TallySum {
  readonly #ended: Int32Array;
  readonly #capped: Int32Array;
  readonly #stuck: Int32Array;
  readonly #goalSum: Float64Array;
  readonly #goalSquareSum: Float64Array;
  readonly #moves = new Map<number, MoveCount>();
  #plies = 0;

  constructor(
    starts: number,
    private readonly roles: number,
  ) {
    this.#ended = new Int32Array(starts);
    this.#capped = new Int32Array(starts);
    this.#stuck = new Int32Array(starts);
    this.#goalSum = new Float64Array(starts * roles);
    this.#goalSquareSum = new Float64Array(starts * roles);
  }

  /** Start i of the tally is `starts[i]` here. */
  add(tally: PlayoutTally, starts: readonly number[]): void {
    const { roles } = this;
    starts.forEach((start, i) => {
      this.#ended[start]! += tally.ended[i]!;
      this.#capped[start]! += tally.capped[i]!;
      this.#stuck[start]! += tally.stuck[i]!;
      for (let role = 0; role < roles; role++) {
        this.#goalSum[start * roles + role]! += tally.goalSum[i * roles + role]!;
        this.#goalSquareSum[start * roles + role]! += tally.goalSquareSum[i * roles + role]!;
      }
    });
    this.#plies += tally.plies;
    if (tally.moves !== undefined) this.#addMoves(tally.moves, starts);
  }

  tally(countsMoves: boolean): PlayoutTally {
    return {
      ended: this.#ended,
      capped: this.#capped,
      stuck: this.#stuck,
      plies: this.#plies,
      goalSum: this.#goalSum,
      goalSquareSum: this.#goalSquareSum,
      ...(countsMoves ? { moves: moveTally([...this.#moves.values()]) } : {}),
    };
  }

  #addMoves({ start: starts, role: roles, move: moves, played, goalSum }: MoveTally, startOf: readonly number[]): void {
    starts.forEach((from, i) => {
      const [start, role, move] = [startOf[from]!, roles[i]!, moves[i]!];
      const key = (start * this.roles + role) * MORE_THAN_MOVES + move;
      const known = this.#moves.get(key);
      if (known === undefined) this.#moves.set(key, { start, role, move, played: played[i]!, goalSum: goalSum[i]! });
      else {
        known.played += played[i]!;
        known.goalSum += goalSum[i]!;
      }
    });
  }
}

/** By start, then role, then move. */
export function moveTally(counts: readonly MoveCount[]): MoveTally {
  const sorted = [...counts].sort((a, b) => a.start - b.start || a.role - b.role || a.move - b.move);
  return {
    start: Int32Array.from(sorted, ({ start }) => start),
    role: Int32Array.from(sorted, ({ role }) => role),
    move: Int32Array.from(sorted, ({ move }) => move),
    played: Int32Array.from(sorted, ({ played }) => played),
    goalSum: Float64Array.from(sorted, ({ goalSum }) => goalSum),
  };
}
