import type { Move } from '../game/index.js';
import type { GroundProgram } from '../ground/index.js';
import {
  fixesState,
  type PlaySymmetries,
  type RoleOrbits,
  type StructuralSymmetry,
  type SymmetryMethod,
} from '../symmetry/index.js';
import { printable } from './outside.js';
import { type Colours, count, milliseconds, plural } from './style.js';
import { cut, type NamePermutation, nameCycles, symmetryWords } from './symmetryWords.js';

/** What was found about the symmetries of a game. */
export interface SymmetryReport {
  readonly name: string;
  readonly method: SymmetryMethod;
  readonly program: GroundProgram;
  readonly symmetries: PlaySymmetries<never>;
  /** Of the moves in the initial state, or after a line of play. */
  readonly orbits: RoleOrbits;
  readonly orbitsMs: number;
  readonly isAfterMoves?: true;
  readonly moveName: (move: Move) => string;
  /** Whether something is hidden from players. */
  readonly isPartial: boolean;
}

/** The document of `--json`. */
export function symmetryJson(report: SymmetryReport): unknown {
  const { method, program, symmetries, orbits, orbitsMs } = report;
  const { order, generators, isComplete, graph, ms } = symmetries;
  return {
    order: String(order),
    generators: generators.map((generator) => generatorJson(program, generator)),
    moveOrbits: byRole(program.roles, (role) =>
      orbits.roles[role]!.map((orbit) => orbit.map((move) => report.moveName(move))),
    ),
    ms: ms.graph + ms.group + ms.check,
    method,
    isComplete: isComplete && orbits.isComplete,
    graph: sizesOf(symmetries),
    times: { ...ms, orbits: orbitsMs },
    colours: graph.colourNames.length,
  };
}

function generatorJson(program: GroundProgram, generator: StructuralSymmetry): unknown {
  const fluents = fluentsOf(program, generator);
  return {
    words: symmetryWords([fluents, movesOf(program, generator)]),
    fixesInitialState: isInitialFixed(program, generator),
    fluents: nameCycles(fluents),
    moves: byRole(program.roles, (role) => nameCycles(movesOfRole(program, generator, role))),
  };
}

/** Without a prototype: a role may be called `__proto__`. */
function byRole<Value>(roles: readonly string[], value: (role: number) => Value): Record<string, Value> {
  const all = Object.create(null) as Record<string, Value>;
  for (const [role, name] of roles.entries()) all[name] = value(role);
  return all;
}

const sizesOf = ({ graph: { graph } }: PlaySymmetries<never>): { vertices: number; edges: number } => ({
  vertices: graph.colours.length,
  edges: graph.neighbours.length / 2,
});

const isInitialFixed = ({ initial }: GroundProgram, generator: StructuralSymmetry): boolean =>
  fixesState(
    generator,
    Array.from(initial, (atom) => atom - 1),
  );

const fluentsOf = ({ lexicon }: GroundProgram, { fluents }: StructuralSymmetry): NamePermutation => ({
  names: lexicon.fluents,
  images: fluents,
});

const movesOf = ({ lexicon }: GroundProgram, { moves }: StructuralSymmetry): NamePermutation => ({
  names: lexicon.moves,
  images: moves,
});

function movesOfRole(
  { lexicon, moveStart }: GroundProgram,
  { moves }: StructuralSymmetry,
  role: number,
): NamePermutation {
  const from = moveStart[role]! - moveStart[0]!;
  const to = moveStart[role + 1]! - moveStart[0]!;
  return { names: lexicon.moves.slice(from, to), images: moves.slice(from, to).map((image) => image - from) };
}

/** What people read. */
export function symmetryText(report: SymmetryReport, colours: Colours): string {
  const { name, method, symmetries } = report;
  const { order, generators, isComplete, ms } = symmetries;
  const { vertices, edges } = sizesOf(symmetries);
  const atLeast = isComplete ? '' : 'at least ';
  const number = order === 1n ? 'no symmetry but the identity' : `group of order ${atLeast}${grouped(order)}`;
  const where = method === 'network' ? 'network of a round' : 'ground rules';
  const took = milliseconds(ms.graph + ms.group + ms.check);
  const lines = [
    `${colours.bold(printable(name))}: ${colours.bold(number)}`,
    `${where}: ${plural(vertices, 'vertex').replace('vertexs', 'vertices')}, ${plural(edges, 'edge')}; ${took}`,
  ];
  if (report.isPartial)
    lines.push('What players see is left out: these are the symmetries of the game as it is when all is seen.');
  for (const [index, generator] of generators.entries()) lines.push('', ...generatorLines(report, generator, index));
  return [...lines, '', ...orbitLines(report, colours)].join('\n');
}

const grouped = (order: bigint): string => order.toString().replace(/\B(?=(\d{3})+$)/g, ',');

function generatorLines({ program }: SymmetryReport, generator: StructuralSymmetry, index: number): readonly string[] {
  const words = symmetryWords([fluentsOf(program, generator), movesOf(program, generator)]).map(printable);
  const isFixed = isInitialFixed(program, generator);
  const [first, ...rest] = isFixed ? words : [...words, 'the initial state is mapped to another one'];
  const number = `generator ${String(index + 1)}: `;
  return [
    `${number}${first ?? 'fluents that nothing depends on'}`,
    ...rest.map((line) => ' '.repeat(number.length) + line),
  ];
}

function orbitLines({ program, orbits, moveName, isAfterMoves }: SymmetryReport, colours: Colours): readonly string[] {
  const where = isAfterMoves ? 'after the line of play' : 'in the initial state';
  if (orbits.roles.every((role) => role.length === 0)) return [`No moves ${where}: the game is over.`];
  const lines = [`Moves ${where}, by orbits:`];
  for (const [role, ofRole] of orbits.roles.entries()) {
    const moves = ofRole.reduce((sum, orbit) => sum + orbit.length, 0);
    lines.push(
      `  ${colours.bold(printable(program.roles[role]!))}: ${plural(moves, 'move')}, ${plural(ofRole.length, 'orbit')}`,
    );
    const shown = ofRole.slice(0, SHOWN_ORBITS);
    for (const orbit of shown) lines.push(`    ${printable(cut(orbit.map(moveName), '  '))}`);
    if (ofRole.length > shown.length) lines.push(`    … (${count(ofRole.length)} in all)`);
  }
  return lines;
}

/** Orbits of a role that people see. */
const SHOWN_ORBITS = 20;
