import { readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { type Engine, ENGINES, loadRules, openPlay, type Play } from '../src/pipeline.js';
import type { ValidRules } from '../src/rules/index.js';

/** Time enough for every stage, and none for any. */
const AMPLE = { clock: () => performance.now(), milliseconds: 100_000, bytes: 2 ** 30 };
const NONE = { ...AMPLE, milliseconds: -1, bytes: 0 };

function rulesOf(name: string): ValidRules {
  const rules = loadRules({ name, content: readFileSync(new URL(`../games/${name}.kif`, import.meta.url)) });
  if (!rules.ok) throw new Error(`${name} is not valid`);
  return rules.value;
}

function play(engine: Engine, budget = AMPLE): Play {
  const opened = openPlay(rulesOf('othello-8x8'), engine, budget);
  if (!opened.ok) throw new Error(opened.error);
  return opened.value;
}

describe('openPlay', () => {
  it.each(['reference', 'ground'] as const)('has %s as it is asked for', (engine) => {
    expect(play(engine)).toMatchObject({ engine, reason: 'as asked for', ms: { compile: null } });
  });

  it.each([
    ['compiled', /^bit-sliced/],
    ['event', /^as asked for$/],
  ] as const)('compiles for %s, and says what and why', (engine, reason) => {
    expect(play(engine)).toMatchObject({
      engine,
      reason: expect.stringMatching(reason),
      details: expect.stringMatching(/\d+ (gates|atoms)/),
      ms: { compile: expect.any(Number) },
    });
  });

  it('lets the ground program play for compiled, with the reason, where there is no WebAssembly', async () => {
    vi.stubGlobal('WebAssembly', undefined);
    vi.resetModules();
    try {
      const pipeline = await import('../src/pipeline.js');
      const opened = pipeline.openPlay(rulesOf('tic-tac-toe'), 'compiled', AMPLE);
      const reason = 'this platform does not run WebAssembly';
      expect(opened).toMatchObject({ ok: true, value: { engine: 'ground', reason, ms: { compile: null } } });
      expect(pipeline.openPlay(rulesOf('tic-tac-toe'), 'event', AMPLE)).toEqual({ ok: false, error: reason });
    } finally {
      vi.unstubAllGlobals();
      vi.resetModules();
    }
  });

  it('does not ground what the reference plays', () => {
    expect(play('reference')).toMatchObject({ program: null, ms: { ground: null, compile: null } });
  });

  it('tells how long it took to ground', () => {
    expect(play('ground').ms.ground).toBeGreaterThan(0);
  });

  it.each(ENGINES)('%s plays the game, and simulates it', (engine) => {
    const { game, simulator } = play(engine);
    expect(game.legalMoves(game.initial(), 0)).toHaveLength(4);
    const tally = simulator.playouts([game.initial()], { playouts: 2, seed: 1, maxPlies: 200 });
    expect([...tally.ended]).toEqual([2]);
    expect(simulator.expand([game.initial()])[0]!.successors).toHaveLength(4);
  });

  it('lets the reference play for compiled, with the reason, where the rules do not ground', () => {
    expect(play('compiled', NONE)).toMatchObject({
      engine: 'reference',
      reason: expect.stringMatching(/^grounding needs more than /),
      program: null,
      ms: { ground: expect.any(Number), compile: null },
    });
  });

  it.each(['ground', 'event'] as const)('fails with the reason where rules do not ground for %s', (engine) => {
    expect(openPlay(rulesOf('othello-8x8'), engine, NONE)).toEqual({
      ok: false,
      error: expect.stringMatching(/^grounding needs more than /),
    });
  });
});
