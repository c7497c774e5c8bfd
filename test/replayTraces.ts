import { describe, expect, test } from 'vitest';
import type { Game } from '../src/game/index.js';
import { readSheet } from '../src/gdl/index.js';
import { ground, type GroundProgram } from '../src/ground/index.js';
import { validate } from '../src/rules/index.js';
import { firstDifference, hasTraces, loadSheet, loadTrace, tracedGames } from './traces.js';

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

interface Replay {
  /** All engines play what was ground once: that takes most of the time. */
  readonly engines: (program: GroundProgram) => readonly Game[];
  /** Each of the parts takes its share of the games: test files run side by side, and this would be the longest of all. */
  readonly part: number;
  readonly parts: number;
}

/** Tests that replay the recorded playouts. */
export function replayRecordedTraces({ engines, part, parts }: Replay): void {
  describe.skipIf(!hasTraces)('recorded playouts (skipped where ../shared is absent)', () => {
    for (const name of tracedGames().filter((_, index) => index % parts === part)) {
      const reason = TOO_LARGE.get(name);
      const title = `${name}${reason === undefined ? '' : ` (not ground: ${reason})`}`;
      test.skipIf(reason !== undefined)(title, TIMEOUT, () => {
        const trace = loadTrace(name);
        for (const game of engines(programOf(name))) {
          for (const playout of trace.playouts) expect(firstDifference(game, trace, playout)).toBeUndefined();
        }
      });
    }
  });
}
