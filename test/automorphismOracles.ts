import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ColouredGraph } from '../src/symmetry/index.js';

/** After which an oracle is given up. */
const LIMIT_MS = 60_000;

/** What a program for automorphisms says about a graph. */
export interface OracleAnswer {
  readonly order: bigint;
  /** For each vertex the least of its orbit. */
  readonly orbits: Int32Array;
  /** Its own time for the search alone. */
  readonly seconds: number;
}

/** A program that we did not write, run once for each graph. Debian has both: `apt install nauty bliss`. */
export interface Oracle {
  readonly name: string;
  readonly isInstalled: boolean;
  readonly ask: (graph: ColouredGraph) => OracleAnswer;
}

/** McKay and Piperno's nauty for sparse graphs, through its shell. */
const DREADNAUT: Oracle = {
  name: 'dreadnaut',
  isInstalled: isInstalled('dreadnaut', [], 'q\n'),
  ask: (graph) => readDreadnaut(run('dreadnaut', [], dreadnautInput(graph)), graph.colours.length),
};

/** Junttila and Kaski's bliss. */
const BLISS: Oracle = {
  name: 'bliss',
  isInstalled: isInstalled('bliss', ['-version'], ''),
  ask: (graph) => {
    const folder = mkdtempSync(join(tmpdir(), 'woodstock-bliss-'));
    try {
      const file = join(folder, 'graph');
      writeFileSync(file, dimacs(graph));
      return readBliss(run('bliss', [file], ''), graph.colours.length);
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};

export const ORACLES: readonly Oracle[] = [DREADNAUT, BLISS];

/** Order and orbits in which an oracle disagrees with an answer of ours, as a sentence; undefined where it agrees. */
export function disagreement(
  oracle: Oracle,
  graph: ColouredGraph,
  ours: { readonly order: bigint; readonly orbits: Int32Array },
): string | undefined {
  const { order, orbits } = oracle.ask(graph);
  if (order !== ours.order) return `${oracle.name}: order ${order}, ours ${ours.order}`;
  const vertex = orbits.findIndex((least, v) => least !== ours.orbits[v]);
  if (vertex < 0) return undefined;
  return `${oracle.name}: vertex ${vertex} is in the orbit of ${orbits[vertex]!}, ours in that of ${ours.orbits[vertex]!}`;
}

function run(program: string, args: readonly string[], input: string): string {
  return execFileSync(program, args, { input, encoding: 'utf8', maxBuffer: 2 ** 30, timeout: LIMIT_MS });
}

function isInstalled(program: string, args: readonly string[], input: string): boolean {
  try {
    run(program, args, input);
    return true;
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ENOENT') return false;
    throw error;
  }
}

function dreadnautInput({ colours, offsets, neighbours }: ColouredGraph): string {
  const n = colours.length;
  const later = (v: number): string =>
    [...neighbours.subarray(offsets[v], offsets[v + 1])].filter((w) => w > v).join(' ');
  const lists = Array.from({ length: n }, (_, v) => `${v}:${later(v)}`).join(';\n');
  const cells = new Map<number, number[]>();
  colours.forEach((colour, v) => {
    const cell = cells.get(colour);
    if (cell === undefined) cells.set(colour, [v]);
    else cell.push(v);
  });
  const partition = [...cells.values()].map((cell) => cell.join(',')).join('|');
  return `As -a l=0 n=${n} g\n${lists}.\nf=[${partition}]\nx o q\n`;
}

/** The index of each level is the size of an orbit of a stabiliser; orbits are like `0 3:5 (4); 1 2 (2);`, single vertices without size. */
function readDreadnaut(output: string, n: number): OracleAnswer {
  const indexes = [...output.matchAll(/^level \d+:.*index (\d+)(?:\/\d+)?$/gm)].map(([, index]) => BigInt(index!));
  const [, seconds, listed] = /cpu time = ([\d.]+) seconds\n(.*)$/s.exec(output) ?? [];
  if (seconds === undefined) throw new Error(`dreadnaut said: ${output.slice(0, 1000)}`);
  const orbits = new Int32Array(n);
  for (const orbit of listed!.split(';').filter((text) => text.trim() !== '')) {
    const members = orbit
      .replace(/\(\d+\)/, '')
      .trim()
      .split(/\s+/)
      .flatMap(range);
    for (const member of members) orbits[member] = members[0]!;
  }
  return { order: indexes.reduce((product, index) => product * index, 1n), orbits, seconds: Number(seconds) };
}

function range(text: string): number[] {
  const [first, last = first] = text.split(':').map(Number);
  return Array.from({ length: last! - first! + 1 }, (_, i) => first! + i);
}

function dimacs({ colours, offsets, neighbours }: ColouredGraph): string {
  const lines = [`p edge ${colours.length} ${neighbours.length / 2}`];
  colours.forEach((colour, v) => lines.push(`n ${v + 1} ${colour}`));
  colours.forEach((_, v) => {
    for (const w of neighbours.subarray(offsets[v], offsets[v + 1])) if (w > v) lines.push(`e ${v + 1} ${w + 1}`);
  });
  return `${lines.join('\n')}\n`;
}

function readBliss(output: string, n: number): OracleAnswer {
  const order = /^\|Aut\|:\s*(\d+)$/m.exec(output)?.[1];
  const seconds = /^Total time:\s*([\d.]+) seconds/m.exec(output)?.[1];
  if (order === undefined || seconds === undefined) throw new Error(`bliss said: ${output.slice(0, 1000)}`);
  const generators = [...output.matchAll(/^Generator: (.*)$/gm)].map(([, cycles]) => cycles!);
  return { order: BigInt(order), orbits: orbitsOf(generators, n), seconds: Number(seconds) };
}

/** Orbits of generators in cycle notation, (1,2,3)(4,5) with vertices from 1, by spreading the least vertex. */
function orbitsOf(generators: readonly string[], n: number): Int32Array {
  const together: number[][] = Array.from({ length: n }, () => []);
  for (const [, cycle] of generators.flatMap((cycles) => [...cycles.matchAll(/\(([^)]*)\)/g)])) {
    const members = cycle!.split(',').map((vertex) => Number(vertex) - 1);
    members.forEach((member, i) => {
      if (i === 0) return;
      together[member]!.push(members[i - 1]!);
      together[members[i - 1]!]!.push(member);
    });
  }
  const orbits = new Int32Array(n).fill(-1);
  for (let least = 0; least < n; least++) {
    const waiting = orbits[least]! < 0 ? [least] : [];
    for (let member = waiting.pop(); member !== undefined; member = waiting.pop()) {
      if (orbits[member]! >= 0) continue;
      orbits[member] = least;
      waiting.push(...together[member]!);
    }
  }
  return orbits;
}
