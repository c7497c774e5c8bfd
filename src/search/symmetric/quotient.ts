import {
  type BackgroundPlayouts,
  type Expansion,
  type Game,
  isChance,
  isSameState,
  type PlayoutKind,
  type PlayoutRequest,
  type PlayoutTally,
  type Simulator,
  type StateSymmetries,
} from '../../game/index.js';

/** In place of a role: none alone has a choice. */
const NOBODY = -1;
/** The symmetry that changes nothing. */
const IDENTITY = 0;
/** Where fewer of the moves than this share are alike, images of one another are too rare below to be looked for. */
const FEWEST_ALIKE = 0.25;

interface Kinds {
  /** For each joint move the first that is like it; undefined where none are alike. */
  readonly standIn: Int32Array | undefined;
  /** Whether successors are replaced by their canonical images. */
  readonly isTurning: boolean;
}

/**
 * A simulator of the game with one move of each kind: where one player alone has a choice, only the first of each orbit under the symmetries that leave the state as
 * it is. Draws of chance stay as they are, each as likely as the others; so do joint moves that several choose. Below states with much symmetry, successors are replaced by
 * their canonical images, so that those that are alike are met as one; elsewhere that would be a look at every successor that seldom tells anything.
 */
export class QuotientSimulator<State> implements Simulator<State> {
  readonly lanes: number;
  readonly moves?: number;
  readonly background?: BackgroundPlayouts<State>;

  constructor(
    private readonly simulator: Simulator<State>,
    private readonly symmetries: StateSymmetries<State>,
    private readonly game: Game<State>,
  ) {
    this.lanes = simulator.lanes ?? 1;
    if (simulator.moves !== undefined) this.moves = simulator.moves;
    if (simulator.background !== undefined) this.background = simulator.background;
  }

  playouts(starts: readonly State[], request: PlayoutRequest, isTimeUp?: () => boolean): PlayoutTally {
    return this.simulator.playouts(starts, request, isTimeUp);
  }

  prepare(kind: PlayoutKind, playouts: number): void {
    this.simulator.prepare?.(kind, playouts);
  }

  expand(states: readonly State[], isTimeUp?: () => boolean): readonly Expansion<State>[] {
    return this.simulator.expand(states, isTimeUp).map((expansion, at) => {
      const { standIn, isTurning } = this.#kinds(states[at]!, expansion);
      const kept = standIn === undefined ? expansion : this.#only(expansion, standIn);
      return isTurning ? this.#turned(kept) : kept;
    });
  }

  /** The joint moves of a state, and which of them are alike. */
  kinds(state: State): Pick<Kinds, 'standIn'> & { readonly joints: Int32Array } {
    const expansion = this.simulator.expand([state])[0]!;
    return { ...this.#kinds(state, expansion), joints: expansion.joints };
  }

  /** A symmetry that takes a successor of a state to the one that is in its place here. */
  turnAfter(state: State, successor: State): number {
    const expansion = this.simulator.expand([state])[0]!;
    const { standIn, isTurning } = this.#kinds(state, expansion);
    if (isTurning) return this.symmetries.canonical(successor).symmetry;
    if (standIn === undefined) return IDENTITY;
    const kept = this.#only(expansion, standIn).successors;
    const isKept = (symmetry: number): boolean => {
      const image = this.symmetries.image(successor, symmetry);
      return kept.some((each) => isSameState(this.game, each, image));
    };
    return this.symmetries.stabiliser(state).find(isKept) ?? IDENTITY;
  }

  #kinds(state: State, expansion: Expansion<State>): Kinds {
    const stabiliser = this.symmetries.stabiliser(state);
    if (stabiliser.length === 1) return { standIn: undefined, isTurning: false };
    const chooser = this.#soleChooser(expansion);
    if (chooser === NOBODY) return { standIn: undefined, isTurning: true };
    const standIn = this.#standIns(expansion, chooser, stabiliser);
    const alike = standIn.reduce((sum, first, index) => sum + Number(first !== index), 0);
    return { standIn: alike === 0 ? undefined : standIn, isTurning: alike >= FEWEST_ALIKE * standIn.length };
  }

  /** For each joint move the first of its orbit, where one player alone chooses. */
  #standIns({ joints, successors }: Expansion<State>, chooser: number, stabiliser: readonly number[]): Int32Array {
    const roles = this.game.roles.length;
    const images = stabiliser.map((symmetry) => this.symmetries.moves(symmetry)[chooser]!);
    const moveAt = (index: number): number => joints[index * roles + chooser]!;
    /** By move, the joint move that has it. */
    const places = new Int32Array(images[0]!.length);
    for (let index = 0; index < successors.length; index++) places[moveAt(index)] = index;
    const standIn = new Int32Array(successors.length).fill(NOBODY);
    for (let index = 0; index < standIn.length; index++) {
      if (standIn[index] !== NOBODY) continue;
      for (const image of images) standIn[places[image[moveAt(index)]!]!] = index;
    }
    return standIn;
  }

  /** The same with canonical images of the successors. */
  #turned(expansion: Expansion<State>): Expansion<State> {
    const turns = new Uint8Array(expansion.terminal.length);
    const successors = expansion.successors.map((successor, index) => {
      if (expansion.terminal[index] === 1) return successor;
      const { state, symmetry } = this.symmetries.canonical(successor);
      turns[index] = symmetry;
      return state;
    });
    const { isTerminal, joints, goals, terminal } = expansion;
    return { isTerminal, joints, goals, terminal, successors, turns };
  }

  /** The player that alone has several moves. */
  #soleChooser({ joints, successors }: Expansion<State>): number {
    const roles = this.game.roles.length;
    let sole = NOBODY;
    for (let at = roles; at < successors.length * roles; at++) {
      const role = at % roles;
      if (joints[at] === joints[role] || role === sole) continue;
      if (sole !== NOBODY) return NOBODY;
      sole = role;
    }
    return sole === NOBODY || isChance(this.game.roles[sole]!) ? NOBODY : sole;
  }

  /** Only the joint moves that stand for themselves. */
  #only(expansion: Expansion<State>, standIn: Int32Array): Expansion<State> {
    const roles = this.game.roles.length;
    const { isTerminal, joints, goals, successors, terminal } = expansion;
    const kept: number[] = [];
    for (let index = 0; index < standIn.length; index++) if (standIn[index] === index) kept.push(index);
    const only = {
      isTerminal,
      joints: new Int32Array(kept.length * roles),
      goals: new Int32Array(kept.length * roles),
      successors: kept.map((index) => successors[index]!),
      terminal: new Uint8Array(kept.length),
    };
    for (let place = 0; place < kept.length; place++) {
      const from = kept[place]! * roles;
      for (let role = 0; role < roles; role++) {
        only.joints[place * roles + role] = joints[from + role]!;
        only.goals[place * roles + role] = goals[from + role]!;
      }
      only.terminal[place] = terminal[kept[place]!]!;
    }
    return only;
  }
}
