import { type Game, type Move, NO_GOAL } from '../game/index.js';
import type { CompiledRounds } from './compiledRounds.js';
import { groundGame, type GroundState } from './groundGame.js';
import type { LaneRound } from './laneRound.js';
import type { PackedState } from './packedState.js';

/** What one look at a state tells. */
interface Sight {
  readonly state: PackedState;
  readonly isTerminal: boolean;
  readonly goals: readonly (number | null)[];
  readonly legal: readonly (readonly Move[])[];
}

/** States are asked about several times in a row, and again after their successors were: the last few are remembered. */
const REMEMBERED = 16;

/**
 * Plays a ground program by its network of gates, one state at a time. Joint moves that are not legal, for which the network was not made,
 * are left to the evaluator of rules; so are states for which there is no memory.
 */
export function compiledGame(rounds: CompiledRounds): Game<PackedState> {
  return new CompiledGame(rounds);
}

class CompiledGame implements Game<PackedState> {
  readonly #seen: Sight[] = [];
  #oldest = 0;
  readonly #initial: PackedState;
  #ground: Game<GroundState> | undefined;

  constructor(private readonly rounds: CompiledRounds) {
    this.#initial = rounds.game.layout.of(Array.from(rounds.game.program.initial, (atom) => atom - 1));
  }

  get roles(): readonly string[] {
    return this.rounds.game.program.roles;
  }

  readonly names = {
    facts: (state: PackedState): readonly string[] => {
      const { layout, program } = this.rounds.game;
      const { fluents, constants } = program.lexicon;
      return [...layout.holding(state).map((fluent) => fluents[fluent]!), ...constants].sort();
    },
    move: (move: Move): string => this.rounds.game.names.text(move),
    findMove: (text: string): Move | undefined => this.rounds.game.names.find(text),
  };

  initial(): PackedState {
    return this.#initial;
  }

  legalMoves(state: PackedState, role: number): readonly Move[] {
    return this.#see(state).legal[role]!;
  }

  isTerminal(state: PackedState): boolean {
    return this.#see(state).isTerminal;
  }

  goals(state: PackedState): readonly (number | null)[] {
    return this.#see(state).goals;
  }

  next(state: PackedState, joint: readonly Move[]): PackedState {
    const round = this.#making(state, joint);
    if (round === undefined) return this.#packed(this.#rules.next(this.#unpacked(state), joint));
    round.move();
    const successor = new Uint32Array(state);
    round.advance({ states: successor, from: 0 }, 1, this.rounds.game.layout);
    return successor;
  }

  percepts(state: PackedState, joint: readonly Move[]): readonly (readonly string[])[] {
    const { percepts } = this.rounds.game.program;
    if (percepts.length === 0) return this.roles.map(() => []);
    const round = this.#making(state, joint);
    if (round === undefined) return this.#rules.percepts(this.#unpacked(state), joint);
    round.see();
    const seen = percepts.filter((_, index) => round.sees(index, 0));
    return this.roles.map((_, role) =>
      seen
        .filter((percept) => percept.role === role)
        .map(({ percept }) => percept)
        .sort(),
    );
  }

  /** The round in whose first lane the moves are made in the state; undefined where they are not legal, or there is no such round. */
  #making(state: PackedState, joint: readonly Move[]): LaneRound | undefined {
    const { legal } = this.#see(state);
    if (!legal.every((moves, role) => moves.includes(joint[role]!))) return undefined;
    const round = this.#round(state);
    round?.clear();
    round?.put(state, 0, 1);
    joint.forEach((move, role) => round?.make(this.rounds.game.names.place(role, move)!, 0, 1));
    return round;
  }

  #round(state: PackedState): LaneRound | undefined {
    return this.rounds.open(this.rounds.phaseOf(state), 1);
  }

  #see(state: PackedState): Sight {
    const known = this.#seen.find((sight) => sight.state === state);
    if (known !== undefined) return known;
    const round = this.#round(state);
    const sight = round === undefined ? this.#sightByRules(state) : this.#sight(round, state);
    this.#seen[this.#oldest] = sight;
    this.#oldest = (this.#oldest + 1) % REMEMBERED;
    return sight;
  }

  #sight(round: LaneRound, state: PackedState): Sight {
    const { names, program } = this.rounds.game;
    round.clear();
    round.put(state, 0, 1);
    round.look();
    return {
      state,
      isTerminal: round.isTerminal(0),
      goals: Array.from(round.goals(1).subarray(0, this.roles.length), (goal) => (goal === NO_GOAL ? null : goal)),
      legal: this.roles.map((_, role) => {
        const first = program.moveStart[role]! - program.moveStart[0]!;
        const moves = names.ofRole(role);
        const { start, places } = round.legal(role, 1);
        return Array.from(places.subarray(0, start[1]), (place) => moves[place - first]!);
      }),
    };
  }

  #sightByRules(state: PackedState): Sight {
    const rules = this.#rules;
    const unpacked = this.#unpacked(state);
    return {
      state,
      isTerminal: rules.isTerminal(unpacked),
      goals: rules.goals(unpacked),
      legal: this.roles.map((_, role) => rules.legalMoves(unpacked, role)),
    };
  }

  get #rules(): Game<GroundState> {
    return (this.#ground ??= groundGame(this.rounds.game.program));
  }

  #unpacked(state: PackedState): GroundState {
    const { layout } = this.rounds.game;
    return Uint8Array.from({ length: layout.fluents }, (_, fluent) => (layout.holds(state, fluent) ? 1 : 0));
  }

  #packed(state: GroundState): PackedState {
    const fluents = Array.from(state, (_, fluent) => fluent);
    return this.rounds.game.layout.of(fluents.filter((fluent) => state[fluent] === 1));
  }
}
