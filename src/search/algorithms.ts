import type { Algorithm } from './algorithm.js';
import { random } from './random.js';
import { uct } from './uct.js';

/** Every way to search, by the names of the command line. */
export const ALGORITHMS: readonly Algorithm[] = [random, uct];
