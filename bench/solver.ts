/**
 * How fast the constraint solver is: `woodstock bench solver` on random networks (Compact-Table beside naive tables, within one run) and on a
 * round in the middle of games, each in a process of its own, from what was built. `npm run bench -- solver [--out FILE] [--seconds S] [GAME …]`.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { circumstances, DEFAULT_FOLDER, gameOf, runApart } from './apart.js';

const COMMAND = 'bin/woodstock.js';
const LIMITS = { seconds: 600, heapMegabytes: 4096 };

const SHARED = [
  ...['breakthrough', 'connectFour', 'chess_200', 'checkers', 'othello-comp2007'],
  ...['hex', 'skirmish', 'amazons_8x8', 'pacman3p'],
].map((name) => `${DEFAULT_FOLDER}/${name}.kif`);
const BUNDLED = ['tic-tac-toe', 'orchard-4-10-9', 'othello-8x8'];

interface Result {
  readonly network: string;
  readonly variables: number;
  readonly constraints: number;
  readonly tuples: number;
  readonly nodesPerSecond: number;
  readonly solutionsPerSecond: number;
  readonly naiveNodesPerSecond: number | null;
  readonly compactOverNaive: number | null;
  readonly openMs: number;
  readonly injectMs: number | null;
  readonly sacMs: number | null;
  readonly macMs: number | null;
  readonly solutions: number | null;
}

async function measure(argv: readonly string[]): Promise<readonly Result[]> {
  const { stdout, failure } = await runApart([COMMAND, 'bench', 'solver', ...argv, '--json'], LIMITS);
  if (failure !== undefined) console.log(`| ${argv.join(' ')} | ${failure} |`);
  return stdout === '' ? [] : (JSON.parse(stdout) as readonly Result[]);
}

const whole = (number: number): string => Math.round(number).toLocaleString('en');
const fine = (number: number | null): string => number?.toFixed(number < 10 ? 2 : 0) ?? '';
const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
const sizes = ({ variables, constraints, tuples }: Result): string[] => [variables, constraints, tuples].map(whole);
const speeds = ({ nodesPerSecond, solutionsPerSecond }: Result): string[] =>
  [nodesPerSecond, solutionsPerSecond].map(whole);

const RANDOM_HEAD =
  '| network | variables | constraints | tuples | nodes/s | solutions/s | naive nodes/s | ratio |\n|---|--:|--:|--:|--:|--:|--:|--:|';
const randomRow = (result: Result): string => {
  const { naiveNodesPerSecond: naive, compactOverNaive: ratio } = result;
  return row([
    result.network,
    ...sizes(result),
    ...speeds(result),
    naive === null ? '' : whole(naive),
    ratio?.toFixed(1) ?? '',
  ]);
};

const GAME_HEAD =
  '| game | variables | constraints | tuples | open ms | inject ms | SAC ms | MAC ms | solutions | nodes/s | solutions/s |\n|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|';
const gameRow = (result: Result): string => {
  const { openMs, injectMs, sacMs, macMs, solutions } = result;
  const times = [openMs, injectMs, sacMs, macMs].map(fine);
  return row([gameOf(result.network), ...sizes(result), ...times, whole(solutions ?? 0), ...speeds(result)]);
};

const NOTE = `Made by \`npm run bench -- solver\`. Random networks: MAC with dom/ddeg, Compact-Table and, in the same run, tables that look at every
tuple each time; the searches are the same, node by node. Games: a round in the middle of a random playout; \`inject\` assigns and
propagates the state, \`SAC\` then tests every value of every variable, \`MAC\` finds every transition (medians of repetitions).`;

async function bench(games: readonly string[], seconds: string, out: string): Promise<void> {
  const loadBefore = loadavg()[0]!;
  const random = (await measure(['--seconds', seconds])).map(randomRow);
  console.log([RANDOM_HEAD, ...random, '', GAME_HEAD].join('\n'));
  const rounds: string[] = [];
  for (const game of games) {
    const rows = (await measure([game, '--seconds', seconds])).map(gameRow);
    for (const line of rows) console.log(line);
    rounds.push(...rows);
  }
  const about = circumstances(loadBefore);
  console.log(`\n${about}`);
  mkdirSync(dirname(out), { recursive: true });
  const tables = [RANDOM_HEAD, ...random, '', '## Rounds of games', '', GAME_HEAD, ...rounds].join('\n');
  writeFileSync(out, `# The constraint solver\n\n${NOTE}\n\n${about}\n\n## Random networks\n\n${tables}\n`);
}

const { values, positionals } = parseArgs({
  options: { out: { type: 'string', default: 'bench/results/solver.md' }, seconds: { type: 'string', default: '3' } },
  allowPositionals: true,
});
const games = positionals.length > 0 ? positionals : [...BUNDLED, ...SHARED.filter((path) => existsSync(path))];
if (existsSync('dist/cli/main.js')) await bench(games, values.seconds, values.out);
else {
  console.error('not built yet; run `npm run build`');
  process.exitCode = 2;
}
