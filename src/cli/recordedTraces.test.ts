import { describe, expect, it } from 'vitest';
import { hasTraces, loadSheet, loadTrace } from '../../test/traces.js';
import { runIn } from './fakeOutside.js';

/** Small games of each sort: alternating, simultaneous, a puzzle, three players. */
const SMALL = ['ticTacToe', 'roshambo2', 'eightPuzzle', 'connectFour', 'nim3', '3pttc'];

/** alexChess has names that differ only by case, but takes long to ground. */
const GAMES = { reference: [...SMALL, 'alexChess'], ground: SMALL };

// Every trace with every engine is replayed where the engines are tested; this is about what the command prints.
describe.skipIf(!hasTraces)('woodstock trace on recorded playouts (skipped where ../shared is absent)', () => {
  for (const [engine, games] of Object.entries(GAMES)) {
    it.each(games)(`replays %s with --engine ${engine}`, async (game) => {
      const { roles, atoms, playouts } = loadTrace(game);
      const texts = (ids: readonly number[]): string[] => ids.map((id) => atoms[id]!).sort();
      for (const { states } of playouts) {
        const moves = states.flatMap((state) => (state.moves === null ? [] : [state.moves.map((id) => atoms[id])]));
        const files = { 'sheet.kif': loadSheet(game), 'moves.json': JSON.stringify(moves) };
        const argv = ['trace', 'sheet.kif', '--moves', 'moves.json', '--engine', engine, '--json'];
        const { code, stdout, stderr } = await runIn({ files }, ...argv);
        expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
        const expected = states.map((state) => ({
          true: texts(state.true),
          legal: Object.fromEntries(Object.entries(state.legal).map(([role, ids]) => [role, texts(ids)])),
          terminal: state.terminal,
          goals: state.goals,
        }));
        expect(JSON.parse(stdout)).toEqual({ roles, states: expected });
      }
    });
  }
});
