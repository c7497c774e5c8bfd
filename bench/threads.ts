/**
 * Compares two worker threads with one, for each sheet in one process: playouts from the initial state, and expansions. Measurements of one and
 * of two threads take turns, so that both meet the same load. `CPU` is what the process got of the cores: where the machine is busy, it says
 * how far two threads could run at once at all.
 * `npm run bench -- threads [--seconds S] [--out FILE] [SHEET …]`; the default are games of different sizes from ../shared/games.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { type MeasureOptions, measureExpansions, measurePlayouts, type SimulationPool } from '../src/game/index.js';
import { loadRules, openPlay, type Play } from '../src/index.js';
import { openThreads } from '../src/node/index.js';
import { circumstances, DEFAULT_FOLDER, gameOf } from './apart.js';

const GAMES = ['ticTacToe', 'connectFour', 'breakthrough', 'reversi', 'checkers', 'speedChess', 'hex', 'chess_200'];
const STAGE = { milliseconds: 60_000, bytes: 2 ** 31 };
/** Of one and of two threads, one after the other. */
const ROUNDS = 4;

const clock = (): number => performance.now();

interface Speed {
  work: number;
  ms: number;
  cpuMs: number;
}

/** Does a measurement with the pool, and says how much was done in how many milliseconds. */
type Measurement = (pool: SimulationPool, options: MeasureOptions) => Promise<{ work: number; ms: number }>;

/** Speeds of one and of two threads. */
async function compare(
  pools: readonly SimulationPool[],
  measure: Measurement,
  seconds: number,
): Promise<readonly Speed[]> {
  const speeds = pools.map((): Speed => ({ work: 0, ms: 0, cpuMs: 0 }));
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, pool] of pools.entries()) {
      const speed = speeds[index]!;
      const { user, system } = process.cpuUsage();
      const start = clock();
      const { work, ms } = await measure(pool, { clock, milliseconds: (1000 * seconds) / ROUNDS, seed: round });
      const used = process.cpuUsage({ user, system });
      speed.work += work;
      speed.ms += ms;
      speed.cpuMs += ((used.user + used.system) / 1000) * (ms / (clock() - start));
    }
  }
  return speeds;
}

function row(game: string, what: string, [one, two]: readonly Speed[]): string {
  const rate = ({ work, ms }: Speed): number => (1000 * work) / ms;
  const shown = (speed: Speed): string => Math.round(rate(speed)).toLocaleString('en');
  const cpu = ({ cpuMs, ms }: Speed): string => (cpuMs / ms).toFixed(2);
  const perCpu = (two!.work / two!.cpuMs / (one!.work / one!.cpuMs)).toFixed(2);
  const cells = [shown(one!), cpu(one!), shown(two!), cpu(two!), (rate(two!) / rate(one!)).toFixed(2), perCpu];
  return `| ${game} | ${what} | ${cells.join(' | ')} |`;
}

const HEAD = `| game | what | one thread, a second | CPU | two threads, a second | CPU | ratio | ratio a CPU second |
|---|---|--:|--:|--:|--:|--:|--:|`;

async function rowsOf(path: string, seconds: number): Promise<readonly string[]> {
  const name = gameOf(path);
  const rules = loadRules({ name: basename(path), content: readFileSync(path) });
  if (!rules.ok) return [`| ${name} | invalid rules |`];
  const play = openPlay(rules.value, 'compiled', { clock, ...STAGE });
  if (!play.ok || play.value.code === undefined) return [`| ${name} | not compiled |`];
  const pools: SimulationPool[] = [];
  try {
    for (const threads of [1, 2]) pools.push(await openThreads(play.value, { threads }));
    return await measureBoth(name, { play: play.value, pools, seconds });
  } finally {
    for (const pool of pools) await pool.close();
  }
}

interface Subject {
  readonly play: Play;
  readonly pools: readonly SimulationPool[];
  readonly seconds: number;
}

async function measureBoth(name: string, { play: { game }, pools, seconds }: Subject): Promise<readonly string[]> {
  const playouts: Measurement = async (pool, options) => {
    const { ended, capped, stuck, ms } = await measurePlayouts(game, pool, options);
    return { work: ended + capped + stuck, ms };
  };
  const expansions: Measurement = async (pool, options) => {
    const speed = await measureExpansions(game, pool, options);
    return speed.ok ? { work: speed.value.expansions, ms: speed.value.ms } : { work: 0, ms: 1 };
  };
  return [
    row(name, 'playouts', await compare(pools, playouts, seconds)),
    row(name, 'expansions', await compare(pools, expansions, seconds)),
  ];
}

const { values, positionals } = parseArgs({
  options: { seconds: { type: 'string', default: '5' }, out: { type: 'string' } },
  allowPositionals: true,
});
const asked = positionals.length > 0 ? positionals : GAMES.map((game) => join(DEFAULT_FOLDER, `${game}.kif`));
const loadBefore = loadavg()[0]!;
const rows: string[] = [];
console.log(HEAD);
for (const path of asked.filter((each) => existsSync(each))) {
  for (const line of await rowsOf(path, Number(values.seconds))) {
    console.log(line);
    rows.push(line);
  }
}
const about = `${values.seconds} s for each number; ${circumstances(loadBefore)}`;
console.log(`\n${about}`);
if (values.out !== undefined) {
  mkdirSync(dirname(values.out), { recursive: true });
  writeFileSync(
    values.out,
    `# Two threads beside one\n\n${about}. Made by \`npm run bench -- threads\`.\n\n${HEAD}\n${rows.join('\n')}\n`,
  );
}
