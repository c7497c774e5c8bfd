import { describe, expect, it } from 'vitest';
import { runIn } from './fakeOutside.js';

describe('woodstock games', () => {
  it('lists the bundled games', async () => {
    const { code, stdout, stderr } = await runIn({}, 'games');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^name +title +roles +class$/m);
    expect(stdout).toMatch(/^tic-tac-toe +Tic-tac-toe +x, o +deterministic, turn-based$/m);
  });

  it('prints one JSON document', async () => {
    const { code, stdout } = await runIn({}, 'games', '--json');
    expect(code).toBe(0);
    const games = JSON.parse(stdout) as unknown[];
    expect(games.length).toBeGreaterThanOrEqual(10);
    for (const game of games) {
      expect(game).toEqual({
        name: expect.any(String),
        title: expect.any(String),
        roles: expect.any(Array),
        class: expect.stringMatching(/^(deterministic|stochastic|partial), (turn-based|simultaneous)$/),
      });
    }
  });

  it('prints Orchard in any size, as a sheet that passes the check', async () => {
    const { code, stdout } = await runIn({}, 'games', '--orchard', '3,4,5');
    expect(code).toBe(0);
    expect(await runIn({ stdin: stdout }, 'check', '-')).toMatchObject({ code: 0 });
    const json = await runIn({}, 'games', '--orchard', '3,4,5', '--json');
    expect(JSON.parse(json.stdout)).toEqual({ trees: 3, fruits: 4, raven: 5, sheet: stdout });
  });

  it.each(['', '2,2', '2,2,2,2', '2,x,2', '0,1,1', '1,1,1001', '-1,1,1'])(
    'does not take %j for a size',
    async (size) => {
      const { code, stdout, stderr } = await runIn({}, 'games', '--orchard', size);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toMatch(/^woodstock: option '--orchard[^\n]+\n$/);
    },
  );
});
