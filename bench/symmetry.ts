/**
 * Finds the symmetries of every sheet that grounds, in a process of its own, by the network of a round and, to compare, by the ground rules, and
 * prints a table: size of the graph, order, generators, time. `npm run bench -- symmetry [--out FILE] [--rows FILE] [SHEET or FOLDER …]`.
 */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { seededRandom } from '../src/base/index.js';
import { ground, type GroundProgram } from '../src/ground/index.js';
import { loadRules } from '../src/pipeline.js';
import { groundGame } from '../src/playout/index.js';
import { gameSymmetries, groundProgramGame, NoSymmetry, playSymmetries } from '../src/symmetry/index.js';
import { benchSheets, type Outcome, quantile, type Row } from './apart.js';

/** Of the processor, for each stage. */
const SECONDS = 60;
const HEAP_MEGABYTES = 4000;
/** Of the clock, for all stages of a game on a machine that does other things besides. */
const PATIENCE_SECONDS = 600;

interface Symmetries {
  readonly vertices: number;
  readonly edges: number;
  readonly order: string;
  readonly generators: number;
  readonly isComplete: boolean;
  readonly graphMs: number;
  readonly groupMs: number;
  readonly checkMs: number;
  /** The same together by other clocks: processor time of all threads, and the time on the wall. */
  readonly processMs: number;
  readonly wallMs: number;
  /** By the ground rules; null where the budget ended first. */
  readonly rules: { readonly vertices: number; readonly order: string } | null;
}

/**
 * Milliseconds of processor time of the main thread, where the system tells (Linux). V8 compiles and collects garbage in other threads besides: what one
 * waits for where nothing else runs is more than this, and less than {@link processClock}.
 */
function threadClock(): number {
  try {
    return Number(readFileSync(`/proc/self/task/${String(process.pid)}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return performance.now();
  }
}

/** Milliseconds of processor time of all threads. */
function processClock(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

const BUDGET = { clock: threadClock, milliseconds: SECONDS * 1000, bytes: HEAP_MEGABYTES * 2 ** 20 };

function measure(path: string): Outcome<Symmetries> {
  const rules = loadRules({ name: basename(path), content: readFileSync(path) });
  if (!rules.ok) return { ok: false, reason: `${NOT_GROUND}: ${rules.error[0]?.message ?? ''}` };
  const program = ground(rules.value, BUDGET);
  if (!program.ok) return { ok: false, reason: `${NOT_GROUND}: ${program.error.reason}` };
  try {
    return symmetriesOf(program.value);
  } catch (error) {
    if (error instanceof NoSymmetry) return { ok: false, reason: `${A_BUG}: ${error.message.slice(0, 200)}` };
    throw error;
  }
}

const NOT_GROUND = 'not ground';
const A_BUG = 'A BUG';

function symmetriesOf(program: GroundProgram): Outcome<Symmetries> {
  const options = { method: 'network', budget: BUDGET, random: seededRandom(1) } as const;
  const played = groundProgramGame(program, groundGame(program));
  const [processStart, wallStart] = [processClock(), performance.now()];
  const found = playSymmetries(played, options);
  const [processMs, wallMs] = [processClock() - processStart, performance.now() - wallStart];
  if (!found.ok) return { ok: false, reason: found.error };
  const { graph, order, generators, isComplete, ms } = found.value;
  const byRules = gameSymmetries(program, 'rules', BUDGET);
  return {
    ok: true,
    vertices: graph.graph.colours.length,
    edges: graph.graph.neighbours.length / 2,
    order: String(order),
    generators: generators.length,
    isComplete,
    graphMs: ms.graph,
    groupMs: ms.group,
    checkMs: ms.check,
    processMs,
    wallMs,
    rules: byRules.ok
      ? { vertices: byRules.value.graph.graph.colours.length, order: String(byRules.value.order) }
      : null,
  };
}

const totalMs = ({ graphMs, groupMs, checkMs }: Symmetries): number => graphMs + groupMs + checkMs;

const COLUMNS = [
  ...[
    'vertices',
    'edges',
    'order',
    'generators',
    'graph ms',
    'group ms',
    'check ms',
    'all ms',
    'process ms',
    'wall ms',
  ],
  ...['rule vertices', 'rule order', 'not found because'],
];

function cells({ outcome }: Row<Symmetries>): readonly (string | number)[] {
  if (!outcome.ok) return [...COLUMNS.slice(1).map(() => ''), outcome.reason];
  const { vertices, edges, order, generators, graphMs, groupMs, checkMs, processMs, wallMs, rules, isComplete } =
    outcome;
  return [
    ...[vertices, edges, shortOrder(order), generators],
    ...[graphMs, groupMs, checkMs, totalMs(outcome), processMs, wallMs].map((ms) => Math.round(ms)),
    ...(rules === null ? ['', ''] : [rules.vertices, shortOrder(rules.order)]),
    isComplete ? '' : 'the budget ended first: a subgroup',
  ];
}

/** The largest orders have hundreds of digits. */
function shortOrder(order: string): string {
  return order.length <= 15 ? order : `${order.charAt(0)}.${order.slice(1, 4)}e${String(order.length - 1)}`;
}

function summary(rows: readonly Row<Symmetries>[]): readonly string[] {
  const found = rows.flatMap(({ game, outcome }) => (outcome.ok ? [{ game, ...outcome }] : []));
  const isGround = ({ outcome }: Row<Symmetries>): boolean => outcome.ok || !outcome.reason.startsWith(NOT_GROUND);
  const ground = rows.filter(isGround).length;
  const timesBy = (clock: string, times: readonly number[]): string => {
    const time = (share: number): string => `${quantile(times, share)?.toFixed(0) ?? '-'} ms`;
    const within = (ms: number): string =>
      `${((100 * times.filter((one) => one < ms).length) / Math.max(1, ground)).toFixed(1)} %`;
    return `graph, group and check together, ${clock}: median ${time(0.5)}, 95 % within ${time(0.95)}, slowest ${time(1)}; of all that ground ${within(100)} under 100 ms, ${within(10_000)} under 10 s`;
  };
  const compared = (isSo: (network: bigint, rules: bigint) => boolean): string => {
    const games = found.filter(({ order, rules }) => rules !== null && isSo(BigInt(order), BigInt(rules.order)));
    return `${String(games.length)} (${games.map(({ game }) => game).join(', ')})`;
  };
  const bugs = rows.filter(({ outcome }) => !outcome.ok && outcome.reason.startsWith(A_BUG));
  return [
    `${String(ground)} of ${String(rows.length)} ground; of these ${String(found.length)} became a graph within ${String(SECONDS)} s for each stage`,
    timesBy('processor time of the main thread', found.map(totalMs)),
    timesBy(
      'processor time of all threads',
      found.map(({ processMs }) => processMs),
    ),
    timesBy(
      'time on the wall',
      found.map(({ wallMs }) => wallMs),
    ),
    `with symmetry: ${String(found.filter(({ order }) => order !== '1').length)}`,
    `larger group by the network than by the rules: ${compared((network, rules) => network > rules)}; smaller: ${compared((network, rules) => network < rules)}`,
    `generators that failed the check in states of random play: ${String(bugs.length)}`,
  ];
}

await benchSheets<Symmetries>({
  script: import.meta.url,
  out: 'bench/results/symmetry.md',
  limits: { seconds: PATIENCE_SECONDS, heapMegabytes: HEAP_MEGABYTES },
  title: 'Symmetries',
  note:
    'Symmetries of each game by the microstructure complement of one round, and, to compare, by its ground rules; each sheet in a process of its ' +
    'own, cold. Times, but for the two that say otherwise, are processor time of the main thread: to build the graph from the ground ' +
    'program, to find its group, and to check every generator in states of random play and in their images. The order is that of the group as ' +
    'it acts on moves and on the fluents that anything depends on. Made by `npm run bench -- symmetry`.',
  columns: COLUMNS,
  measure,
  cells,
  summary,
});
