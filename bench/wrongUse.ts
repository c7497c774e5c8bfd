/** What a bench says of arguments that it cannot work with: one line and exit code 2. */
export class WrongUse extends Error {}

/** Why a game cannot be measured, for people; any other error is a bug and told with its stack. */
export class Unplayable extends Error {}

/** One line for what a bench cannot do with a game, more for bugs. */
export function reasonOf(cause: unknown): string {
  if (cause instanceof Unplayable) return cause.message;
  return cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
}

/** Runs a bench; where it was called in a wrong way, says so. */
export async function orWrongUse(main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (cause) {
    if (!isWrongUse(cause)) throw cause;
    console.error(cause.message);
    process.exitCode = 2;
  }
}

function isWrongUse(cause: unknown): cause is Error {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  return cause instanceof WrongUse || code.startsWith('ERR_PARSE_ARGS');
}

/** The number of an option, of which `least` is the smallest that makes sense. */
export function numberOf(option: string, text: string, least = 0): number {
  const number = text === '' ? Number.NaN : Number(text);
  if (number >= least) return number;
  throw new WrongUse(`--${option} takes a number from ${String(least)} on, not '${text}'`);
}

const UNITS: Readonly<Record<string, number>> = { '': 1, K: 2 ** 10, M: 2 ** 20, G: 2 ** 30 };

/** Bytes of a size such as 256M or 1G. */
export function bytesOf(option: string, text: string): number {
  const [, number, unit] = /^(\d+(?:\.\d+)?)([KMG]?)$/i.exec(text) ?? [];
  if (number === undefined) throw new WrongUse(`--${option} takes a size such as 256M or 1G, not '${text}'`);
  return Number(number) * UNITS[unit!.toUpperCase()]!;
}
