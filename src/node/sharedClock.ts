import { hrtime } from 'node:process';

/** Milliseconds of the one clock that all threads of a process, and all processes of the machine, share; it never goes back. */
export const sharedClock = (): number => Number(hrtime.bigint()) / 1e6;

/** No timer of Node is longer: one that should be ends at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** How long a timer has to run until a moment of {@link sharedClock}. */
export const timerUntil = (moment: number): number => Math.min(LONGEST_TIMER_MS, Math.max(0, moment - sharedClock()));
