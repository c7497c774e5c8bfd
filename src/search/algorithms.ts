import type { Algorithm } from './algorithm.js';
import { cfr } from './cfr/cfr.js';
import { flatUcb } from './flatUcb.js';
import { fcUcb, macUcb } from './macUcb/macUcb.js';
import { random } from './random.js';
import { uct } from './uct.js';

/** Every way to search, by the names of the command line. */
export const ALGORITHMS: readonly Algorithm[] = [random, flatUcb, uct, cfr, fcUcb, macUcb];
