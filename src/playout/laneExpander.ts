import type { Expansion } from '../game/index.js';
import { firstMove } from '../ground/index.js';
import type { CompiledRounds } from './compiledRounds.js';
import type { LaneRound, LegalLists } from './laneRound.js';
import type { PackedState } from './packedState.js';

/** A state with all its joint moves. */
interface Task {
  readonly state: PackedState;
  /** The lane in which it was looked at. */
  readonly lane: number;
  readonly joints: number;
  readonly expansion: { readonly successors: PackedState[] } & Expansion<PackedState>;
}

/** Joint moves of a task in lanes side by side. */
interface Segment {
  readonly task: Task;
  /** The first joint move, and one more than the last. */
  readonly from: number;
  readonly to: number;
  /** The lane of the first. */
  readonly lane: number;
}

/** Up to this many bytes an array is part of V8's heap; a longer one has memory of its own, which takes twenty times as long to get. */
const MOST_BYTES_ON_HEAP = 64;

/** More joint moves of one state than any process has memory for: simultaneous games of six players can have 10 to the 12th. */
const MOST_JOINTS = 2 ** 24;

/** Expansions of more joint moves are not rehearsed. */
const MOST_REHEARSED = 2 ** 16;
const REHEARSED_BATCHES = 2;

/**
 * Makes all joint moves of many states, as many as there are lanes at once. Throws a RangeError where a state has more than
 * {@link MOST_JOINTS}.
 */
export class LaneExpander {
  /** For each place of a move, how the `Game` calls it. */
  readonly #moveOf: Int32Array;
  /** The successors that are being made, by lane. */
  readonly #successors: PackedState[] = [];
  #isPrepared = false;

  constructor(
    private readonly rounds: CompiledRounds,
    /** Expands states for which there is no memory. */
    private readonly slowly: (states: readonly PackedState[]) => readonly Expansion<PackedState>[],
  ) {
    const { program, names } = rounds.game;
    this.#moveOf = new Int32Array(program.moves);
    program.roles.forEach((_, role) => {
      this.#moveOf.set(names.ofRole(role), program.moveStart[role]! - firstMove(program));
    });
  }

  /** Opens what states that can be reached are expanded with, and has it expand some, unless they have very many joint moves: what never ran is slow. */
  prepare(initial: PackedState): void {
    if (this.#isPrepared) return;
    this.#isPrepared = true;
    this.rounds.prepare();
    const phase = this.rounds.phaseOf(initial);
    const [narrow, wide] = [this.rounds.open(phase, 1), this.rounds.open(phase, 4)];
    if (narrow === undefined) return;
    narrow.clear();
    narrow.put(initial, 0, 1);
    narrow.look();
    const legal = this.rounds.game.program.roles.map((_, role) => narrow.legal(role, 1));
    const joints = legal.reduce((product, { places }) => product * places.length, 1);
    if (joints > MOST_REHEARSED) return;
    // In a full batch, and in one that is not.
    const copies = 1 + Math.floor((wide ?? narrow).lanes / Math.max(1, joints));
    let batches = 0;
    this.expand(new Array<PackedState>(copies).fill(initial), () => batches++ === REHEARSED_BATCHES);
  }

  /** Where time is up first, those of the first states only. */
  expand(states: readonly PackedState[], isTimeUp?: () => boolean): readonly Expansion<PackedState>[] {
    const ofPhase = new Map<number, number[]>();
    states.forEach((state, index) => {
      const phase = this.rounds.phaseOf(state);
      const others = ofPhase.get(phase);
      if (others === undefined) ofPhase.set(phase, [index]);
      else others.push(index);
    });
    const expansions = new Array<Expansion<PackedState> | undefined>(states.length);
    for (const [phase, indexes] of ofPhase) {
      const ofThis = indexes.map((index) => states[index]!);
      const found = this.#expandPhase(phase, ofThis, isTimeUp);
      found.forEach((expansion, at) => (expansions[indexes[at]!] = expansion));
    }
    // Not `indexOf`, which passes over elements that were never set.
    const missing = expansions.findIndex((expansion) => expansion === undefined);
    return (missing < 0 ? expansions : expansions.slice(0, missing)) as readonly Expansion<PackedState>[];
  }

  #expandPhase(
    phase: number,
    states: readonly PackedState[],
    isTimeUp?: () => boolean,
  ): readonly Expansion<PackedState>[] {
    const narrow = this.rounds.open(phase, 1);
    if (narrow === undefined) return this.slowly(states);
    const roundFor = (lanes: number): LaneRound =>
      lanes <= narrow.lanes ? narrow : (this.rounds.open(phase, 4) ?? narrow);
    const expansions: Expansion<PackedState>[] = [];
    while (expansions.length < states.length) {
      const round = roundFor(states.length - expansions.length);
      const sight = this.#look(round, states.slice(expansions.length, expansions.length + round.lanes));
      const made = this.#makeAll(sight, roundFor, isTimeUp);
      for (const { expansion } of sight.tasks.slice(0, made)) expansions.push(expansion);
      if (made < sight.tasks.length) break;
    }
    return expansions;
  }

  #look(round: LaneRound, states: readonly PackedState[]): Sight {
    round.clear();
    states.forEach((state, lane) => round.put(state, lane, lane + 1));
    round.look();
    const legal = this.rounds.game.program.roles.map((_, role) => round.legal(role, states.length));
    const joints = states.map((_, lane) => (round.isTerminal(lane) ? 0 : jointsIn(legal, lane)));
    const memory = new SharedMemory(2 * legal.length * joints.reduce((sum, count) => sum + count, 0));
    const tasks = states.map((state, lane): Task => {
      const count = joints[lane]!;
      const expansion = {
        isTerminal: round.isTerminal(lane),
        joints: memory.take(count * legal.length),
        successors: new Array<PackedState>(count),
        terminal: new Uint8Array(count),
        goals: memory.take(count * legal.length),
      };
      return { state, lane, joints: count, expansion };
    });
    return { tasks, legal };
  }

  /** Makes the joint moves of all, or until time is up; says of how many. */
  #makeAll(
    { tasks, legal }: Sight,
    roundFor: (lanes: number) => LaneRound,
    isTimeUp: () => boolean = () => false,
  ): number {
    let left = tasks.reduce((sum, { joints }) => sum + joints, 0);
    let at = 0;
    let from = 0;
    while (left > 0) {
      if (isTimeUp()) return at;
      const round = roundFor(left);
      const segments: Segment[] = [];
      let lane = 0;
      while (at < tasks.length && lane < round.lanes) {
        const task = tasks[at]!;
        const to = Math.min(task.joints, from + round.lanes - lane);
        if (to > from) segments.push({ task, from, to, lane });
        lane += to - from;
        from = to === task.joints ? 0 : to;
        if (to === task.joints) at++;
      }
      round.clear();
      for (const segment of segments) this.#fill(round, segment, legal);
      this.#make(round, segments, lane);
      left -= lane;
    }
    return tasks.length;
  }

  /** Puts the state, and for each role its moves: the last role's change with every joint move, those before in ever longer runs. */
  #fill(round: LaneRound, { task, from, to, lane }: Segment, legal: readonly LegalLists[]): void {
    const { joints } = task.expansion;
    const roles = legal.length;
    round.put(task.state, lane, lane + to - from);
    let run = 1;
    for (let role = roles - 1; role >= 0; role--) {
      const { start, places } = legal[role]!;
      const first = start[task.lane]!;
      const moves = start[task.lane + 1]! - first;
      for (let joint = from; joint < to;) {
        const turn = Math.floor(joint / run);
        const end = Math.min(to, (turn + 1) * run);
        const place = places[first + (turn % moves)]!;
        round.make(place, lane + joint - from, lane + end - from);
        for (; joint < end; joint++) joints[joint * roles + role] = this.#moveOf[place]!;
      }
      run *= moves;
    }
  }

  #make(round: LaneRound, segments: readonly Segment[], lanes: number): void {
    round.move();
    round.endOfNext();
    for (const segment of segments) this.#copy(segment);
    round.advance(this.#successors, lanes, this.rounds.game.layout);
    const goals = round.goals(lanes);
    const roles = this.rounds.game.program.roles.length;
    for (const { task, from, to, lane } of segments) {
      const { expansion } = task;
      for (let joint = from; joint < to; joint++) {
        if (round.isTerminal(lane + joint - from)) expansion.terminal[joint] = 1;
      }
      const shift = (lane - from) * roles;
      for (let at = from * roles; at < to * roles; at++) expansion.goals[at] = goals[at + shift]!;
    }
  }

  /** A copy of the state for each of its joint moves; long ones side by side in one piece of memory. */
  #copy({ task: { state, expansion }, from, to, lane }: Segment): void {
    const { length } = state;
    const isLong = length * 4 > MOST_BYTES_ON_HEAP;
    const memory = isLong ? new Uint32Array((to - from) * length) : undefined;
    for (let joint = from; joint < to; joint++) {
      const copy = memory?.subarray((joint - from) * length, (joint - from + 1) * length) ?? new Uint32Array(state);
      if (isLong) copy.set(state);
      expansion.successors[joint] = copy;
      this.#successors[lane + joint - from] = copy;
    }
  }
}

/** States that were looked at, and the legal moves of each role in the lanes of the look. */
interface Sight {
  readonly tasks: readonly Task[];
  readonly legal: readonly LegalLists[];
}

/** The number of joint moves in a lane. */
function jointsIn(legal: readonly LegalLists[], lane: number): number {
  const joints = legal.reduce((product, { start }) => product * (start[lane + 1]! - start[lane]!), 1);
  if (joints > MOST_JOINTS) throw new RangeError(`a state with ${String(joints)} joint moves is too large to expand`);
  return joints;
}

/** Gives out arrays: long ones are parts of one piece of memory, of as many numbers as are wanted in all. */
class SharedMemory {
  #all: Int32Array | undefined;
  #end = 0;

  constructor(private readonly length: number) {}

  take(length: number): Int32Array {
    if (length * 4 <= MOST_BYTES_ON_HEAP) return new Int32Array(length);
    this.#all ??= new Int32Array(this.length);
    this.#end += length;
    return this.#all.subarray(this.#end - length, this.#end);
  }
}
