import { InvalidArgumentError, Option } from 'commander';
import { defaultSearchMemory } from '../node/index.js';
import { DEFAULT_SEARCH_PLAYER, type Pace } from '../player/index.js';
import { CliError } from './cliError.js';
import type { Outside } from './outside.js';

const MEGABYTE = 2 ** 20;
/** Less is of no use to a search. */
const LEAST_MEGABYTES = 16;
const MEGABYTES_OF = { M: 1, G: 1024 };

/** An option's value as bytes: `512M`, `1.5G`, or a number of megabytes. */
export function memorySize(text: string): number {
  const [, number, unit = 'M'] = /^(\d{1,9}(?:\.\d+)?)(?:([MG])(?:i?B)?)?$/i.exec(text) ?? [];
  if (number === undefined)
    throw new InvalidArgumentError('It must be a size such as 512M or 2G; without a unit it is megabytes.');
  return Math.floor(Number(number) * MEGABYTES_OF[unit.toUpperCase() as 'M' | 'G'] * MEGABYTE);
}

/** `--memory` of the commands that search. */
export const memoryOption = (): Option =>
  new Option(
    '--memory <size>',
    'most memory of all searches, like 512M or 2G (a quarter of what the machine has, 4G at most)',
  ).argParser(searchSize);

function searchSize(text: string): number {
  const bytes = memorySize(text);
  if (bytes < LEAST_MEGABYTES * MEGABYTE)
    throw new InvalidArgumentError(`It must be ${String(LEAST_MEGABYTES)}M or more.`);
  return bytes;
}

/**
 * Bytes for all searches of a command: what was asked for, or a share of the machine's. With a budget of nodes the
 * default is a constant, so that a match is the same on every machine. Ends with exit code 2 where the machine has less
 * than was asked for.
 */
export function bytesForSearches(
  { memory: available }: Outside,
  wanted: number | undefined,
  pace: Pace['kind'] = 'clocks',
): number {
  if (wanted === undefined) return pace === 'nodes' ? DEFAULT_SEARCH_PLAYER.bytes : defaultSearchMemory(available);
  if (wanted > available)
    throw new CliError(2, `--memory ${megabytes(wanted)}: this machine has ${megabytes(available)} for programs`);
  return wanted;
}

const megabytes = (bytes: number): string => `${String(Math.floor(bytes / MEGABYTE))}M`;
