import type { Command } from 'commander';
import { finishHash, mixHash, seededRandom } from '../base/index.js';
import { type Game, legalMovesOfAll, type Move } from '../game/index.js';
import { haveSameGoals, loadRules, openPlay, openSolverRounds, type Play } from '../pipeline.js';
import {
  ALGORITHMS,
  chooseAlgorithm,
  type ChosenAlgorithm,
  type Search,
  type SearchReport,
  type SolverMethod,
} from '../search/index.js';
import { bundledFacts, bundledNames, bundledSheet } from './bundledGames.js';
import { CliError } from './cliError.js';
import { addCommand, type CommonOptions } from './options.js';
import { type Session, writeJson, writeLine } from './outside.js';
import { statusOn } from './status.js';

interface SignatureOptions extends CommonOptions {
  readonly algorithms?: string;
}

const DEFAULT_SEED = 1;
/** Moves of a line of play, and nodes for each: enough to meet every part of a search, few enough for seconds in all. */
const MOVES = 3;
const NODES = 60;
const SEARCH_BYTES = 2 ** 22;
/** Values are rounded: the last bits of logarithms may differ between machines. */
const STEPS_A_POINT = 1e6;
/** Translating larger games into networks takes too long. */
const MOST_ATOMS_OF_NETWORKS = 600;
/** Time stands still: nothing that is found may depend on it. */
const TIMELESS = { clock: () => 0, milliseconds: 1, bytes: 2 ** 31 };

export function addBenchSignature(bench: Command, session: Session): void {
  addCommand(bench, 'signature', {
    description:
      'Prints one integer that tells whether searches behave as before: fixed seeds and budgets of nodes over the bundled games, the same on every ' +
      'run and machine.',
    examples: ['bench signature', 'bench signature tic-tac-toe nim --algorithms uct,mac-ucb --json'],
  })
    .argument('[GAME...]', 'bundled games; all in which nothing is hidden where there are none')
    .option('--algorithms <names>', 'algorithms, separated by commas; all where there are none')
    .action((games: readonly string[], options: SignatureOptions) => {
      const signature = signatureOf(session, games, options);
      if (options.json) writeJson(session.outside.stdout, { signature });
      else writeLine(session.outside.stdout, String(signature));
    });
}

function signatureOf(
  { outside }: Session,
  asked: readonly string[],
  { algorithms, seed = DEFAULT_SEED }: SignatureOptions,
): number {
  const unknown = asked.find((name) => !bundledNames().includes(name));
  if (unknown !== undefined) throw new CliError(2, `there is no bundled game '${unknown}'`);
  const open = bundledNames().filter((name) => !bundledFacts(name).class.startsWith('partial'));
  const chosen = (algorithms?.split(',') ?? ALGORITHMS.map(({ name }) => name)).map(algorithmOf);
  const status = statusOn(outside.stderr);
  let hash = 0;
  for (const name of asked.length > 0 ? asked : open) {
    const play = bundledPlay(name);
    for (const algorithm of chosen) {
      status.show(`${name}: ${algorithm.text} …`);
      hash = hashOfLine(hash, { play, algorithm, seed });
    }
  }
  status.erase();
  return finishHash(hash) >>> 0;
}

function algorithmOf(text: string): ChosenAlgorithm {
  const chosen = chooseAlgorithm(text, ALGORITHMS);
  if (!chosen.ok) throw new CliError(2, chosen.error);
  return chosen.value;
}

function bundledPlay(name: string): Play {
  const rules = loadRules({ name, content: bundledSheet(name) });
  if (!rules.ok) throw new Error(`${name} is not valid`);
  const play = openPlay(rules.value, 'compiled', TIMELESS);
  if (!play.ok) throw new Error(play.error);
  return play.value;
}

interface Line {
  readonly play: Play;
  readonly algorithm: ChosenAlgorithm;
  readonly seed: number;
}

/** Mixes in what the searches of all players report along a line of play, in which they make their moves. */
function hashOfLine(before: number, line: Line): number {
  const { game } = line.play;
  const random = seededRandom(line.seed);
  const searches = searchesOf(line);
  let hash = hashOfText(before, line.algorithm.text);
  let state = game.initial();
  for (let move = 0; move < MOVES && searches !== undefined && !game.isTerminal(state); move++) {
    const joint = legalMovesOfAll(game, state).map((legal, role): Move => {
      const search = searches[role];
      if (search === undefined || legal.length === 1) return legal[random.below(legal.length)]!;
      search.moveTo(state);
      search.think({ nodes: NODES });
      const report = search.report();
      hash = hashOfReport(hash, game, report);
      return report.move;
    });
    state = game.next(state, joint);
  }
  return hash;
}

/** A search for each role but `random`; undefined where the algorithm needs the network of a large game. */
function searchesOf({ play, algorithm: { algorithm, options }, seed }: Line): (Search | undefined)[] | undefined {
  const { game, simulator, program } = play;
  const isSmall = program !== null && program.atoms <= MOST_ATOMS_OF_NETWORKS;
  if (algorithm.name === 'fc-ucb' && !isSmall) return undefined;
  let rounds: ReturnType<typeof openSolverRounds> | undefined;
  const throughSolver = (method: SolverMethod): Play['simulator'] => {
    rounds ??= openSolverRounds(play, TIMELESS);
    if (!rounds.ok) throw new Error(rounds.error);
    return rounds.value(method);
  };
  return game.roles.map((name, role) => {
    if (name === 'random') return undefined;
    const setting = { game, simulator, role, state: game.initial(), clock: TIMELESS.clock, seed, bytes: SEARCH_BYTES };
    const known = { haveSameGoals: haveSameGoals(play), symmetries: () => play.symmetries?.(TIMELESS) };
    return algorithm.open({ ...setting, ...known, throughSolver }, options);
  });
}

function hashOfReport(before: number, { names }: Game, { move, moves, value, isSolved }: SearchReport): number {
  let hash = hashOfValue(hashOfText(before, names.move(move)), value);
  hash = mixHash(hash, isSolved ? 1 : 0);
  for (const each of moves) {
    hash = hashOfText(hash, names.move(each.move));
    hash = mixHash(hashOfValue(hash, each.value), each.visits);
  }
  return hash;
}

const hashOfValue = (hash: number, value: number | undefined): number =>
  mixHash(hash, value === undefined ? -1 : Math.round(value * STEPS_A_POINT));

function hashOfText(before: number, text: string): number {
  let hash = before;
  for (let at = 0; at < text.length; at++) hash = mixHash(hash, text.charCodeAt(at));
  return mixHash(hash, text.length);
}
