import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { build } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';

/** Two folders deep as `dist/cli` is, for what is found relative to the program; ignored by every tool. */
const PROGRAM = 'node_modules/.woodstock-test/main.js';

function shell(command: string): { status: number | null; stdout: string; stderr: string } {
  return spawnSync('bash', ['-o', 'pipefail', '-c', command], { encoding: 'utf8', timeout: 30_000 });
}

describe('the program as a process', () => {
  beforeAll(async () => {
    const node = { platform: 'node', format: 'esm', packages: 'external' } as const;
    await build({ ...node, entryPoints: ['src/cli/main.ts'], bundle: true, outfile: PROGRAM });
  });

  it('passes exit code and output on', () => {
    expect(shell(`node ${PROGRAM} check tic-tac-toe`)).toMatchObject({ status: 0, stdout: 'tic-tac-toe.kif: valid\n' });
    expect(shell(`node ${PROGRAM} check no-such-game`)).toMatchObject({ status: 2, stdout: '' });
  });

  it('ends quietly when its reader leaves', () => {
    const { status, stdout, stderr } = shell(`node ${PROGRAM} demo othello-8x8 --seed 1 | head -1`);
    expect({ status, lines: stdout.split('\n').length, stderr }).toEqual({ status: 0, lines: 2, stderr: '' });
  });

  it('writes all of a large document to a pipe', () => {
    const { stdout } = shell(
      `node ${PROGRAM} demo othello-8x8 --seed 1 --json | node -e '
        let text = "";
        process.stdin.on("data", (chunk) => (text += chunk)).on("end", () => process.stdout.write(JSON.stringify(JSON.parse(text).moves)));
      ' | node ${PROGRAM} trace othello-8x8 --moves - --json | (sleep 0.3; cat)`,
    );
    // More than a pipe holds at once.
    expect(stdout.length).toBeGreaterThan(65_536);
    expect(JSON.parse(stdout)).toMatchObject({ roles: ['black', 'white'] });
  });

  it('tells folders, files without permission and endless files from rule sheets', () => {
    expect(shell(`node ${PROGRAM} check games`).stderr).toBe('woodstock: games: is a directory, not a file\n');
    expect(shell(`node ${PROGRAM} check games/nim.kif/x`).stderr).toMatch(/^woodstock: [^\n]+ no such file[^\n]*\n$/);
    expect(shell(`node ${PROGRAM} check /dev/zero`)).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/larger than/),
    });
  });

  it.skipIf(!existsSync('/dev/full'))('says that its output cannot be written (skipped without /dev/full)', () => {
    const { status, stderr } = shell(`node ${PROGRAM} games > /dev/full`);
    expect(status).toBe(2);
    expect(stderr).toMatch(/^woodstock: cannot write the output: [^\n]+\n$/);
  });

  it('reads a rule sheet from standard input', () => {
    expect(shell(`cat games/nim.kif | node ${PROGRAM} check -`).stdout).toBe('standard input: valid\n');
  });
});
