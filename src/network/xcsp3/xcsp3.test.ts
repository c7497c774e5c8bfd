import { describe, expect, it } from 'vitest';
import { normalForm, oddNetwork, solutionsOf } from '../../../test/networkForms.js';
import { checkXcsp3Core } from '../../../test/xcsp3Core.js';
import { seededRandom } from '../../base/index.js';
import { type Network, NetworkBuilder, printFault, readXcsp3, writeXcsp3 } from '../index.js';
import { solutionsOfXcsp3 } from './fakeXcsp3Solver.js';
import { identifiersFor } from './identifiers.js';

const written = (network: Network): string => [...writeXcsp3(network)].join('');

function small(): Network {
  const builder = new NetworkBuilder("it's & <small>");
  const x = builder.decision('(cell 1 1)', { values: ['a', 'b', 'c'] });
  const y = builder.stochastic('(next (cell 1 1))', { values: ['a', 'b', 'c'], stage: 1 });
  const b = builder.auxiliary('and', { stage: 1 });
  const c = builder.auxiliary('and!', { values: ['only'], stage: 1 });
  return builder
    .table([x], [[2], [0], [1]])
    .table(
      [x, b],
      [
        [2, 1],
        [0, '*'],
        [2, 1],
      ],
    )
    .and([b, '=', 1], [x, '=', 2], [y, '!=', 0])
    .or([b, '=', 1], [x, '=', 2])
    .or([b, '=', 1])
    .clause([b, '=', 1], [c, '=', 0])
    .equal(x, y)
    .channel(c, [b])
    .table([x, y], [])
    .uniform(y)
    .worth('me', [b], (value) => value)
    .build();
}

describe('networks as XCSP3', () => {
  it('are instances that people can read', () => {
    expect(written(small())).toBe(`<instance format="XCSP3" type="CSP">
  <variables>
    <var id="cell_1_1" note='{"name":"(cell 1 1)","kind":"decision","stage":0,"values":["a","b","c"]}'> 0..2 </var>
    <var id="next_cell_1_1" note='{"name":"(next (cell 1 1))","kind":"stochastic","stage":1,"values":["a","b","c"]}'> 0..2 </var>
    <var id="v_and" note='{"name":"and","kind":"auxiliary","stage":1}'> 0 1 </var>
    <var id="v_and_2" note='{"name":"and!","kind":"auxiliary","stage":1,"values":["only"]}'> 0 </var>
  </variables>
  <constraints>
    <extension> <list> cell_1_1 </list> <supports> 0..2 </supports> </extension>
    <extension> <list> cell_1_1 v_and </list> <supports> (0,*)(2,1) </supports> </extension>
    <intension> iff(eq(v_and,1),and(eq(cell_1_1,2),ne(next_cell_1_1,0))) </intension>
    <intension note="or"> iff(eq(v_and,1),eq(cell_1_1,2)) </intension>
    <intension note="or"> ne(v_and,1) </intension>
    <intension> or(eq(v_and,1),eq(v_and_2,0)) </intension>
    <intension> eq(cell_1_1,next_cell_1_1) </intension>
    <block note="channel">
      <intension> iff(eq(v_and_2,0),eq(v_and,1)) </intension>
    </block>
    <intension note="no tuple: cell_1_1 next_cell_1_1"> eq(cell_1_1,3) </intension>
  </constraints>
  <annotations note='{"format":"woodstock-network","version":1,"name":"it&apos;s &amp; &lt;small&gt;","distributions":[{"kind":"table","variable":1,"scope":[],"rows":[{"tuple":[],"probabilities":[0.3333333333333333,0.3333333333333333,0.3333333333333333]}]}],"players":["me"],"utilities":[{"player":0,"scope":[2],"rows":[{"tuple":[1],"utility":1}],"otherwise":0}],"threshold":[0]}'/>
</instance>
`);
  });

  it('come back as they went, but for the order of tuples', () => {
    for (let seed = 0; seed < 300; seed++) {
      const network = oddNetwork(seededRandom(seed));
      const result = readXcsp3(written(network));
      if (!result.ok) throw new Error(`seed ${String(seed)}: ${result.error.map(printFault).join()}`);
      expect(result.value).toEqual(normalForm(network));
    }
  });

  it('have the same solutions to one who knows nothing of our notes', () => {
    let satisfiable = 0;
    for (let seed = 0; seed < 150; seed++) {
      const network = oddNetwork(seededRandom(seed));
      const solutions = solutionsOf(network);
      satisfiable += Math.min(1, solutions.length);
      expect(solutionsOfXcsp3(written(network))).toEqual(solutions);
    }
    expect(satisfiable).toBeGreaterThan(30);
  });

  it('are XCSP3-core to a strict reader, with as many variables', () => {
    for (let seed = 0; seed < 300; seed++) {
      const network = oddNetwork(seededRandom(seed));
      expect(checkXcsp3Core(written(network)).variables, `seed ${String(seed)}`).toBe(network.variables.length);
    }
  });

  it.each([
    ['type="CSP"', 'type="COP"', 'an instance of type CSP'],
    ['id="v_and"', 'id="and"', 'and is an identifier'],
    ['id="v_and"', 'id="v[0]"', 'v[0] is an identifier'],
    ['id="v_and_2"', 'id="v_and"', 'v_and is declared once'],
    ['> 0..2 </var>', '> </var>', '"" is an integer or an interval'],
    ['> 0 1 </var>', '> 1 0 </var>', 'values are in order'],
    ['(0,*)(2,1)', '(2,1)(0,*)', 'tuples are in order, each once'],
    ['(0,*)(2,1)', '(0,*)(2,2)', 'a tuple is of values'],
    ['(0,*)(2,1)', '(0,*)(2,1,1)', 'a tuple is as long as the list'],
    ['(0,*)(2,1)', '', 'supports are not empty'],
    ['<supports> 0..2', '<supports> (0)(1)', '"(0)(1)" is an integer or an interval'],
    ['<list> cell_1_1 v_and', '<list> v_and v_and', 'a variable comes once in a list'],
    ['eq(cell_1_1,2)', 'eq(cell_1_2,2)', 'cell_1_2 is declared'],
    ['and(eq(cell_1_1,2),ne(next_cell_1_1,0))', 'and(eq(cell_1_1,2))', 'and takes two at least'],
    ['or(eq(v_and,1),', 'or(v_and,', 'v_and,eq(v_and_2,0)) is a predicate'],
    ['<block note="channel">', '<block class="channel">', 'no attribute but note'],
    ['&apos;', '&eacute;', 'an unknown entity'],
    ['</instance>', '', 'one element holds all others'],
  ])('would be refused with %s as %s', (from, to, fault) => {
    const text = written(small());
    expect(text).toContain(from);
    expect(() => checkXcsp3Core(text.replace(from, to))).toThrow(`no XCSP3-core: ${fault}`);
  });

  it('have at least one constraint', () => {
    const builder = new NetworkBuilder('free');
    builder.decision('x', { values: 4 });
    const text = written(builder.build());
    expect(text).toContain('<extension note="none"> <list> x </list> <supports> 0..3 </supports> </extension>');
    expect(readXcsp3(text)).toEqual({ ok: true, value: builder.build() });
  });

  it('have identifiers that tell what they stand for', () => {
    const names = ['(cell 1 1 _)@2', '(cell 1 1)', 'cell_1_1', 'iff', '7', '(next step)'];
    expect(identifiersFor(names)).toEqual(['cell_1_1_at_2', 'cell_1_1', 'cell_1_1_2', 'v_iff', 'v_7', 'next_step']);
  });

  it('have identifiers that XCSP3 parsers take, each its own', () => {
    for (let seed = 0; seed < 50; seed++) {
      const ids = [...written(oddNetwork(seededRandom(seed))).matchAll(/<var id="([^"]*)"/g)].map(([, id]) => id!);
      expect(new Set(ids).size).toBe(ids.length);
      for (const id of ids) expect(id).toMatch(/^[a-zA-Z][_a-zA-Z0-9]*$/);
    }
  });
});

describe('readXcsp3', () => {
  const text = written(small());
  const faultsOf = (changed: string): readonly string[] => {
    const result = readXcsp3(changed);
    return result.ok ? [] : result.error.map(printFault);
  };

  it('skips what XML lets one skip', () => {
    const noisy = `<?xml version="1.0"?>\n<!-- a -->${text.replaceAll('<intension', '<!-- <b> -->\n\n<intension')}<!-- z -->`;
    expect(faultsOf(noisy)).toEqual([]);
  });

  const ours = 'give an instance that Woodstock wrote';
  const forms = 'keep to the forms that Woodstock writes';
  it.each([
    [/[^]*/, '', `line 1, column 1: here is the end where <instance> was expected; ${ours}`],
    [/[^]*/, 'hello', `line 1, column 1: here is text where <instance> was expected; ${ours}`],
    [/^/, '<!DOCTYPE a [<!ENTITY b "c">]>', 'line 1, column 1: this is no tag; keep to elements and comments'],
    [/&lt;/, '&#60;', /^line 21, column 3: &#60; stands for nothing; keep to &lt; /],
    [/&lt;/, '& ', /^line 21, column 3: & stands for nothing; /],
    [/<variables>/, '<variables', /^line 2, column 3: the tag variables is not well formed; /],
    [/<variables>/, '<!-- <variables>', /^line \d+, column \d+: a comment does not end; /],
    [/XCSP3/, 'XCSP2', 'line 1, column 1: this is no XCSP3 instance of type CSP; write format="XCSP3" type="CSP"'],
    [/ note='[^']*'/, '', `line 3, column 5: <var> has no note of Woodstock's; ${ours}`],
    [/"cell_1_1"/, '"v_and"', 'line 5, column 5: a variable needs an id of its own; give it one'],
    [/0\.\.2/, '1..3', `line 3, column 104: the domain does not count from 0; ${ours}`],
    [/0\.\.2/, '0..3', `variables[0]: the domain and the note have different numbers of values; ${ours}`],
    [/<intension>/, '<sum>', `line 11, column 5: here is <sum> where <intension> was expected; ${ours}`],
    [/\(0,\*\)/, '(0,*,1)', `line 10, column 5: no tuple of 2 at character 1 of supports; ${forms}`],
    [/\(0,\*\)/, '(0,a)', `line 10, column 5: no tuple of 2 at character 1 of supports; ${forms}`],
    [/\(0,\*\)/, '(0, )', `line 10, column 5: " " is no value; ${forms}`],
    [/\(0,\*\)/, '(0,7)', 'constraints[1].tuples[0][1]: there is no value 7; use a value from 0 to 1'],
    [/> 0\.\.2 <\/s/, '> 0..999999999 </s', `line 9, column 5: "0..999999999" is no value or interval; ${forms}`],
    [/<list> cell_1_1 v_and/, '<list> cell_1_1 other', 'line 10, column 5: there is no variable "other"; declare it'],
    [/eq\(cell_1_1,2\)/, 'eq(cell_1_1,9)', `line 11, column 5: cell_1_1 has no value 9; ${forms}`],
    [
      /eq\(cell_1_1,2\)/,
      'lt(cell_1_1,2)',
      `line 11, column 5: lt is no comparison of a variable with a value; ${forms}`,
    ],
    [/eq\(cell_1_1,2\)/, 'eq(eq(eq(eq(eq', /the expression is nested too deeply/],
    [/<intension> iff/, '<intension> iff iff', /there is more after the expression/],
    [/note="channel"/, '', `line 16, column 5: this block is no channel; ${forms}`],
    [
      /eq\(v_and_2,0\),eq\(v_and,1\)/,
      'eq(v_and_2,0),eq(v_and,0)',
      `line 16, column 5: this block is no channel; ${forms}`,
    ],
    [/$/, '<more/>', /^line 23, column 1: there is more after the instance; drop it$/],
    [/"kind":"decision"/, '"kind":"choice"', /^variables\[0\]\.kind: this is "choice"; make it "decision" or/],
  ])('says what is wrong where %s becomes %s', (pattern, change, expected) => {
    const faults = faultsOf(text.replace(pattern, () => change));
    expect(faults).toHaveLength(1);
    if (typeof expected === 'string') expect(faults[0]).toBe(expected);
    else expect(faults[0]).toMatch(expected);
  });

  it('never breaks, however a file is broken', () => {
    const random = seededRandom(4);
    for (let round = 0; round < 2000; round++) {
      const from = random.below(text.length);
      const broken = text.slice(0, from) + text.slice(from + random.below(30));
      const twice = text.slice(0, from) + text.slice(random.below(text.length));
      expect(() => [readXcsp3(broken), readXcsp3(twice)]).not.toThrow();
    }
  });
});
