/**
 * How many states a second the reference engine referees: for each state the legal moves of all roles, terminal, goals and the next
 * state, along random playouts. Seconds are of processor time, after a warm-up. `npm run bench -- reference [SHEET or FOLDER …]`; the default
 * folder is ../shared/games.
 */
import { existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { seededRandom } from '../src/base/index.js';
import { type Game, randomJointMove } from '../src/game/index.js';
import { readSheet } from '../src/gdl/index.js';
import { referenceGame } from '../src/reference/index.js';
import { validate } from '../src/rules/index.js';
import { DEFAULT_FOLDER, gameOf, sheetsIn } from './apart.js';

/** Median of the prover that made ../shared/traces, with goals. */
const PROVER = 84;

interface Row {
  readonly game: string;
  readonly statesPerSecond: number;
  /** Up to the first state's answers: compiling the rules and what does not depend on the state. */
  readonly firstMs: number;
}

function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function referee<State>(game: Game<State>, state: State): void {
  for (const role of game.roles.keys()) game.legalMoves(state, role);
  game.isTerminal(state);
  game.goals(state);
}

/** Number of states refereed in a time. */
function refereePlayouts<State>(game: Game<State>, ms: number): number {
  const random = seededRandom(1);
  const end = processorMs() + ms;
  let states = 0;
  let state = game.initial();
  while (processorMs() < end) {
    referee(game, state);
    states++;
    const joint = game.isTerminal(state) ? undefined : randomJointMove(game, state, random);
    state = joint === undefined ? game.initial() : game.next(state, joint);
  }
  return states;
}

function measure(path: string, seconds: number): Row | string {
  const game = gameOf(path);
  const start = processorMs();
  const rules = validate(readSheet({ name: path, content: readFileSync(path) }));
  if (!rules.ok) return `${game}: invalid rules`;
  try {
    const reference = referenceGame(rules.value);
    referee(reference, reference.initial());
    const firstMs = processorMs() - start;
    refereePlayouts(reference, 500 * seconds);
    const before = processorMs();
    const states = refereePlayouts(reference, 1000 * seconds);
    return { game, firstMs, statesPerSecond: (1000 * states) / (processorMs() - before) };
  } catch (error) {
    return `${game}: ${String(error)}`;
  }
}

function line({ game, statesPerSecond, firstMs }: Row): string {
  return `| ${game} | ${statesPerSecond.toFixed(statesPerSecond < 10 ? 1 : 0)} | ${firstMs.toFixed(0)} |`;
}

function bench(paths: readonly string[], seconds: number): void {
  const head = '| game | states/s | first state ms |\n|---|--:|--:|';
  console.log(head);
  const rows: Row[] = [];
  for (const path of sheetsIn(paths)) {
    const row = measure(path, seconds);
    console.log(typeof row === 'string' ? row : line(row));
    if (typeof row !== 'string') rows.push(row);
  }
  rows.sort((a, b) => a.statesPerSecond - b.statesPerSecond);
  const median = rows[rows.length >> 1]?.statesPerSecond ?? 0;
  console.log(
    `\nmedian of ${String(rows.length)} games ${median.toFixed(0)} states/s, ${(median / PROVER).toFixed(0)} × the prover`,
  );
  console.log(`\nslowest ten\n\n${head}\n${rows.slice(0, 10).map(line).join('\n')}`);
}

const { values, positionals } = parseArgs({
  options: { seconds: { type: 'string', default: '1' } },
  allowPositionals: true,
});
const paths = positionals.length > 0 ? positionals : [DEFAULT_FOLDER];
const missing = paths.find((path) => !existsSync(path));
if (missing === undefined) bench(paths, Number(values.seconds));
else {
  console.error(`${missing}: no such file or folder; give sheets or folders as arguments`);
  process.exitCode = 2;
}
