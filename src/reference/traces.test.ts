import { describe, expect, it } from 'vitest';
import { firstDifference, hasTraces, loadSheet, loadTrace, tracedGames } from '../../test/traces.js';
import { readSheet } from '../gdl/index.js';
import { validate } from '../rules/index.js';
import { referenceGame } from './index.js';

describe.skipIf(!hasTraces)('the reference engine on recorded playouts (skipped where ../shared is absent)', () => {
  it.each(tracedGames())('%s', (name) => {
    const rules = validate(readSheet({ name, content: loadSheet(name) }));
    if (!rules.ok) throw new Error(`${name}: ${rules.error.map(({ message }) => message).join('; ')}`);
    const game = referenceGame(rules.value);
    const trace = loadTrace(name);
    expect(trace.playouts.length).toBeGreaterThan(0);
    for (const playout of trace.playouts) expect(firstDifference(game, trace, playout)).toBeUndefined();
  });
});
