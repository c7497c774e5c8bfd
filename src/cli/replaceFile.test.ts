import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { replaceFile } from './replaceFile.js';

describe('replaceFile', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'woodstock-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  it('makes a file, and takes the place of one', () => {
    const path = join(folder, 'a');
    replaceFile(path, ['é', '1']);
    expect(readFileSync(path, 'utf8')).toBe('é1');
    chmodSync(path, 0o640);
    replaceFile(path, ['2']);
    expect(readFileSync(path, 'utf8')).toBe('2');
    expect(statSync(path).mode & 0o777).toBe(0o640);
    expect(readdirSync(folder)).toEqual(['a']);
  });

  it('leaves what was there where the text does not come to its end', () => {
    const path = join(folder, 'a');
    writeFileSync(path, 'before');
    const chunks = function* (): Generator<string> {
      yield 'half';
      throw new Error('interrupted');
    };
    expect(() => {
      replaceFile(path, chunks());
    }).toThrow('interrupted');
    expect(readFileSync(path, 'utf8')).toBe('before');
    expect(readdirSync(folder)).toEqual(['a']);
  });

  it('goes where links lead', () => {
    writeFileSync(join(folder, 'a'), 'before');
    symlinkSync('a', join(folder, 'link'));
    replaceFile(join(folder, 'link'), ['after']);
    expect(readFileSync(join(folder, 'a'), 'utf8')).toBe('after');
    expect(readdirSync(folder)).toEqual(['a', 'link']);
  });

  it('writes to what is no file, and refuses directories', () => {
    replaceFile('/dev/null', ['nothing']);
    expect(statSync('/dev/null').isFile()).toBe(false);
    mkdirSync(join(folder, 'd'));
    expect(() => {
      replaceFile(join(folder, 'd'), ['x']);
    }).toThrow(/EISDIR/);
  });
});
