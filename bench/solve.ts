/**
 * How long `woodstock solve` takes, from the start of the process to its end, for games that can be solved: each line is a command of its own, run
 * from what was built. Beside that the values and winning branches of Orchard 2-2-1, and what 000 prints in its table 4.
 * `npm run bench -- solve [--out FILE] [GAME …]`.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { circumstances, runApart } from './apart.js';

const COMMAND = 'bin/woodstock.js';
const LIMITS = { seconds: 600, heapMegabytes: 4096 };

/** Command lines after `solve`. */
const GAMES: readonly (readonly string[])[] = [
  ...[
    ['tic-tac-toe'],
    ['connect-four-4x4'],
    ['connect-four-5x4'],
    ['othello-4x4'],
    ['nim'],
    ['eight-puzzle'],
    ['maze'],
  ],
  ...[['orchard-4-10-9'], ['orchard-4-10-9', '--worst'], ['orchard-2-2-1'], ['orchard-2-2-1', '--worst']],
  ...[['matching-pennies'], ['monty-hall-open'], ['random-tic-tac-toe-2x2']],
  ...[
    ['connect-four-5x4', '--threshold', '0.6', '--decide'],
    ['tic-tac-toe', '--engine', 'network'],
  ],
  ['orchard-2-2-1', '--engine', 'network'],
  ...['tic-tac-toe', 'connect-four-4x4', 'connect-four-5x4', 'othello-4x4', 'orchard-4-10-9'].flatMap((game) =>
    ['no', 'yes'].map((when) => [game, '--symmetries', when]),
  ),
];
const SHARED = ['../shared/games/eightPuzzle.kif'];

/** Rounds, and the policies that 000 prints for them in its table 4. */
const TABLE_4 = [0, 0, 0, 6, 12];

interface Solved {
  readonly value: Readonly<Record<string, number | null>>;
  readonly bounds: Readonly<Record<string, readonly [number, number]>>;
  readonly kind: string;
  readonly nodes: number;
  readonly ms: number;
  readonly nodesPerSecond: number;
  readonly branches: number | null;
}

async function solve(argv: readonly string[]): Promise<{ solved: Solved | undefined; ms: number }> {
  const start = performance.now();
  const { stdout } = await runApart([COMMAND, 'solve', ...argv, '--json'], LIMITS);
  const ms = performance.now() - start;
  return { solved: stdout === '' ? undefined : (JSON.parse(stdout) as Solved), ms };
}

const whole = (number: number): string => Math.round(number).toLocaleString('en');

function line(argv: readonly string[], { solved, ms }: Awaited<ReturnType<typeof solve>>): string {
  const name = argv.join(' ');
  if (solved === undefined) return `| ${name} | failed | | | | | ${whole(ms)} |`;
  const { value, bounds, kind, nodes, nodesPerSecond } = solved;
  const points = Object.keys(value).map((role) => `${role} ${value[role]?.toFixed(3) ?? bounds[role]!.join(' … ')}`);
  const cells = [points.join(', '), kind, whole(nodes), whole(solved.ms), whole(nodesPerSecond), whole(ms)];
  return `| ${name} | ${cells.join(' | ')} |`;
}

async function orchard(): Promise<string> {
  const rows: string[] = [];
  for (const [index, printed] of TABLE_4.entries()) {
    const rounds = String(index + 1);
    const { solved } = await solve(['orchard-2-2-1', '--horizon', rounds]);
    const percent = solved?.value['bob']?.toFixed(4) ?? '';
    rows.push(`| ${rounds} | ${percent} | ${String(solved?.branches ?? '')} | ${String(printed)} |`);
  }
  return `| rounds | best chance to have won % | winning branches | table 4 of 000 |\n|--:|--:|--:|--:|\n${rows.join('\n')}`;
}

const NOTE = `\`whole ms\` is the command from start to end, \`ms\` the solving. Made by \`npm run bench -- solve\`. A winning branch is a sequence of
bob's moves, one a round, that can end with all points within the rounds. Of these, those after a basket in the first round and a
choice of a fruit of each tree are the ones that 000 counts in its table 4 and lists in table 5 (\`src/cli/solve.test.ts\` computes that).`;

async function bench(commands: readonly (readonly string[])[], out: string): Promise<void> {
  const loadBefore = loadavg()[0]!;
  const head = '| solve | value | kind | states | ms | states/s | whole ms |\n|---|---|---|--:|--:|--:|--:|';
  console.log(head);
  const rows: string[] = [];
  for (const argv of commands) {
    const row = line(argv, await solve(argv));
    console.log(row);
    rows.push(row);
  }
  const table = await orchard();
  const about = circumstances(loadBefore);
  console.log(`\n${table}\n\n${about}`);
  mkdirSync(dirname(out), { recursive: true });
  writeFileSync(
    out,
    `# Exact solving\n\n${NOTE}\n\n${about}\n\n${head}\n${rows.join('\n')}\n\n## Orchard 2-2-1\n\n${table}\n`,
  );
}

const { values, positionals } = parseArgs({
  options: { out: { type: 'string', default: 'bench/results/solve.md' } },
  allowPositionals: true,
});
const shared = SHARED.filter((path) => existsSync(path)).map((path) => [path]);
const commands = positionals.length > 0 ? positionals.map((game) => [game]) : [...GAMES, ...shared];
if (existsSync('dist/cli/main.js')) await bench(commands, values.out);
else {
  console.error('not built yet; run `npm run build`');
  process.exitCode = 2;
}
