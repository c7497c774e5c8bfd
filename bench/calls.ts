/**
 * What requests of searches come to by their size: playouts a second from leaves of random openings, a few each, beside one start with a great many (`bench playouts`). Leaves are in all phases,
 * as those of a search are. `npm run bench -- calls [--out FILE] [SHEET …]`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { type Random, seededRandom } from '../src/base/index.js';
import { type Game, measurePlayouts, playout, poolOfOne, type Simulator } from '../src/game/index.js';
import { loadRules, openPlay } from '../src/pipeline.js';
import { circumstances, DEFAULT_FOLDER, gameOf } from './apart.js';

const GAMES = ['connectFour', 'breakthrough', 'reversi'].map((name) => `${DEFAULT_FOLDER}/${name}.kif`);
/** Leaves and playouts of each: 128 × 2 is a batch of tree searches, the next ones are what MAC-UCB asks for; the last fills all lanes many times. */
const SIZES = [
  ...[
    [128, 1],
    [128, 2],
    [128, 4],
    [128, 8],
    [512, 2],
    [512, 8],
  ],
  ...[[1024, 32]],
] as unknown as readonly (readonly [number, number])[];
/** Rounds from the initial state to a leaf. */
const NEAREST = 4;
const FARTHEST = 9;
const WARM_UP_MS = 200;
const MEASURE_MS = 500;

const clock = (): number => performance.now();

function leavesOf<State>(game: Game<State>, random: Random, count: number): readonly State[] {
  const leaves: State[] = [];
  while (leaves.length < count) {
    const plies = NEAREST + random.below(FARTHEST - NEAREST + 1);
    const leaf = playout(game, random, { plies }).states.at(-1)!;
    if (!game.isTerminal(leaf)) leaves.push(leaf);
  }
  return leaves;
}

interface Request<State> {
  readonly starts: readonly State[];
  readonly playouts: number;
  readonly isDecisive: boolean;
}

/** Microseconds of a call. */
function timeOf<State>(simulator: Simulator<State>, { starts, ...request }: Request<State>): number {
  let seed = 1;
  const callFor = (ms: number): number => {
    const start = clock();
    let calls = 0;
    for (; clock() - start < ms; calls++) simulator.playouts(starts, { ...request, seed: seed++, maxPlies: 1000 });
    return (1000 * (clock() - start)) / calls;
  };
  callFor(WARM_UP_MS);
  return callFor(MEASURE_MS);
}

async function rowsOf(path: string): Promise<readonly string[]> {
  const rules = loadRules({ name: path, content: readFileSync(path) });
  if (!rules.ok) throw new Error(`${path} is not valid`);
  const play = openPlay(rules.value, 'compiled', { clock, milliseconds: 60_000, bytes: 2 ** 31 });
  if (!play.ok) throw new Error(play.error);
  const { game, simulator } = play.value;
  const { ended, ms } = await measurePlayouts(game, poolOfOne(simulator), { clock, milliseconds: 2000, seed: 1 });
  const leaves = leavesOf(game, seededRandom(1), Math.max(...SIZES.map(([starts]) => starts)));
  return SIZES.map(([count, playouts]) => {
    const starts = leaves.slice(0, count);
    const [uniform, decisive] = [false, true].map((isDecisive) => timeOf(simulator, { starts, playouts, isDecisive }));
    const rate = (us: number): number => (1e6 * count * playouts) / us;
    const percent = ((100 * rate(uniform!)) / ((1000 * ended) / ms)).toFixed(0);
    const rateText = (us: number): string => Math.round(rate(us)).toLocaleString('en');
    const cells = [uniform!.toFixed(0), rateText(uniform!), `${percent} %`, decisive!.toFixed(0), rateText(decisive!)];
    return `| ${[gameOf(path), `${String(count)} × ${String(playouts)}`, ...cells].join(' | ')} |`;
  });
}

const { values, positionals } = parseArgs({
  options: { out: { type: 'string', default: 'bench/results/calls.md' } },
  allowPositionals: true,
});
const loadBefore = loadavg()[0]!;
const rows: string[] = [];
for (const path of positionals.length > 0 ? positionals : GAMES) rows.push(...(await rowsOf(path)));
const text = `# Requests for playouts by their size

From leaves ${String(NEAREST)} to ${String(FARTHEST)} random rounds behind the initial state; ${circumstances(loadBefore)}. Made by \`npm run bench -- calls\`. "Of best": of one start with a great many playouts
(\`bench playouts\`) in the same process; games from leaves are shorter than those. A call ends with its longest playout: where each has a lane of its own, lanes whose playouts are over are idle until then.

| game | leaves × playouts | µs a call | playouts/s | of best | that see what decides, µs | playouts/s |
|---|--:|--:|--:|--:|--:|--:|
${rows.join('\n')}
`;
process.stdout.write(text);
writeFileSync(values.out, text);
