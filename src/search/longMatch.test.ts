import { describe, expect, it } from 'vitest';
import { bundledPlay, openSearch } from '../../test/searches.js';
import type { SearchReport } from './search.js';

const SMALL = 2 ** 20;
const ROUNDS = 40;
const NODES = 3000;

/** A match of a search with itself in little memory: what it reports of each round that it did not solve. */
function playedOn(algorithm: string, name: string): readonly SearchReport[] {
  const { game, simulator } = bundledPlay(name);
  const search = openSearch(algorithm, { game, simulator, bytes: SMALL });
  const reports: SearchReport[] = [];
  let state = game.initial();
  for (let round = 0; round < ROUNDS; round++) {
    search.moveTo(state);
    search.think({ nodes: NODES });
    const report = search.report();
    if (!report.isSolved) reports.push(report);
    const [joint] = report.variation;
    state = joint === undefined ? game.initial() : game.next(state, joint);
    if (game.isTerminal(state)) state = game.initial();
  }
  return reports;
}

const sum = (reports: readonly SearchReport[], of: (report: SearchReport) => number): number =>
  reports.reduce((total, report) => total + of(report), 0);

describe('in a long match with little memory expansions go on', () => {
  it.each([
    ['woodstock', 'othello-8x8'],
    ['woodstock', 'breakthrough-6x6'],
    ['uct:sampling=children', 'othello-8x8'],
    ['cfr', 'othello-8x8'],
    ['mac-ucb', 'othello-8x8'],
    ['mac-ucb:preset=constraints2016', 'othello-8x8'],
  ])('%s plays %s', (algorithm, name) => {
    const reports = playedOn(algorithm, name);
    expect(reports.length).toBeGreaterThan(10);
    const half = reports.length >> 1;
    const early = sum(reports.slice(0, half), ({ effort }) => effort.expansions / effort.nodes) / half;
    const late = sum(reports.slice(-half), ({ effort }) => effort.expansions / effort.nodes) / half;
    expect(late).toBeGreaterThan(early / 2);
    // Memory was needed again, and there was room whenever it was.
    expect(sum(reports, ({ memory }) => memory!.refusals)).toBeLessThanOrEqual(
      0.05 * sum(reports, ({ effort }) => effort.expansions),
    );
    expect(Math.max(...reports.map(({ memory }) => memory!.bytes))).toBeGreaterThan(SMALL / 4);
  });
});
