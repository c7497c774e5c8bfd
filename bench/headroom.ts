/**
 * What more time is worth, game by game: the same algorithm with several times the processor time a move against
 * itself. Games in which it wins little have no headroom, and tell little of searches.
 *
 *   npm run bench -- headroom [GAME …] [--player uct] [--ms 1000] [--factor 4] [--matches 30] [--longest 90]
 *     [--memory 256M] [--processes 1] [--out bench/results/headroom.md] [--list bench/headroomGames.json]
 *
 * The default is all games of ../shared/games for two players without hidden information. A sequential test (0.5
 * against 0.6) stops a game early. A game is skipped where a match would take more than `--longest` seconds, by the
 * number of moves of a first match at a twentieth of the time. Each game is played in a process of its own. Rows that
 * the file has for the same budgets are not played again: remove a row to have its game once more. After each game
 * those with 60 % and more go to the file of `--list`, which `duel --games headroom` reads.
 */
import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { loadRules } from '../src/pipeline.js';
import { DEFAULT_FOLDER, gameOf, runApart, sheetsIn } from './apart.js';
import { OWN_BUILD } from './duel/build.js';
import { type Contestant, Hall, readContestant } from './duel/contestant.js';
import { playMatch } from './duel/match.js';
import { playDuel } from './duel/playDuel.js';
import { processorTime } from './duel/processorTime.js';
import { DEFAULT_SPRT } from './duel/sprt.js';
import {
  appendHeadroom,
  HEADROOM_GAMES,
  type HeadroomOutcome,
  headroomRow,
  readHeadroom,
  writeHeadroomGames,
} from './headroomTable.js';
import { sheetOf } from './leagueGames.js';
import { bytesOf, numberOf, orWrongUse, reasonOf, Unplayable, WrongUse } from './wrongUse.js';

const OPTIONS = {
  player: { type: 'string', default: 'uct' },
  ms: { type: 'string', default: '1000' },
  factor: { type: 'string', default: '4' },
  matches: { type: 'string', default: '30' },
  longest: { type: 'string', default: '90' },
  memory: { type: 'string', default: '256M' },
  processes: { type: 'string', default: '1' },
  out: { type: 'string', default: 'bench/results/headroom.md' },
  list: { type: 'string', default: HEADROOM_GAMES },
  /** Of a process that plays one game: its sheet. */
  play: { type: 'string' },
} as const;

const SPRT = { ...DEFAULT_SPRT, h1: 0.6 };
/** The share of the time that a first match has. */
const SCOUT = 1 / 20;
/** Of a process: a few times what its matches should take, for a machine that is busy. */
const PATIENCE = 4;
const PREPARATION_SECONDS = 600;
const HEAP_MEGABYTES = 6144;

const readArguments = () => parseArgs({ options: OPTIONS, allowPositionals: true });

interface Task {
  readonly player: string;
  /** Milliseconds a move of the side with more time, and of the other. */
  readonly budgets: readonly [number, number];
  readonly matches: number;
  /** Seconds of a match. */
  readonly longest: number;
  readonly bytes: number;
}

function taskOf(values: ReturnType<typeof readArguments>['values']): Task {
  const [ms, factor] = [numberOf('ms', values.ms, 1), numberOf('factor', values.factor, 1)];
  return {
    ...{ player: values.player, budgets: [factor * ms, ms], matches: numberOf('matches', values.matches, 1) },
    ...{ longest: numberOf('longest', values.longest, 1), bytes: bytesOf('memory', values.memory) },
  };
}

function contestantsOf({ player, budgets, bytes }: Task, share = 1): readonly [Contestant, Contestant] {
  const contestant = (budget: number): Contestant => {
    const ms = share * budget;
    return readContestant(player, { build: OWN_BUILD, pace: { ms, startMs: ms, nodes: undefined }, threads: 1, bytes });
  };
  return [contestant(budgets[0]), contestant(budgets[1])];
}

/** Plays one game, in this process. */
async function play(sheet: string, task: Task): Promise<HeadroomOutcome> {
  try {
    const hall = new Hall(gameOf(sheet), sheet, processorTime);
    const estimate = secondsOfMatch(hall, task);
    if (estimate > task.longest)
      throw new Unplayable(`a match would take ${estimate.toFixed(0)} s, by the moves of a first one`);
    const contestants = contestantsOf(task);
    const start = processorTime();
    const duel = await playDuel({ hall, contestants, matches: task.matches, sprt: SPRT, opening: 0 });
    return { kind: 'played', duel, secondsAMatch: (processorTime() - start) / 1000 / duel.matches };
  } catch (cause) {
    if (cause instanceof WrongUse) throw cause;
    return { kind: 'skipped', reason: reasonOf(cause) };
  }
}

/** By the moves of a match with a small share of the time. */
function secondsOfMatch(hall: Hall, task: Task): number {
  const referee = hall.play(OWN_BUILD);
  const [first, second] = contestantsOf(task, SCOUT);
  const sides = [hall.open(first, referee), hall.open(second, referee)] as const;
  const { choices } = playMatch({ game: referee.game, sides, pair: 0, isSwapped: false, opening: 0 });
  return (choices[0] * task.budgets[0] + choices[1] * task.budgets[1]) / 1000;
}

/** Two players, who know all that happens. */
function isSuitable(sheet: string): boolean {
  const rules = loadRules({ name: basename(sheet), content: readFileSync(sheet) });
  if (!rules.ok || rules.value.information === 'partial') return false;
  return rules.value.roles.length - (rules.value.randomRole < 0 ? 0 : 1) === 2;
}

async function playApart(sheet: string, { longest, matches }: Task): Promise<HeadroomOutcome> {
  const seconds = PREPARATION_SECONDS + PATIENCE * longest * matches;
  const script = [fileURLToPath(import.meta.url), ...process.argv.slice(2), '--play', sheet];
  const { stdout, failure } = await runApart(script, { seconds, heapMegabytes: HEAP_MEGABYTES });
  return failure === undefined ? (JSON.parse(stdout) as HeadroomOutcome) : { kind: 'skipped', reason: failure };
}

function sheetsOf(games: readonly string[]): readonly string[] {
  if (games.length === 0) return existsSync(DEFAULT_FOLDER) ? sheetsIn([DEFAULT_FOLDER]) : [];
  return games.map((game) => {
    const sheet = sheetOf(game) ?? (existsSync(game) ? game : undefined);
    if (sheet === undefined) throw new WrongUse(`there is no rule sheet ${game} in games/ or ../shared/games`);
    return sheet;
  });
}

async function main(): Promise<void> {
  const { values, positionals } = readArguments();
  const task = taskOf(values);
  contestantsOf(task);
  if (values.play !== undefined) {
    console.log(JSON.stringify(await play(values.play, task)));
    return;
  }
  const [more, less] = task.budgets;
  const pace = `${task.player}, ${String(more)} / ${String(less)} ms`;
  const about = [
    'The same algorithm with more processor time a move against itself with less; roles swapped from match to match,',
    `up to ${String(task.matches)} matches. Begun on ${new Date().toISOString().slice(0, 10)}.`,
    'Made by `npm run bench -- headroom`.',
  ].join('\n');
  const known = readHeadroom(values.out, pace);
  const left = sheetsOf(positionals).filter((sheet) => !known.has(gameOf(sheet)) && isSuitable(sheet));
  console.error(`${String(known.size)} games are in ${values.out}, ${String(left.length)} are to be played`);
  const playAll = async (): Promise<void> => {
    for (let sheet = left.shift(); sheet !== undefined; sheet = left.shift()) {
      const row = headroomRow(gameOf(sheet), pace, await playApart(sheet, task));
      console.log(row);
      appendHeadroom(values.out, about, row);
      writeHeadroomGames(readHeadroom(values.out, pace), values.list);
    }
  };
  await Promise.all(Array.from({ length: numberOf('processes', values.processes, 1) }, playAll));
  writeHeadroomGames(readHeadroom(values.out, pace), values.list);
}

await orWrongUse(main);
