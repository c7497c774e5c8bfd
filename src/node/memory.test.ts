import { totalmem } from 'node:os';
import { describe, expect, it } from 'vitest';
import { availableMemory, defaultSearchMemory, memoryOfEach } from './memory.js';

const GB = 2 ** 30;

describe('memory by machine', () => {
  it.each([
    ['no container', 16 * GB, [], 16 * GB],
    ['a container of 2 GB', 16 * GB, [2 * GB], 2 * GB],
    ['the smaller of two limits', 16 * GB, [6 * GB, 3 * GB], 3 * GB],
    ['limits that are none: unknown, and of cgroups 1 and 2', 16 * GB, [0, 2 ** 63 - 4096, 2 ** 64], 16 * GB],
  ])('has what the machine has, or its container allows: %s', (_, total, limits, available) => {
    expect(availableMemory({ total, limits })).toBe(available);
  });

  it.each([
    [GB / 2, GB / 4],
    [GB, GB / 4],
    [2 * GB, GB / 2],
    [8 * GB, 2 * GB],
    [16 * GB, 4 * GB],
    [512 * GB, 4 * GB],
  ])('gives searches a quarter, 256 MB at least, 4 GB at most: of %d bytes %d', (available, bytes) => {
    expect(defaultSearchMemory(available)).toBe(bytes);
  });

  it('knows this machine', () => {
    const available = availableMemory();
    expect(available).toBeGreaterThan(2 ** 26);
    expect(available).toBeLessThanOrEqual(totalmem());
    expect(defaultSearchMemory()).toBe(defaultSearchMemory(available));
  });

  it.each([
    [GB, 1, GB],
    [GB, 3, Math.floor(GB / 3)],
    [GB, 0, GB],
    // Arrays cannot be longer.
    [16 * GB, 2, 4 * GB],
  ])('is divided among the searches: %d bytes among %d', (bytes, searches, each) => {
    expect(memoryOfEach(bytes, searches)).toBe(each);
  });
});
