import { type Random, seededRandom } from '../../base/index.js';
import type { PlayoutTally, PlayoutTask, Simulator } from '../../game/index.js';
import type { GroundProgram } from '../../ground/index.js';
import { lowestGoals } from '../gates/outcomes.js';
import type { MoveNames } from '../moveNames.js';
import type { PackedState, StateLayout } from '../packedState.js';
import { compile } from './compile.js';
import type { EventState, Outcome } from './eventState.js';
import { MoveCounts } from './moveCounts.js';

/** Playouts one after the other, in one state that events keep up to date: for large games of which a move changes little. */
export function eventSimulator(
  program: GroundProgram,
  layout: StateLayout,
  names: MoveNames,
): Pick<Simulator<PackedState>, 'playouts'> {
  const state = compile(program, layout);
  return {
    playouts: (starts, request, isTimeUp) => new Playouts(program, names, state).run({ starts, request, isTimeUp }),
  };
}

class Playouts {
  readonly #roles: number;
  readonly #lowestGoals: readonly number[];
  readonly #joint: Int32Array;
  readonly #goals: Float64Array;
  #plies = 0;

  constructor(
    private readonly program: GroundProgram,
    private readonly names: MoveNames,
    private readonly state: EventState,
  ) {
    this.#roles = program.roles.length;
    this.#joint = new Int32Array(this.#roles);
    this.#goals = new Float64Array(this.#roles);
    this.#lowestGoals = lowestGoals(program);
  }

  run({ starts, request, isTimeUp }: PlayoutTask<PackedState>): PlayoutTally {
    const random = seededRandom(request.seed);
    this.state.forgetRandom();
    const tally = {
      ended: new Int32Array(starts.length),
      capped: new Int32Array(starts.length),
      stuck: new Int32Array(starts.length),
      goalSum: new Float64Array(starts.length * this.#roles),
      goalSquareSum: new Float64Array(starts.length * this.#roles),
    };
    const counts = request.countsMoves === true ? new MoveCounts(this.program, this.names) : undefined;
    starts.forEach((start, i) => {
      for (let playout = 0; playout < request.playouts; playout++) {
        if (isTimeUp?.() === true) {
          tally.capped[i]! += request.playouts - playout;
          break;
        }
        this.state.become(start);
        const outcome = this.#play(request.maxPlies, random, counts);
        this.#plies += this.state.plies;
        tally[outcome][i]!++;
        if (outcome !== 'ended') continue;
        this.#readGoals();
        counts?.add(this.#goals);
        for (let role = 0; role < this.#roles; role++) {
          const goal = this.#goals[role]!;
          tally.goalSum[i * this.#roles + role]! += goal;
          tally.goalSquareSum[i * this.#roles + role]! += goal * goal;
        }
      }
      counts?.finishStart(i);
    });
    return { ...tally, plies: this.#plies, ...(counts && { moves: counts.tally() }) };
  }

  #play(maxPlies: number, random: Random, counts: MoveCounts | undefined): Outcome {
    const { state } = this;
    if (counts === undefined) return state.play(random, maxPlies);
    counts.begin();
    while (!state.isTerminal) {
      if (state.plies === maxPlies) return 'capped';
      if (!state.draw(random, this.#joint)) return 'stuck';
      counts.note(this.#joint);
      state.act(this.#joint);
    }
    return 'ended';
  }

  #readGoals(): void {
    const { program } = this;
    const found = new Int32Array(this.#roles);
    this.state.forEachGoal((index) => {
      const { role, value } = program.goals[index]!;
      this.#goals[role] = value;
      found[role]!++;
    });
    for (let role = 0; role < this.#roles; role++) {
      if (found[role] !== 1) this.#goals[role] = this.#lowestGoals[role]!;
    }
  }
}
