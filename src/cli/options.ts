import { type Command, InvalidArgumentError } from 'commander';

/** Options of every command. */
export interface CommonOptions {
  readonly json?: true;
  readonly seed?: number;
}

export interface CommandText {
  readonly description: string;
  /** Command lines that do something when typed as they are. */
  readonly examples: readonly string[];
}

/** A command with what all of them have: a description, `--json`, `--seed` and examples in its help. */
export function addCommand(program: Command, usage: string, text: CommandText): Command {
  return program
    .command(usage)
    .description(text.description)
    .option('--json', 'one JSON document on standard output, and nothing else there')
    .option('--seed <number>', 'seed of all that is drawn at random', seed)
    .helpOption('-h, --help', 'print this help')
    .addHelpText('after', `\nExample:\n${text.examples.map((example) => `  $ woodstock ${example}`).join('\n')}`);
}

/** The generators take 32 bits; a larger seed would silently be a smaller one. */
const LARGEST_SEED = 2 ** 32 - 1;

function seed(text: string): number {
  const number = wholeNumber(text);
  if (number > LARGEST_SEED) throw new InvalidArgumentError(`It must be at most ${String(LARGEST_SEED)}.`);
  return number;
}

/** An option's value as a non-negative integer. */
export function wholeNumber(text: string): number {
  const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(number)) throw new InvalidArgumentError('It must be a whole number, 0 or more.');
  return number;
}
