import type { SearchGraph } from '../graph/index.js';

/**
 * The joint moves of a round in which several choose at once, as seen by one side: edge = our moves × the others'
 * moves × chance's draws.
 */
export class JointSides {
  /** Number of our joint moves, of the others' … */
  ours = 0;
  others = 0;
  /** … and of draws. */
  draws = 0;
  /** By edge: our joint move and the others'. */
  ourMove = new Int32Array(16);
  otherMove = new Int32Array(16);

  /** Takes the joint moves of a node of the kind SEVERAL apart, `isOurs` by role. */
  read<State>({ arms, ofArms, counts, roles, roleOf }: SearchGraph<State>, node: number, isOurs: Uint8Array): void {
    const block = arms[node]!;
    const total = counts[node]!;
    if (this.ourMove.length < total) {
      this.ourMove = new Int32Array(2 * total);
      this.otherMove = new Int32Array(2 * total);
    }
    this.ours = 1;
    this.others = 1;
    this.ourMove.fill(0, 0, total);
    this.otherMove.fill(0, 0, total);
    let stride = 1;
    for (let role = roles - 1; role >= 0; role--) {
      const size = ofArms.ints[block + role]!;
      if (size > 1 && roleOf.includes(role)) this.#split(total, { stride, size }, isOurs[role] === 1);
      stride *= size;
    }
    this.draws = total / (this.ours * this.others);
  }

  /** One role's moves, which alternate every `stride` edges, multiply those of its side. */
  #split(total: number, { stride, size }: { readonly stride: number; readonly size: number }, isOurs: boolean): void {
    const side = isOurs ? this.ourMove : this.otherMove;
    const scale = isOurs ? this.ours : this.others;
    for (let edge = 0; edge < total; edge++) side[edge]! += scale * (Math.floor(edge / stride) % size);
    if (isOurs) this.ours *= size;
    else this.others *= size;
  }
}
