import { describe, expect, it } from 'vitest';
import { bundledNames } from './bundledGames.js';
import { runIn } from './fakeOutside.js';

const SOUND = `(role a) (init (p 1)) (legal a wait) (<= (next (p 2)) (true (p 1)))
(<= terminal (true (p 2))) (goal a 100)`;

/** An unsafe variable in line 2. */
const UNSAFE = `${SOUND}
(<= (q ?x) (true (p 1)))`;

/** A name that nothing uses. */
const WITH_WARNING = `${SOUND}
(q 1)`;

describe('woodstock check', () => {
  it('says that a sheet is valid', async () => {
    expect(await runIn({ files: { 's.kif': SOUND } }, 'check', 's.kif')).toEqual({
      code: 0,
      stdout: 's.kif: valid\n',
      stderr: '',
    });
  });

  it('shows each error with place, caret and mend, and ends with 1', async () => {
    const { code, stdout, stderr } = await runIn({ files: { 's.kif': UNSAFE } }, 'check', 's.kif');
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    expect(stdout).toMatch(
      /^s\.kif:3:8: error \[unsafe-variable\] [^\n]+; [^\n]+\n {2}\(<= \(q \?x\)[^\n]*\n {9}\^\^\n/m,
    );
    expect(stdout).toMatch(/\ns\.kif: not valid, 1 error(, \d warnings?)?\n$/);
  });

  it('shows warnings of a valid sheet and ends with 0', async () => {
    const { code, stdout } = await runIn({ files: { 's.kif': WITH_WARNING } }, 'check', 's.kif');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^s\.kif:3:\d+: warning \[/);
    expect(stdout).toMatch(/s\.kif: valid, 1 warning\n$/);
  });

  it('prints one JSON document', async () => {
    const place = { line: 3, column: expect.any(Number) };
    const finding = { code: expect.any(String), message: expect.any(String), mend: expect.any(String), ...place };
    const invalid = await runIn({ files: { 's.kif': UNSAFE } }, 'check', 's.kif', '--json');
    expect(invalid).toMatchObject({ code: 1, stderr: '' });
    expect(JSON.parse(invalid.stdout)).toEqual({ valid: false, errors: [finding], warnings: expect.any(Array) });
    const valid = await runIn({ files: { 's.kif': WITH_WARNING } }, 'check', 's.kif', '--json');
    expect(valid).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(valid.stdout)).toEqual({ valid: true, errors: [], warnings: [finding] });
  });

  it('colours on a terminal only, and not where NO_COLOR is set', async () => {
    const files = { 's.kif': UNSAFE };
    const escape = '\u001B[';
    expect((await runIn({ files, isTTY: true }, 'check', 's.kif')).stdout).toContain(escape);
    expect((await runIn({ files }, 'check', 's.kif')).stdout).not.toContain(escape);
    const plain = await runIn({ files, isTTY: true, env: { NO_COLOR: '1' } }, 'check', 's.kif');
    expect(plain.stdout).not.toContain(escape);
  });

  it('reads infix sheets by their ending', async () => {
    const infix = 'role(a)\ninit(p)\nlegal(a, wait)\nnext(q) :- true(p)\nterminal :- true(q)\ngoal(a, 100)\n';
    expect(await runIn({ files: { 's.hrf': infix } }, 'check', 's.hrf')).toMatchObject({ code: 0 });
  });

  it.each(bundledNames())('finds nothing wrong with %s', async (name) => {
    expect(await runIn({}, 'check', name)).toEqual({ code: 0, stdout: `${name}.kif: valid\n`, stderr: '' });
  });
});
