import type { Random } from '../../base/index.js';
import type { EventState } from './eventState.js';

/** Draws a legal move of each role uniformly, into `joint`; false where some role has none. */
export function drawJoint({ legalMoves }: EventState, random: Random, joint: Int32Array): boolean {
  for (let role = 0; role < joint.length; role++) {
    const count = legalMoves.count(role);
    if (count === 0) return false;
    joint[role] = legalMoves.at(role, count === 1 ? 0 : drawBelow(random, count));
  }
  return true;
}

const TWO_TO_32 = 2 ** 32;
/** Below this, a product with 32 random bits is exact in a double. */
const EXACT = 2 ** 21;

/**
 * Uniform over 0 … bound - 1: the high word of a product with 32 random bits (Lemire: Fast random integer generation in an interval, ACM
 * TOMACS 2019). `random.below` divides twice, and that would be a large part of a ply of a small game.
 */
function drawBelow(random: Random, bound: number): number {
  if (bound >= EXACT) return random.below(bound);
  for (;;) {
    const product = random.nextUint32() * bound;
    const drawn = Math.floor(product / TWO_TO_32);
    const low = product - drawn * TWO_TO_32;
    if (low >= bound || low >= TWO_TO_32 % bound) return drawn;
  }
}
