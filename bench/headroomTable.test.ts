import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DuelResult } from './duel/playDuel.js';
import { pairStatistics } from './duel/sprt.js';
import {
  appendHeadroom,
  type HeadroomOutcome,
  headroomRow,
  readHeadroom,
  writeHeadroomGames,
} from './headroomTable.js';

const PACE = 'uct, 4000 / 1000 ms';

function played(game: string, pairScores: readonly number[]): HeadroomOutcome {
  const duel: DuelResult = {
    ...{ game, matches: 2 * pairScores.length, pairScores, statistics: pairStatistics(pairScores) },
    ...{ llr: 0, verdict: 'undecided', rounds: 10, nodesPerSecond: [1, 1] },
  };
  return { kind: 'played', duel, secondsAMatch: 12.3 };
}

describe('the table of the headroom bench', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'headroom-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  it('is its own store', () => {
    const file = join(folder, 'results', 'headroom.md');
    expect(readHeadroom(file, PACE)).toEqual(new Map());
    appendHeadroom(file, 'About.', headroomRow('hex', PACE, played('hex', [1, 0.5])));
    appendHeadroom(file, 'About.', headroomRow('quarto', PACE, played('quarto', [0.5, 0.5])));
    appendHeadroom(file, 'About.', headroomRow('chess', PACE, { kind: 'skipped', reason: 'a | b\nstack' }));
    appendHeadroom(file, 'About.', headroomRow('amazons', 'uct, 1000 / 250 ms', played('amazons', [1])));
    const known = readHeadroom(file, PACE);
    expect(known).toEqual(
      new Map([
        ['hex', 0.75],
        ['quarto', 0.5],
        ['chess', null],
      ]),
    );
    const games = join(folder, 'games.json');
    writeHeadroomGames(known, games);
    expect(JSON.parse(readFileSync(games, 'utf8'))).toEqual({ hex: 0.75 });
  });
});
