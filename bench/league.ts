/**
 * The league of the algorithms: every pair plays matches in every game, roles swapped, and the table is written after each game. It goes on where it
 * stopped: lines of matches that were played are in bench/results/league, a file a game; those of other versions do not count. Two games at once, each in a process of its own.
 * `npm run league -- [--games A,B] [--pairs mac-ucb,uct/woodstock,uct] [--matches N] [--clock S] [--processes 1|2] [--out FILE] [--table]`; `--table` plays
 * nothing. `npm run league:symmetry` is the part with the algorithms that make use of symmetries, on games that have some.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runApart } from './apart.js';
import { type Pair, PAIRS, SHARED_GAMES, sheetOf, STOCHASTIC_GAMES } from './leagueGames.js';
import { playGame } from './leagueMatches.js';
import { leagueTable } from './leagueTable.js';
import { playVersion } from './version.js';

const FOLDER = 'bench/results/league';
/** A game is given up after so long, to be taken up again by another run. */
const LIMITS = { seconds: 4 * 3600, heapMegabytes: 6144 };

const { values } = parseArgs({
  options: {
    games: { type: 'string' },
    pairs: { type: 'string' },
    matches: { type: 'string', default: '30' },
    clock: { type: 'string', default: '0.1' },
    processes: { type: 'string', default: '2' },
    out: { type: 'string', default: 'bench/results/league.md' },
    table: { type: 'boolean', default: false },
    /** Of a process that plays one game, and the version that it was when the league began. */
    play: { type: 'string' },
    version: { type: 'string' },
  },
});
const games = values.games?.split(',') ?? [...SHARED_GAMES, ...STOCHASTIC_GAMES];
const pairs = values.pairs?.split('/').map((pair) => pair.split(',') as unknown as Pair) ?? PAIRS;
const playMs = 1000 * Number(values.clock);
const version = values.version ?? playVersion();
const fileOf = (game: string): string => join(FOLDER, `${game}.jsonl`);

function writeTable(): void {
  const machine = `${cpus()[0]?.model.trim() ?? ''} × ${String(cpus().length)}, Node ${process.version}`;
  writeFileSync(values.out, leagueTable({ games, pairs, playMs, version, fileOf, machine }));
}

/** Plays games until there are none left. */
async function playAll(left: string[]): Promise<void> {
  for (let game = left.shift(); game !== undefined; game = left.shift()) {
    const script = [
      fileURLToPath(import.meta.url),
      '--play',
      game,
      '--matches',
      values.matches,
      '--clock',
      values.clock,
      '--version',
      version,
    ];
    const { failure } = await runApart(
      [...script, ...(values.pairs === undefined ? [] : ['--pairs', values.pairs])],
      LIMITS,
    );
    console.log(`${game}: ${failure ?? 'done'}`);
    writeTable();
  }
}

mkdirSync(FOLDER, { recursive: true });
if (values.play !== undefined) {
  const task = { sheet: sheetOf(values.play)!, file: fileOf(values.play), pairs, playMs, version };
  await playGame({ ...task, matches: Number(values.matches) });
} else {
  const left = values.table ? [] : games.filter((game) => sheetOf(game) !== undefined);
  await Promise.all(Array.from({ length: Math.min(2, Number(values.processes)) }, () => playAll(left)));
  writeTable();
}
