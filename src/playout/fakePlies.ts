import { ok } from '../base/index.js';
import type { Move } from '../game/index.js';
import { packed } from './fakeLanes.js';
import { type GoalOutcome, goalOutcomes } from './gates/outcomes.js';
import { type PhaseStreams, type PlayoutStreams, playoutStreams } from './gates/playoutStreams.js';
import { groundGame, type GroundState } from './groundGame.js';
import { type Kernel, openKernel } from './kernel/kernel.js';
import { MemoryPlan } from './kernel/loader.js';
import { memoryMap, slotBytes, type Width } from './kernel/memoryMap.js';
import type { LaneGame } from './lanePlayouts.js';
import { type KernelMaker, LaneRunner } from './laneRunner.js';
import type { PackedState } from './packedState.js';
import { phaseFinder } from './phaseOf.js';

/** Lanes stopped after a ply, looked at, and compared with the ground game. */

/** Makes a kernel whose `play` hands every ply to a function, which executes it and says whether to go on. */
const steppedKernel =
  (onPly: (kernel: Kernel, execute: () => void) => boolean): KernelMaker =>
  (width, bytes, straight) => {
    const made = openKernel(width, bytes, straight);
    if (!made.ok) return made;
    const kernel = made.value;
    const { words } = kernel;
    const play = (table: number, phases: number): void => {
      const at = table >> 2;
      const running = memoryMap(width).running >> 2;
      for (;;) {
        kernel.run(words[at]!);
        if (words.subarray(running, running + width.units * width.unitWords).every((word) => word === 0)) return;
        for (let phase = 1; phase <= phases; phase++) {
          if (!onPly(kernel, () => kernel.run(words[at + phase]!))) return;
        }
      }
    };
    return ok({ width, words, run: (stream) => kernel.run(stream), play });
  };

/** Bits of slots, by variable and lane. */
class LaneView {
  readonly #plan: MemoryPlan;

  constructor(
    private readonly kernel: Kernel,
    streams: PlayoutStreams,
  ) {
    this.#plan = new MemoryPlan(kernel.width, streams.slots);
  }

  /**
   * The refilling stream is one instruction: its opcode, the phase, a list of blocks, the number of pairs, and pairs of
   * a variable's home and start.
   */
  variables({ variables, refill }: PhaseStreams): ReadonlyMap<number, number> {
    const first = 4 + refill.words[2]!;
    return new Map(variables.map((variable, index) => [variable, this.#plan.slot(refill.words[first + 2 * index]!)]));
  }

  slot(address: number): Int32Array {
    return this.kernel.words.slice(address >> 2, (address + slotBytes(this.kernel.width)) >> 2);
  }

  holds(address: number, lane: number): boolean {
    return ((this.kernel.words[(address >> 2) + (lane >> 5)]! >>> (lane & 31)) & 1) === 1;
  }
}

/**
 * Draws one joint move from a state in all lanes of a wide kernel, time and again, and counts: for each role and each of its moves, and for
 * each two roles and each pair of their moves, how often they were made.
 */
export function drawMoves(game: LaneGame, state: PackedState, batches: number): DrawnMoves {
  const { program, phases } = game;
  const phase = phaseFinder(game.layout, phases)(state);
  if (phase === undefined) throw new Error('the state is in no phase');
  const streams = playoutStreams({ program, phases, countsMoves: true });
  const ofRole = program.roles.map((_, role) => game.names.ofRole(role));
  const single = ofRole.map((moves) => moves.map(() => 0));
  const pairs = ofRole.map((_, a) =>
    ofRole.map((_, b) => (a < b ? ofRole[a]!.map(() => ofRole[b]!.map(() => 0)) : [])),
  );
  const stepped = steppedKernel((kernel, execute) => {
    execute();
    const view = new LaneView(kernel, streams);
    const variables = view.variables(streams.phases[(phase + 1) % phases.period]!);
    const made = ofRole.map((moves, role) =>
      moves.map((move) => view.slot(variables.get(program.fluents + game.names.place(role, move)!)!)),
    );
    made.forEach((slots, a) => {
      slots.forEach((slot, i) => {
        const count = countOnes(slot);
        if (count === 0) return;
        single[a]![i]! += count;
        for (let b = a + 1; b < made.length; b++) {
          made[b]!.forEach(
            (other, j) => (pairs[a]![b]![i]![j]! += countOnes(slot.map((word, at) => word & other[at]!))),
          );
        }
      });
    });
    return false;
  });
  const runner = LaneRunner.open(streams, { units: 8, unitWords: 4 }, stepped);
  if (!runner.ok) throw new Error(runner.error);
  const { lanes } = runner.value;
  const batch = { phases: [phase], starts: [state], lanesEach: lanes, playoutsEach: lanes, maxPlies: 1000 };
  for (let seed = 0; seed < batches; seed++) runner.value.run({ ...batch, seed });
  return { draws: batches * lanes, single, pairs };
}

interface DrawnMoves {
  readonly draws: number;
  /** By role, then move, in the order of `MoveNames.ofRole`. */
  readonly single: readonly (readonly number[])[];
  /** By role, a later role, the first one's move and the other one's. */
  readonly pairs: readonly (readonly (readonly (readonly number[])[])[])[];
}

function countOnes(words: Int32Array): number {
  let count = 0;
  for (const word of words) for (let rest = word; rest !== 0; rest &= rest - 1) count++;
  return count;
}

interface PlyCheck {
  readonly width: Width;
  readonly countsMoves: boolean;
  readonly seed: number;
}

/**
 * Plays one ply from each state, in lanes of their own, and compares with the ground game: what was loaded, who is terminal, that moves
 * are legal, the next state, the goals. Gives the first difference, or undefined. Without `countsMoves` nobody sees the moves: then they
 * are given.
 */
export class PlyChecker {
  readonly #streams: PlayoutStreams;
  readonly #runner: LaneRunner;
  readonly #ground;
  readonly #outcomes: readonly GoalOutcome[];
  #check: (kernel: Kernel, execute: () => void) => void = () => undefined;

  constructor(
    private readonly game: LaneGame,
    private readonly options: PlyCheck,
  ) {
    const { program, phases } = game;
    this.#streams = playoutStreams({ program, phases, countsMoves: options.countsMoves });
    const stepped = steppedKernel((kernel, execute) => {
      this.#check(kernel, execute);
      return false;
    });
    const runner = LaneRunner.open(this.#streams, options.width, stepped);
    if (!runner.ok) throw new Error(runner.error);
    this.#runner = runner.value;
    this.#ground = groundGame(program);
    this.#outcomes = goalOutcomes(program);
  }

  get lanes(): number {
    return this.#runner.lanes;
  }

  /** The moves that lanes made go into `joints`, or come out of it where they cannot be seen. */
  differences(
    phase: number,
    states: readonly GroundState[],
    joints: (readonly Move[] | undefined)[],
  ): readonly string[] {
    const found: string[] = [];
    const report = (lane: number, what: string): void => {
      found.push(`phase ${String(phase)}, lane ${String(lane)}: ${what}`);
    };
    this.#check = (kernel, execute) => {
      const view = new LaneView(kernel, this.#streams);
      this.#checkLoaded(view, { phase, states, report });
      execute();
      states.forEach((state, lane) => this.#checkLane(kernel, view, { phase, state, lane, joints, report }));
    };
    const starts = states.map((state) => packed(this.game, state));
    const phases = states.map(() => phase);
    this.#runner.run({ phases, starts, lanesEach: 1, playoutsEach: 1, seed: this.options.seed, maxPlies: 1000 });
    this.#checkOutcomes(states, report);
    return found;
  }

  #checkLoaded(
    view: LaneView,
    { phase, states, report }: { phase: number; states: readonly GroundState[]; report: Report },
  ): void {
    for (const [variable, address] of view.variables(this.#streams.phases[phase]!)) {
      states.forEach((state, lane) => {
        if (view.holds(address, lane) !== (state[variable] === 1))
          report(lane, `variable ${String(variable)} is loaded wrong`);
      });
    }
  }

  #checkLane(kernel: Kernel, view: LaneView, { phase, state, lane, joints, report }: LaneCheck): void {
    const map = memoryMap(kernel.width);
    const isTerminal = this.#ground.isTerminal(state);
    if (view.holds(map.finished, lane) !== isTerminal) report(lane, `should ${isTerminal ? '' : 'not '}be finished`);
    const legal = this.game.program.roles.map((_, role) => this.#ground.legalMoves(state, role));
    const isStuck = !isTerminal && legal.some((moves) => moves.length === 0);
    if (view.holds(map.stuck, lane) !== isStuck) report(lane, `should ${isStuck ? '' : 'not '}be stuck`);
    const isRunning = !isTerminal && !isStuck;
    if (view.holds(map.running, lane) !== isRunning) report(lane, `should ${isRunning ? '' : 'not '}be running`);
    if (!isRunning) return;
    const nextPhase = (phase + 1) % this.game.phases.period;
    const variables = view.variables(this.#streams.phases[nextPhase]!);
    if (this.options.countsMoves) joints[lane] = this.#jointOf(view, variables, { lane, legal, report });
    const joint = joints[lane];
    if (joint === undefined) return;
    const next = this.#ground.next(state, joint);
    next.forEach((value, fluent) => {
      const fixed = this.game.phases.values[nextPhase]!(fluent);
      const address = variables.get(fluent);
      const text = `next ${this.game.program.lexicon.fluents[fluent]!} should be ${String(value)}`;
      if (fixed !== undefined && fixed !== value) report(lane, `${text}, which the phase has fixed otherwise`);
      if (address !== undefined && view.holds(address, lane) !== (value === 1)) report(lane, text);
    });
  }

  #jointOf(
    view: LaneView,
    variables: ReadonlyMap<number, number>,
    { lane, legal, report }: { lane: number; legal: readonly (readonly Move[])[]; report: Report },
  ): readonly Move[] | undefined {
    const { program, names } = this.game;
    const made = program.roles.map((_, role) =>
      names.ofRole(role).filter((move) => {
        const address = variables.get(program.fluents + names.place(role, move)!);
        return address !== undefined && view.holds(address, lane);
      }),
    );
    const isLegal = made.every((moves, role) => moves.length === 1 && legal[role]!.includes(moves[0]!));
    if (isLegal) return made.flat();
    report(
      lane,
      `made ${JSON.stringify(made.map((moves) => moves.map((move) => names.text(move))))}, not one legal move each`,
    );
    return undefined;
  }

  /** Just the terminal lanes have outcomes: those of their goals. */
  #checkOutcomes(states: readonly GroundState[], report: Report): void {
    const goals = states.map((state) => (this.#ground.isTerminal(state) ? this.#ground.goals(state) : undefined));
    this.#outcomes.forEach(({ role, value: goal }, outcome) => {
      const counts = new Int32Array(states.length);
      this.#runner.addOutcome(outcome, counts);
      counts.forEach((count, lane) => {
        const expected = goals[lane]?.[role] === goal ? 1 : 0;
        if (count !== expected)
          report(lane, `goal ${String(goal)} of role ${String(role)} is counted ${String(count)} times`);
      });
    });
  }
}

type Report = (lane: number, what: string) => void;

interface LaneCheck {
  readonly phase: number;
  readonly state: GroundState;
  readonly lane: number;
  readonly joints: (readonly Move[] | undefined)[];
  readonly report: Report;
}
