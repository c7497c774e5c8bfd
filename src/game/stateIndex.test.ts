import { describe, expect, it } from 'vitest';
import { seededRandom } from '../base/index.js';
import type { Game } from './game.js';
import { stateIndex } from './stateIndex.js';

/** All that an index asks of a game of words. */
const wordsGame = (words: number): Game<Uint32Array> =>
  ({ initial: () => new Uint32Array(words) }) as unknown as Game<Uint32Array>;

describe.each([3, 64, 1000])('an index of states of %i words', (words) => {
  const random = seededRandom(words);
  const randomState = (): Uint32Array => {
    const state = new Uint32Array(words);
    for (let bits = random.below(3); bits >= 0; bits--) {
      state[words - 1 - random.below(Math.min(words, 40))]! |= 1 << (31 - random.below(2));
    }
    return state;
  };

  it('numbers equal states alike, others not, and gives them back', () => {
    const index = stateIndex(wordsGame(words));
    const numbers = new Map<string, number>();
    for (let round = 0; round < 20_000; round++) {
      const state = randomState();
      const roundsLeft = random.below(3);
      const key = `${String(roundsLeft)} ${state.join(' ')}`;
      const known = numbers.get(key) ?? -1;
      expect(index.find(state, roundsLeft)).toBe(known);
      const id = index.add(state, roundsLeft);
      expect(id).toBe(known < 0 ? numbers.size : known);
      numbers.set(key, id);
      expect(index.size).toBe(numbers.size);
    }
    for (const [key, id] of numbers) {
      expect(`${String(index.roundsLeft(id))} ${index.state(id).join(' ')}`).toBe(key);
    }
  });
});

describe('states of very many words, few of them not 0', () => {
  it('take little memory', () => {
    const index = stateIndex(wordsGame(1000));
    for (let at = 0; at < 20_000; at++) {
      const state = new Uint32Array(1000);
      state[at % 1000] = 1 + at;
      index.add(state, 0);
    }
    expect(index.size).toBe(20_000);
    expect(index.bytes).toBeLessThan(100 * 20_000);
  });
});
