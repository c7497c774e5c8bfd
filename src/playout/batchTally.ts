import type { MoveTally, PlayoutTally } from '../game/index.js';
import type { GroundProgram } from '../ground/index.js';
import { type Outcome, outcomesOf } from './gates/countedRound.js';
import { lowestGoals } from './gates/outcomes.js';
import type { LaneRunner } from './laneRunner.js';
import type { MoveNames } from './moveNames.js';
import type { PlayoutBatch } from './playoutBatches.js';
import { moveTally } from './tallySum.js';

/** Turns the counters of lanes into tallies. */
export class BatchTally {
  readonly #roles: number;
  readonly #lowest: readonly number[];
  readonly #outcomes: readonly Outcome[];
  /** For each place among all moves, what the game calls it. */
  readonly #moves: Int32Array;

  constructor(
    program: GroundProgram,
    names: MoveNames,
    private readonly countsMoves: boolean,
  ) {
    this.#roles = program.roles.length;
    this.#lowest = lowestGoals(program);
    this.#outcomes = outcomesOf(program, countsMoves);
    this.#moves = new Int32Array(program.moves);
    program.roles.forEach((_, role) => {
      for (const move of names.ofRole(role)) this.#moves[names.place(role, move)!] = move;
    });
  }

  /** What came of the batch, which the runner has just run. */
  read(runner: LaneRunner, { starts, lanesEach, playoutsEach }: PlayoutBatch): PlayoutTally {
    const groupOf = Int32Array.from({ length: starts.length * lanesEach }, (_, lane) => Math.floor(lane / lanesEach));
    const counts = (add: (groupOf: Int32Array, totals: Int32Array) => void): Int32Array => {
      const totals = new Int32Array(starts.length);
      add(groupOf, totals);
      return totals;
    };
    const capped = counts((lanes, totals) => runner.addCapped(lanes, totals));
    const stuck = counts((lanes, totals) => runner.addStuck(lanes, totals));
    const ended = capped.map((cut, i) => playoutsEach - cut - stuck[i]!);
    const countOf = (outcome: number): Int32Array =>
      counts((lanes, totals) => runner.addOutcome(outcome, lanes, totals));
    return {
      ...{ ended, capped, stuck, plies: runner.plies },
      ...this.#goals(ended, countOf),
      ...(this.countsMoves ? { moves: this.#moveTally(countOf) } : {}),
    };
  }

  /** Every ended playout has the lowest goal, and more where some outcome says so. */
  #goals(ended: Int32Array, countOf: (outcome: number) => Int32Array): Pick<PlayoutTally, 'goalSum' | 'goalSquareSum'> {
    const roles = this.#roles;
    const goalSum = new Float64Array(ended.length * roles);
    const goalSquareSum = new Float64Array(ended.length * roles);
    const add = (role: number, counts: Int32Array, { goal, square }: Record<'goal' | 'square', number>): void => {
      counts.forEach((count, i) => {
        goalSum[i * roles + role]! += count * goal;
        goalSquareSum[i * roles + role]! += count * square;
      });
    };
    this.#lowest.forEach((lowest, role) => add(role, ended, { goal: lowest, square: lowest ** 2 }));
    this.#outcomes.forEach(({ role, goal, move }, outcome) => {
      if (goal === undefined || move !== undefined) return;
      const lowest = this.#lowest[role]!;
      add(role, countOf(outcome), { goal: goal - lowest, square: goal ** 2 - lowest ** 2 });
    });
    return { goalSum, goalSquareSum };
  }

  /** Outcomes of a move stand together: first all of its playouts, then those with each goal. */
  #moveTally(countOf: (outcome: number) => Int32Array): MoveTally {
    const found: { start: number; role: number; move: number; played: number; goalSum: number }[] = [];
    let ofMove: (typeof found)[number][] = [];
    this.#outcomes.forEach(({ role, goal, move: place }, outcome) => {
      if (place === undefined) return;
      const lowest = this.#lowest[role]!;
      if (goal === undefined) {
        const move = this.#moves[place]!;
        ofMove = [...countOf(outcome)].map((played, start) => ({
          start,
          role,
          move,
          played,
          goalSum: played * lowest,
        }));
        found.push(...ofMove.filter(({ played }) => played > 0));
      } else if (ofMove.some(({ played }) => played > 0)) {
        countOf(outcome).forEach((count, start) => (ofMove[start]!.goalSum += count * (goal - lowest)));
      }
    });
    return moveTally(found);
  }
}
