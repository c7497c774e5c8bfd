import { describe, expect, test } from 'vitest';
import type { Game } from '../game/index.js';
import { readSheet } from '../gdl/index.js';
import { ground, type GroundProgram } from '../ground/index.js';
import { validate } from '../rules/index.js';
import { firstDifference, hasTraces, loadSheet, loadTrace, tracedGames } from '../../test/traces.js';
import { compiled } from './fakeRounds.js';
import { groundGame } from './groundGame.js';

/** Generous: what a loaded machine needs for the largest sheet, several times over. */
const BUDGET = { clock: () => performance.now(), milliseconds: 300_000, bytes: 3e9 };
const TIMEOUT = { timeout: 600_000 };

/** Sheets that do not ground within 20 s and 3 GB, each with the reason. They are played by the reference engine. */
const TOO_LARGE = new Map([['laikLee_hex', 'all lists of up to 25 of 25 elements are possible']]);

function programOf(name: string): GroundProgram {
  const rules = validate(readSheet({ name, content: loadSheet(name) }));
  if (!rules.ok) throw new Error(rules.error.map(({ message }) => message).join('; '));
  const program = ground(rules.value, BUDGET);
  if (!program.ok) throw new Error(program.error.reason);
  return program.value;
}

/** To ground the sheets takes most of the time: both engines play what was ground once. */
describe.skipIf(!hasTraces)('recorded playouts, ground and compiled (skipped where ../shared is absent)', () => {
  for (const name of tracedGames()) {
    const reason = TOO_LARGE.get(name);
    const title = `${name}${reason === undefined ? '' : ` (not ground: ${reason})`}`;
    test.skipIf(reason !== undefined)(title, TIMEOUT, () => {
      const program = programOf(name);
      const trace = loadTrace(name);
      for (const game of [groundGame(program), compiled(program).game] as Game[]) {
        for (const playout of trace.playouts) expect(firstDifference(game, trace, playout)).toBeUndefined();
      }
    });
  }
});
