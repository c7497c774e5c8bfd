import type { Command } from 'commander';
import { isChance } from '../game/index.js';
import { Judge, outcomeOf, placeOf, Table } from '../match/index.js';
import { memoryOfEach } from '../node/index.js';
import type { Pace, Player } from '../player/index.js';
import type { Play } from '../pipeline.js';
import { referenceGame } from '../reference/index.js';
import type { ValidRules } from '../rules/index.js';
import type { ChosenAlgorithm } from '../search/index.js';
import { seconds } from './benchGames.js';
import { bundledFacts, bundledNames } from './bundledGames.js';
import { CliError } from './cliError.js';
import { readFact } from './drawBoard.js';
import { playOrSubstitute } from './engines.js';
import { type BoardHint, guessBoards } from './guessBoards.js';
import { algorithmOf, DEFAULT_ALGORITHM, playedRoles, playersOf } from './matchPlayers.js';
import { threadedPlayer } from './matchSeats.js';
import { bytesForSearches, memoryOption } from './memory.js';
import { nearestName } from './nearest.js';
import { addCommand, type CommonOptions } from './options.js';
import { type Outside, printable, type Session, writeJson, writeLine } from './outside.js';
import { painterOf } from './paintBoard.js';
import { PersonMatch } from './personMatch.js';
import { rulesOf } from './rulesOf.js';
import { coloursFor, plural } from './style.js';
import { threads } from './threads.js';

interface PlayOptions extends CommonOptions {
  readonly as?: string;
  readonly algorithm: string;
  readonly playClock: number;
  readonly threads?: number;
  readonly memory?: number;
}

/** Seconds that a person likes to wait. */
const DEFAULT_PLAY_CLOCK = 2;

export function addPlay(program: Command, session: Session): void {
  addCommand(program, 'play', {
    description: 'You play in the terminal; an algorithm has the other roles.',
    examples: ['play tic-tac-toe --as x', 'play connect-four --as yellow --algorithm random'],
  })
    .argument('<GAME>', 'rule sheet or bundled game')
    .option('--as <role>', 'whom you play; the first role without it')
    .option('--algorithm <name>', 'who plays the others: NAME or NAME:key=value;key=value', DEFAULT_ALGORITHM)
    .option('--play-clock <seconds>', 'time for each of its moves', seconds, DEFAULT_PLAY_CLOCK)
    .option('--threads <number>', 'it searches in so many threads', threads)
    .addOption(memoryOption())
    .action(async (name: string, options: PlayOptions) => {
      await playAgainst(session, name, options);
    });
}

/** A person forgives an answer that comes late. */
const GRACE_MS = 60_000;

async function playAgainst(session: Session, name: string, options: PlayOptions): Promise<void> {
  const { outside } = session;
  if (name === '-') throw new CliError(2, 'standard input is what you type, and cannot be the rule sheet');
  const { rules, source } = await rulesOf(outside, name);
  const role = roleNamed(options.as, rules);
  const chosen = algorithmOf(options.algorithm, rules);
  const play = playOrSubstitute(outside, { name: source.name, rules, engine: 'compiled' });
  const output = options.json ? outside.stderr : outside.stdout;
  const colours = coloursFor(output, outside.env);
  const seed = options.seed ?? outside.freshSeed();
  const judge = new Judge(referenceGame(rules));
  const { others, adviser } = await opponents(outside, {
    ...{ name: source.name, play, chosen, rules, role, threads: options.threads },
    bytes: bytesForSearches(outside, options.memory),
  });
  const pace: Pace = { kind: 'clocks', startMs: 0, playMs: 1000 * options.playClock };
  const clock = (): number => outside.now();
  const { seats } = placeOf(rules, 0, false);
  const table = new Table({ rules, players: others, seats, pace, seed, clock, graceMs: GRACE_MS }, judge);
  const lines = outside.readLines()[Symbol.asyncIterator]();
  writeLine(output, `${introduction(name, rules, { role, algorithm: chosen.text })}; 'help' says what you can type`);
  await new PersonMatch({
    ...{ outside, output, colours, judge, table, role, lines },
    painter: rules.information === 'partial' ? undefined : painterOf(rules.roles, boardsOf(name, play, judge), colours),
    advise: async () => {
      await adviser.start({ rules, role, pace, deadline: clock(), seed, played: judge.played });
      const move = await adviser.play({ joint: null, deadline: clock() + pace.playMs });
      const thoughts = adviser.thoughts?.() ?? null;
      await adviser.stop();
      return { move, thoughts };
    },
  }).play();
  await lines.return?.();
  writeLine(output, endText(judge));
  const { goals } = outcomeOf(judge);
  if (options.json) writeJson(outside.stdout, { game: name, seed, roles: judge.roles, moves: judge.played, goals });
}

/** The role of that name, or the first one; ends with exit code 2 where there is none. */
function roleNamed(name: string | undefined, rules: ValidRules): number {
  const players = playedRoles(rules);
  if (name === undefined || players.includes(name)) return rules.roles.indexOf(name ?? players[0]!);
  const nearest = nearestName(name, players);
  const mend = nearest === undefined ? `the players are ${players.join(', ')}` : `did you mean ${nearest}?`;
  throw new CliError(2, `--as ${name}: no player of this game; ${mend}`);
}

interface Opposition {
  readonly name: string;
  readonly play: Play;
  readonly chosen: ChosenAlgorithm;
  readonly rules: ValidRules;
  readonly role: number;
  readonly threads: number | undefined;
  /** Memory of all searches. */
  readonly bytes: number;
}

/** Who plays the other roles, null for `random` and for the person; and who gives hints. */
async function opponents(
  outside: Outside,
  { name, play, chosen, rules, role, threads, bytes: all }: Opposition,
): Promise<{ others: readonly (Player | null)[]; adviser: Player }> {
  const isPlayed = (index: number): boolean => index !== role && index !== rules.randomRole;
  const roles = [...rules.roles.keys()].filter(isPlayed);
  const algorithms = [chosen, ...roles.map(() => chosen)];
  const bytes = memoryOfEach(all, algorithms.length);
  const [adviser, ...players] =
    threads === undefined
      ? await playersOf(outside, algorithms, { name, rules, play, ponders: true, bytes })
      : algorithms.map(({ text }) => threadedPlayer(outside, { algorithm: text, threads, bytes }, true));
  return {
    others: rules.roles.map((_, index) => (isPlayed(index) ? players[roles.indexOf(index)]! : null)),
    adviser: adviser!,
  };
}

/** The boards that are known, or else what looks like one among all that can ever hold. */
function boardsOf(name: string, { program }: Play, judge: Judge): readonly BoardHint[] {
  const known = bundledNames().includes(name) ? bundledFacts(name).boards : undefined;
  if (known !== undefined) return known;
  const facts = program === null ? judge.facts() : [...program.lexicon.fluents, ...program.lexicon.constants];
  return guessBoards(facts.map(readFact));
}

interface Sides {
  readonly role: number;
  readonly algorithm: string;
}

function introduction(name: string, rules: ValidRules, { role, algorithm }: Sides): string {
  const title = bundledNames().includes(name) ? bundledFacts(name).title : name;
  const own = rules.roles[role]!;
  const others = playedRoles(rules).filter((each) => each !== own);
  const against = others.length === 0 ? '' : ` against ${others.join(', ')} (${algorithm})`;
  return printable(`${title}: you are ${own}${against}`);
}

function endText(judge: Judge): string {
  const { ending, scores, notes } = outcomeOf(judge);
  const after = `after ${plural(judge.played.length, 'round')}`;
  if (judge.ending === undefined) return `You left ${after}.`;
  const points = judge.roles.flatMap((role, index) => (isChance(role) ? [] : [`${role} ${String(scores[index]!)}`]));
  const end = ending === 'terminal' ? [`The end ${after}, with goal points: ${points.join(', ')}`] : [];
  return printable([...end, ...notes].join('\n'));
}
