import { expect, test } from 'vitest';
import { PackedExpansion } from './packedExpansion.js';

const rest = { isTerminal: false, joints: new Int32Array(3), goals: new Int32Array(3), terminal: new Uint8Array(3) };

/** Three states of so many words, no two words of them alike. */
const states = (length: number): readonly Uint32Array[] =>
  [0, 1, 2].map((state) => Uint32Array.from({ length }, (_, word) => 100 * state + word));

test.each([1, 3, 16, 17, 40])('states of %i words are the same side by side and apart', (length) => {
  const expansion = PackedExpansion.of({ ...rest, successors: states(length) });
  expect([...expansion.words]).toEqual(states(length).flatMap((state) => [...state]));
  expect(expansion.successors).toEqual(states(length));
  expect(expansion.successors).toBe(expansion.successors);
});

test.each([3, 40])('who keeps a state of %i words keeps no more than the expansion that it is from', (length) => {
  const all = new Uint32Array(1000 * length);
  const expansion = new PackedExpansion({ ...rest, words: all.subarray(0, 3 * length) });
  for (const state of expansion.successors) expect(state.buffer.byteLength).toBeLessThanOrEqual(3 * length * 4);
});

test('a state without successors has none', () => {
  const none = { joints: new Int32Array(0), goals: new Int32Array(0), terminal: new Uint8Array(0) };
  expect(PackedExpansion.of({ isTerminal: true, ...none, successors: [] }).successors).toEqual([]);
});
