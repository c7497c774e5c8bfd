import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { renderDiagnostic } from '../base/index.js';
import { readSheet } from '../gdl/index.js';
import { SEVERITY_OF_CODE } from './findings.js';
import { validate } from './validate.js';

const GOLDEN = 'test/golden/diagnostics';

function diagnose(name: string, content: string): string {
  const reading = readSheet({ name, content });
  const result = validate(reading);
  const diagnostics = result.ok ? result.value.warnings : result.error;
  return diagnostics.map((diagnostic) => `${renderDiagnostic(reading.sheet.source, diagnostic)}\n`).join('');
}

describe('golden diagnostics', () => {
  const sheets = readdirSync(GOLDEN).filter((file) => file.endsWith('.kif'));

  it.each(sheets)('%s', async (file) => {
    const found = diagnose(file, readFileSync(`${GOLDEN}/${file}`, 'utf8'));
    const code = file.replace('.kif', '');
    expect(found).toContain(`[${code}]`);
    await expect(found).toMatchFileSnapshot(`../../${GOLDEN}/${code}.expected`);
  });

  it('every code of the validator has a sheet, and every expectation too', () => {
    expect(sheets.map((file) => file.replace('.kif', '')).sort()).toEqual(Object.keys(SEVERITY_OF_CODE).sort());
    const expectations = readdirSync(GOLDEN).filter((file) => file.endsWith('.expected'));
    expect(expectations.every((file) => existsSync(`${GOLDEN}/${file.replace('.expected', '.kif')}`))).toBe(true);
  });
});
