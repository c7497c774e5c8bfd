import type { Move } from './game.js';

/**
 * Plays many games at once: what search asks of an engine, beside `Game`. States and moves are those of the engine's
 * `Game`. Chance comes in as a seed: the same starts and the same request give the same tally, always.
 */
export interface Simulator<State = unknown> {
  /** How many playouts take about as long as one, because they are made side by side; 1 where it is not given. */
  readonly lanes?: number;
  /** How many moves there are of all roles, which is what counting them takes; not given where it is not known. */
  readonly moves?: number;
  /**
   * Random playouts from each of the starts: in every state each role draws one of its legal moves uniformly,
   * independently of the others. A start that is terminal ends at once. One that takes long over it may be told that
   * time is up: playouts that are not over by then count as capped.
   */
  playouts(starts: readonly State[], request: PlayoutRequest, isTimeUp?: () => boolean): PlayoutTally;
  /**
   * Every joint move of each state with what it leads to, in the order of `jointMoves`; none for a state that is
   * terminal or stuck. One that takes long over a state may be told that time is up: it then gives the expansions of
   * the first states only, those that it came to the end of. Throws {@link TooManyJointMoves} where a state has more
   * than can be listed.
   */
  expand(states: readonly State[], isTimeUp?: () => boolean): readonly Expansion<State>[];
  /**
   * The state after a joint move in each of the states: legal moves, at state × roles + role. Searches that do not
   * keep all successors of an expansion ask for them again here; where it is not given, they ask the game.
   */
  next?(states: readonly State[], joints: Int32Array): readonly State[];
  /**
   * Compiles what expansions and such playouts, so many in a request, need: whoever has a deadline asks for it
   * before, since else the first request takes so long.
   */
  prepare?(kind: PlayoutKind, playouts: number): void;
  /** The same playouts, made by others while whoever asks for them goes on; where there are such. */
  readonly background?: BackgroundPlayouts<State>;
}

/**
 * Playouts that are asked for now and fetched later. What comes of them depends on the request alone, not on who
 * makes them or when.
 */
export interface BackgroundPlayouts<State = unknown> {
  /** Requests that may be under way at once, and are worth it: the number does not change. */
  readonly depth: number;
  /**
   * Asks for playouts; gives the ticket with which they are fetched. The starts stay as they are until then. Where
   * the one who asks makes them himself, time may be up for him.
   */
  begin(starts: readonly State[], request: PlayoutRequest, isTimeUp?: () => boolean): number;
  /** What came of a request, once for each; waits for it. */
  finish(ticket: number): PlayoutTally;
}

/** A simulator's own playouts, made when they are asked for. */
export function playoutsAtOnce<State>(simulator: Pick<Simulator<State>, 'playouts'>): BackgroundPlayouts<State> {
  const made = new Map<number, PlayoutTally>();
  let tickets = 0;
  return {
    depth: 1,
    begin: (starts, request, isTimeUp) => {
      made.set(tickets, simulator.playouts(starts, request, isTimeUp));
      return tickets++;
    },
    finish: (ticket) => {
      const tally = made.get(ticket)!;
      made.delete(ticket);
      return tally;
    },
  };
}

/** What is asked for, all at once. */
export interface PlayoutTask<State> {
  readonly starts: readonly State[];
  readonly request: PlayoutRequest;
  readonly isTimeUp?: (() => boolean) | undefined;
}

/** A simulator whose work several threads share. */
export interface SimulationPool<State = unknown> {
  readonly threads: number;
  playouts(starts: readonly State[], request: PlayoutRequest): Promise<PlayoutTally>;
  expand(states: readonly State[]): Promise<readonly Expansion<State>[]>;
  /** Ends the threads; nothing may be asked afterwards. */
  close(): Promise<void>;
}

/** The simulator itself as a pool, in the thread that asks. */
export function poolOfOne<State>(simulator: Simulator<State>): SimulationPool<State> {
  return {
    threads: 1,
    playouts: (starts, request) => Promise.resolve(simulator.playouts(starts, request)),
    expand: (states) => Promise.resolve(simulator.expand(states)),
    close: () => Promise.resolve(),
  };
}

/** Of playouts. */
export interface PlayoutKind {
  /** Whether to tell which moves were made in which playouts (for RAVE statistics). It costs time. */
  readonly countsMoves?: boolean;
  /**
   * Whether players take a move that wins at once, where there is one, and avoid moves that lose at once, where they
   * can; draws are uniform among what is left. A wish: an engine that does not find such moves at little cost makes
   * uniform playouts.
   */
  readonly isDecisive?: boolean;
}

export interface PlayoutRequest extends PlayoutKind {
  /** Playouts from each start. */
  readonly playouts: number;
  readonly seed: number;
  /** Most joint moves of a playout; one that is not over by then counts as capped. */
  readonly maxPlies: number;
  /**
   * For each start the group, 0, 1, 2 …, whose moves are counted together: `MoveTally.start` is then the group. Few
   * groups make a short tally. Without it, every start is a group of its own.
   */
  readonly groups?: Int32Array;
}

/** What came of playouts. Arrays have one entry a start, unless another index is given. */
export interface PlayoutTally {
  /** Playouts that reached a terminal state. */
  readonly ended: Int32Array;
  /** Playouts that were cut off after `maxPlies` joint moves. */
  readonly capped: Int32Array;
  /**
   * Playouts, not capped, that reached a state, not terminal, in which some role has no legal move: the rules are at
   * fault.
   */
  readonly stuck: Int32Array;
  /** Joint moves made, over all starts. */
  readonly plies: number;
  /**
   * Sum of the goals of ended playouts, at start × roles + role. Where a role has no goal or several, its lowest one
   * is counted.
   */
  readonly goalSum: Float64Array;
  /** Sum of the squares of the same goals. */
  readonly goalSquareSum: Float64Array;
  /** Only where it was asked for. */
  readonly moves?: MoveTally;
}

/**
 * For each start (or group of starts, where the request has these), role and move that was made in some ended
 * playout: in how many, and the sum of that role's goals in these.
 */
export interface MoveTally {
  readonly start: Int32Array;
  readonly role: Int32Array;
  readonly move: Int32Array;
  readonly played: Int32Array;
  readonly goalSum: Float64Array;
}

/** In {@link Expansion.goals}: the rules give no goal, or several. */
export const NO_GOAL = -1;

export interface Expansion<State> {
  readonly isTerminal: boolean;
  /** Moves at successor × roles + role. */
  readonly joints: Int32Array;
  /** Where there are {@link words}, made when they are asked for. */
  readonly successors: readonly State[];
  /** The successors one after the other, where states are words. */
  readonly words?: Uint32Array;
  /** 1 where the successor is terminal. */
  readonly terminal: Uint8Array;
  /** Goals at successor × roles + role, {@link NO_GOAL} where there is not exactly one. */
  readonly goals: Int32Array;
  /** Where successors were replaced by images of them: by which of the {@link StateSymmetries}. */
  readonly turns?: Uint8Array;
}

/** The moves of one successor, in role order. */
export function jointOf<State>({ joints }: Expansion<State>, successor: number, roles: number): readonly Move[] {
  return [...joints.subarray(successor * roles, (successor + 1) * roles)];
}
