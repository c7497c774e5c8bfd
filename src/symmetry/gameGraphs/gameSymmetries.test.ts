import { describe, expect, it } from 'vitest';
import { disagreement, ORACLES } from '../../../test/automorphismOracles.js';
import {
  bundledProgram,
  bundledRules,
  hasSharedGames,
  programOf,
  rulesOf,
  sharedProgram,
} from '../../../test/programs.js';
import { seededRandom } from '../../base/index.js';
import { DEFAULT_GROUND_OPTIONS, ground, type GroundProgram } from '../../ground/index.js';
import { openPlay, openSymmetries } from '../../pipeline.js';
import { groundGame, type GroundState } from '../../playout/index.js';
import {
  automorphisms,
  groundProgramGame,
  type PlaySymmetries,
  playSymmetries,
  type ProgramGame,
  structuralFault,
  type StructuralSymmetry,
  SYMMETRY_METHODS,
  type SymmetryMethod,
} from '../index.js';
import { gameSymmetries } from './gameSymmetries.js';

const BUDGET = { clock: () => performance.now(), milliseconds: 60_000, bytes: 2e9 };

const playedOf = (program: GroundProgram): ProgramGame<GroundState> => groundProgramGame(program, groundGame(program));

/** Checked as it is found: throws where a generator is no symmetry. */
function symmetriesOf(program: GroundProgram, method: SymmetryMethod): PlaySymmetries<GroundState> {
  const found = playSymmetries(playedOf(program), { method, budget: BUDGET, random: seededRandom(1) });
  if (!found.ok) throw new Error(found.error);
  return found.value;
}

const orderOf = (program: GroundProgram, method: SymmetryMethod): bigint => symmetriesOf(program, method).order;

/** Orbits of a role's moves after a line of play, as text, each and all sorted. */
function orbitsAfter(
  program: GroundProgram,
  { method, line, role }: { method: SymmetryMethod; line: readonly (readonly string[])[]; role: number },
): readonly (readonly string[])[] {
  const { game } = playedOf(program);
  const state = line.reduce(
    (before, joint) =>
      game.next(
        before,
        joint.map((move) => game.names.findMove(move)!),
      ),
    game.initial(),
  );
  const orbits = symmetriesOf(program, method).moveOrbits(state, BUDGET);
  if (!orbits.ok) throw new Error(orbits.error);
  return orbits.value.roles[role]!.map((orbit) => orbit.map((move) => game.names.move(move)).sort()).sort();
}

describe('groups of known games', () => {
  it.each([
    ['tic-tac-toe', 8n],
    ['connect-four', 2n],
    ['connect-four-5x4', 2n],
    // The board mirrored from left to right; no other map keeps the directions of both sides.
    ['breakthrough-6x6', 2n],
    // Rock, paper and scissors in a circle: a map that exchanges two of them turns wins into losses.
    ['rock-paper-scissors', 3n],
    // Three doors.
    ['monty-hall', 6n],
    ['random-tic-tac-toe', 8n],
    ['nim', 1n],
  ])('%s has order %s, by network and by rules', (name, order) => {
    const program = bundledProgram(name);
    expect(SYMMETRY_METHODS.map((method) => orderOf(program, method))).toEqual([order, order]);
  });

  it('hex as it is written hides that its board may be turned, which is a symmetry all the same', () => {
    const program = bundledProgram('hex-5x5');
    expect(SYMMETRY_METHODS.map((method) => orderOf(program, method))).toEqual([1n, 1n]);
    const { fluents, moves } = program.lexicon;
    const turned = (name: string): string =>
      name.replace(/(\d) (\d)/, (_, a: string, b: string) => `${String(6 - Number(a))} ${String(6 - Number(b))}`);
    const start = program.moveStart[0]!;
    const turn: StructuralSymmetry = {
      fluents: Int32Array.from(fluents, (name) => fluents.indexOf(turned(name))),
      moves: Int32Array.from(moves, (name, move) => {
        const first = program.moveStart.findLast((one) => one - start <= move)! - start;
        return moves.indexOf(turned(name), first);
      }),
    };
    const options = { random: seededRandom(3), states: 200, plies: 60 };
    expect(structuralFault(playedOf(program), turn, options)).toBeUndefined();
  });
});

/** Two actions with the same preconditions and effects; that the first may always be done is written as two cases. */
const SAME_ACTIONS = `
(role player)
(init (lamp on))
(init (step 1))
(<= (legal player a) (true (lamp on)))
(<= (legal player a) (not (true (lamp on))))
(legal player other-a)
(legal player switch)
(<= (next (lamp on)) (true (lamp on)) (not (does player switch)))
(<= (next (lamp on)) (not (true (lamp on))) (does player switch))
(<= (next hit) (does player a))
(<= (next hit) (does player other-a))
(<= (next (step 2)) (true (step 1)))
(<= terminal (true (step 2)))
(<= (goal player 100) (true hit) (true (lamp on)))
(<= (goal player 0) (not (true hit)))
(<= (goal player 0) (not (true (lamp on))))`;

describe('two actions that do the same (004 section 3.2)', () => {
  it('are exchanged by the network, and not by the graph of the rules as they are written', () => {
    const options = { ...DEFAULT_GROUND_OPTIONS, isAbsorbing: false };
    const program = ground(rulesOf(SAME_ACTIONS), BUDGET, options);
    if (!program.ok) throw new Error(program.error.reason);
    const orbits = (method: SymmetryMethod): readonly (readonly string[])[] =>
      orbitsAfter(program.value, { method, line: [], role: 0 });
    expect(orbits('rules')).toEqual([['a'], ['other-a'], ['switch']]);
    expect(orbits('network')).toEqual([['a', 'other-a'], ['switch']]);
    expect(orderOf(program.value, 'rules')).toBe(1n);
    expect(orderOf(program.value, 'network')).toBe(2n);
  });
});

describe('randomised tic-tac-toe on two by two cells (004 example 5)', () => {
  const line = [
    ['(chooseRow x1)', 'noop', 'noop'],
    ['noop', 'noop', '(mark x1 y1 1)'],
    ['noop', '(chooseCol y2)', 'noop'],
    ['noop', 'noop', '(mark x2 y2 2)'],
  ];

  it('has all moves of player 1 in one orbit of the residual network', () => {
    const program = bundledProgram('random-tic-tac-toe-2x2');
    const all = ['(chooseCol y1)', '(chooseCol y2)', '(chooseRow x1)', '(chooseRow x2)'];
    expect(orbitsAfter(program, { method: 'network', line, role: 0 })).toEqual([all]);
    // No symmetry that fixes the state exchanges the two rows.
    expect(orbitsAfter(program, { method: 'rules', line, role: 0 })).toHaveLength(2);
  });
});

/** Rows and columns only: the diagonal does not count. The opponent is chance. */
const LINES_OF_TWO = `
(role x)
(role random)
(init (cell 1 1 b)) (init (cell 1 2 b)) (init (cell 2 1 b)) (init (cell 2 2 b))
(init (control x))
(<= (legal ?r (mark ?m ?n)) (true (cell ?m ?n b)) (true (control ?r)))
(<= (legal ?r noop) (role ?r) (not (true (control ?r))))
(<= (next (cell ?m ?n ?r)) (does ?r (mark ?m ?n)))
(<= (marked ?m ?n) (does ?r (mark ?m ?n)))
(<= (next (cell ?m ?n ?c)) (true (cell ?m ?n ?c)) (not (marked ?m ?n)))
(<= (next (control random)) (true (control x)))
(<= (next (control x)) (true (control random)))
(<= (line ?r) (role ?r) (true (cell ?m 1 ?r)) (true (cell ?m 2 ?r)))
(<= (line ?r) (role ?r) (true (cell 1 ?n ?r)) (true (cell 2 ?n ?r)))
(<= open (true (cell ?m ?n b)))
(<= terminal (line ?r))
(<= terminal (not open))
(<= (goal x 100) (line x))
(<= (goal x 0) (not (line x)))`;

describe('tic-tac-toe on two by two cells against chance (002 figure 1)', () => {
  it.each(SYMMETRY_METHODS)(
    'has mark(1,2) and mark(2,1) alike after mark(1,1), and mark(2,2) apart, by %s',
    (method) => {
      const program = programOf(LINES_OF_TWO.replace('(cell 1 1 b)', '(cell 1 1 x)'));
      expect(orbitsAfter(program, { method, line: [], role: 0 })).toEqual([
        ['(mark 1 2)', '(mark 2 1)'],
        ['(mark 2 2)'],
      ]);
    },
  );

  it('has all four cells alike at first', () => {
    const orbits = orbitsAfter(programOf(LINES_OF_TWO), { method: 'network', line: [], role: 0 });
    expect(orbits).toEqual([['(mark 1 1)', '(mark 1 2)', '(mark 2 1)', '(mark 2 2)']]);
  });
});

describe('first moves of tic-tac-toe', () => {
  it.each(SYMMETRY_METHODS)('are a corner, an edge and the centre, by %s', (method) => {
    const orbits = orbitsAfter(bundledProgram('tic-tac-toe'), { method, line: [], role: 0 });
    expect(orbits.map((orbit) => orbit.length).sort()).toEqual([1, 4, 4]);
  });
});

describe('the check of structural symmetries', () => {
  const program = bundledProgram('tic-tac-toe');
  const identity = (): StructuralSymmetry => ({
    fluents: Int32Array.from({ length: program.fluents }, (_, fluent) => fluent),
    moves: Int32Array.from({ length: program.moves }, (_, move) => move),
  });
  const faultOf = (symmetry: StructuralSymmetry): string | undefined =>
    structuralFault(playedOf(program), symmetry, { random: seededRandom(1), states: 100, plies: 20 });
  const exchanged = (images: Int32Array, [a, b]: readonly [number, number]): Int32Array => images.with(a, b).with(b, a);

  it('finds nothing in the identity', () => {
    expect(faultOf(identity())).toBeUndefined();
  });

  it('finds a corner and the centre exchanged', () => {
    const { fluents, moves } = program.lexicon;
    const swap = (name: string): string => name.replace(/1 1|2 2/, (cell) => (cell === '1 1' ? '2 2' : '1 1'));
    const symmetry = {
      fluents: Int32Array.from(fluents, (name) => fluents.indexOf(swap(name))),
      moves: Int32Array.from(moves, (name, move) =>
        moves.indexOf(swap(name), move < moves.length / 2 ? 0 : moves.length / 2),
      ),
    };
    expect(faultOf(symmetry)).toMatch(/^(terminal|goal) is not as in the image/);
  });

  it('finds moves exchanged without their fluents', () => {
    const { fluents, moves } = identity();
    const [a, b] = ['(mark 1 1)', '(mark 3 3)'].map((name) => program.lexicon.moves.indexOf(name));
    expect(faultOf({ fluents, moves: exchanged(moves, [a!, b!]) })).toMatch(/^(next|legal)/);
  });

  it('finds what is no permutation, and moves of another role', () => {
    const { fluents, moves } = identity();
    expect(faultOf({ fluents: fluents.with(0, 1), moves })).toBe('it is no permutation of the fluents');
    expect(faultOf({ fluents, moves: exchanged(moves, [0, program.moves - 1]) })).toBe(
      'it maps a move to one of another role',
    );
  });
});

describe('symmetries of a compiled game', () => {
  it('map the bits of its states and its moves', () => {
    const play = openPlay(bundledRules('connect-four-4x4'), 'compiled', BUDGET);
    if (!play.ok) throw new Error(play.error);
    const found = openSymmetries(play.value, { method: 'network', budget: BUDGET, random: seededRandom(1) });
    if (!found.ok) throw new Error(found.error);
    const { names } = play.value.game;
    const [moves] = found.value.generatorMoves;
    expect(names.move(moves![0]![names.findMove('(drop 1)')!]!)).toBe('(drop 4)');
    const orbits = found.value.moveOrbits(play.value.game.initial(), BUDGET);
    expect(orbits.ok && orbits.value.roles[0]!.map((orbit) => orbit.map((move) => names.move(move)).sort())).toEqual([
      ['(drop 1)', '(drop 4)'],
      ['(drop 2)', '(drop 3)'],
    ]);
  });
});

/** Small, and all with symmetries but for a few. */
const PUBLIC_GAMES = [
  ...['pearls', 'lightsOn', 'nim2', 'queens06ug', 'chickentictactoe', 'chickentoetictac', 'hanoi_6_disks', 'hanoi'],
  ...[
    'knightsTour',
    'blocker',
    'lightsOut',
    'beatMania',
    'gt_coordination',
    'eotcitcit',
    'blocksWorldParallel',
    'nim4',
  ],
  ...['firefighter', 'doubletictactoe', 'doubletoetictac', 'double_tictactoe_dengji', 'breakthroughSmall'],
  ...[
    'breakthroughSuicideSmall',
    'eotcatcit',
    'chineseCheckers2',
    'connectFour',
    'connectFourSuicide',
    'cubicup',
    'peg',
  ],
  ...['copolymer_4', 'pentago', 'pegEuro', 'ticTacToe', 'buttons', 'blocksWorld'],
];

describe.skipIf(!hasSharedGames)('public games (skipped where ../shared is absent)', () => {
  it.each(PUBLIC_GAMES)('%s: all generators commute with legal, next, terminal and goals', (name) => {
    const program = sharedProgram(name);
    const [byNetwork, byRules] = SYMMETRY_METHODS.map((method) => symmetriesOf(program, method));
    // What is written alike means the same.
    expect(byNetwork!.order % byRules!.order).toBe(0n);
  });
});

describe.skipIf(!hasSharedGames)('hex with numbered chains (skipped where ../shared is absent)', () => {
  it('may be turned by the network, as a sheet asks for both edges alike and grounding does not', () => {
    const program = sharedProgram('hex');
    expect(SYMMETRY_METHODS.map((method) => orderOf(program, method))).toEqual([2n, 1n]);
  });
});

describe.each(ORACLES)('graphs of games, by $name', (oracle) => {
  it
    .skipIf(!oracle.isInstalled)
    .each([
      ...['tic-tac-toe', 'connect-four-4x4', 'monty-hall', 'orchard-4-10-9', 'dice-race', 'hex-5x5', 'eight-puzzle'],
    ])('%s', (name) => {
    for (const method of SYMMETRY_METHODS) {
      const found = gameSymmetries(bundledProgram(name), method, BUDGET);
      if (!found.ok) throw new Error(found.error);
      const { graph } = found.value.graph;
      expect(disagreement(oracle, graph, automorphisms(graph, BUDGET))).toBeUndefined();
    }
  });
});
