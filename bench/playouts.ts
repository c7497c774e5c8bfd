/**
 * Plays every sheet at random in a process of its own and prints a table: which engine plays it, how long it took from the text of the
 * rules to the first playout, how fast playouts from the initial state are in one thread, how much memory the process used at its peak.
 * `npm run bench -- playouts [--seconds S] [--cpu] [--engine NAME] [--out FILE] [SHEET or FOLDER …]`; the default folder is ../shared/games.
 * With `--cpu`, seconds are those that the process had a processor for: what a busy machine still tells.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { DEFAULT_PLAYOUT, measurePlayouts, poolOfOne } from '../src/game/index.js';
import { type Engine, ENGINES, loadRules, openPlay } from '../src/index.js';
import { circumstances, DEFAULT_FOLDER, gameOf, quantile, runApart, sheetsIn } from './apart.js';

const LIMITS = { seconds: 60, heapMegabytes: 3000, megabytes: 4096 };
/** Of grounding, and of compiling: enough is left to play by the reference where they fail. */
const STAGE = { milliseconds: 20_000, bytes: 2 ** 31 };
const SEED = 1;
/** Has a table of the speeds that an experiment reached, which ours are compared with. */
const EXPERIMENT = '../shared/PLAYOUTS.md';

/** What the child tells, line by line as it comes to know it: the parent has it even where it must kill the child. */
interface Measured {
  readonly engine?: Engine;
  readonly reason?: string;
  readonly groundMs?: number | null;
  readonly compileMs?: number | null;
  readonly readyMs?: number;
  readonly playoutsPerSecond?: number;
  readonly pliesPerSecond?: number;
  readonly capped?: number;
  readonly stuck?: number;
  readonly megabytes?: number;
}

interface Row extends Measured {
  readonly game: string;
  readonly failure?: string;
}

interface Order {
  readonly seconds: number;
  readonly engine: Engine;
  /** Whether seconds are those of the processor. */
  readonly isCpu: boolean;
}

const wallClock = (): number => performance.now();
const cpuClock = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** Runs in the child process. */
async function measure(path: string, { seconds, engine, isCpu }: Order): Promise<void> {
  const clock = isCpu ? cpuClock : wallClock;
  const tell = (measured: Measured): void => console.log(JSON.stringify(measured));
  const content = readFileSync(path);
  const start = clock();
  const rules = loadRules({ name: basename(path), content });
  if (!rules.ok) return tell({ reason: `invalid rules: ${rules.error[0]?.message ?? ''}` });
  const play = openPlay(rules.value, engine, { clock, ...STAGE });
  if (!play.ok) return tell({ reason: play.error });
  const { game, simulator, reason, ms } = play.value;
  tell({ engine: play.value.engine, reason, groundMs: ms.ground, compileMs: ms.compile });
  simulator.playouts([game.initial()], { playouts: 1, seed: SEED, maxPlies: DEFAULT_PLAYOUT.plies });
  tell({ readyMs: clock() - start });
  const speed = await measurePlayouts(game, poolOfOne(simulator), { clock, milliseconds: seconds * 1000, seed: SEED });
  const { ended, capped, stuck, plies } = speed;
  tell({
    playoutsPerSecond: (1000 * (ended + capped + stuck)) / speed.ms,
    pliesPerSecond: (1000 * plies) / speed.ms,
    ...{ capped, stuck, megabytes: process.resourceUsage().maxRSS / 1024 },
  });
}

async function measureApart(path: string, { seconds, engine, isCpu }: Order): Promise<Row> {
  const order = ['--engine', engine, '--seconds', String(seconds), ...(isCpu ? ['--cpu'] : [])];
  const script = [fileURLToPath(import.meta.url), '--measure', path, ...order];
  const { stdout, failure } = await runApart(script, LIMITS);
  const told = stdout.split('\n').slice(0, -1);
  const measured = Object.assign({}, ...told.map((text) => JSON.parse(text) as Measured)) as Measured;
  return { game: gameOf(path), ...measured, ...(failure === undefined ? {} : { failure }) };
}

const shown = (number: number | null | undefined): string => {
  if (number === null || number === undefined) return '';
  return number < 9.95 ? number.toFixed(1) : Math.round(number).toLocaleString('en');
};

const HEAD = `| game | engine | ground ms | compile ms | ready ms | playouts/s | plies/s | length | peak MB | note |
|---|---|--:|--:|--:|--:|--:|--:|--:|---|`;

function line(row: Row): string {
  const { game, engine, playoutsPerSecond, pliesPerSecond } = row;
  const length = (pliesPerSecond ?? NaN) / (playoutsPerSecond ?? NaN);
  const times = [row.groundMs, row.compileMs, row.readyMs];
  const speeds = [playoutsPerSecond, pliesPerSecond, Number.isNaN(length) ? null : length];
  const cells = [...times, ...speeds, row.megabytes].map(shown);
  return `| ${game} | ${engine ?? 'none'} | ${cells.join(' | ')} | ${noteOf(row)} |`;
}

/** What is not as one would wish. */
function noteOf({ engine, reason, failure, capped, stuck }: Row): string {
  const notes = [
    ...(failure === undefined ? [] : [failure]),
    ...(engine === 'compiled' || reason === undefined ? [] : [reason]),
    ...(capped ? [`${shown(capped)} cut off after ${String(DEFAULT_PLAYOUT.plies)} plies`] : []),
    ...(stuck ? [`${shown(stuck)} came to a state without a legal move`] : []),
  ];
  return notes.join('; ');
}

function summary(rows: readonly Row[], { seconds, isCpu }: Order, loadBefore: number): string {
  const compiled = rows.filter(({ engine }) => engine === 'compiled' || engine === 'event');
  const engines = ENGINES.map((name) => `${name} ${String(rows.filter(({ engine }) => engine === name).length)}`);
  const failed = rows.filter(({ failure }) => failure !== undefined).length;
  const ready = rows.flatMap((row) => row.readyMs ?? []);
  const readyIn = (ms: number): string => {
    const share = ready.filter((each) => each <= ms).length / rows.length;
    return `${(100 * share).toFixed(0)} % within ${String(ms / 1000)} s`;
  };
  const speeds = compiled.flatMap((row) => row.playoutsPerSecond ?? []);
  const speed = (share: number): string => shown(quantile(speeds, share)) || '-';
  const largest = Math.max(0, ...rows.map((row) => row.megabytes ?? 0));
  return [
    `- ${String(compiled.length)} of ${String(rows.length)} sheets compile (${engines.join(', ')}); ${String(failed)} did not come to their end`,
    `- ready: ${readyIn(1000)}, ${readyIn(10_000)}, median ${shown(quantile(ready, 0.5)) || '-'} ms`,
    `- playouts a second of those that compile: median ${speed(0.5)}, 10th percentile ${speed(0.1)}`,
    `- largest process ${shown(largest)} MB; limits ${String(LIMITS.seconds)} s and ${String(LIMITS.megabytes)} MB a process`,
    `- measured for ${String(seconds)} s ${isCpu ? 'of the processor ' : ''}each, one thread; ${circumstances(loadBefore)}`,
  ].join('\n');
}

/** Bit-sliced playouts a second of the experiment, by game; the fast end where it tells a range. */
function experimentSpeeds(): Map<string, number> {
  const speeds = new Map<string, number>();
  if (!existsSync(EXPERIMENT)) return speeds;
  const scale = { K: 1e3, M: 1e6 };
  for (const [, game, number, unit] of readFileSync(EXPERIMENT, 'utf8').matchAll(
    /^\| (\w+)[^|]*\|.*\| \*\*(?:[\d.]+–)?([\d.]+) ([KM])\*\* \|$/gm,
  )) {
    speeds.set(game!, Number(number) * scale[unit as keyof typeof scale]);
  }
  return speeds;
}

/** Games of the experiment's text, of which it tells no bit-sliced speed. */
const ALSO_NAMED = ['gomoku_15x15', 'kalaha6x2x4'];

function comparison(rows: readonly Row[]): string {
  const speeds = experimentSpeeds();
  const lines = [...speeds.keys(), ...ALSO_NAMED].flatMap((game) => {
    const row = rows.find((each) => each.game === game);
    if (row === undefined) return [];
    const [ours, theirs] = [row.playoutsPerSecond, speeds.get(game)];
    const ratio = ours === undefined || theirs === undefined ? '' : (ours / theirs).toFixed(2);
    return [`| ${game} | ${row.engine ?? 'none'} | ${shown(ours)} | ${shown(theirs)} | ${ratio} |`];
  });
  if (lines.length === 0) return '';
  const head = '| game | engine | playouts/s | experiment, bit-sliced | ratio |\n|---|---|--:|--:|--:|';
  return `\n## Beside the experiment\n\n${head}\n${lines.join('\n')}\n`;
}

const NOTE = `Each sheet in a process of its own, cold, one after the other. \`ready\` is from the text of the rules to the end of the first playout; \`playouts/s\` is
sustained, after a warm-up, from the initial state. Made by \`npm run bench -- playouts\`.`;

async function bench(paths: readonly string[], order: Order, out: string | undefined): Promise<void> {
  const loadBefore = loadavg()[0]!;
  console.log(HEAD);
  const rows: Row[] = [];
  for (const path of sheetsIn(paths)) {
    const row = await measureApart(path, order);
    console.log(line(row));
    rows.push(row);
  }
  const found = `${summary(rows, order, loadBefore)}\n${comparison(rows)}`;
  console.log(`\n${found}`);
  if (out === undefined) return;
  mkdirSync(dirname(out), { recursive: true });
  writeFileSync(out, `# Playouts\n\n${NOTE}\n\n${found}\n## All games\n\n${HEAD}\n${rows.map(line).join('\n')}\n`);
}

const { values, positionals } = parseArgs({
  options: {
    measure: { type: 'string' },
    out: { type: 'string' },
    seconds: { type: 'string', default: '2' },
    cpu: { type: 'boolean', default: false },
    engine: { type: 'string', default: 'compiled' },
  },
  allowPositionals: true,
});
const paths = positionals.length > 0 ? positionals : [DEFAULT_FOLDER];
const engine = ENGINES.find((name) => name === values.engine);
const seconds = Number(values.seconds);
const missing = paths.find((path) => !existsSync(path));
const refuse = (fault: string): void => {
  console.error(fault);
  process.exitCode = 2;
};
if (engine === undefined) refuse(`--engine must be one of ${ENGINES.join(', ')}`);
else if (!(seconds > 0)) refuse('--seconds must be a number above 0');
else if (missing !== undefined) refuse(`${missing}: no such file or folder; give sheets or folders as arguments`);
else if (values.measure === undefined) await bench(paths, { seconds, engine, isCpu: values.cpu }, values.out);
else await measure(values.measure, { seconds, engine, isCpu: values.cpu });
