import type { Witness } from '../node/index.js';
import { type Outside, writeJson } from './outside.js';

/** One JSON document a line on standard error: when, what, and what there is to say about it. */
export const playerLog =
  (outside: Outside): Witness =>
  (event, details) =>
    writeJson(outside.stderr, { time: outside.date().toISOString(), event, ...details });
