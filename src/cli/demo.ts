import type { Command } from 'commander';
import { isChance } from '../game/index.js';
import { Judge, Table } from '../match/index.js';
import { DEFAULT_SEARCH_PLAYER, type Thoughts } from '../player/index.js';
import { referenceGame } from '../reference/index.js';
import type { ValidRules } from '../rules/index.js';
import { bundledFacts, bundledNames } from './bundledGames.js';
import { readFact } from './drawBoard.js';
import { playOrSubstitute } from './engines.js';
import { guessBoards } from './guessBoards.js';
import { algorithmOf, playedRoles, playersOf } from './matchPlayers.js';
import { type CommonOptions, addCommand } from './options.js';
import { type Outside, type Session, printable, writeJson, writeLine } from './outside.js';
import { painterOf } from './paintBoard.js';
import { rulesOf } from './rulesOf.js';
import { filmOn, statusOn } from './status.js';
import { type Colours, coloursFor, plural } from './style.js';
import { thoughtsLines } from './thoughtsText.js';

const DEFAULT_GAME = 'connect-four';

/** Who play, in turn; where the rules hide something, players that move at random. */
const PLAYERS = ['woodstock', 'uct'];
/** How much they think about a move: the same match for the same seed, and quick. */
const PACE = { kind: 'nodes', nodes: 4000 } as const;

/** Most rounds of a match; `npm start` has to end within a minute. */
const ROUNDS = 100;

/** How long a viewer looks at a board. */
const PAUSE_MS = 250;

/** A match as it was played. */
interface Match {
  readonly name: string;
  readonly seed: number;
  readonly roles: readonly string[];
  /** By role; null for chance. */
  readonly players: readonly (string | null)[];
  /** KIF, one joint move a round. */
  readonly moves: readonly (readonly string[])[];
  /** Facts of each state, the initial one first. */
  readonly states: readonly (readonly string[])[];
  /** By round and role, what the players thought. */
  readonly thoughts: readonly (readonly (Thoughts | null)[])[];
  /** Null where the match did not come to its end. */
  readonly goals: readonly (number | null)[] | null;
}

export function addDemo(program: Command, session: Session): void {
  addCommand(program, 'demo', {
    description: 'Shows a match between woodstock and uct.',
    examples: ['demo', 'demo breakthrough-6x6 --seed 7'],
  })
    .argument('[GAME]', 'rule sheet or bundled game', DEFAULT_GAME)
    .action(async (name: string, options: CommonOptions) => {
      const { outside } = session;
      const { rules } = await rulesOf(outside, name);
      const match = await play(outside, { name, rules, seed: options.seed ?? outside.freshSeed() });
      if (options.json) {
        const { seed, roles, players, moves, goals } = match;
        writeJson(outside.stdout, { game: name, seed, roles, players, moves, goals });
      } else await show(outside, match);
    });
}

interface DemoTask {
  readonly name: string;
  readonly rules: ValidRules;
  readonly seed: number;
}

async function play(outside: Outside, { name, rules, seed }: DemoTask): Promise<Match> {
  const isHidden = rules.information === 'partial';
  const texts = playedRoles(rules).map((_, index) => (isHidden ? 'random' : PLAYERS[index % PLAYERS.length]!));
  const engine = playOrSubstitute(outside, { name, rules, engine: 'compiled' });
  const algorithms = texts.map((text) => algorithmOf(text, rules));
  // The same match on every machine.
  const bytes = DEFAULT_SEARCH_PLAYER.bytes / algorithms.length;
  const players = await playersOf(outside, algorithms, { name, rules, play: engine, ponders: false, bytes });
  let next = 0;
  const seats = rules.roles.map((_, role) => (role === rules.randomRole ? -1 : next++));
  const judge = new Judge(referenceGame(rules));
  const setting = { rules, seats, pace: PACE, seed, clock: () => outside.now(), graceMs: Infinity };
  const table = new Table({ ...setting, players: seats.map((seat) => players[seat] ?? null) }, judge);
  const status = statusOn(outside.stderr);
  const states = [judge.facts()];
  const thoughts: (readonly (Thoughts | null)[])[] = [];
  await table.start();
  while (judge.ending === undefined && judge.played.length < ROUNDS) {
    status.show(`playing round ${String(judge.played.length + 1)} …`);
    thoughts.push((await table.round()).thoughts);
    states.push(judge.facts());
  }
  await table.stop();
  status.erase();
  return {
    ...{ name, seed, states, thoughts, roles: judge.roles, moves: judge.played },
    players: seats.map((seat) => texts[seat] ?? null),
    goals: judge.ending === 'terminal' ? judge.goals() : null,
  };
}

async function show(outside: Outside, match: Match): Promise<void> {
  const { stdout } = outside;
  const colours = coloursFor(stdout, outside.env);
  const facts = bundledNames().includes(match.name) ? bundledFacts(match.name) : undefined;
  const title = facts?.title ?? match.name;
  const who = match.roles.flatMap((role, index) => {
    const player = match.players[index];
    return player === null ? [] : [`${role} (${player!})`];
  });
  writeLine(stdout, `${colours.bold(printable(title))}: ${printable(who.join(' against '))}\n`);
  const boards = facts?.boards ?? guessBoards([...new Set(match.states.flat())].map(readFact));
  const painter = painterOf(match.roles, boards, colours);
  const film = filmOn(stdout);
  for (const [round, state] of match.states.entries()) {
    film(`${headline(match, round)}\n${thoughtsOf(match, round)}\n${painter(state)}\n`);
    if (stdout.isTTY) await outside.pause(PAUSE_MS);
  }
  writeLine(stdout, result(match, colours));
  writeLine(stdout, hint(match, colours));
}

/** What those thought who had a choice. */
function thoughtsOf({ roles, thoughts }: Match, round: number): string {
  const lines = (thoughts[round - 1] ?? []).flatMap((each, role) => {
    const text = each === null ? '' : thoughtsLines(each);
    return text === '' ? [] : [`${printable(roles[role]!)}\n${text}\n`];
  });
  return lines.join('');
}

function headline({ roles, moves }: Match, round: number): string {
  const joint = moves[round - 1];
  if (joint === undefined) return 'the start';
  return printable(`round ${String(round)}: ${joint.map((move, role) => `${roles[role]!} ${move}`).join(', ')}`);
}

function result({ roles, goals, moves }: Match, colours: Colours): string {
  const after = `after ${plural(moves.length, 'round')}`;
  if (goals === null) return `${colours.bold('No end')} ${after}.`;
  const scores = roles.flatMap((role, index) => (isChance(role) ? [] : [`${role} ${String(goals[index] ?? 'none')}`]));
  return `${colours.bold('The end')} ${after}, with goal points: ${colours.green(printable(scores.join(', ')))}`;
}

function hint({ name, seed }: Match, colours: Colours): string {
  const again = `woodstock demo ${name} --seed ${String(seed)}`;
  const more = [
    [again, 'shows this match again'],
    ['woodstock games', 'lists the bundled games'],
    [`woodstock play ${name}`, 'lets you play yourself'],
    [`woodstock info ${name}`, 'tells what kind of game it is'],
  ];
  const width = Math.max(...more.map(([command]) => command!.length));
  const lines = more.map(([command, does]) => `  ${colours.cyan(printable(command!.padEnd(width)))}  ${does!}`);
  return `\nTo try next (node bin/woodstock.js in a checkout):\n${lines.join('\n')}`;
}
