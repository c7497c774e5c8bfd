import { Blocks } from './blocks.js';
import { BYTES_OF_ARM, NONE } from './layout.js';

/**
 * The arms of nodes where several choose at once, in blocks. Of a block: first, for each role, the number of its
 * moves, 1 if it has no choice; then the moves, role by role. The other arrays have the same indexes.
 */
export class Arms {
  readonly ints: Int32Array;
  readonly visits: Int32Array;
  /** Sums of the role's own values. */
  readonly sums: Float64Array;
  readonly regrets: Float64Array;
  /** Sums of the probabilities with which the move was played. */
  readonly shares: Float64Array;
  readonly blocks: Blocks;

  constructor(readonly capacity: number) {
    this.ints = new Int32Array(capacity);
    this.visits = new Int32Array(capacity);
    this.sums = new Float64Array(capacity);
    this.regrets = new Float64Array(capacity);
    this.shares = new Float64Array(capacity);
    this.blocks = new Blocks(this.ints);
  }

  /** Bytes in use. */
  get bytes(): number {
    return this.blocks.used * BYTES_OF_ARM;
  }

  /** A block for so many moves of each role, which are told with the joint moves; NONE where there is no room. */
  make(sizes: readonly number[], joints: Int32Array): number {
    const roles = sizes.length;
    const size = sizes.reduce((sum, each) => sum + each, roles);
    const block = this.blocks.take(size);
    if (block === NONE) return NONE;
    this.visits.fill(0, block, block + size);
    this.sums.fill(0, block, block + size);
    this.regrets.fill(0, block, block + size);
    this.shares.fill(0, block, block + size);
    let at = block + roles;
    let stride = sizes.reduce((product, each) => product * each, 1);
    for (let role = 0; role < roles; role++) {
      const moves = sizes[role]!;
      stride /= moves;
      this.ints[block + role] = moves;
      for (let move = 0; move < moves; move++) this.ints[at++] = joints[move * stride * roles + role]!;
    }
    return block;
  }
}
