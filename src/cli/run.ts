import { Command, CommanderError } from 'commander';
import { addBench } from './bench.js';
import { addCheck } from './check.js';
import { complain, complainOf } from './complaints.js';
import { addDemo } from './demo.js';
import { addGames } from './games.js';
import { addInfo } from './info.js';
import { addMatch } from './match.js';
import { addNetwork } from './network.js';
import type { Outside, Session } from './outside.js';
import { addPerft } from './perft.js';
import { addPlay } from './play.js';
import { addPlayer } from './player.js';
import { addSolve } from './solve.js';
import { isColourful } from './style.js';
import { addSymmetries } from './symmetries.js';
import { addTrace } from './trace.js';
import { addTranslate } from './translate.js';
import { version } from './version.js';

/** Runs one command line, without the program's name; gives the exit code and never throws. */
export async function run(argv: readonly string[], outside: Outside): Promise<number> {
  const session: Session = { outside, exitCode: 0 };
  try {
    await program(session).parseAsync(argv, { from: 'user' });
    return session.exitCode;
  } catch (error) {
    return exitCodeOf(error, argv, outside);
  }
}

function program(session: Session): Command {
  const { outside } = session;
  const woodstock = new Command('woodstock')
    .description('Takes the rules of any game, written in GDL, and works with them: checks, replays, counts, measures.')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => {
        outside.stdout.write(text);
      },
      writeErr: (text) => {
        outside.stderr.write(text);
      },
      // Reported once, by exitCodeOf.
      outputError: () => undefined,
      getOutHelpWidth: () => outside.stdout.columns ?? 100,
      getErrHelpWidth: () => outside.stderr.columns ?? 100,
      getOutHasColors: () => isColourful(outside.stdout, outside.env),
      getErrHasColors: () => isColourful(outside.stderr, outside.env),
    })
    .version(version(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print the help of a command')
    .showSuggestionAfterError();
  for (const add of [
    addGames,
    addCheck,
    addInfo,
    addTrace,
    addPerft,
    addTranslate,
    addNetwork,
    addSolve,
    addSymmetries,
    addMatch,
    addPlay,
    addPlayer,
    addBench,
    addDemo,
  ])
    add(woodstock, session);
  woodstock.addHelpText(
    'after',
    `
GAME is a path to a rule sheet (.kif prefix, .hrf or .gdl infix), the name of a bundled game, or - for standard input.
Exit codes: 0 done; 1 the answer is "no"; 2 wrong use or unreadable input.

Example:
  $ woodstock check connect-four`,
  );
  return woodstock;
}

function exitCodeOf(error: unknown, argv: readonly string[], outside: Outside): number {
  if (!(error instanceof CommanderError)) return complainOf(outside, error);
  if (error.exitCode === 0) return 0;
  complain(outside, error.code === 'commander.help' ? missingCommand(argv) : error.message.replace(/^error: /, ''));
  return 2;
}

/** Why commander printed the help of the whole program unasked. */
function missingCommand([, command]: readonly string[]): string {
  return command === undefined ? 'no command given' : `unknown command '${command}'`;
}
