import { describe, expect, it } from 'vitest';
import { bundledFacts, bundledNames } from './bundledGames.js';
import { runIn } from './fakeOutside.js';

const TIMES = { parse: 1, check: 1, ground: expect.any(Number), network: expect.any(Number) };

describe('woodstock info', () => {
  it('shows a table for people', async () => {
    const { code, stdout, stderr } = await runIn({}, 'info', 'tic-tac-toe');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.split('\n')).toEqual([
      'game     tic-tac-toe.kif',
      'roles    x, o',
      'class    deterministic, turn-based',
      expect.stringMatching(/^ground {3}29 fluents, 20 moves, \d+ rules$/),
      expect.stringMatching(
        /^network {2}\d+ variables \(largest domain 10\), \d+ constraints, \d+ tuples; of the groups of fluents 10 proved, 0 not$/,
      ),
      expect.stringMatching(/^engine {3}compiled: bit-sliced/),
      expect.stringMatching(/^ {9}\d+ \+ \d+ gates with \d+ \+ \d+ inputs in 2 phases, \d+ slots$/),
      expect.stringMatching(/^time {5}parse 1\.0 ms, check 1\.0 ms, ground \d+\.\d ms/),
      '',
    ]);
  });

  it.each(bundledNames().filter((name) => name !== 'orchard-4-10-9'))(
    'works out roles and class of %s',
    async (name) => {
      const { code, stdout, stderr } = await runIn({}, 'info', name, '--json');
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      const facts = bundledFacts(name);
      const [information, timing] = facts.class.split(', ');
      expect(JSON.parse(stdout)).toMatchObject({
        roles: facts.roles,
        class: facts.class,
        information,
        timing,
        ground: { fluents: expect.any(Number), moves: expect.any(Number), rules: expect.any(Number) },
        network: {
          variables: expect.any(Number),
          maxDomain: expect.any(Number),
          constraints: expect.any(Number),
          groups: { proved: expect.any(Number), left: expect.any(Number) },
        },
        engine: 'compiled',
        engineReason: expect.stringMatching(/\S/),
        ms: TIMES,
      });
    },
  );

  it('says why a game could not be grounded', async () => {
    const { code, stdout } = await runIn({ isTimeShort: true }, 'info', 'othello-8x8', '--json');
    expect(code).toBe(0);
    const reason = expect.stringContaining('ms');
    expect(JSON.parse(stdout)).toMatchObject({
      ground: null,
      groundReason: reason,
      network: null,
      engine: 'reference',
      engineReason: reason,
    });
    expect((await runIn({ isTimeShort: true }, 'info', 'othello-8x8')).stdout).toMatch(/^ground +not possible: /m);
  });
});
