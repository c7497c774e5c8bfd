/**
 * Two players against each other, game by game: two settings of search, two versions, or a search and a yardstick.
 * Both have the same processor time a move, or so many nodes. Roles are swapped within a pair of matches that share
 * their seeds. A sequential test stops a game once it is sure.
 *
 *   npm run bench -- duel A B [--games G,H] [--ms 50 | --nodes N] [--start-ms N] [--matches 200] [--memory 256M]
 *     [--threads N,M] [--old DIR] [--opening N] [--no-sprt] [--h0 0.5] [--h1 0.55] [--alpha 0.05] [--beta 0.05]
 *     [--out FILE] [--json]
 *
 * A and B are algorithms (`woodstock`, 'uct:exploration=0.5;leaves=64') or `yardstick:depth=N` (bench/yardsticks).
 *
 *   --games     names of sheets of games/ and ../shared/games, paths, or `headroom` (bench/headroomGames.json)
 *   --ms        processor time of the process for a move; with --threads, time on the wall
 *   --start-ms  the same for the first move that a search chooses in a match
 *   --matches   at most so many in each game
 *   --memory    the most that each search may use
 *   --threads   search threads of A and of B; they need as many free cores
 *   --virtual   these threads are not real, and need no cores: processor time, as if each had a core of its own
 *   --old       B comes from another checkout of this repository (git worktree add ../old COMMIT). It plays in the same
 *               process with its own game, simulator and search.
 *   --opening   each match begins with N random rounds: two players that never vary need this, or all their
 *               matches are the same
 *   --out       rows are added to this file
 *   --json      one document in place of the table
 *
 * A game that cannot be played is told on standard error, and exit code 1.
 */
import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { processorTime } from './duel/processorTime.js';
import { loadBuild, OWN_BUILD } from './duel/build.js';
import { type Contestant, Hall, readContestant } from './duel/contestant.js';
import { type DuelResult, playDuel } from './duel/playDuel.js';
import { appendRow, DUEL_HEAD, type DuelHeading, meanOver, progressLine, rowOf, summaryRow } from './duel/report.js';
import type { Pace } from './duel/searchSide.js';
import { DEFAULT_SPRT, type SprtSetting } from './duel/sprt.js';
import { HEADROOM_GAMES } from './headroomTable.js';
import { sheetOf } from './leagueGames.js';
import { openYardstick } from './yardsticks/index.js';
import { bytesOf, numberOf, orWrongUse, reasonOf, WrongUse } from './wrongUse.js';
import { VirtualClock } from './virtualHelpers.js';

const OPTIONS = {
  games: { type: 'string', default: 'tic-tac-toe' },
  ms: { type: 'string', default: '50' },
  'start-ms': { type: 'string' },
  nodes: { type: 'string' },
  matches: { type: 'string', default: '200' },
  memory: { type: 'string', default: '256M' },
  threads: { type: 'string' },
  virtual: { type: 'boolean', default: false },
  old: { type: 'string' },
  opening: { type: 'string', default: '0' },
  sprt: { type: 'boolean', default: true },
  h0: { type: 'string', default: String(DEFAULT_SPRT.h0) },
  h1: { type: 'string', default: String(DEFAULT_SPRT.h1) },
  alpha: { type: 'string', default: String(DEFAULT_SPRT.alpha) },
  beta: { type: 'string', default: String(DEFAULT_SPRT.beta) },
  out: { type: 'string' },
  json: { type: 'boolean', default: false },
} as const;

const readArguments = () => parseArgs({ options: OPTIONS, allowPositionals: true, allowNegative: true });

type Values = ReturnType<typeof readArguments>['values'];

function threadsOf({ threads = '1,1' }: Values): readonly [number, number] {
  const [first, second, ...rest] = threads.split(',').map(Number);
  const isCount = (count?: number): boolean => Number.isInteger(count) && count! > 0;
  if (!isCount(first) || !isCount(second) || rest.length > 0)
    throw new WrongUse(`--threads takes two whole numbers, such as 2,1, not '${threads}'`);
  return [first!, second!];
}

function sprtOf({ h0, h1, alpha, beta }: Values): SprtSetting {
  const sprt = { h0: numberOf('h0', h0), h1: numberOf('h1', h1), alpha: Number(alpha), beta: Number(beta) };
  if (sprt.h1 <= sprt.h0) throw new WrongUse('--h1 is to be above --h0');
  if (![sprt.alpha, sprt.beta].every((rate) => rate > 0 && rate < 0.5))
    throw new WrongUse('--alpha and --beta are between 0 and 0.5');
  return sprt;
}

function paceOf({ ms, nodes, 'start-ms': startMs = ms }: Values): Pace {
  return {
    ms: numberOf('ms', ms, 1),
    startMs: numberOf('start-ms', startMs, 1),
    nodes: nodes === undefined ? undefined : numberOf('nodes', nodes, 1),
  };
}

function paceText({ ms, startMs, nodes }: Pace): string {
  if (nodes !== undefined) return `${String(nodes)} nodes`;
  return startMs === ms ? `${String(ms)} ms` : `${String(ms)} ms, first ${String(startMs)} ms`;
}

function sheetsOf(games: string): readonly { readonly name: string; readonly sheet: string }[] {
  const names = games.split(',').flatMap((name) => {
    if (name !== 'headroom') return [name];
    if (!existsSync(HEADROOM_GAMES)) throw new WrongUse(`there is no ${HEADROOM_GAMES}: npm run bench -- headroom`);
    return Object.keys(JSON.parse(readFileSync(HEADROOM_GAMES, 'utf8')) as Record<string, number>);
  });
  return names.map((name) => {
    const sheet = sheetOf(name) ?? (existsSync(name) ? name : undefined);
    if (sheet === undefined) throw new WrongUse(`there is no rule sheet ${name} in games/ or ../shared/games`);
    return { name: basename(sheet, '.kif'), sheet };
  });
}

/** It is better to say so before the first game than hours later. */
function needYardstick(game: string): void {
  const yardstick = openYardstick(game);
  if (!yardstick.ok) throw new WrongUse(yardstick.error);
}

async function contestantsOf(
  positionals: readonly string[],
  values: Values,
): Promise<readonly [Contestant, Contestant]> {
  const [first, second, ...rest] = positionals;
  if (first === undefined || second === undefined || rest.length > 0)
    throw new WrongUse('two players are needed: npm run bench -- duel woodstock uct --games connectFour');
  const threads = threadsOf(values);
  const shared = { pace: paceOf(values), bytes: bytesOf('memory', values.memory) };
  const other = values.old === undefined ? OWN_BUILD : await loadBuild(values.old);
  return [
    readContestant(first, { ...shared, build: OWN_BUILD, threads: threads[0] }),
    readContestant(second, { ...shared, build: other, threads: threads[1] }),
  ];
}

async function main(): Promise<void> {
  const { values, positionals } = readArguments();
  const sheets = sheetsOf(values.games);
  const sprt = values.sprt ? sprtOf(values) : undefined;
  const matches = numberOf('matches', values.matches, 1);
  const opening = numberOf('opening', values.opening);
  const contestants = await contestantsOf(positionals, values);
  if (contestants.some(({ kind }) => kind === 'yardstick')) for (const { name } of sheets) needYardstick(name);
  const wall = (): number => performance.now();
  const time = values.virtual ? new VirtualClock() : values.threads === undefined ? processorTime : wall;
  const [first, second] = contestants.map(({ label }) => label) as [string, string];
  const heading: DuelHeading = { first, second, threads: threadsOf(values).join(), pace: paceText(paceOf(values)) };
  const results: DuelResult[] = [];
  const tell = (row: string): void => {
    if (!values.json) console.log(row);
    if (values.out !== undefined) appendRow(values.out, row);
  };
  if (!values.json) console.log(DUEL_HEAD);
  for (const { name, sheet } of sheets) {
    const onPair = (result: DuelResult): void => console.error(progressLine(result, sprt));
    try {
      const hall = new Hall(name, sheet, time);
      const result = await playDuel({ hall, contestants, matches, sprt, opening, onPair });
      results.push(result);
      tell(rowOf(heading, result));
    } catch (cause) {
      if (cause instanceof WrongUse) throw cause;
      console.error(`${name}: ${reasonOf(cause)}`);
      process.exitCode = 1;
    }
  }
  if (results.length > 1) tell(summaryRow(heading, results));
  const overall = results.length === 0 ? null : meanOver(results);
  if (values.json) console.log(JSON.stringify({ ...heading, matches, sprt: sprt ?? null, games: results, overall }));
}

await orWrongUse(main);
