/** 1: the answer is "no"; 2: wrong use or unreadable input. */
export type FailureCode = 1 | 2;

/** Ends a command with one clear line on standard error: the outside world is at fault, not the program. */
export class CliError extends Error {
  constructor(
    readonly exitCode: FailureCode,
    message: string,
  ) {
    super(message);
    this.name = 'CliError';
  }
}
