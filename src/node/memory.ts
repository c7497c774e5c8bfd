import { readFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { constrainedMemory } from 'node:process';

/** Memory by machine: what a process gives to all its searches by default. Sizes in bytes. */
const OF_THE_MACHINE = { share: 1 / 4, least: 2 ** 28, most: 2 ** 32 };

/** Most memory of one search, in bytes, so that none of its arrays is longer than every version of Node allows. */
const MOST_OF_ONE = 2 ** 32;

/** The limit of a container on Linux, by cgroups of version 2 and of version 1. */
const LIMIT_FILES = ['/sys/fs/cgroup/memory.max', '/sys/fs/cgroup/memory/memory.limit_in_bytes'];

/** What is known of the memory of a machine, in bytes. */
export interface MachineMemory {
  readonly total: number;
  /** Of containers. Where there is none, some systems say 0, others more than any machine has. */
  readonly limits: readonly number[];
}

export function machineMemory(): MachineMemory {
  return { total: totalmem(), limits: [constrainedMemory(), ...LIMIT_FILES.map(limitIn)] };
}

/** Bytes that a process may have: all of the machine, or less where a container limits it. */
export function availableMemory({ total, limits }: MachineMemory = machineMemory()): number {
  return Math.min(total, ...limits.filter((limit) => limit > 0));
}

/** Bytes for all searches of a process, of those that are available: a quarter, 256 MB at least, 4 GB at most. */
export function defaultSearchMemory(available: number = availableMemory()): number {
  const { share, least, most } = OF_THE_MACHINE;
  return Math.max(least, Math.min(most, Math.floor(share * available)));
}

/** Bytes of each of so many searches that live at once. */
export function memoryOfEach(bytes: number, searches: number): number {
  return Math.min(MOST_OF_ONE, Math.floor(bytes / Math.max(1, searches)));
}

/** The limit in a file, 0 where there is none: `max` stands for no limit. */
function limitIn(file: string): number {
  try {
    const limit = Number(readFileSync(file, 'utf8'));
    return Number.isNaN(limit) ? 0 : limit;
  } catch {
    return 0;
  }
}
