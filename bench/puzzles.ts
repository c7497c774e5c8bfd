/**
 * Plays every one-player sheet in a process of its own, searching for a plan: 10 s from the text of the rules to the first move, 5 s for each
 * move after it (of processor time), until the best possible value is known. `npm run bench -- puzzles [--out FILE] [SHEET or FOLDER …]`; the default folder is
 * ../shared/games. Rows that FILE has already are kept: what is measured can be stopped and taken up again.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Game } from '../src/game/index.js';
import { type Engine, loadRules, openPlay } from '../src/pipeline.js';
import { openPlanSearch, type Search } from '../src/search/index.js';
import { circumstances, DEFAULT_FOLDER, gameOf, runApart, sheetsIn } from './apart.js';

/** Of the process: a play that takes longer is cut off, and what it found counts. */
const LIMITS = { seconds: 300, heapMegabytes: 3000, megabytes: 6144 };
const STAGE = { milliseconds: 30_000, bytes: 2 ** 31 };
const CLOCKS = { start: 10_000, move: 5000 };
/** How often it is asked what was found. */
const STEP_MS = 100;
const SEARCH = { seed: 1, bytes: 2 ** 30 };

/** What thinking about the rules shows, of puzzles whose best value no search here proves. */
const KNOWN: Readonly<Record<string, string>> = {
  factoringMutuallyAssuredDestruction:
    'there is nothing above 0: twenty lights have to be on at once, one is lit a round, and each goes out after four',
  mineClearingSmall: 'there is nothing above 84: it takes two shots and four moves between them',
  pancakes88: 'there is nothing above 80: it takes eight flips',
};

/** What the child tells, line by line; later lines replace earlier ones. */
interface Found {
  readonly engine?: Engine;
  readonly readyMs?: number;
  readonly highest?: number;
  readonly value?: number | undefined;
  readonly isSolved?: boolean;
  /** From the text of the rules to the line. */
  readonly foundMs?: number;
  readonly moves?: number;
  readonly nodes?: number;
  /** What the whole play came to. */
  readonly goal?: number | null;
}

/** Time of the processor that this process took, its threads together. */
function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Runs in the child process. */
function play(path: string): void {
  const clock = processorMs;
  const tell = (found: Found): void => console.log(JSON.stringify(found));
  const start = clock();
  const rules = loadRules({ name: basename(path), content: readFileSync(path) });
  if (!rules.ok) throw new Error(rules.error[0]?.message);
  const opened = openPlay(rules.value, 'compiled', { clock, ...STAGE });
  if (!opened.ok) throw new Error(opened.error);
  const { game, simulator, engine, goalsOf, parts } = opened.value;
  const goals = goalsOf?.(0);
  const hints = { ...(goals === undefined ? {} : { goals: () => goals }), ...(parts === undefined ? {} : { parts }) };
  const search = openPlanSearch({ game, simulator, role: 0, state: game.initial(), clock, ...SEARCH, ...hints });
  tell({ engine, readyMs: clock() - start, ...(goals === undefined ? {} : { highest: goals.highest }) });
  tell({ goal: playOut(game, search, { clock, start, tell, highest: goals?.highest }) });
}

/** The clock, when it began to run, the highest goal of the rules, and whom to tell of what is found. */
interface Watch {
  readonly highest: number | undefined;
  readonly clock: () => number;
  readonly start: number;
  readonly tell: (found: Found) => void;
}

function playOut(game: Game, search: Search, { clock, start, tell, highest }: Watch): number | null {
  let value = -1;
  let nodes = 0;
  let state = game.initial();
  let deadline = start + CLOCKS.start;
  for (let ply = 0; !game.isTerminal(state); ply++) {
    /** In small steps, to know when something was found. */
    for (let isOver = false; !isOver;) {
      const until = Math.min(deadline, clock() + STEP_MS);
      search.think({ deadline: until });
      const report = search.report();
      isOver = report.isSolved || until === deadline;
      const isBetter = (report.value ?? -1) > value;
      if (isBetter) tell({ value: report.value, foundMs: clock() - start, moves: ply + report.variation.length });
      if (isOver) tell({ nodes: nodes + report.effort.nodes });
      // What is proved of a later state does not tell what other moves before it would have come to.
      if (report.isSolved && (ply === 0 || report.value === highest)) tell({ isSolved: true });
      if (isBetter) value = report.value!;
    }
    const { move, effort } = search.report();
    nodes += effort.nodes;
    state = game.next(state, [move]);
    if (!game.isTerminal(state)) search.moveTo(state);
    deadline = clock() + CLOCKS.move;
  }
  return game.goals(state)[0] ?? null;
}

interface Row extends Found {
  readonly game: string;
  readonly failure?: string;
}

async function playApart(path: string): Promise<Row> {
  const { stdout, failure } = await runApart([fileURLToPath(import.meta.url), '--play', path], LIMITS);
  const told = stdout.split('\n').slice(0, -1);
  const found = Object.assign({}, ...told.map((text) => JSON.parse(text) as Found)) as Found;
  return { game: gameOf(path), ...found, ...(failure === undefined ? {} : { failure }) };
}

const whole = (number: number | undefined): string =>
  number === undefined ? '' : Math.round(number).toLocaleString('en');

const HEAD = `| game | best | proved | played | found ms | plan | states | engine | ready ms | note |
|---|--:|---|--:|--:|--:|--:|---|--:|---|`;

function line({ game, value, isSolved, goal, failure, engine, ...row }: Row): string {
  const numbers = [row.foundMs, row.moves, row.nodes].map(whole).join(' | ');
  const played = goal === undefined ? '' : String(goal ?? 'none');
  const limit = row.highest === undefined || row.highest === 100 ? '' : `no goal is above ${String(row.highest)}`;
  const note = [limit, KNOWN[game] ?? '', failure ?? ''].filter((text) => text !== '').join('; ');
  return `| ${game} | ${String(value ?? '')} | ${isSolved === true ? 'yes' : 'no'} | ${played} | ${numbers} | ${engine ?? 'none'} | ${whole(row.readyMs)} | ${note} |`;
}

const NOTE = `Each one-player sheet in a process of its own: ${String(CLOCKS.start / 1000)} s from the text of the rules to the first move (so that reading, grounding and
compiling count), ${String(CLOCKS.move / 1000)} s for each later one (of processor time, so that what else runs on the machine does not count), no thought where the value is proved; after ${String(LIMITS.seconds)} s the play is cut off. \`best\` is the goal at the
end of the best line that was found, \`proved\` says that there is no better one, \`found\` when it was found, \`played\` what the play came to. Notes on what is out of reach without
\`proved\` are by hand. Made by \`npm run bench -- puzzles\`.`;

/** Lines of an earlier run, by game. */
function linesOf(out: string): Map<string, string> {
  if (!existsSync(out)) return new Map();
  const found = readFileSync(out, 'utf8').matchAll(/^\| ([\w-]+) \|.*\|$/gm);
  return new Map([...found].map(([text, game]) => [game!, text] as const).filter(([game]) => game !== 'game'));
}

function summary(lines: readonly string[]): string {
  const count = (pattern: RegExp): string => String(lines.filter((text) => pattern.test(text)).length);
  return `${String(lines.length)} puzzles: ${count(/^\| [\w-]+ \| 100 /)} reach 100, of ${count(/^\| [\w-]+ \| \d* \| yes /)} the best possible value is known.`;
}

async function bench(paths: readonly string[], out: string): Promise<void> {
  const loadBefore = loadavg()[0]!;
  const lines = linesOf(out);
  console.log(HEAD);
  for (const path of sheetsIn(paths)) {
    if (lines.has(gameOf(path)) || !isOnePlayer(path)) continue;
    const row = await playApart(path);
    lines.set(row.game, line(row));
    console.log(line(row));
    const sorted = [...lines.keys()].sort().map((game) => lines.get(game)!);
    const text = `# Puzzles\n\n${NOTE}\n\n${circumstances(loadBefore)}\n\n${summary(sorted)}\n\n${HEAD}\n${sorted.join('\n')}\n`;
    mkdirSync(dirname(out), { recursive: true });
    writeFileSync(out, text);
  }
  console.log(`\n${summary([...lines.values()])}`);
}

function isOnePlayer(path: string): boolean {
  const rules = loadRules({ name: basename(path), content: readFileSync(path) });
  return rules.ok && rules.value.roles.length === 1;
}

const { values, positionals } = parseArgs({
  options: { out: { type: 'string', default: 'bench/results/puzzles.md' }, play: { type: 'string' } },
  allowPositionals: true,
});
const paths = positionals.length > 0 ? positionals : [DEFAULT_FOLDER];
const missing = paths.find((path) => !existsSync(path));
if (values.play !== undefined) play(values.play);
else if (missing === undefined) await bench(paths, values.out);
else {
  console.error(`${missing}: no such file or folder; give sheets or folders as arguments`);
  process.exitCode = 2;
}
