import { type Network, type NetworkFault, printFault, readNetworkJson, readXcsp3 } from '../network/index.js';
import { CliError } from './cliError.js';
import { gameNetwork, type GameNetworkOptions } from './gameNetwork.js';
import { findSheet, type SheetInput } from './inputs.js';
import { type Outside, printable, writeLine } from './outside.js';
import { rulesOfSheet } from './rulesOf.js';
import { during } from './status.js';

const READERS = { json: readNetworkJson, xcsp3: readXcsp3 } as const;

export interface NetworkInput {
  /** As messages call it. */
  readonly file: string;
  readonly network: Network;
}

/** The network in a file, or of a game; ends with exit code 2 and every fault where a file is none. */
export async function readNetwork(
  outside: Outside,
  path: string,
  options: Pick<GameNetworkOptions, 'horizon'>,
): Promise<NetworkInput> {
  const input = await findSheet(outside, path);
  const { name: file } = input;
  const format = formatOf(input);
  if (format === 'game') return { file, network: gameNetwork(outside, rulesOfSheet(outside, input), options) };
  if (options.horizon !== undefined)
    throw new CliError(2, `${file}: --horizon is for games; a network has its stages already`);
  const result = during(outside.stderr, `${file}: reading …`, () => READERS[format](textOf(input)));
  if (result.ok) return { file, network: result.value };
  return refuse(outside, file, result.error);
}

const ENDINGS: Readonly<Record<string, keyof typeof READERS | 'game'>> = {
  json: 'json',
  xml: 'xcsp3',
  kif: 'game',
  hrf: 'game',
  gdl: 'game',
};

/** By the ending of the name; by the first character, where that says nothing. */
function formatOf({ name, content }: SheetInput): keyof typeof READERS | 'game' {
  const known = ENDINGS[/\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? ''];
  if (known !== undefined) return known;
  const start = typeof content === 'string' ? content : new TextDecoder().decode(content.subarray(0, 1000));
  // No rule sheet begins with a brace, or with an element.
  if (/^\s*[{[]/.test(start)) return 'json';
  return /^\s*<[?!a-z]/i.test(start) ? 'xcsp3' : 'game';
}

function textOf({ name, content }: SheetInput): string {
  if (typeof content === 'string') return content;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    throw new CliError(2, `${name}: this is not UTF-8 text; save it as that`);
  }
}

function refuse(outside: Outside, file: string, faults: readonly NetworkFault[]): never {
  const lines = faults.map((fault) => `${file}: ${printFault(fault)}`);
  if (lines.length === 1) throw new CliError(2, lines[0]!);
  for (const line of lines) writeLine(outside.stderr, printable(line.replace(/\s+/g, ' ')));
  throw new CliError(2, `${file} is no network, for the faults above`);
}
