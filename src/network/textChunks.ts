/** Characters gathered before they are handed on: few calls, and never a network as one string. */
const CHUNK = 1 << 16;

/** Joins small pieces of text into larger ones. */
export function* inChunks(pieces: Iterable<string>): Generator<string> {
  let chunk = '';
  for (const piece of pieces) {
    chunk += piece;
    if (chunk.length < CHUNK) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk !== '') yield chunk;
}
