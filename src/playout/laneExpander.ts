import { countJoints, type Expansion } from '../game/index.js';
import { firstMove } from '../ground/index.js';
import type { CompiledRounds } from './compiledRounds.js';
import type { LaneRound, LegalLists } from './laneRound.js';
import { PackedExpansion } from './packedExpansion.js';
import type { PackedState } from './packedState.js';

/** A state, and where its joint moves are among those of all the states that were looked at with it. */
interface Task {
  readonly state: PackedState;
  readonly isTerminal: boolean;
  /** The lane in which it was looked at. */
  readonly lane: number;
  /** The first joint move, and one more than the last. */
  readonly first: number;
  readonly end: number;
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

/** Joint moves to be made in some of the states that were asked about. */
interface Moves {
  readonly states: readonly PackedState[];
  /** Of all states that were asked about, at state × roles + role … */
  readonly joints: Int32Array;
  /** … among which these begin here. */
  readonly first: number;
  /** Copies of all states that were asked about, which become their successors. */
  readonly words: Uint32Array;
}

/** Expansions of more joint moves are not rehearsed. */
const MOST_REHEARSED = 2 ** 16;
const REHEARSED_BATCHES = 2;

/**
 * Makes all joint moves of many states, as many as there are lanes at once. Throws where a state has more than can be
 * listed.
 */
export class LaneExpander {
  /** For each place of a move, how the `Game` calls it. */
  readonly #moveOf: Int32Array;
  /** By role, for each move of the `Game` its place. */
  readonly #placeOf: readonly Int32Array[];
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
    this.#placeOf = program.roles.map((_, role) => {
      const moves = names.ofRole(role);
      const places = new Int32Array(moves.reduce((most, move) => Math.max(most, move + 1), 0)).fill(-1);
      for (const move of moves) places[move] = names.place(role, move)!;
      return places;
    });
  }

  /**
   * Opens what states that can be reached are expanded with, and has it expand some, unless they have very many joint
   * moves: what never ran is slow.
   */
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
  expand(states: readonly PackedState[], isTimeUp?: () => boolean): readonly PackedExpansion[] {
    const ofPhase = new Map<number, number[]>();
    states.forEach((state, index) => {
      const phase = this.rounds.phaseOf(state);
      const others = ofPhase.get(phase);
      if (others === undefined) ofPhase.set(phase, [index]);
      else others.push(index);
    });
    const expansions = new Array<PackedExpansion | undefined>(states.length);
    for (const [phase, indexes] of ofPhase) {
      const ofThis = indexes.map((index) => states[index]!);
      const found = this.#expandPhase(phase, ofThis, isTimeUp);
      found.forEach((expansion, at) => (expansions[indexes[at]!] = expansion));
    }
    // Not `indexOf`, which passes over elements that were never set.
    const missing = expansions.findIndex((expansion) => expansion === undefined);
    return (missing < 0 ? expansions : expansions.slice(0, missing)) as readonly PackedExpansion[];
  }

  /** The state after a legal joint move in each of the states; undefined where there is no memory for that. */
  next(states: readonly PackedState[], joints: Int32Array): readonly PackedState[] | undefined {
    const { length } = this.rounds.game.layout;
    const words = new Uint32Array(states.length * length);
    states.forEach((state, index) => words.set(state, index * length));
    for (let first = 0; first < states.length;) {
      const phase = this.rounds.phaseOf(states[first]!);
      const round = this.#roundFor(phase, states.length - first);
      if (round === undefined) return undefined;
      let end = first + 1;
      while (end < states.length && end - first < round.lanes && this.rounds.phaseOf(states[end]!) === phase) end++;
      this.#moveEach(round, { states: states.slice(first, end), joints, first, words });
      first = end;
    }
    return states.map((_, index) => words.subarray(index * length, (index + 1) * length));
  }

  #roundFor(phase: number, lanes: number): LaneRound | undefined {
    const narrow = this.rounds.open(phase, 1);
    return narrow === undefined || lanes <= narrow.lanes ? narrow : (this.rounds.open(phase, 4) ?? narrow);
  }

  #moveEach(round: LaneRound, { states, joints, first, words }: Moves): void {
    const { layout } = this.rounds.game;
    const roles = this.#placeOf.length;
    round.clear();
    states.forEach((state, lane) => {
      round.put(state, lane, lane + 1);
      for (let role = 0; role < roles; role++) {
        round.make(this.#placeOf[role]![joints[(first + lane) * roles + role]!]!, lane, lane + 1);
      }
    });
    round.move();
    round.advance({ states: words, from: first * layout.length }, states.length, layout);
  }

  #expandPhase(phase: number, states: readonly PackedState[], isTimeUp?: () => boolean): readonly PackedExpansion[] {
    if (this.#roundFor(phase, 1) === undefined)
      return this.slowly(states).map((expansion) => PackedExpansion.of(expansion));
    const roundFor = (lanes: number): LaneRound => this.#roundFor(phase, lanes)!;
    const expansions: PackedExpansion[] = [];
    while (expansions.length < states.length) {
      const round = roundFor(states.length - expansions.length);
      const sight = this.#look(round, states.slice(expansions.length, expansions.length + round.lanes));
      const made = this.#makeAll(sight, roundFor, isTimeUp);
      for (const task of sight.tasks.slice(0, made)) expansions.push(this.#expansionOf(sight, task));
      if (made < sight.tasks.length) break;
    }
    return expansions;
  }

  #look(round: LaneRound, states: readonly PackedState[]): Sight {
    round.clear();
    states.forEach((state, lane) => round.put(state, lane, lane + 1));
    round.look();
    const legal = this.rounds.game.program.roles.map((_, role) => round.legal(role, states.length));
    let end = 0;
    const tasks = states.map((state, lane): Task => {
      const first = end;
      const isTerminal = round.isTerminal(lane);
      end += isTerminal ? 0 : jointsIn(legal, lane);
      return { state, isTerminal, lane, first, end };
    });
    const moves = end * legal.length;
    const words = new Uint32Array(end * this.rounds.game.layout.length);
    return {
      tasks,
      legal,
      joints: new Int32Array(moves),
      goals: new Int32Array(moves),
      terminal: new Uint8Array(end),
      words,
    };
  }

  #expansionOf({ joints, goals, terminal, words, legal }: Sight, { isTerminal, first, end }: Task): PackedExpansion {
    const roles = legal.length;
    const { length } = this.rounds.game.layout;
    return new PackedExpansion({
      isTerminal,
      joints: joints.subarray(first * roles, end * roles),
      goals: goals.subarray(first * roles, end * roles),
      terminal: terminal.subarray(first, end),
      words: words.subarray(first * length, end * length),
    });
  }

  /** Makes the joint moves of all, or until time is up; says of how many. */
  #makeAll(sight: Sight, roundFor: (lanes: number) => LaneRound, isTimeUp: () => boolean = () => false): number {
    const { tasks, terminal } = sight;
    let at = 0;
    for (let first = 0; first < terminal.length;) {
      if (isTimeUp()) return at;
      const round = roundFor(terminal.length - first);
      const end = Math.min(terminal.length, first + round.lanes);
      const segments: Segment[] = [];
      for (; at < tasks.length && tasks[at]!.first < end; at++) {
        const task = tasks[at]!;
        const from = Math.max(first, task.first);
        const to = Math.min(end, task.end);
        if (to > from) segments.push({ task, from, to, lane: from - first });
        if (task.end > end) break;
      }
      round.clear();
      for (const segment of segments) this.#fill(round, segment, sight);
      this.#make(round, { first, end }, sight);
      first = end;
    }
    return tasks.length;
  }

  /**
   * Puts the state, and for each role its moves: the last role's change with every joint move, those before in ever
   * longer runs.
   */
  #fill(round: LaneRound, { task, from, to, lane }: Segment, { joints, legal, words }: Sight): void {
    const roles = legal.length;
    const { length } = task.state;
    round.put(task.state, lane, lane + to - from);
    for (let joint = from; joint < to; joint++) words.set(task.state, joint * length);
    let run = 1;
    for (let role = roles - 1; role >= 0; role--) {
      const { start, places } = legal[role]!;
      const own = start[task.lane]!;
      const moves = start[task.lane + 1]! - own;
      for (let joint = from; joint < to;) {
        const turn = Math.floor((joint - task.first) / run);
        const end = Math.min(to, task.first + (turn + 1) * run);
        const place = places[own + (turn % moves)]!;
        round.make(place, lane + joint - from, lane + end - from);
        for (; joint < end; joint++) joints[joint * roles + role] = this.#moveOf[place]!;
      }
      run *= moves;
    }
  }

  /** Makes the joint moves that were put into the lanes. */
  #make(round: LaneRound, { first, end }: { readonly first: number; readonly end: number }, sight: Sight): void {
    const lanes = end - first;
    const { layout } = this.rounds.game;
    round.move();
    round.endOfNext();
    round.advance({ states: sight.words, from: first * layout.length }, lanes, layout);
    for (let lane = 0; lane < lanes; lane++) if (round.isTerminal(lane)) sight.terminal[first + lane] = 1;
    const roles = sight.legal.length;
    sight.goals.set(round.goals(lanes).subarray(0, lanes * roles), first * roles);
  }
}

/**
 * States that were looked at, the legal moves of each role in the lanes of the look, and all that is told of the
 * joint moves of all states, one after the other.
 */
interface Sight {
  readonly tasks: readonly Task[];
  readonly legal: readonly LegalLists[];
  /** At joint move × roles + role. */
  readonly joints: Int32Array;
  readonly goals: Int32Array;
  /** By joint move. */
  readonly terminal: Uint8Array;
  /** The successors. */
  readonly words: Uint32Array;
}

/** The number of joint moves in a lane. */
const jointsIn = (legal: readonly LegalLists[], lane: number): number =>
  countJoints(legal.map(({ start }) => start[lane + 1]! - start[lane]!));
