import type { Clock, Random } from '../../base/index.js';
import { type Game, randomJointMove } from '../../game/index.js';

export interface WarmUpSetting {
  readonly game: Game;
  readonly random: Random;
  readonly clock: Clock;
  /** Lets orders come in; gives whether to go on. */
  readonly pause: () => Promise<boolean>;
}

/** After so many rounds an engine has been compiled, and its tables are filled. */
const ROUNDS = 40;
/** How many times as long as the longest so far the next round may take. */
const CAUTION = 2;

/**
 * Plays rounds at random, until a moment at most: what an engine does for the first time takes it up to a hundred times as long as later on (blobwars: 118 ms
 * for the first round, 2 ms for others), and that time is there before the first move, not after it. Whether a match is over is not asked: the reserve does not
 * need to know, and to find out may take longer than all the rest (laikLee_hex: a second for the first time).
 */
export async function warmUp({ game, random, clock, pause }: WarmUpSetting, until: number): Promise<void> {
  let state = game.initial();
  let longest = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const start = clock();
    if (start + CAUTION * longest >= until) return;
    const joint = randomJointMove(game, state, random);
    state = joint === undefined ? game.initial() : game.next(state, joint);
    longest = Math.max(longest, clock() - start);
    if (!(await pause())) return;
  }
}
