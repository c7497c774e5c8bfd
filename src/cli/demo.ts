import type { Command } from 'commander';
import { seededRandom } from '../base/index.js';
import { type Game, type Move, playout } from '../game/index.js';
import { referenceGame } from '../reference/index.js';
import { bundledFacts, bundledNames } from './bundledGames.js';
import { readFact } from './drawBoard.js';
import { guessBoards } from './guessBoards.js';
import { type CommonOptions, addCommand } from './options.js';
import { type Outside, type Session, printable, writeJson, writeLine } from './outside.js';
import { painterOf } from './paintBoard.js';
import { rulesOf } from './rulesOf.js';
import { during, filmOn } from './status.js';
import { type Colours, coloursFor, plural } from './style.js';

const DEFAULT_GAME = 'connect-four';

/** Most rounds of a match; `npm start` has to end within a minute. */
const ROUNDS = 100;

/** How long a viewer looks at a board. */
const PAUSE_MS = 250;

/** A match as it was played. */
interface Match {
  readonly name: string;
  readonly seed: number;
  readonly roles: readonly string[];
  /** KIF, one joint move a round. */
  readonly moves: readonly (readonly string[])[];
  /** Facts of each state, the initial one first. */
  readonly states: readonly (readonly string[])[];
  /** Null where the match did not come to its end. */
  readonly goals: readonly (number | null)[] | null;
}

export function addDemo(program: Command, session: Session): void {
  addCommand(program, 'demo', {
    description: 'Shows a match between players that move at random.',
    examples: ['demo', 'demo breakthrough-6x6 --seed 7'],
  })
    .argument('[GAME]', 'rule sheet or bundled game', DEFAULT_GAME)
    .action(async (name: string, options: CommonOptions) => {
      const { outside } = session;
      const { rules } = await rulesOf(outside, name);
      const seed = options.seed ?? outside.freshSeed();
      const match = during(outside.stderr, 'playing …', () => play(referenceGame(rules), name, seed));
      if (options.json) {
        const { roles, moves, goals } = match;
        writeJson(outside.stdout, { game: name, seed, roles, moves, goals });
      } else await show(outside, match);
    });
}

function play<State>(game: Game<State>, name: string, seed: number): Match {
  const { states, joints } = playout(game, seededRandom(seed), { plies: ROUNDS });
  const last = states.at(-1)!;
  return {
    name,
    seed,
    roles: game.roles,
    moves: joints.map((joint: readonly Move[]) => joint.map((move) => game.names.move(move))),
    states: states.map((state) => game.names.facts(state)),
    goals: game.isTerminal(last) ? game.goals(last) : null,
  };
}

async function show(outside: Outside, match: Match): Promise<void> {
  const { stdout } = outside;
  const colours = coloursFor(stdout, outside.env);
  const facts = bundledNames().includes(match.name) ? bundledFacts(match.name) : undefined;
  const title = facts?.title ?? match.name;
  writeLine(
    stdout,
    `${colours.bold(printable(title))}: ${printable(match.roles.join(' against '))}, moves at random\n`,
  );
  const boards = facts?.boards ?? guessBoards([...new Set(match.states.flat())].map(readFact));
  const painter = painterOf(match.roles, boards, colours);
  const film = filmOn(stdout);
  for (const [round, state] of match.states.entries()) {
    film(`${headline(match, round)}\n\n${painter(state)}\n`);
    if (stdout.isTTY) await outside.pause(PAUSE_MS);
  }
  writeLine(stdout, result(match, colours));
  writeLine(stdout, hint(match, colours));
}

function headline({ roles, moves }: Match, round: number): string {
  const joint = moves[round - 1];
  if (joint === undefined) return 'the start';
  return printable(`round ${String(round)}: ${joint.map((move, role) => `${roles[role]!} ${move}`).join(', ')}`);
}

function result({ roles, goals, moves }: Match, colours: Colours): string {
  const after = `after ${plural(moves.length, 'round')}`;
  if (goals === null) return `${colours.bold('No end')} ${after}.`;
  const scores = roles.flatMap((role, index) =>
    role === 'random' ? [] : [`${role} ${String(goals[index] ?? 'none')}`],
  );
  return `${colours.bold('The end')} ${after}, with goal points: ${colours.green(printable(scores.join(', ')))}`;
}

function hint({ name, seed }: Match, colours: Colours): string {
  const again = `woodstock demo ${name} --seed ${String(seed)}`;
  const more = [
    [again, 'shows this match again'],
    ['woodstock games', 'lists the bundled games'],
    [`woodstock info ${name}`, 'tells what kind of game it is'],
  ];
  const width = Math.max(...more.map(([command]) => command!.length));
  const lines = more.map(([command, does]) => `  ${colours.cyan(printable(command!.padEnd(width)))}  ${does!}`);
  return `\nTo try next (node bin/woodstock.js in a checkout):\n${lines.join('\n')}`;
}
