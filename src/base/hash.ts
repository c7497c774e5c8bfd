/** Hashes of integer sequences: start with any number, {@link mixHash} in each element, {@link finishHash} at the end (after MurmurHash3). */
export const mixHash = (hash: number, value: number): number => {
  const scrambled = Math.imul(value, 0xcc9e2d51);
  const mixed = hash ^ Math.imul((scrambled << 15) | (scrambled >>> 17), 0x1b873593);
  return (Math.imul((mixed << 13) | (mixed >>> 19), 5) + 0xe6546b64) | 0;
};

/** Spreads every bit over all bits, so that the low ones can index a table. */
export const finishHash = (hash: number): number => {
  let mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
};
