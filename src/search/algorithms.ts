import type { Algorithm } from './algorithm.js';
import { random } from './random.js';

/** Every way to search, by the names of the command line. */
export const ALGORITHMS: readonly Algorithm[] = [random];
