/**
 * How many rounds a second are solved, which is to give a state all its successors with their ends and goals: by MAC, by forward checking, and
 * compiled. The three take turns within one process a game, so that what else the machine does meets all of them, and processor time is
 * counted. `npm run bench -- rounds [--out FILE] [SHEET …]`.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { seededRandom } from '../src/base/index.js';
import type { Simulator } from '../src/game/index.js';
import { loadRules, openPlay, openSolverRounds, type Play } from '../src/pipeline.js';
import { circumstances, DEFAULT_FOLDER, gameOf, runApart } from './apart.js';

const LIMITS = { seconds: 900, heapMegabytes: 4000 };
const BUDGET = { clock: (): number => performance.now(), milliseconds: 60_000, bytes: 3e9 };
/** States along random lines, expanded one call each by the solver and all in one call where they are compiled. */
const STATES = 40;
/** Turns of each way, the first of them to warm up, and milliseconds of one at least. */
const TURNS = 6;
const TURN_MS = 300;

const GAMES = [
  ...['tic-tac-toe', 'orchard-4-10-9', 'connect-four-5x4', 'othello-4x4'].map((name) => `games/${name}.kif`),
  ...['connectFour', 'breakthrough', 'pentago', 'quarto', 'checkers-mustjump', 'reversi'].map(
    (name) => `${DEFAULT_FOLDER}/${name}.kif`,
  ),
];

interface Measured {
  readonly ok: true;
  /** Successors of a state, on average. */
  readonly joints: number;
  readonly openMs: number;
  /** Rounds a second. */
  readonly mac: number;
  readonly fc: number;
  readonly compiled: number;
}

type Outcome = Measured | { readonly ok: false; readonly reason: string };

const processorMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

function statesOf({ game, simulator }: Play): readonly unknown[] {
  const random = seededRandom(1);
  const states = [game.initial()];
  while (states.length < STATES) {
    const { successors } = simulator.expand(states.slice(-1))[0]!;
    states.push(successors.length === 0 ? game.initial() : successors[random.below(successors.length)]);
  }
  return states;
}

/** Runs in the child process. */
function measure(path: string): Outcome {
  const rules = loadRules({ name: basename(path), content: readFileSync(path) });
  if (!rules.ok) return { ok: false, reason: `invalid rules: ${rules.error[0]?.message ?? ''}` };
  const play = openPlay(rules.value, 'compiled', BUDGET);
  if (!play.ok) return { ok: false, reason: play.error };
  const start = processorMs();
  const rounds = openSolverRounds(play.value, BUDGET);
  if (!rounds.ok) return { ok: false, reason: rounds.error };
  const ways = [rounds.value('mac'), rounds.value('fc'), play.value.simulator];
  const openMs = processorMs() - start;
  const states = statesOf(play.value);
  const [mac, fc, compiled] = speeds(ways, states) as [number, number, number];
  const joints = play.value.simulator.expand(states).reduce((sum, { successors }) => sum + successors.length, 0);
  return { ok: true, joints: joints / states.length, openMs, mac, fc, compiled };
}

function speeds(ways: readonly Simulator[], states: readonly unknown[]): readonly number[] {
  const taken = ways.map(() => ({ rounds: 0, ms: 0 }));
  for (let turn = 0; turn < TURNS; turn++) {
    for (const [index, way] of ways.entries()) {
      const start = processorMs();
      let rounds = 0;
      let ms = 0;
      while (ms < TURN_MS) {
        way.expand(states);
        rounds += states.length;
        ms = processorMs() - start;
      }
      if (turn === 0) continue;
      taken[index]!.rounds += rounds;
      taken[index]!.ms += ms;
    }
  }
  return taken.map(({ rounds, ms }) => (1000 * rounds) / ms);
}

async function measureApart(path: string): Promise<Outcome> {
  const { stdout, failure } = await runApart([fileURLToPath(import.meta.url), '--measure', path], LIMITS);
  return failure === undefined ? (JSON.parse(stdout) as Outcome) : { ok: false, reason: failure };
}

const whole = (number: number): string => Math.round(number).toLocaleString('en');

function line(game: string, outcome: Outcome): string {
  if (!outcome.ok) return `| ${game} | ${outcome.reason} |${' |'.repeat(6)}`;
  const { joints, openMs, mac, fc, compiled } = outcome;
  const cells = [
    joints.toFixed(1),
    ...[openMs, mac, fc, compiled].map(whole),
    (mac / fc).toFixed(1),
    whole(compiled / mac),
  ];
  return `| ${game} | ${cells.join(' | ')} |`;
}

const NOTE = `Rounds a second of processor time: a state is given all its successors, with whether they are terminal and their goals, by MAC on the network of a
round, by forward checking alone, and compiled (all states in one call). \`open ms\`: groups proved, network built, both solvers. 40 states along
random lines of play; the three take turns within one process. Made by \`npm run bench -- rounds\`.`;

async function bench(paths: readonly string[], out: string): Promise<void> {
  const loadBefore = loadavg()[0]!;
  const head =
    '| game | successors | open ms | mac | fc | compiled | mac / fc | compiled / mac |\n|---|--:|--:|--:|--:|--:|--:|--:|';
  console.log(head);
  const rows: string[] = [];
  for (const path of paths) {
    rows.push(line(gameOf(path), await measureApart(path)));
    console.log(rows.at(-1));
  }
  const about = circumstances(loadBefore);
  console.log(`\n${about}`);
  mkdirSync(dirname(out), { recursive: true });
  writeFileSync(out, `# Rounds through the solver\n\n${NOTE}\n\n${about}\n\n${head}\n${rows.join('\n')}\n`);
}

const { values, positionals } = parseArgs({
  options: { out: { type: 'string', default: 'bench/results/rounds.md' }, measure: { type: 'string' } },
  allowPositionals: true,
});
if (values.measure !== undefined) console.log(JSON.stringify(measure(values.measure)));
else await bench(positionals.length > 0 ? positionals : GAMES.filter((path) => existsSync(path)), values.out);
