import { TooManyJointMoves } from '../game/index.js';
import { EvaluationLimit } from '../reference/index.js';
import { CliError, type FailureCode } from './cliError.js';
import { type Outside, printable, writeLine } from './outside.js';

/** Says what went wrong, and gives the exit code for it. */
export function complainOf(outside: Outside, error: unknown): FailureCode {
  if (error instanceof CliError) {
    complain(outside, error.message);
    return error.exitCode;
  }
  if (error instanceof EvaluationLimit || error instanceof TooManyJointMoves) {
    complain(outside, error.message);
    return 1;
  }
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  if (outside.env['WOODSTOCK_DEBUG']) writeLine(outside.stderr, stack ?? message);
  else complain(outside, `this is a bug in woodstock: ${message} (WOODSTOCK_DEBUG=1 shows where)`);
  return 2;
}

/** One line, whatever the message is made of. */
export function complain(outside: Outside, message: string): void {
  writeLine(outside.stderr, `woodstock: ${printable(message.trim().replace(/\s+/g, ' '))}`);
}
