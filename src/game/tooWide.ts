/** More joint moves of one state than any process has memory for: simultaneous games of six players can have 10 to the 12th. */
const MOST_JOINTS = 2 ** 24;

/** Thrown where a state has more joint moves than can be listed. */
export class TooManyJointMoves extends RangeError {
  override readonly name = 'TooManyJointMoves';

  constructor(joints: number) {
    super(`a state with ${String(joints)} joint moves is too large to expand`);
  }
}

/** So many joint moves there are of so many moves of each role; throws where these are too many to list. */
export function countJoints(moves: readonly number[], most = MOST_JOINTS): number {
  const joints = moves.reduce((product, count) => product * count, 1);
  if (joints > most) throw new TooManyJointMoves(joints);
  return joints;
}
