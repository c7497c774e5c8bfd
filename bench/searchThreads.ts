/**
 * Compares searches with several threads with one, for each sheet in one process: leaves that a search values in a second, from the initial state. Searches of each
 * number of threads take turns, so that all meet the same load. `CPU` is what the process got of the cores: where the machine is busy, it says how far threads could
 * run at once at all. `npm run bench -- search-threads [--ms MS] [--rounds N] [--threads 1,2] [--algorithm NAME] [--nodes N] [--out FILE] [SHEET …]`;
 * with `--nodes` it says whether two searches of so many nodes give the same.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { loadRules, openPlay, type Play } from '../src/index.js';
import { withHelperThreads } from '../src/node/index.js';
import {
  ALGORITHMS,
  type ChosenAlgorithm,
  chooseAlgorithm,
  type Search,
  type SearchLimit,
} from '../src/search/index.js';
import { VirtualClock, withVirtualHelpers } from './virtualHelpers.js';
import { circumstances, DEFAULT_FOLDER, gameOf } from './apart.js';

const GAMES = ['connectFour', 'breakthrough', 'reversi', 'hex', 'checkers', 'knightThrough'];
const STAGE = { milliseconds: 60_000, bytes: 2 ** 31 };
const BYTES = 2 ** 29;

const wall = (): number => performance.now();
const virtual = new VirtualClock();
let clock = wall;

/** What searches with so many threads came to, over all rounds. */
interface Speed {
  readonly threads: number;
  readonly play: Play;
  leaves: number;
  playouts: number;
  ms: number;
  cpuMs: number;
  /** Leaves a second, round by round. */
  readonly rates: number[];
}

function open({ game, simulator }: Play, { algorithm, options }: ChosenAlgorithm, seed: number): Search {
  return algorithm.open({ game, simulator, role: 0, state: game.initial(), clock, seed, bytes: BYTES }, options);
}

function measure(speed: Speed, chosen: ChosenAlgorithm, { ms, seed }: { ms: number; seed: number }): void {
  const search = open(speed.play, chosen, seed);
  const before = process.cpuUsage();
  const start = clock();
  search.think({ deadline: start + ms });
  const taken = clock() - start;
  const { user, system } = process.cpuUsage(before);
  const { nodes, playouts } = search.report().effort;
  speed.leaves += nodes;
  speed.playouts += playouts;
  speed.ms += taken;
  speed.cpuMs += (user + system) / 1000;
  speed.rates.push((1000 * nodes) / taken);
}

/** What a search of so many nodes gives, as text. */
function result(play: Play, chosen: ChosenAlgorithm, limit: SearchLimit): string {
  const search = open(play, chosen, 1);
  search.think(limit);
  const { effort, ...report } = search.report();
  return JSON.stringify([report, effort.nodes, effort.playouts]);
}

const median = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1]!;

function rowsOf(name: string, speeds: readonly Speed[]): readonly string[] {
  const [one] = speeds;
  return speeds.map(({ threads, leaves, playouts, ms, cpuMs, rates }) => {
    const ratio = median(rates.map((rate, round) => rate / one!.rates[round]!));
    const perCpu = leaves / cpuMs / (one!.leaves / one!.cpuMs);
    const rate = Math.round((1000 * leaves) / ms).toLocaleString('en');
    const cells = [rate, (playouts / leaves).toFixed(2), (cpuMs / ms).toFixed(2), ratio.toFixed(2), perCpu.toFixed(2)];
    return `| ${name} | ${String(threads)} | ${cells.join(' | ')} |`;
  });
}

const HEAD = `| game | threads | leaves a second | playouts a leaf | CPU | ratio (median) | ratio a CPU second |
|---|--:|--:|--:|--:|--:|--:|`;

const { values, positionals } = parseArgs({
  options: {
    ms: { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '5' },
    threads: { type: 'string', default: '1,2' },
    virtual: { type: 'boolean', default: false },
    algorithm: { type: 'string', default: 'woodstock' },
    nodes: { type: 'string' },
    out: { type: 'string' },
  },
  allowPositionals: true,
});
if (values.virtual) clock = virtual.now;
const chosen = chooseAlgorithm(values.algorithm, ALGORITHMS);
if (!chosen.ok) throw new Error(chosen.error);
const asked = positionals.length > 0 ? positionals : GAMES.map((game) => join(DEFAULT_FOLDER, `${game}.kif`));
const loadBefore = loadavg()[0]!;
const rows: string[] = [];
if (values.nodes === undefined) console.log(HEAD);
for (const path of asked) {
  const rules = loadRules({ name: basename(path), content: readFileSync(path) });
  if (!rules.ok) throw new Error(`${path} is not valid`);
  const play = openPlay(rules.value, 'compiled', { clock, ...STAGE });
  if (!play.ok) throw new Error(play.error);
  const speeds = values.threads.split(',').map((text): Speed => {
    const threads = Number(text);
    const helped = values.virtual
      ? withVirtualHelpers(play.value, threads, virtual)
      : threads === 1
        ? play.value
        : withHelperThreads(play.value, { threads, clock });
    return { threads, play: helped, leaves: 0, playouts: 0, ms: 0, cpuMs: 0, rates: [] };
  });
  for (const { threads, play: helped } of speeds) {
    // Helpers are started by the first search, and warm up in the second.
    for (let times = 0; times < 2; times++) {
      open(helped, chosen.value, 1).think({ deadline: clock() + 700 });
      if (threads > 1) await setTimeout(700);
    }
    if (values.nodes === undefined) continue;
    const results = [0, 1, 2].map(() => result(helped, chosen.value, { nodes: Number(values.nodes) }));
    console.log(
      gameOf(path),
      threads,
      new Set(results).size === 1 ? 'same' : 'NOT THE SAME',
      results[0]!.slice(0, 100),
    );
  }
  if (values.nodes !== undefined) continue;
  for (let seed = 1; seed <= Number(values.rounds); seed++) {
    for (const speed of speeds) measure(speed, chosen.value, { ms: Number(values.ms), seed });
  }
  for (const row of rowsOf(gameOf(path), speeds)) {
    console.log(row);
    rows.push(row);
  }
}
const about = `${values.rounds} searches of ${values.ms} ms for each; ${circumstances(loadBefore)}`;
console.log(`\n${about}`);
if (values.out !== undefined) {
  const made = 'Made by `npm run bench -- search-threads`';
  writeFileSync(values.out, `# Searches with threads\n\n${about}. ${made}.\n\n${HEAD}\n${rows.join('\n')}\n`);
}
