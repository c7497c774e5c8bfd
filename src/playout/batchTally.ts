import type { GroundProgram } from '../ground/index.js';
import { type GoalOutcome, goalOutcomes, lowestGoals } from './gates/outcomes.js';
import { type LaneRunner, ones } from './laneRunner.js';
import type { MoveSums } from './moveSums.js';
import type { PlayoutBatch } from './playoutBatches.js';
import type { TallySum } from './tallySum.js';

/** Reads what came of a batch out of the lanes, and adds it up. */
export class BatchTally {
  readonly #lowest: readonly number[];
  readonly #outcomes: readonly GoalOutcome[];
  /** For each role, its outcomes. */
  readonly #outcomesOf: readonly (readonly number[])[];
  /** For each start of the batch: playouts that ended, and what is being counted. */
  readonly #ended: Int32Array;
  readonly #counts: Int32Array;
  /** For each word of 32 lanes: those whose playout ended; at outcome × words + word, those that had it; whether all are of one group. */
  readonly #endedLanes: Int32Array;
  readonly #outcomeLanes: Int32Array;
  readonly #hasOneGroup: Uint8Array;
  /** For each lane: where the sums of its group begin, and at role × lanes + lane the goals of its playout. */
  readonly #sumsOf: Int32Array;
  readonly #goals: Float64Array;
  private readonly words: number;

  constructor(program: GroundProgram, { words, starts }: MostOfBatch) {
    this.words = words;
    const lanes = 32 * words;
    this.#lowest = lowestGoals(program);
    this.#outcomes = goalOutcomes(program);
    this.#outcomesOf = program.roles.map((_, role) =>
      this.#outcomes.flatMap((outcome, index) => (outcome.role === role ? [index] : [])),
    );
    this.#ended = new Int32Array(Math.max(lanes, starts));
    this.#counts = new Int32Array(Math.max(lanes, starts));
    this.#endedLanes = new Int32Array(words);
    this.#outcomeLanes = new Int32Array(words * this.#outcomes.length);
    this.#hasOneGroup = new Uint8Array(words);
    this.#sumsOf = new Int32Array(lanes);
    this.#goals = new Float64Array(lanes * program.roles.length);
  }

  /** Adds what came of the batch, which the runner has just run. */
  add(runner: LaneRunner, batch: PlayoutBatch, sum: TallySum): void {
    sum.plies += runner.plies;
    this.#addEnds(runner, batch, sum);
    this.#addGoals(runner, batch.starts, sum);
    if (sum.moves !== undefined) this.#addMoves(runner, batch.starts, sum);
  }

  #addEnds(runner: LaneRunner, { starts, playoutsEach }: PlayoutBatch, sum: TallySum): void {
    const ended = this.#ended.fill(playoutsEach, 0, starts.length);
    const counts = this.#counts.fill(0, 0, starts.length);
    runner.addCapped(counts);
    this.#moveEnded(starts, sum.capped);
    runner.addStuck(counts);
    this.#moveEnded(starts, sum.stuck);
    for (let i = 0; i < starts.length; i++) sum.ended[starts[i]!]! += ended[i]!;
  }

  /** What was counted has not ended. */
  #moveEnded(starts: Int32Array, totals: Int32Array): void {
    const counts = this.#counts;
    const ended = this.#ended;
    for (let i = 0; i < starts.length; i++) {
      const count = counts[i]!;
      if (count === 0) continue;
      totals[starts[i]!]! += count;
      ended[i]! -= count;
      counts[i] = 0;
    }
  }

  /** Every ended playout has the lowest goal, and more where some outcome says so. */
  #addGoals(runner: LaneRunner, starts: Int32Array, sum: TallySum): void {
    this.#lowest.forEach((value, role) => {
      if (value !== 0) this.#addGoal({ counts: this.#ended, role, value, lowest: 0 }, starts, sum);
    });
    this.#outcomes.forEach(({ role, value }, outcome) => {
      const counts = this.#counts.fill(0, 0, starts.length);
      runner.addOutcome(outcome, counts);
      this.#addGoal({ counts, role, value, lowest: this.#lowest[role]! }, starts, sum);
    });
  }

  #addGoal(
    { counts, role, value, lowest }: GoalCounts,
    starts: Int32Array,
    { goalSum, goalSquareSum }: TallySum,
  ): void {
    const roles = this.#lowest.length;
    const square = value ** 2 - lowest ** 2;
    for (let i = 0; i < starts.length; i++) {
      const count = counts[i]!;
      if (count === 0) continue;
      const at = starts[i]! * roles + role;
      goalSum[at]! += count * (value - lowest);
      goalSquareSum[at]! += count * square;
    }
  }

  /** Where every lane made one playout: a bit for each move that was made in it. */
  #addMoves(runner: LaneRunner, starts: Int32Array, sum: TallySum): void {
    const moves = sum.moves!;
    this.#findGroups(runner, starts, sum);
    this.#readGoals(runner);
    for (let place = 0; place < moves.moves; place++) {
      const made = runner.lanesThatMade(place);
      for (let word = 0; word < runner.usedWords; word++) {
        const lanes = made[word]! & this.#endedLanes[word]!;
        if (lanes === 0) continue;
        if (this.#hasOneGroup[word] === 1) this.#addTogether(moves, place, { word, lanes });
        else this.#addEach(moves, place, { word, lanes });
      }
    }
  }

  /** Adds a move that some lanes of one group have made. */
  #addTogether({ played, goalSum, roleOf, rankOf }: MoveSums, place: number, { word, lanes }: Lanes): void {
    const role = roleOf[place]!;
    const at = this.#sumsOf[word * 32]! + rankOf[place]!;
    const lowest = this.#lowest[role]!;
    const count = ones(lanes);
    let goals = count * lowest;
    for (const outcome of this.#outcomesOf[role]!) {
      const reached = lanes & this.#outcomeLanes[outcome * this.words + word]!;
      if (reached !== 0) goals += ones(reached) * (this.#outcomes[outcome]!.value - lowest);
    }
    played[at]! += count;
    goalSum[at]! += goals;
  }

  #addEach({ played, goalSum, roleOf, rankOf }: MoveSums, place: number, { word, lanes }: Lanes): void {
    const goals = this.#goals;
    const sumsOf = this.#sumsOf;
    const ofRole = roleOf[place]! * 32 * this.words;
    const rank = rankOf[place]!;
    for (let rest = lanes; rest !== 0; rest &= rest - 1) {
      const lane = word * 32 + 31 - Math.clz32(rest & -rest);
      const at = sumsOf[lane]! + rank;
      played[at]!++;
      goalSum[at]! += goals[ofRole + lane]!;
    }
  }

  #findGroups(runner: LaneRunner, starts: Int32Array, sum: TallySum): void {
    const { moves } = sum.moves!;
    const sumsOf = this.#sumsOf;
    this.#hasOneGroup.fill(1, 0, runner.usedWords);
    for (let lane = 0; lane < runner.usedLanes; lane++) {
      sumsOf[lane] = sum.groupOf(starts[runner.startOf[lane]!]!) * moves;
      if (sumsOf[lane] !== sumsOf[lane & ~31]) this.#hasOneGroup[lane >>> 5] = 0;
    }
  }

  #readGoals(runner: LaneRunner): void {
    const { words } = this;
    const lanes = 32 * words;
    for (let word = 0; word < runner.usedWords; word++) this.#endedLanes[word] = runner.lanesThatEnded(word);
    this.#lowest.forEach((lowest, role) => this.#goals.fill(lowest, role * lanes, (role + 1) * lanes));
    this.#outcomes.forEach(({ role, value }, outcome) => {
      for (let word = 0; word < runner.usedWords; word++) {
        const reached = runner.lanesWith(outcome, word);
        this.#outcomeLanes[outcome * words + word] = reached;
        for (let rest = reached; rest !== 0; rest &= rest - 1) {
          this.#goals[role * lanes + word * 32 + 31 - Math.clz32(rest & -rest)] = value;
        }
      }
    });
  }
}

/** The most that a batch can have. */
interface MostOfBatch {
  /** Of 32 lanes, in the widest kernel. */
  readonly words: number;
  /** Starts that share all lanes. */
  readonly starts: number;
}

/** Some of the 32 lanes of a word. */
interface Lanes {
  readonly word: number;
  readonly lanes: number;
}

/** How often a role had a goal, by start of the batch; its lowest one was counted already. */
interface GoalCounts {
  readonly counts: Int32Array;
  readonly role: number;
  readonly value: number;
  readonly lowest: number;
}
