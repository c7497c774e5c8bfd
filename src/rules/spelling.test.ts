import { describe, expect, it } from 'vitest';
import { Spelling } from './spelling.js';

describe('Spelling', () => {
  const spelling = new Spelling(['control', 'succ', 'Cell', 'step1', 'up', '__proto__']);

  it.each([
    ['contorl', 'control'],
    ['contol', 'control'],
    ['controll', 'control'],
    ['cantrol', 'control'],
    ['CONTROL', 'control'],
    ['cell', 'Cell'],
    ['suc', undefined],
    ['sucs', 'succ'],
    ['control', undefined],
    ['step2', undefined],
    ['us', undefined],
    ['cnotral', undefined],
    ['__prot__', '__proto__'],
    ['constructor', undefined],
  ])('%s means %s', (name, meant) => {
    expect(spelling.meant(name)).toBe(meant);
  });
});
