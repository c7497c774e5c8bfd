import { CHANCE, type Chooser, OTHERS, OWN } from './objective.js';

/** The joint moves of a state as choices of the sides. */
export interface Choices {
  /** For each role, how many moves it has. */
  readonly moves: readonly number[];
  /** The one side that has a choice, the own one if none has; undefined where several have. */
  readonly sole: Chooser | undefined;
  /** Whether several players have a choice. */
  readonly isSimultaneous: boolean;
}

/** Reads the choices off joint moves, at joint move × roles + role; they are in the order of `jointMoves`: the last role's change fastest. */
export function choicesOf(joints: Int32Array, choosers: readonly Chooser[]): Choices {
  const moves = moveCounts(joints, choosers.length);
  let sides = 0;
  let players = 0;
  for (let role = 0; role < moves.length; role++) {
    if (moves[role] === 1) continue;
    sides |= 1 << choosers[role]!;
    if (choosers[role] !== CHANCE) players++;
  }
  return { moves, sole: SOLE[sides], isSimultaneous: players > 1 };
}

/** The only side of a set of sides, given as bits; the own one for the empty set. */
const SOLE: readonly (Chooser | undefined)[] = [OWN, OWN, OTHERS, undefined, CHANCE, undefined, undefined, undefined];

function moveCounts(joints: Int32Array, roles: number): number[] {
  const total = joints.length / roles;
  const counts = new Array<number>(roles).fill(1);
  let stride = 1;
  for (let role = roles - 1; role >= 0; role--) {
    let count = 1;
    while (count * stride < total && joints[count * stride * roles + role] !== joints[role]) count++;
    counts[role] = count;
    stride *= count;
  }
  return counts;
}

/** For each side its choices: joint move `own[i] + others[j] + chance[k]` is the one in which they make their i-th, j-th and k-th. */
export type Offsets = readonly [own: readonly number[], others: readonly number[], chance: readonly number[]];

export function offsetsOf({ moves }: Choices, choosers: readonly Chooser[]): Offsets {
  const offsets: [number[], number[], number[]] = [[0], [0], [0]];
  let stride = 1;
  for (let role = moves.length - 1; role >= 0; role--) {
    const inner = offsets[choosers[role]!];
    const each = Array.from({ length: moves[role]! }, (_, move) => move * stride);
    offsets[choosers[role]!] = each.flatMap((offset) => inner.map((rest) => offset + rest));
    stride *= moves[role]!;
  }
  return offsets;
}
