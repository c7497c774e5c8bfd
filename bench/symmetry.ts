/**
 * Finds the symmetries of every sheet that grounds, in a process of its own, by the network of a round and by the ground rules, and prints a table: size
 * of the graph, order, generators, time. `npm run bench:symmetry -- [--out FILE] [--rows FILE] [SHEET or FOLDER …]`; the default folder is
 * ../shared/games. What was measured stands in the rows file, a line a game; a run that was stopped goes on after it.
 */
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { seededRandom } from '../src/base/index.js';
import { ground, type GroundProgram } from '../src/ground/index.js';
import { loadRules } from '../src/pipeline.js';
import { groundGame } from '../src/playout/index.js';
import { groundProgramGame, NoSymmetry, playSymmetries, type SymmetryMethod } from '../src/symmetry/index.js';
import { circumstances, DEFAULT_FOLDER, gameOf, quantile, runApart, sheetsIn } from './apart.js';

const SECONDS = 40;
const HEAP_MEGABYTES = 4000;
/** Of the clock, for all stages of a game on a machine that does other things besides. */
const PATIENCE_SECONDS = 600;

interface Group {
  readonly ok: true;
  readonly vertices: number;
  readonly edges: number;
  readonly order: string;
  readonly generators: number;
  readonly isComplete: boolean;
  readonly networkMs: number;
  readonly graphMs: number;
  readonly groupMs: number;
}

type Found = Group | { readonly ok: false; readonly reason: string };

interface Row {
  readonly game: string;
  readonly network: Found;
  readonly rules: Found;
}

/** Milliseconds of processor time: other processes do not count, the helpers of the runtime do. */
function processorClock(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

const BUDGET = { clock: processorClock, milliseconds: SECONDS * 1000, bytes: HEAP_MEGABYTES * 2 ** 20 };

/** Runs in the child process. */
function measure(path: string): Row {
  const game = gameOf(path);
  const without = (reason: string): Row => ({ game, network: { ok: false, reason }, rules: { ok: false, reason } });
  const rules = loadRules({ name: basename(path), content: readFileSync(path) });
  if (!rules.ok) return without(`invalid rules: ${rules.error[0]?.message ?? ''}`);
  const program = ground(rules.value, BUDGET);
  if (!program.ok) return without(program.error.reason);
  return { game, network: groupOf(program.value, 'network'), rules: groupOf(program.value, 'rules') };
}

/** The group, its generators checked in states of random play. */
function groupOf(program: GroundProgram, method: SymmetryMethod): Found {
  try {
    const options = { method, budget: BUDGET, random: seededRandom(1) };
    const found = playSymmetries(groundProgramGame(program, groundGame(program)), options);
    if (!found.ok) return { ok: false, reason: found.error };
    const { graph, order, generators, isComplete, ms } = found.value;
    const { colours, neighbours } = graph.graph;
    return {
      ...{ ok: true, vertices: colours.length, edges: neighbours.length / 2, order: String(order) },
      ...{ generators: generators.length, isComplete },
      ...{ networkMs: ms.network, graphMs: ms.graph, groupMs: ms.group },
    };
  } catch (error) {
    if (error instanceof NoSymmetry) return { ok: false, reason: `A BUG: ${error.message.slice(0, 200)}` };
    throw error;
  }
}

async function measureApart(path: string): Promise<Row> {
  const limits = { seconds: PATIENCE_SECONDS, heapMegabytes: HEAP_MEGABYTES };
  const { stdout, failure } = await runApart([fileURLToPath(import.meta.url), '--measure', path], limits);
  if (failure === undefined) return JSON.parse(stdout) as Row;
  const found: Found = { ok: false, reason: failure };
  return { game: gameOf(path), network: found, rules: found };
}

const TITLES = ['vertices', 'edges', 'order', 'generators', 'network ms', 'graph ms', 'group ms', 'graph + group ms'];
const RULE_TITLES = ['rule vertices', 'rule order', 'rule ms'];

const totalMs = ({ graphMs, groupMs }: Group): number => graphMs + groupMs;

function line({ game, network, rules }: Row): string {
  return `| ${game} | ${[...networkCells(network), ...ruleCells(rules), notFound(network)].join(' | ')} |`;
}

function networkCells(found: Found): readonly string[] {
  if (!found.ok) return TITLES.map(() => '');
  const { vertices, edges, order, generators, networkMs, graphMs, groupMs } = found;
  const times = [networkMs, graphMs, groupMs, totalMs(found)].map((ms) => String(Math.round(ms)));
  return [String(vertices), String(edges), shortOrder(order), String(generators), ...times];
}

function ruleCells(found: Found): readonly string[] {
  if (!found.ok) return RULE_TITLES.map(() => '');
  return [String(found.vertices), shortOrder(found.order), String(Math.round(totalMs(found)))];
}

function notFound(found: Found): string {
  if (!found.ok) return found.reason;
  return found.isComplete ? '' : 'the budget ended first: a subgroup';
}

/** The largest orders have hundreds of digits. */
function shortOrder(order: string): string {
  return order.length <= 15 ? order : `${order.charAt(0)}.${order.slice(1, 4)}e${String(order.length - 1)}`;
}

function summary(rows: readonly Row[], loadBefore: number): string {
  const found = rows.flatMap(({ network }) => (network.ok ? [network] : []));
  const ground = rows.filter(({ rules }) => rules.ok);
  const times = found.map(totalMs);
  const time = (share: number): string => `${quantile(times, share)?.toFixed(0) ?? '-'} ms`;
  const within = (ms: number): string => {
    const share = times.filter((one) => one < ms).length / ground.length;
    return `${(100 * share).toFixed(1)} %`;
  };
  const more = rows.filter(
    ({ network, rules }) => network.ok && rules.ok && BigInt(network.order) > BigInt(rules.order),
  );
  const fewer = rows.filter(
    ({ network, rules }) => network.ok && rules.ok && BigInt(network.order) < BigInt(rules.order),
  );
  const bugs = rows.filter(({ network, rules }) =>
    [network, rules].some((one) => !one.ok && one.reason.includes('A BUG')),
  );
  return [
    `- ${String(ground.length)} of ${String(rows.length)} ground; of these ${String(found.length)} became a graph, by the network, within ${String(SECONDS)} s for each stage`,
    `- graph and group together: median ${time(0.5)}, 95 % within ${time(0.95)}, slowest ${time(1)}; of all that ground ${within(100)} under 100 ms, ${within(10_000)} under 10 s`,
    `- with symmetry: ${String(found.filter(({ order }) => order !== '1').length)}; larger group by the network than by the rules: ${String(more.length)} (${more.map(({ game }) => game).join(', ')}); smaller: ${String(fewer.length)} (${fewer.map(({ game }) => game).join(', ')})`,
    `- generators that failed the check in states of random play: ${String(bugs.length)}`,
    `- ${circumstances(loadBefore)}`,
  ].join('\n');
}

const NOTE =
  'Symmetries of each game by the microstructure complement of one round, and, to compare, by its ground rules; each sheet in a process of its ' +
  'own, cold; times are processor time. `network ms` is the time to build the network of the round, which the rule graph does without. The order is ' +
  'that of the group as it acts on moves and on the fluents that anything depends on. Every generator was checked in states of random play and in ' +
  'their images. Made by `npm run bench:symmetry`.';

async function bench(paths: readonly string[], { out, rows: file }: { out?: string; rows: string }): Promise<void> {
  const loadBefore = loadavg()[0]!;
  const known = new Map(existsSync(file) ? readRows(file).map((row) => [row.game, row]) : []);
  mkdirSync(dirname(file), { recursive: true });
  const titles = [...TITLES, ...RULE_TITLES];
  const head = `| game | ${titles.join(' | ')} | not found because |\n|---|${'--:|'.repeat(titles.length)}---|`;
  console.log(head);
  const rows: Row[] = [];
  for (const path of sheetsIn(paths)) {
    let row = known.get(gameOf(path));
    if (row === undefined) appendFileSync(file, `${JSON.stringify((row = await measureApart(path)))}\n`);
    console.log(line(row));
    rows.push(row);
  }
  const said = summary(rows, loadBefore);
  console.log(`\n${said}`);
  if (out !== undefined)
    writeFileSync(out, `# Symmetries\n\n${NOTE}\n\n${said}\n\n${head}\n${rows.map(line).join('\n')}\n`);
}

const readRows = (file: string): readonly Row[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((text) => text !== '')
    .map((text) => JSON.parse(text) as Row);

const { values, positionals } = parseArgs({
  options: {
    measure: { type: 'string' },
    out: { type: 'string' },
    rows: { type: 'string', default: 'node_modules/.woodstock-bench/symmetry.jsonl' },
  },
  allowPositionals: true,
});
const paths = positionals.length > 0 ? positionals : [DEFAULT_FOLDER];
const missing = paths.find((path) => !existsSync(path));
if (values.measure !== undefined) console.log(JSON.stringify(measure(values.measure)));
else if (missing === undefined) await bench(paths, values);
else {
  console.error(`${missing}: no such file or folder; give sheets or folders as arguments`);
  process.exitCode = 2;
}
