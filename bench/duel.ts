/**
 * Two settings of search against each other, game by game, at equal processor time a move (or so many nodes): for tuning, where a league would take too long and the machine is not
 * quiet. One process, one engine for both; roles swapped from match to match, chance the same in both of a pair.
 * With `--threads N,M` the first searches with N threads and the second with M, and the clock is that of the wall: they need as many free cores.
 * `npm run bench -- duel A B --games G,H [--ms 50 | --nodes N] [--threads N,M] [--matches 20] [--out FILE]`; rows are added to the file.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { seededRandom } from '../src/base/index.js';
import { wilsonInterval } from '../src/match/index.js';
import { loadRules, openPlay, type Play } from '../src/pipeline.js';
import {
  ALGORITHMS,
  chooseAlgorithm,
  type ChosenAlgorithm,
  type Search,
  type SearchLimit,
  type SearchSetting,
} from '../src/search/index.js';
import { withHelperThreads } from '../src/node/index.js';
import { sheetOf } from './leagueGames.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    games: { type: 'string', default: 'tic-tac-toe' },
    ms: { type: 'string', default: '50' },
    nodes: { type: 'string' },
    threads: { type: 'string' },
    matches: { type: 'string', default: '20' },
    out: { type: 'string' },
  },
});

const MEMORY = 2 ** 27;
/** Each search thinks so long before the first match, so that what is compiled when it is first needed does not count. */
const REHEARSAL_MS = 1400;

/** Threads of each side. */
const threads = values.threads?.split(',').map(Number) ?? [1, 1];

if (threads.length !== 2 || !threads.every((count) => Number.isInteger(count) && count > 0))
  throw new Error(`--threads takes two whole numbers, such as 2,1, not ${values.threads ?? ''}`);

/** Milliseconds of all threads of the process, or of the wall. */
const clock = (): number => {
  if (values.threads !== undefined) return performance.now();
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** Of each stage of making a game ready. */
const STAGE = { clock, milliseconds: 120_000, bytes: 2 ** 31 };

const limit = (): SearchLimit =>
  values.nodes === undefined ? { deadline: clock() + Number(values.ms) } : { nodes: Number(values.nodes) };

function chosen(text: string): ChosenAlgorithm {
  const found = chooseAlgorithm(text, ALGORITHMS);
  if (!found.ok) throw new Error(found.error);
  return found.value;
}

function openGame(name: string): Play {
  const rules = loadRules({ name, content: readFileSync(sheetOf(name) ?? name, 'utf8') });
  if (!rules.ok) throw new Error(`${name}: not valid`);
  const play = openPlay(rules.value, 'compiled', STAGE);
  if (!play.ok) throw new Error(`${name}: ${play.error}`);
  return play.value;
}

/** A side: how it searches, and what it plays with. */
interface Side {
  readonly chosen: ChosenAlgorithm;
  readonly play: Play;
  /** Of all its moves. */
  nodes: number;
  ms: number;
}

interface Seat {
  readonly role: number;
  /** 0 for the first of the two, 1 for the other. */
  readonly side: number;
  search: Search | undefined;
}

/** Plays one match; the share of the first in the points: 1 for a win, 0.5 for a draw. */
function playMatch({ game }: Play, sides: readonly Side[], match: number): number {
  const random = seededRandom(1000 + (match >> 1));
  const players = [...game.roles.keys()].filter((role) => game.roles[role] !== 'random');
  const seats = players.map((role, index): Seat => ({ role, side: (index + match) % 2, search: undefined }));
  let state = game.initial();
  while (!game.isTerminal(state)) {
    const joint = game.roles.map((_, role) => {
      const legal = game.legalMoves(state, role);
      return legal[random.below(legal.length)]!;
    });
    for (const seat of seats) {
      const side = sides[seat.side]!;
      const { algorithm, options } = side.chosen;
      const seed = 10 * match + seat.role;
      if (seat.search === undefined)
        seat.search = algorithm.open({ ...settingOf(side.play), role: seat.role, state, seed }, options);
      else seat.search.moveTo(state);
      if (game.legalMoves(state, seat.role).length === 1) continue;
      const start = clock();
      seat.search.think(limit());
      const { move, effort } = seat.search.report();
      side.ms += clock() - start;
      side.nodes += effort.nodes;
      joint[seat.role] = move;
    }
    state = game.next(state, joint);
  }
  const goals = game.goals(state);
  const [first, second] = [0, 1].map((side) => {
    const own = seats.filter((seat) => seat.side === side).map(({ role }) => goals[role] ?? 0);
    return own.reduce((sum, goal) => sum + goal, 0) / own.length;
  });
  return first === second ? 0.5 : first! > second! ? 1 : 0;
}

/** What all searches of a game share. Symmetries are found before the first match, as rules are compiled before it. */
function settingOf({ game, simulator, symmetries }: Play): Omit<SearchSetting, 'role' | 'state' | 'seed'> {
  return { game, simulator, clock, bytes: MEMORY, symmetries: () => symmetries?.(STAGE) };
}

async function rehearse({ play, chosen: { algorithm, options } }: Side): Promise<void> {
  const { game } = play;
  const role = game.roles.findIndex((name) => name !== 'random');
  const setting = { ...settingOf(play), role, state: game.initial(), seed: 1 };
  const search = algorithm.open(setting, options);
  // Helpers are started by the first thought, and warm up in the second.
  search.think({ deadline: clock() + REHEARSAL_MS / 2 });
  await setTimeout(REHEARSAL_MS / 2);
  search.think({ deadline: clock() + REHEARSAL_MS / 2 });
}

const algorithms = positionals.slice(0, 2).map(chosen);
if (algorithms.length < 2)
  throw new Error('two algorithms are needed: npm run bench -- duel woodstock uct --games connectFour');
const matches = Number(values.matches);
const budget = values.nodes === undefined ? `${values.ms} ms` : `${values.nodes} nodes`;
if (values.out !== undefined && !existsSync(values.out)) {
  appendFileSync(
    values.out,
    '| game | first | second | threads | a move | matches | score of the first | 95 % | nodes a second, first to second |\n|---|---|---|--:|--:|--:|--:|--:|--:|\n',
  );
}
for (const name of values.games.split(',')) {
  const play = openGame(name);
  const sides = algorithms.map((algorithm, side): Side => {
    const own = withHelperThreads(play, { threads: threads[side]!, clock });
    return { chosen: algorithm, play: own, nodes: 0, ms: 0 };
  });
  for (const side of sides) await rehearse(side);
  let score = 0;
  for (let match = 0; match < matches; match++) score += playMatch(play, sides, match);
  const { low, high } = wilsonInterval(score, matches);
  const percent = (share: number): string => (100 * share).toFixed(1);
  const [first, second] = sides.map(({ nodes, ms }) => nodes / ms);
  const about = [name, positionals[0]!, positionals[1]!, threads.join(), budget, values.matches];
  const found = [percent(score / matches), `${percent(low)} – ${percent(high)}`, (first! / second!).toFixed(2)];
  const row = `| ${[...about, ...found].join(' | ')} |`;
  console.log(row);
  if (values.out !== undefined) appendFileSync(values.out, `${row}\n`);
}
