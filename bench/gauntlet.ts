/**
 * The gauntlet: `woodstock player` in a process of its own plays the first turns of every sheet, in every role, at short clocks, over HTTP. No move may
 * be illegal, no answer late, nothing may crash. `npm run gauntlet -- [--start S] [--play S] [--turns N] [--out FILE] [SHEET or FOLDER …]`; the default folder is
 * ../shared/games, whose table goes to bench/results/gauntlet.md; for others give FILE. Rows that it has already of the same version and clocks are kept, so that
 * a run can be stopped and taken up again; others are dropped, so that a table is always of one version.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { basename, dirname } from 'node:path';
import { parseArgs } from 'node:util';
import type { Game } from '../src/game/index.js';
import { loadRules } from '../src/pipeline.js';
import { referenceGame } from '../src/reference/index.js';
import { circumstances, DEFAULT_FOLDER, gameOf, sheetsIn } from './apart.js';
import { type MatchOutcome, playOne } from './gauntletMatch.js';
import { type PlayerProcess, startPlayer } from './gauntletPlayer.js';
import { commitVersion } from './version.js';

const { values, positionals } = parseArgs({
  options: {
    start: { type: 'string', default: '5' },
    play: { type: 'string', default: '1' },
    turns: { type: 'string', default: '10' },
    out: { type: 'string' },
  },
  allowPositionals: true,
});
const out = values.out ?? (positionals.length === 0 ? 'bench/results/gauntlet.md' : undefined);
const clocks = { startClock: Number(values.start), playClock: Number(values.play), turns: Number(values.turns) };

let player: PlayerProcess | undefined;

/** One player for all games; another where it died. */
async function running(): Promise<PlayerProcess> {
  if (player?.death !== undefined) player = undefined;
  player ??= await startPlayer();
  return player;
}

async function playGame(path: string): Promise<string> {
  const name = gameOf(path);
  const rules = loadRules({ name: basename(path), content: readFileSync(path) });
  if (!rules.ok) return `| ${name} | | | | | | | | invalid rules |`;
  const game = referenceGame(rules.value) as Game;
  const outcomes: MatchOutcome[] = [];
  const sources = { forced: 0, search: 0, legal: 0, guess: 0 };
  const problems: string[] = [];
  for (const [role, roleName] of rules.value.roles.entries()) {
    if (role === rules.value.randomRole) continue;
    const current = await running();
    current.takeLog();
    const id = `${name}.${String(role)}.${String(Date.now())}`;
    const outcome = await playOne(current, { id, rules: rules.value, game, role, ...clocks, seed: role });
    outcomes.push(outcome);
    problems.push(...outcome.problems.map((problem) => `${roleName}: ${problem}`));
    if (current.death !== undefined) problems.push(`${roleName}: the player died of ${current.death}`);
    const moves = current.takeLog().filter(({ event }) => event === 'move');
    for (const [turn, { source }] of moves.entries())
      sources[outcome.isForced[turn] === true ? 'forced' : (source as keyof typeof sources)]++;
  }
  return row(name, { outcomes, sources, problems });
}

interface Found {
  readonly outcomes: readonly MatchOutcome[];
  readonly sources: Readonly<Record<'forced' | 'search' | 'legal' | 'guess', number>>;
  readonly problems: readonly string[];
}

function row(name: string, { outcomes, sources, problems }: Found): string {
  const ready = Math.max(...outcomes.map(({ readyMs }) => readyMs));
  const answers = outcomes.flatMap(({ ms }) => ms);
  const slowest = Math.max(0, ...answers);
  const whole = (number: number): string => String(Math.round(number));
  const margin = whole(1000 * clocks.playClock - slowest);
  const load = loadavg()[0]!.toFixed(1);
  const numbers = [outcomes.length, answers.length, whole(ready), whole(slowest), margin, load];
  const { search, forced, legal, guess } = sources;
  const whose = [search, forced, legal, guess].map(String).join(', ');
  return `| ${name} | ${numbers.join(' | ')} | ${whose} | ${problems.join('; ').replaceAll('|', '/')} |`;
}

const HEAD = `| game | roles | answers | ready ms | slowest answer ms | margin left ms | load | by search, forced, merely legal, guessed | problems |
|---|--:|--:|--:|--:|--:|--:|--:|---|`;

const NOTE = `\`woodstock player\` in a process of its own, over HTTP: every role of each sheet, start clock ${values.start} s, play clock ${values.play} s, the first ${values.turns} turns; the
others move at random, the reference engine judges. \`ready\` is the longest time to \`ready\`, the margin what was left of the play clock at the slowest answer, the load that of the
machine in the last minute (a quiet one has 1 to 2 by the player itself). Of the answers, those that a search
gave, those where there was but one move, those that are legal and no more (nothing was found yet), and guesses. Made by \`npm run gauntlet\`.`;

const VERSION = `Version ${commitVersion()}.`;

/** Lines of an earlier run of the same version and clocks, by game. */
function linesOf(file: string): Map<string, string> {
  if (!existsSync(file)) return new Map();
  const earlier = readFileSync(file, 'utf8');
  if (!earlier.includes(`\n${VERSION}\n`) || !earlier.includes(NOTE)) return new Map();
  const found = earlier.matchAll(/^\| ([\w-]+) \|.*\|$/gm);
  return new Map([...found].map(([text, game]) => [game!, text] as const).filter(([game]) => game !== 'game'));
}

function summary(lines: readonly string[]): string {
  const bad = lines.filter((line) => !line.endsWith('|  |'));
  return `${String(lines.length)} games: ${String(lines.length - bad.length)} without an illegal move, a late answer or a crash.`;
}

const paths = positionals.length > 0 ? positionals : [DEFAULT_FOLDER];
const missing = paths.find((path) => !existsSync(path));
if (missing !== undefined) {
  console.error(`${missing}: no such file or folder; give sheets or folders as arguments`);
  process.exit(2);
}
const loadBefore = loadavg()[0]!;
const lines = out === undefined ? new Map<string, string>() : linesOf(out);
if (out !== undefined) mkdirSync(dirname(out), { recursive: true });
console.log(HEAD);
for (const path of sheetsIn(paths)) {
  if (lines.has(gameOf(path))) continue;
  const line = await playGame(path);
  lines.set(gameOf(path), line);
  console.log(line);
  const sorted = [...lines.keys()].sort().map((game) => lines.get(game)!);
  const text = [
    `# The gauntlet`,
    NOTE,
    VERSION,
    circumstances(loadBefore),
    summary(sorted),
    `${HEAD}\n${sorted.join('\n')}`,
  ];
  if (out !== undefined) writeFileSync(out, `${text.join('\n\n')}\n`);
}
console.log(`\n${summary([...lines.values()])}`);
await player?.end();
