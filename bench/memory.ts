/**
 * Memory of one search over a long match. The search plays on from the initial state as a player does: a start clock,
 * then clock after clock, in slices, on its own time and on that of the others. A match that is over, or decided,
 * is followed by another.
 *
 *   npm run bench -- memory [GAME…] [--seconds 2] [--start 30] [--moves 30] [--memory 1G] [--algorithm woodstock]
 *     [--json] [--out FILE]
 *
 * It tells how many states are known at the end, what each takes, the share of the slices in which an expansion had no
 * room, and how many states are expanded a second: in all, in the first move and in the last.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { SliceSize } from '../src/node/index.js';
import { loadRules, openPlay, type Play } from '../src/pipeline.js';
import { ALGORITHMS, chooseAlgorithm, type Search } from '../src/search/index.js';
import { circumstances } from './apart.js';
import { sheetOf } from './leagueGames.js';
import { bytesOf, orWrongUse, WrongUse } from './wrongUse.js';

const GAMES = [
  ...['hex', 'chess_200', 'breakthrough', 'breakthroughSuicide'],
  ...['dotsAndBoxesSuicide', 'skirmishZeroSum', 'amazons', 'connectFour'],
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '2' },
    start: { type: 'string', default: '30' },
    moves: { type: 'string', default: '30' },
    memory: { type: 'string', default: '1G' },
    algorithm: { type: 'string', default: 'woodstock' },
    json: { type: 'boolean', default: false },
    out: { type: 'string' },
  },
});

const clock = (): number => performance.now();

/** What came of a time to think. */
interface Thought {
  readonly ms: number;
  readonly leaves: number;
  readonly expansions: number;
  readonly slices: number;
  /** Slices in which an expansion had no room. */
  readonly full: number;
}

interface Row {
  readonly game: string;
  readonly nodes: number;
  readonly bytesPerNode: number;
  readonly fullShare: number;
  readonly expansionsPerSecond: number;
  readonly leavesPerSecond: number;
  /** Expansions a second in the first move and in the last, of those in which something was left to find out. */
  readonly first: number;
  readonly last: number;
  readonly moves: number;
}

/** Thinks in slices, as a player in a thread does. */
function think(search: Search, size: SliceSize, seconds: number): Thought {
  const start = clock();
  const end = start + 1000 * seconds;
  let [slices, full] = [0, 0];
  const before = search.report();
  let known = before;
  while (clock() < end && !known.isSolved) {
    const began = clock();
    search.think({ nodes: size.nodes, deadline: end });
    const found = search.report();
    size.observe(found.effort.nodes - known.effort.nodes, clock() - began);
    slices++;
    if ((found.memory?.refusals ?? 0) > (known.memory?.refusals ?? 0)) full++;
    if (found.effort.nodes === known.effort.nodes) break;
    known = found;
  }
  return {
    ms: clock() - start,
    leaves: known.effort.nodes - before.effort.nodes,
    expansions: known.effort.expansions - before.effort.expansions,
    slices,
    full,
  };
}

/** The joint move that the search expects, where it expects one; else the first legal one of each role. */
function expectedJoint(search: Search, { game }: Play, state: unknown): readonly number[] {
  const { variation, move } = search.report();
  return game.roles.map((_, role) => variation[0]?.[role] ?? (role === 0 ? move : game.legalMoves(state, role)[0]!));
}

/** The rule sheet of that name, or at that path. */
function sheetNamed(name: string): string {
  const sheet = sheetOf(name) ?? name;
  if (!existsSync(sheet)) throw new WrongUse(`there is no rule sheet ${name} in games/ or ../shared/games`);
  return sheet;
}

function rowOf(name: string): Row {
  const rules = loadRules({ name, content: readFileSync(sheetNamed(name)) });
  if (!rules.ok) throw new Error(`${name} is not valid`);
  const play = openPlay(rules.value, 'compiled', { clock, milliseconds: 120_000, bytes: 2 ** 31 });
  if (!play.ok) throw new Error(`${name}: ${play.error}`);
  const chosen = chooseAlgorithm(values.algorithm, ALGORITHMS);
  if (!chosen.ok) throw new Error(chosen.error);
  const { game, simulator } = play.value;
  const { algorithm, options } = chosen.value;
  const role = game.roles.findIndex((each) => each !== 'random');
  let state = game.initial();
  const bytes = bytesOf('memory', values.memory);
  const search = algorithm.open({ game, simulator, role, state, clock, seed: 1, bytes }, options);
  const size = new SliceSize();
  think(search, size, Number(values.start));
  const thoughts: Thought[] = [];
  while (thoughts.length < Number(values.moves)) {
    const { isSolved } = search.report();
    state = isSolved ? game.initial() : game.next(state, expectedJoint(search, play.value, state));
    if (game.isTerminal(state)) state = game.initial();
    search.moveTo(state);
    const thought = think(search, size, Number(values.seconds));
    // Where the state is decided at once there was nothing to expand.
    if (!search.report().isSolved) {
      thoughts.push(thought);
      console.error(
        `${name}: move ${String(thoughts.length)}, ${Math.round(rate(thought)).toLocaleString('en')} expansions a second`,
      );
    }
  }
  const { memory } = search.report();
  const sum = (of: (thought: Thought) => number): number => thoughts.reduce((total, each) => total + of(each), 0);
  const seconds = sum(({ ms }) => ms) / 1000;
  return {
    game: name,
    nodes: memory!.states,
    bytesPerNode: memory!.bytes / memory!.states,
    fullShare: sum(({ full }) => full) / sum(({ slices }) => slices),
    expansionsPerSecond: sum(({ expansions }) => expansions) / seconds,
    leavesPerSecond: sum(({ leaves }) => leaves) / seconds,
    first: rate(thoughts[0]!),
    last: rate(thoughts.at(-1)!),
    moves: thoughts.length,
  };
}

const rate = ({ expansions, ms }: Thought): number => (1000 * expansions) / ms;

await orWrongUse(() => {
  const loadBefore = loadavg()[0]!;
  const rows = (positionals.length > 0 ? positionals : GAMES).map(rowOf);
  const whole = (value: number): string => Math.round(value).toLocaleString('en');
  const text = `# Memory of a search over a long match

\`${values.algorithm}\` in ${values.memory}, ${values.start} s at the start, then ${values.moves} moves of ${values.seconds} s that were not decided at once; ${circumstances(loadBefore)}.
Made by \`npm run bench -- memory --seconds ${values.seconds} --start ${values.start} --moves ${values.moves} --memory ${values.memory}\`. Full: share of the slices of 20 ms in which an expansion had no room.

| game | states | bytes each | full | expansions/s | leaves/s | expansions/s, first move | last move |
|---|--:|--:|--:|--:|--:|--:|--:|
${rows
  .map((row) => {
    const { nodes, bytesPerNode, fullShare, expansionsPerSecond, leavesPerSecond, first, last } = row;
    const numbers = [nodes, bytesPerNode].map(whole);
    const rates = [expansionsPerSecond, leavesPerSecond, first, last].map(whole);
    return `| ${[row.game, ...numbers, `${(100 * fullShare).toFixed(1)} %`, ...rates].join(' | ')} |`;
  })
  .join('\n')}
`;
  if (values.json) console.log(JSON.stringify(rows));
  else if (values.out === undefined) process.stdout.write(text);
  if (values.out !== undefined) writeFileSync(values.out, text);
  return Promise.resolve();
});
