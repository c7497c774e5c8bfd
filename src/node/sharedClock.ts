import { hrtime } from 'node:process';

/** Milliseconds of the one clock that all threads of a process, and all processes of the machine, share; it never goes back. */
export const sharedClock = (): number => Number(hrtime.bigint()) / 1e6;
