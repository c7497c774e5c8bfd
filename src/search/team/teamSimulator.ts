import type {
  BackgroundPlayouts,
  Expansion,
  PlayoutKind,
  PlayoutRequest,
  PlayoutTally,
  Simulator,
} from '../../game/index.js';
import type { TeamMoves } from './teamMoves.js';

/**
 * The simulator of a game as that of its team (see `TeamGame`). Playouts are uniform, and do not count moves: the wins and dangers that engines see are
 * those of players who are against each other, and moves of single players are none of the team's.
 */
export class TeamSimulator<State> implements Simulator<State> {
  readonly lanes: number;
  readonly background?: BackgroundPlayouts<State>;

  constructor(
    private readonly simulator: Simulator<State>,
    private readonly team: TeamMoves,
    /** How many roles the game has. */
    private readonly roles: number,
  ) {
    this.lanes = simulator.lanes ?? 1;
    const { background } = simulator;
    if (background === undefined) return;
    this.background = {
      depth: background.depth,
      begin: (starts, request, isTimeUp) => background.begin(starts, uniform(request), isTimeUp),
      finish: (ticket) => this.#ofTeam(background.finish(ticket)),
    };
  }

  playouts(starts: readonly State[], request: PlayoutRequest, isTimeUp?: () => boolean): PlayoutTally {
    return this.#ofTeam(this.simulator.playouts(starts, uniform(request), isTimeUp));
  }

  prepare(_kind: PlayoutKind, playouts: number): void {
    this.simulator.prepare?.({}, playouts);
  }

  expand(states: readonly State[], isTimeUp?: () => boolean): readonly Expansion<State>[] {
    return this.simulator.expand(states, isTimeUp).map((expansion) => this.#together(expansion));
  }

  #ofTeam({ ended, capped, stuck, plies, goalSum, goalSquareSum }: PlayoutTally): PlayoutTally {
    const ofTeam = (sums: Float64Array): Float64Array =>
      this.#columns(sums, new Float64Array(this.team.width * ended.length));
    return { ended, capped, stuck, plies, goalSum: ofTeam(goalSum), goalSquareSum: ofTeam(goalSquareSum) };
  }

  /** The same joint moves, first by what the team does, then by what chance does: in the order of `jointMoves`. */
  #together(expansion: Expansion<State>): Expansion<State> {
    const { team, roles } = this;
    const { isTerminal, terminal, goals, words } = expansion;
    const numbers = Int32Array.from(terminal, (_, index) => team.ofTeam(expansion.joints, index * roles));
    const order = grouped(numbers);
    const joints = new Int32Array(order.length * team.width);
    order.forEach((from, to) => {
      joints[to * team.width] = numbers[from]!;
      if (team.chance >= 0) joints[to * team.width + 1] = team.ofChance(expansion.joints[from * roles + team.chance]!);
    });
    return {
      isTerminal,
      joints,
      goals: this.#columns(reordered(goals, order), new Int32Array(joints.length)),
      terminal: reordered(terminal, order),
      get successors() {
        const { successors } = expansion;
        return Array.from(order, (from) => successors[from]!);
      },
      ...(words === undefined ? {} : { words: reordered(words, order) }),
    };
  }

  /** Of rows with a number for each role, those of the first player, which are the whole team's, and of chance. */
  #columns<Numbers extends Float64Array | Int32Array>(rows: Numbers, into: Numbers): Numbers {
    const { players, chance, width } = this.team;
    for (let to = 0; to < into.length; to++) {
      const role = to % width === 0 ? players[0]! : chance;
      into[to] = rows[Math.floor(to / width) * this.roles + role]!;
    }
    return into;
  }
}

const uniform = ({ playouts, seed, maxPlies }: PlayoutRequest): PlayoutRequest => ({ playouts, seed, maxPlies });

/** The places of numbers, equal ones side by side, in the order in which they are first met. */
function grouped(numbers: Int32Array): Int32Array {
  const places = new Map<number, number[]>();
  numbers.forEach((number, place) => {
    const known = places.get(number);
    if (known === undefined) places.set(number, [place]);
    else known.push(place);
  });
  return Int32Array.from([...places.values()].flat());
}

/** Rows of equal length in another order. */
function reordered<Numbers extends Int32Array | Uint8Array | Uint32Array>(rows: Numbers, order: Int32Array): Numbers {
  const width = rows.length / order.length;
  const result = rows.slice() as Numbers;
  order.forEach((from, to) => {
    if (from !== to) result.set(rows.subarray(from * width, (from + 1) * width), to * width);
  });
  return result;
}
