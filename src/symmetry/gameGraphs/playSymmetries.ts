import { type Budget, fail, ok, type Random, type Result } from '../../base/index.js';
import type { Move } from '../../game/index.js';
import { MoveNames } from '../../playout/index.js';
import { gameMoves, structuralFault } from '../structuralCheck.js';
import type { ProgramGame } from '../structuralGame.js';
import { type GameSymmetries, gameSymmetries, type SymmetryMethod } from './gameSymmetries.js';
import { type OrbitFinder, orbitFinder } from './moveOrbits.js';

/** The symmetries of a game that is ready to be played. */
export interface PlaySymmetries<State> extends GameSymmetries {
  readonly ms: GameSymmetries['ms'] & { readonly check: number };
  /** For each generator and each role, move → move as the game numbers them; the fluents of the generator are the bits of a packed state. */
  readonly generatorMoves: readonly (readonly Int32Array[])[];
  /**
   * The legal moves of each role in a state that is not terminal, by orbits: moves of one orbit lead to the same value. What states share is
   * built on the first call; fails with a reason where the budget, of that and of each state, does not do.
   */
  moveOrbits(state: State, budget: Budget): Result<RoleOrbits, string>;
}

export interface RoleOrbits {
  /** For each role its orbits, each ascending, in the order of their least moves. */
  readonly roles: readonly (readonly (readonly Move[])[])[];
  /** Whether these are all that the graph shows. */
  readonly isComplete: boolean;
}

export interface SymmetryOptions {
  readonly method: SymmetryMethod;
  readonly budget: Budget;
  /** For the states in which generators are checked. */
  readonly random: Random;
}

/** A permutation was found that is no symmetry: a fault of this program, not of the game. */
export class NoSymmetry extends Error {
  override readonly name = 'NoSymmetry';
}

/** States of random play in which generators are checked, shared among them; each is looked at in a few. */
const MOST_STATES = 40;
const FEWEST_STATES = 3;
/** Literals in all bodies of rules, times states: where the rules are many, states are few. */
const MOST_LITERALS = 4e6;
const CHECKED_PLIES = 60;

/**
 * Finds the symmetries of a game that is played, and checks each generator in states of random play; throws {@link NoSymmetry} where one is
 * none. Fails with a reason where the graph of the game exceeds the budget.
 */
export function playSymmetries<State>(
  played: ProgramGame<State>,
  { method, budget, random }: SymmetryOptions,
): Result<PlaySymmetries<State>, string> {
  const { program } = played;
  const found = gameSymmetries(program, method, budget);
  if (!found.ok) return found;
  const { generators } = found.value;
  const start = budget.clock();
  const all = Math.min(MOST_STATES, MOST_LITERALS / program.body.length);
  const states = Math.max(FEWEST_STATES, Math.floor(all / generators.length));
  const names = new Lazy(() => new MoveNames(program));
  const generatorMoves = generators.map((generator) => gameMoves(program, generator, names.value));
  for (const [index, generator] of generators.entries()) {
    const options = { random, states, plies: CHECKED_PLIES, moves: generatorMoves[index]! };
    const fault = structuralFault(played, generator, options);
    if (fault !== undefined) {
      throw new NoSymmetry(`generator ${String(index + 1)} of the ${method} is no symmetry of the game: ${fault}`);
    }
  }
  const orbits = new StateOrbits(played, method, names);
  return ok({
    ...found.value,
    ms: { ...found.value.ms, check: budget.clock() - start },
    generatorMoves,
    moveOrbits: (state, limits) => orbits.of(state, limits),
  });
}

/** Made when it is first asked for. */
class Lazy<T> {
  #value: T | undefined;

  constructor(private readonly make: () => T) {}

  get value(): T {
    return (this.#value ??= this.make());
  }
}

class StateOrbits<State> {
  #finder: Result<OrbitFinder, string> | undefined;

  constructor(
    private readonly played: ProgramGame<State>,
    private readonly method: SymmetryMethod,
    private readonly names: Lazy<MoveNames>,
  ) {}

  of(state: State, budget: Budget): Result<RoleOrbits, string> {
    const { program, game } = this.played;
    if (game.isTerminal(state)) return fail('the state is terminal');
    this.#finder ??= orbitFinder(program, this.method, budget);
    if (!this.#finder.ok) return this.#finder;
    const legal = game.roles.map((_, role) =>
      game.legalMoves(state, role).map((move) => ({ move, place: this.names.value.place(role, move)! })),
    );
    const places = legal.flat().map(({ place }) => place);
    const found = this.#finder.value({ holding: this.played.holding(state), legal: places }, budget);
    if (!found.ok) return found;
    const { orbits, isComplete } = found.value;
    return ok({ roles: legal.map((moves) => gathered(moves, orbits)), isComplete });
  }
}

function gathered(moves: readonly { move: Move; place: number }[], orbits: Int32Array): readonly (readonly Move[])[] {
  const byOrbit = new Map<number, Move[]>();
  for (const { move, place } of moves.toSorted((a, b) => a.place - b.place)) {
    const orbit = byOrbit.get(orbits[place]!);
    if (orbit === undefined) byOrbit.set(orbits[place]!, [move]);
    else orbit.push(move);
  }
  return [...byOrbit.values()];
}
