import type { Random } from '../base/index.js';
import { type Game, type Move, playout } from '../game/index.js';
import type { GroundProgram } from '../ground/index.js';
import { MoveNames } from '../playout/index.js';
import type { ProgramGame } from './structuralGame.js';
import type { StructuralSymmetry } from './structuralSymmetry.js';

export interface CheckOptions {
  readonly random: Random;
  /** States to look at; each in itself and as its image. */
  readonly states: number;
  /** Most joint moves of a line of random play. */
  readonly plies: number;
  /** The moves of the symmetry by {@link gameMoves}, where they are known. */
  readonly moves?: readonly Int32Array[];
}

/**
 * Looks whether a permutation is a structural symmetry (004 section 2.2, conditions 3a and 3c to 3f) in states of random play and in their
 * images: what is legal, next, terminal and a goal must commute with it. Returns what does not, for people; undefined where nothing was found.
 */
export function structuralFault<State>(
  played: ProgramGame<State>,
  symmetry: StructuralSymmetry,
  options: CheckOptions,
): string | undefined {
  return permutationFault(played.program, symmetry) ?? new Check(played, symmetry, options).run();
}

function permutationFault(
  { fluents, moves, moveStart }: GroundProgram,
  symmetry: StructuralSymmetry,
): string | undefined {
  if (!isPermutation(symmetry.fluents, fluents)) return 'it is no permutation of the fluents';
  if (!isPermutation(symmetry.moves, moves)) return 'it is no permutation of the moves';
  const roleOf = (move: number): number => moveStart.findLastIndex((start) => start <= moveStart[0]! + move);
  const stray = symmetry.moves.findIndex((image, move) => roleOf(image) !== roleOf(move));
  return stray < 0 ? undefined : 'it maps a move to one of another role';
}

const isPermutation = (images: Int32Array, size: number): boolean =>
  images.length === size && new Set(images).size === size && images.every((image) => image >= 0 && image < size);

class Check<State> {
  readonly #game: Game<State>;
  readonly #moves: readonly Int32Array[];

  constructor(
    private readonly played: ProgramGame<State>,
    private readonly symmetry: StructuralSymmetry,
    private readonly options: CheckOptions,
  ) {
    this.#game = played.game;
    this.#moves = options.moves ?? gameMoves(played.program, symmetry);
  }

  run(): string | undefined {
    const { random, states, plies } = this.options;
    let left = states;
    // Lines start in turn from the initial state and from its image, which need not be reached otherwise.
    for (let from = this.#game.initial(); left > 0; from = this.#image(from)) {
      const line = playout(this.#game, random, { plies: Math.min(plies, left), from });
      for (const [ply, state] of line.states.entries()) {
        const fault = this.#faultIn(state, line.joints[ply], line.states[ply + 1]);
        if (fault !== undefined) return fault;
      }
      left -= line.states.length;
    }
    return undefined;
  }

  #faultIn(state: State, joint: readonly Move[] | undefined, next: State | undefined): string | undefined {
    const game = this.#game;
    const image = this.#image(state);
    const isTerminal = game.isTerminal(state);
    if (game.isTerminal(image) !== isTerminal) return this.#told('terminal', state);
    if (isTerminal)
      return String(game.goals(state)) === String(game.goals(image)) ? undefined : this.#told('goal', state);
    for (const role of game.roles.keys()) {
      const images = game.legalMoves(state, role).map((move) => this.#moves[role]![move]!);
      if (!isSameSet(images, game.legalMoves(image, role))) return this.#told(`legal ${game.roles[role]!}`, state);
    }
    if (joint === undefined || next === undefined) return undefined;
    const nextOfImage = game.next(
      image,
      joint.map((move, role) => this.#moves[role]![move]!),
    );
    if (isSameSet(this.played.holding(this.#image(next)), this.played.holding(nextOfImage))) return undefined;
    return this.#told(`next, by ${joint.map((move) => game.names.move(move)).join(' ')},`, state);
  }

  #image(state: State): State {
    return this.played.imageOf(state, this.symmetry.fluents);
  }

  #told(what: string, state: State): string {
    return `${what} is not as in the image of the state ${this.#game.names.facts(state).join(' ')}`;
  }
}

function isSameSet(a: readonly number[], b: readonly number[]): boolean {
  const set = new Set(a);
  return set.size === b.length && b.every((one) => set.has(one));
}

/** The moves of a symmetry as a `Game` numbers them: for each role, move → move; those that the role never has stay. */
export function gameMoves(
  program: GroundProgram,
  { moves }: StructuralSymmetry,
  names = new MoveNames(program),
): readonly Int32Array[] {
  const all = program.roles.reduce((most, _, role) => Math.max(most, lengthFor(names.ofRole(role))), 0);
  return program.roles.map((_, role) => {
    const images = Int32Array.from({ length: all }, (_, move) => move);
    const own = names.ofRole(role);
    const first = program.moveStart[role]! - program.moveStart[0]!;
    for (const [value, move] of own.entries()) images[move] = own[moves[first + value]! - first]!;
    return images;
  });
}

/** Of an array with a place for each of the numbers. */
const lengthFor = (numbers: readonly number[]): number => numbers.reduce((most, one) => Math.max(most, one + 1), 0);
