import { describe, expect, it } from 'vitest';
import { runIn, type World } from './fakeOutside.js';
import { symmetryWords } from './symmetryWords.js';

interface Found {
  readonly order: string;
  readonly generators: readonly {
    readonly words: readonly string[];
    readonly fixesInitialState: boolean;
    readonly fluents: readonly (readonly string[])[];
    readonly moves: Record<string, readonly (readonly string[])[]>;
  }[];
  readonly moveOrbits: Record<string, readonly (readonly string[])[]>;
  readonly ms: number;
}

async function found(world: World, ...argv: readonly string[]): Promise<Found> {
  const { code, stdout, stderr } = await runIn(world, 'symmetries', ...argv, '--json');
  expect([code, stderr]).toEqual([0, '']);
  return JSON.parse(stdout) as Found;
}

describe('woodstock symmetries', () => {
  it.each(['network', 'rules'])('finds those of tic-tac-toe, by %s', async (method) => {
    const { order, generators, moveOrbits, ms } = await found({}, 'tic-tac-toe', '--method', method);
    expect(order).toBe('8');
    expect(generators.every(({ fixesInitialState }) => fixesInitialState)).toBe(true);
    expect(moveOrbits['x']!.map((orbit) => orbit.length).sort()).toEqual([1, 4, 4]);
    expect(moveOrbits['o']).toEqual([['noop']]);
    expect(ms).toBeGreaterThan(0);
  });

  it('tells generators as cycles of fluents and of the moves of each role', async () => {
    const { order, generators } = await found({}, 'connect-four-4x4');
    expect(order).toBe('2');
    const [{ words, fluents, moves }] = generators as [Found['generators'][number]];
    expect(words).toEqual(['argument 1 of cell, drop (mirrored): 1 ↔ 4, 2 ↔ 3']);
    expect(fluents).toHaveLength(24);
    expect(Object.values(moves).map((cycles) => cycles.map((cycle) => [...cycle].sort()).sort())).toEqual([
      [
        ['(drop 1)', '(drop 4)'],
        ['(drop 2)', '(drop 3)'],
      ],
      [
        ['(drop 1)', '(drop 4)'],
        ['(drop 2)', '(drop 3)'],
      ],
    ]);
  });

  it('shows the orbits of moves after a line of play', async () => {
    const line = [
      ['(mark 2 2)', 'noop'],
      ['noop', '(mark 1 1)'],
    ];
    const files = { 'moves.json': JSON.stringify(line) };
    const { moveOrbits } = await found({ files }, 'tic-tac-toe', '--moves', 'moves.json');
    const ofX = moveOrbits['x']!.map((orbit) => [...orbit].sort().join(' ')).sort();
    expect(ofX).toEqual(['(mark 1 2) (mark 2 1)', '(mark 1 3) (mark 3 1)', '(mark 2 3) (mark 3 2)', '(mark 3 3)']);
  });

  it('shows no orbits where the game is over', async () => {
    const files = { 'moves.json': '[["(show rock)", "(show paper)"]]' };
    const { code, stdout } = await runIn({ files }, 'symmetries', 'rock-paper-scissors', '--moves', 'moves.json');
    expect(code).toBe(0);
    expect(stdout).toContain('No moves after the line of play: the game is over.');
  });

  it('prints it for people', async () => {
    const { code, stdout } = await runIn({}, 'symmetries', 'rock-paper-scissors');
    expect(code).toBe(0);
    expect(stdout).toMatch(/group of order 3\nnetwork of a round: \d+ vertices, \d+ edges; /);
    expect(stdout).toMatch(/generator 1: argument 2 of hand: paper → /);
    expect(stdout).toMatch(/alice: 3 moves, 1 orbit\n/);
  });

  it('writes the graph for Graphviz', async () => {
    const { code, written } = await runIn({}, 'symmetries', 'matching-pennies', '--dot', 'graph.dot');
    expect(code).toBe(0);
    const dot = written!['graph.dot']!;
    expect(dot).toMatch(/^graph symmetries \{\n/);
    expect(dot).toMatch(/\n {2}\d+ -- \d+;\n/);
    expect(dot).toMatch(/\}\n$/);
  });

  it.each([
    { argv: ['tic-tac-toe', '--method', 'magic'], code: 2, says: /Allowed choices are network, rules/ },
    { argv: ['-', '--moves', '-'], code: 2, says: /cannot be both/ },
    { argv: ['tic-tac-toe', '--moves', 'bad.json'], code: 1, says: /step 1: x: \(mark 9 9\) is no move/ },
    { argv: ['no-such-game'], code: 2, says: /no-such-game/ },
  ])('refuses $argv', async ({ argv, code, says }) => {
    const files = { 'bad.json': '[["(mark 9 9)", "noop"]]' };
    const outcome = await runIn({ files }, 'symmetries', ...argv);
    expect(outcome.code).toBe(code);
    expect(outcome.stderr).toMatch(says);
  });

  it('says why where time is short', async () => {
    const { code, stderr } = await runIn({ isTimeShort: true }, 'symmetries', 'connect-four');
    expect(code).toBe(1);
    expect(stderr).toMatch(/^woodstock: .*ms/);
  });
});

describe('words of a symmetry', () => {
  const said = (names: readonly string[], images: readonly number[]): readonly string[] =>
    symmetryWords([{ names, images: Int32Array.from(images) }]);

  it('are about arguments where that tells it all', () => {
    const cells = ['(cell 1 1)', '(cell 1 2)', '(cell 2 1)', '(cell 2 2)'];
    expect(said(cells, [2, 3, 0, 1])).toEqual(['argument 1 of cell: 1 ↔ 2']);
    expect(said(cells, [0, 2, 1, 3])).toEqual(['arguments 1 and 2 of cell exchanged']);
    expect(said(cells, [2, 0, 3, 1])).toEqual([
      'arguments 1 and 2 of cell exchanged',
      'then argument 1 of cell: 1 ↔ 2',
    ]);
    expect(said(['(f a)', '(f b)', '(f c)'], [1, 2, 0])).toEqual(['argument 1 of f: a → b → c → a']);
    expect(said(['(f 2)', '(f 10)', '(f 1)'], [0, 2, 1])).toEqual(['argument 1 of f (mirrored): 1 ↔ 10']);
  });

  it('are cycles where it is not, cut where they are many', () => {
    expect(said(['(row 1)', '(column 1)', 'open'], [1, 0, 2])).toEqual(['(row 1) ↔ (column 1)']);
    const many = Array.from({ length: 40 }, (_, index) => `p${String(index)}`);
    const words = said(
      many,
      many.map((_, index) => index ^ 1),
    );
    expect(words[0]).toMatch(/^p0 ↔ p1, .*, … \(20 in all\)$/);
  });

  it('join what is said alike of fluents and moves', () => {
    const fluents = { names: ['(cell 1)', '(cell 2)'], images: Int32Array.of(1, 0) };
    const moves = { names: ['(mark 1)', '(mark 2)'], images: Int32Array.of(1, 0) };
    expect(symmetryWords([fluents, moves])).toEqual(['argument 1 of cell, mark: 1 ↔ 2']);
  });
});
