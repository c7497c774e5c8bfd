import {
  type Expansion,
  isChance,
  type PlayoutRequest,
  type PlayoutTally,
  type Simulator,
  type StateSymmetries,
} from '../../game/index.js';

/** In place of a role: none alone has a choice. */
const NOBODY = -1;
/** More than there are goals: 0 to 100, and none. */
const GOALS = 128;

interface Turned<State> {
  readonly expansion: Expansion<State>;
  /** By successor: equal where they are the same. Not negative for states, negative for goals. */
  readonly keys: Float64Array;
}

/**
 * A simulator of the game whose states stand for all their images: successors are replaced by their canonical images, and where one player alone has a choice, of
 * moves that lead to the same there is only the first (so one of each orbit under the symmetries that fix the state). Draws of
 * chance stay as they are, each as likely as the others; so do joint moves that several choose.
 */
export class QuotientSimulator<State> implements Simulator<State> {
  readonly lanes: number;
  /** Joint moves of all states that were expanded … */
  #moves = 0;
  /** … and those of them that only a symmetry made the same as another. */
  #alike = 0;

  constructor(
    private readonly simulator: Simulator<State>,
    private readonly symmetries: StateSymmetries<State>,
    private readonly roles: readonly string[],
  ) {
    this.lanes = simulator.lanes ?? 1;
  }

  playouts(starts: readonly State[], request: PlayoutRequest): PlayoutTally {
    return this.simulator.playouts(starts, request);
  }

  expand(states: readonly State[]): readonly Expansion<State>[] {
    return this.simulator.expand(states).map((expansion) => {
      const turned = this.#turned(expansion);
      const standIn = this.#standIns(turned);
      this.#moves += turned.keys.length;
      return standIn === undefined ? turned.expansion : this.#only(turned.expansion, standIn);
    });
  }

  /** Joint moves of the states expanded since this was asked last, and how many of them only a symmetry made the same as another. */
  takeCounts(): { readonly moves: number; readonly alike: number } {
    const counts = { moves: this.#moves, alike: this.#alike };
    this.#moves = 0;
    this.#alike = 0;
    return counts;
  }

  /** The joint moves of a state, and for each the number of the one that stands for it in {@link expand}. */
  standIns(state: State): { readonly joints: Int32Array; readonly standIn: Int32Array } {
    const turned = this.#turned(this.simulator.expand([state])[0]!);
    const { joints, successors } = turned.expansion;
    return { joints, standIn: this.#standIns(turned) ?? Int32Array.from(successors.keys()) };
  }

  /** The same with canonical images of the successors. */
  #turned(expansion: Expansion<State>): Turned<State> {
    const { terminal, goals } = expansion;
    const roles = this.roles.length;
    const count = expansion.successors.length;
    const successors = new Array<State>(count);
    const turns = new Uint8Array(count);
    const keys = new Float64Array(count);
    for (let index = 0; index < count; index++) {
      const successor = expansion.successors[index]!;
      if (terminal[index] === 1) {
        successors[index] = successor;
        for (let role = 0; role < roles; role++) keys[index] = GOALS * keys[index]! - goals[index * roles + role]! - 2;
        continue;
      }
      const canonical = this.symmetries.canonical(successor);
      successors[index] = canonical.state;
      turns[index] = canonical.symmetry;
      keys[index] = canonical.hash >>> 0;
    }
    return { expansion: { ...expansion, successors, turns }, keys };
  }

  /** For each joint move the first that leads to the same, where one player alone chooses and there are such; else undefined. */
  #standIns({ expansion, keys }: Turned<State>): Int32Array | undefined {
    if (new Set(keys).size === keys.length || this.#soleChooser(expansion) === NOBODY) return undefined;
    const first = new Map<number, number>();
    const { turns } = expansion;
    return Int32Array.from(keys, (key, index) => {
      const earlier = first.get(key);
      if (earlier === undefined) first.set(key, index);
      if (earlier === undefined || !leadToTheSame(expansion, earlier, index)) return index;
      if (turns![index] !== turns![earlier]) this.#alike++;
      return earlier;
    });
  }

  /** The player that alone has several moves. */
  #soleChooser({ joints, successors }: Expansion<State>): number {
    const roles = this.roles.length;
    let sole = NOBODY;
    for (let at = roles; at < successors.length * roles; at++) {
      const role = at % roles;
      if (joints[at] === joints[role] || role === sole) continue;
      if (sole !== NOBODY) return NOBODY;
      sole = role;
    }
    return sole === NOBODY || isChance(this.roles[sole]!) ? NOBODY : sole;
  }

  /** Only the joint moves that stand for themselves. */
  #only(expansion: Expansion<State>, standIn: Int32Array): Expansion<State> {
    const roles = this.roles.length;
    const kept = [...standIn.keys()].filter((index) => standIn[index] === index);
    const rows = (values: Int32Array): Int32Array => {
      const taken = new Int32Array(kept.length * roles);
      kept.forEach((index, place) => {
        taken.set(values.subarray(index * roles, (index + 1) * roles), place * roles);
      });
      return taken;
    };
    return {
      isTerminal: expansion.isTerminal,
      joints: rows(expansion.joints),
      goals: rows(expansion.goals),
      successors: kept.map((index) => expansion.successors[index]!),
      terminal: Uint8Array.from(kept, (index) => expansion.terminal[index]!),
      turns: Uint8Array.from(kept, (index) => expansion.turns![index]!),
    };
  }
}

/** Terminal successors are the same where everybody has the same goals. */
function leadToTheSame<State>({ successors, terminal, goals }: Expansion<State>, a: number, b: number): boolean {
  if (terminal[a] !== terminal[b]) return false;
  const roles = goals.length / successors.length;
  if (terminal[a] === 1) return isSame(goals.subarray(a * roles, (a + 1) * roles), goals.subarray(b * roles));
  // States are words or bytes, whatever the engine.
  return isSame(successors[a] as unknown as Uint32Array, successors[b] as unknown as Uint32Array);
}

const isSame = (left: ArrayLike<number>, right: ArrayLike<number>): boolean => {
  for (let at = 0; at < left.length; at++) if (left[at] !== right[at]) return false;
  return true;
};
