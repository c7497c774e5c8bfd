import { describe, expect, it } from 'vitest';
import { runIn } from './fakeOutside.js';

const TIC_TAC_TOE = [1, 9, 72, 504, 3024, 15_120, 54_720, 148_176, 200_448, 127_872, 0];

describe('woodstock perft', () => {
  it('counts every depth for people', async () => {
    const { code, stdout, stderr } = await runIn({}, 'perft', 'tic-tac-toe', '--depth', '11');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const rows = stdout.trimEnd().split('\n').slice(1);
    const counts = rows.map((row) => row.trim().split(/ +/).slice(0, 2).join(' '));
    const shown = TIC_TAC_TOE.map((nodes, depth) => `${String(depth)} ${nodes.toLocaleString('en')}`);
    expect(counts).toEqual(shown.slice(1));
  });

  it.each(['reference', 'ground', 'compiled', 'event'])('prints one JSON document with --engine %s', async (engine) => {
    for (const [depth, nodes] of TIC_TAC_TOE.entries()) {
      const argv = ['perft', 'tic-tac-toe', '--depth', String(depth), '--engine', engine, '--json'];
      const { code, stdout, stderr } = await runIn({}, ...argv);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(JSON.parse(stdout)).toEqual({ depth, nodes, ms: expect.any(Number) });
    }
  });

  it('counts the empty sequence at depth 0', async () => {
    const { stdout } = await runIn({}, 'perft', 'nim', '--depth', '0');
    expect(stdout).toMatch(/^depth +sequences +time\n +0 +1 [^\n]*\n$/);
  });

  it('says so when a count is rounded', async () => {
    const { stdout } = await runIn({ stdin: ENDLESS }, 'perft', '-', '--depth', '60');
    expect(stdout).toMatch(/^ +53 +≈ 9\.007199e\+15 /m);
    expect(stdout).toMatch(/^ +52 +4,503,599,627,370,496 /m);
  });

  it('counts to the greatest depth that it allows, and no further', async () => {
    expect(await runIn({ stdin: ENDLESS }, 'perft', '-', '--depth', '1000', '--json')).toMatchObject({ code: 0 });
    expect(await runIn({ stdin: ENDLESS }, 'perft', '-', '--depth', '1001', '--json')).toMatchObject({ code: 2 });
  });

  it('shows on a terminal what it is doing, on standard error', async () => {
    const { stderr } = await runIn({ isTTY: true }, 'perft', 'nim', '--depth', '1', '--json');
    expect(stderr).toContain('counting to depth 1');
  });

  it('says so when terms grow beyond all bounds', async () => {
    const { code, stdout, stderr } = await runIn({ stdin: GROWING }, 'perft', '-', '--depth', '900', '--json');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^woodstock: [^\n]*levels of nesting[^\n]*\n$/);
  });
});

/** Two choices for ever. */
const ENDLESS = `(role a) (init p) (legal a left) (legal a right) (<= (next p) (true p)) (<= terminal (true q)) (goal a 0)
(<= (next q) (true q))`;

/** A term one level deeper each round. */
const GROWING = `(role a) (init (p 0)) (legal a wait) (<= (next (p (s ?x))) (true (p ?x)))
(<= terminal (true (p 9))) (goal a 0)`;
