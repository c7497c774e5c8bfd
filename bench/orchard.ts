/**
 * Plays Orchard 4-10-9, whose value under optimal play is known (games/orchard-4-10-9.facts: 68.4 % are won; 53.2 % with the worst choices), and counts what is
 * won. `npm run bench -- orchard [--player NAME] [--nodes N] [--games N] [--seed N] [--out FILE]`.
 *
 * Every decision is a search of its own from the state it is about, with the same seed and budget of nodes: so it depends on the state alone, and
 * a state that comes again, in the same game or in another, is not searched again. The die is drawn by a seeded generator: the same arguments
 * give the same wins on every machine.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { type Random, seededRandom } from '../src/base/index.js';
import { type Game, type Move, stateIndex } from '../src/game/index.js';
import { wilsonInterval } from '../src/match/index.js';
import { loadRules, openPlay, type Play } from '../src/pipeline.js';
import { ALGORITHMS, chooseAlgorithm, type ChosenAlgorithm } from '../src/search/index.js';
import { circumstances } from './apart.js';

const SHEET = 'games/orchard-4-10-9.kif';
const STAGE = { milliseconds: 60_000, bytes: 2 ** 30 };
const SEARCH = { seed: 1, bytes: 2 ** 22 };
/** Of bob, who takes from the basket, and of the die. */
const ROLE = { bob: 0, die: 1 };
const WON = 100;
const GAMES_A_LINE = 500;

const clock = (): number => performance.now();

interface Asked {
  readonly player: ChosenAlgorithm;
  readonly nodes: number;
  readonly games: number;
  readonly seed: number;
}

/** What was played so far. */
interface Played {
  readonly games: number;
  readonly wins: number;
  readonly decisions: number;
  /** States that were searched. */
  readonly searches: number;
  readonly searchMs: number;
}

function opened(): Play {
  const rules = loadRules({ name: SHEET, content: readFileSync(SHEET) });
  if (!rules.ok) throw new Error(`${SHEET} is not valid`);
  const play = openPlay(rules.value, 'compiled', { clock, ...STAGE });
  if (!play.ok) throw new Error(play.error);
  return play.value;
}

/** Bob, who decides by search, and remembers what he decided. */
class Bob {
  decisions = 0;
  searchMs = 0;
  readonly #known: ReturnType<typeof stateIndex>;
  readonly #moves: Move[] = [];

  constructor(
    private readonly play: Play,
    private readonly asked: Asked,
  ) {
    this.#known = stateIndex(play.game);
  }

  get searches(): number {
    return this.#moves.length;
  }

  decide(state: unknown): Move {
    this.decisions++;
    const id = this.#known.add(state, 0);
    this.#moves[id] ??= this.#search(state);
    return this.#moves[id];
  }

  #search(state: unknown): Move {
    const { game, simulator } = this.play;
    const { player, nodes } = this.asked;
    const start = clock();
    const search = player.algorithm.open({ game, simulator, role: ROLE.bob, state, clock, ...SEARCH }, player.options);
    search.think({ nodes });
    const { move } = search.report();
    this.searchMs += clock() - start;
    return move;
  }
}

/** Whether bob wins. */
function playGame(game: Game, bob: Bob, die: Random): boolean {
  let state = game.initial();
  while (!game.isTerminal(state)) {
    const own = game.legalMoves(state, ROLE.bob);
    const sides = game.legalMoves(state, ROLE.die);
    const move = own.length === 1 ? own[0]! : bob.decide(state);
    state = game.next(state, [move, sides[die.below(sides.length)]!]);
  }
  return game.goals(state)[ROLE.bob] === WON;
}

function playAll(asked: Asked, tell: (played: Played) => void): Played {
  const play = opened();
  const bob = new Bob(play, asked);
  const die = seededRandom(asked.seed);
  let played: Played = { games: 0, wins: 0, decisions: 0, searches: 0, searchMs: 0 };
  while (played.games < asked.games) {
    const wins = played.wins + (playGame(play.game, bob, die) ? 1 : 0);
    const { decisions, searches, searchMs } = bob;
    played = { games: played.games + 1, wins, decisions, searches, searchMs };
    if (played.games % GAMES_A_LINE === 0) tell(played);
  }
  return played;
}

const whole = (number: number): string => Math.round(number).toLocaleString('en');
const percent = (share: number): string => `${(100 * share).toFixed(2)} %`;

const HEAD = `| player | nodes a decision | games | wins | won | 95 % interval | decisions | states searched | ms a search |
|---|--:|--:|--:|--:|---|--:|--:|--:|`;

function line({ player, nodes }: Asked, { games, wins, decisions, searches, searchMs }: Played): string {
  const { low, high } = wilsonInterval(wins, games);
  const interval = `${percent(low)} – ${percent(high)}`;
  const numbers = [whole(games), whole(wins), percent(wins / games), interval, whole(decisions), whole(searches)];
  return `| ${player.text} | ${whole(nodes)} | ${numbers.join(' | ')} | ${(searchMs / searches).toFixed(1)} |`;
}

const NOTE = `Orchard with 4 trees of 10 fruits and a raven of 9 pieces. Under optimal play 68.405 % are won, with the worst choices 53.240 % (by dynamic
programming: \`games/orchard-4-10-9.facts\`). Every decision is a search of its own from the state it is about, with the same seed and
budget of nodes; a state that comes again is not searched again. The die is drawn by a seeded generator. Made by \`npm run bench -- orchard\`.`;

const { values } = parseArgs({
  options: {
    player: { type: 'string', default: 'woodstock' },
    nodes: { type: 'string', default: '40000' },
    games: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
    out: { type: 'string', default: 'bench/results/orchard.md' },
  },
});
const player = chooseAlgorithm(values.player, ALGORITHMS);
const [nodes, games, seed] = [values.nodes, values.games, values.seed].map(Number) as [number, number, number];
if (player.ok && nodes >= 1 && games >= 1 && Number.isInteger(seed)) {
  const loadBefore = loadavg()[0]!;
  const asked = { player: player.value, nodes, games, seed };
  console.log(HEAD);
  const row = line(
    asked,
    playAll(asked, (played) => console.log(line(asked, played))),
  );
  if (games % GAMES_A_LINE !== 0) console.log(row);
  const text = `# Orchard\n\n${NOTE}\n\n${circumstances(loadBefore)}\n\n${HEAD}\n${row}\n`;
  writeFileSync(values.out, text);
} else {
  console.error(player.ok ? '--nodes and --games should be numbers from 1 on, --seed a whole number' : player.error);
  process.exitCode = 2;
}
