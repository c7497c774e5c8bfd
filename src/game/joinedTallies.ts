import type { MoveTally, PlayoutTally } from './simulator.js';

/** The tallies of parts of the starts, one after the other. Moves that were counted are told by part: those of a start, or a group, in two parts are told twice. */
export function joinedTallies(tallies: readonly PlayoutTally[]): PlayoutTally {
  const moves = tallies.flatMap(({ moves: ofPart }) => (ofPart === undefined ? [] : [ofPart]));
  return {
    ended: joinedInts(tallies.map(({ ended }) => ended)),
    capped: joinedInts(tallies.map(({ capped }) => capped)),
    stuck: joinedInts(tallies.map(({ stuck }) => stuck)),
    plies: tallies.reduce((sum, { plies }) => sum + plies, 0),
    goalSum: joinedFloats(tallies.map(({ goalSum }) => goalSum)),
    goalSquareSum: joinedFloats(tallies.map(({ goalSquareSum }) => goalSquareSum)),
    ...(moves.length > 0 && { moves: joinedMoves(moves) }),
  };
}

const joinedMoves = (parts: readonly MoveTally[]): MoveTally => ({
  start: joinedInts(parts.map(({ start }) => start)),
  role: joinedInts(parts.map(({ role }) => role)),
  move: joinedInts(parts.map(({ move }) => move)),
  played: joinedInts(parts.map(({ played }) => played)),
  goalSum: joinedFloats(parts.map(({ goalSum }) => goalSum)),
});

const joinedInts = (parts: readonly Int32Array[]): Int32Array => joined(parts, (length) => new Int32Array(length));
const joinedFloats = (parts: readonly Float64Array[]): Float64Array =>
  joined(parts, (length) => new Float64Array(length));

function joined<Numbers extends Int32Array | Float64Array>(
  parts: readonly Numbers[],
  make: (length: number) => Numbers,
): Numbers {
  const all = make(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
