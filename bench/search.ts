/**
 * How fast searches get their playouts and expansions, beside what the engine makes at best (`bench playouts`, `bench expand`): playouts and states a
 * second of the time spent in these calls, in one process, one after the other. `npm run bench -- search [--out FILE] [SHEET …]`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { measureExpansions, measurePlayouts, poolOfOne, type Simulator } from '../src/game/index.js';
import { loadRules, openPlay, type Play } from '../src/pipeline.js';
import { ALGORITHMS, chooseAlgorithm } from '../src/search/index.js';
import { circumstances, DEFAULT_FOLDER, gameOf } from './apart.js';

const GAMES = ['connectFour', 'breakthrough', 'reversi'].map((name) => `${DEFAULT_FOLDER}/${name}.kif`);
const SEARCHES = ['woodstock', 'uct', 'mac-ucb', 'mac-ucb:preset=constraints2016'];
const MEASURE_MS = 2000;
const SEARCH_MS = 3000;
const BYTES = 2 ** 29;

const clock = (): number => performance.now();

/** Work of one kind, and how long it took. */
interface Work {
  count: number;
  ms: number;
}

/** What the engine was asked for, by kind. */
interface Calls {
  readonly uniform: Work;
  readonly decisive: Work;
  readonly expansions: Work;
}

/** A simulator that is watched at work. */
function watched(simulator: Simulator, { uniform, decisive, expansions }: Calls): Simulator {
  const timed = <T>(work: Work, count: number, run: () => T): T => {
    const start = clock();
    const result = run();
    work.ms += clock() - start;
    work.count += count;
    return result;
  };
  return {
    ...(simulator.lanes === undefined ? {} : { lanes: simulator.lanes }),
    playouts: (starts, request, isTimeUp) =>
      timed(request.isDecisive === true ? decisive : uniform, starts.length * request.playouts, () =>
        simulator.playouts(starts, request, isTimeUp),
      ),
    expand: (states, isTimeUp) => timed(expansions, states.length, () => simulator.expand(states, isTimeUp)),
    prepare: (kind, count) => simulator.prepare?.(kind, count),
  };
}

/** The same simulator, all of whose playouts see what decides. */
const seeing = (simulator: Simulator): Simulator => ({
  playouts: (starts, request, isTimeUp) => simulator.playouts(starts, { ...request, isDecisive: true }, isTimeUp),
  expand: (states, isTimeUp) => simulator.expand(states, isTimeUp),
});

async function rowsOf(path: string): Promise<readonly string[]> {
  const rules = loadRules({ name: path, content: readFileSync(path) });
  if (!rules.ok) throw new Error(`${path} is not valid`);
  const play = openPlay(rules.value, 'compiled', { clock, milliseconds: 60_000, bytes: 2 ** 31 });
  if (!play.ok) throw new Error(play.error);
  const { game, simulator } = play.value;
  const options = { clock, milliseconds: MEASURE_MS, seed: 1 };
  const uniform = await measurePlayouts(game, poolOfOne(simulator), options);
  const decisive = await measurePlayouts(game, poolOfOne(seeing(simulator)), options);
  const expanded = await measureExpansions(game, poolOfOne(simulator), options);
  if (!expanded.ok) throw new Error(expanded.error);
  const best = {
    uniform: uniform.ended / uniform.ms,
    decisive: decisive.ended / decisive.ms,
    expansions: expanded.value.expansions / expanded.value.ms,
  };
  return SEARCHES.map((name) => row(play.value, { path, name, best }));
}

interface Asked {
  readonly path: string;
  readonly name: string;
  /** A millisecond. */
  readonly best: Readonly<Record<keyof Calls, number>>;
}

function row({ game, simulator }: Play, { path, name, best }: Asked): string {
  const chosen = chooseAlgorithm(name, ALGORITHMS);
  if (!chosen.ok) throw new Error(chosen.error);
  const { algorithm, options } = chosen.value;
  const none = (): Work => ({ count: 0, ms: 0 });
  const calls: Calls = { uniform: none(), decisive: none(), expansions: none() };
  const { uniform, decisive, expansions } = calls;
  const setting = { game, role: 0, state: game.initial(), clock, seed: 1, bytes: BYTES };
  const search = algorithm.open({ ...setting, simulator: watched(simulator, calls) }, options);
  search.think({ deadline: clock() + SEARCH_MS });
  const { nodes, ms } = search.report().effort;
  const playouts = { count: uniform.count + decisive.count, ms: uniform.ms + decisive.ms };
  const atBest = uniform.count / best.uniform + decisive.count / best.decisive;
  const rate = (count: number, time: number): string => Math.round((1000 * count) / time).toLocaleString('en');
  const percent = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(0)} %`;
  return [
    ...[gameOf(path), name, rate(nodes, ms), rate(playouts.count, ms)],
    ...[rate(playouts.count, playouts.ms), percent(atBest, playouts.ms)],
    ...[rate(expansions.count, expansions.ms), percent(expansions.count / expansions.ms, best.expansions)],
    ...[percent(playouts.ms, ms), percent(expansions.ms, ms)],
  ].join(' | ');
}

const { values, positionals } = parseArgs({
  options: { out: { type: 'string', default: 'bench/results/search.md' } },
  allowPositionals: true,
});
const loadBefore = loadavg()[0]!;
const rows: string[] = [];
for (const path of positionals.length > 0 ? positionals : GAMES) rows.push(...(await rowsOf(path)));
const text = `# Playouts and expansions inside searches

From the initial state, ${String(SEARCH_MS / 1000)} s each; ${circumstances(loadBefore)}. Made by \`npm run bench -- search\`. "In calls": a second of the time in calls of the engine, and what that
is of one start with a great many playouts (\`bench playouts\`), and of states in calls of 256 (\`bench expand\`), in the same process. Both are shares of the time in calls
of one kind: no search spends three fifths of a second on playouts and as much on expansions. \`woodstock\` and \`mac-ucb\` make playouts that see what decides in turn with uniform ones: each kind is
compared with itself at best.
MAC-UCB as in the papers (\`preset=constraints2016\`) samples all arms of many rounds in one call; tree searches make 256 playouts in a call, since more of them cost strength (batching.md), and lanes are not full then.

| game | search | nodes/s | playouts/s | in calls | of best | expansions/s in calls | of best | time in playouts | in expansions |
|---|---|--:|--:|--:|--:|--:|--:|--:|--:|
${rows.map((cells) => `| ${cells} |`).join('\n')}
`;
process.stdout.write(text);
writeFileSync(values.out, text);
