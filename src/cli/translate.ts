import { type Command, Option } from 'commander';
import { type Network, networkSizes, type NetworkSizes, writeNetworkJson, writeXcsp3 } from '../network/index.js';
import { CliError } from './cliError.js';
import { gameNetwork, type GameNetworkOptions, horizonOption } from './gameNetwork.js';
import { type CommonOptions, addCommand } from './options.js';
import { type Outside, type Session, writeJson, writeLine } from './outside.js';
import { writeOutput } from './outputs.js';
import { rulesOf } from './rulesOf.js';
import { statusOn } from './status.js';
import { coloursFor, count, milliseconds, rounded, table } from './style.js';

const WRITERS = { xcsp3: writeXcsp3, json: writeNetworkJson } as const;

interface TranslateOptions extends CommonOptions, GameNetworkOptions {
  readonly to: keyof typeof WRITERS;
  readonly output?: string;
}

export function addTranslate(program: Command, session: Session): void {
  addCommand(program, 'translate', {
    description:
      'Writes the stochastic constraint network of a game: of one round from the initial state, or of several.',
    examples: [
      'translate tic-tac-toe --to xcsp3 -o tic-tac-toe.xml',
      'translate tic-tac-toe --horizon 3 --to json -o tic-tac-toe.json --json',
    ],
  })
    .argument('<GAME>', 'rule sheet or bundled game')
    .addOption(
      new Option('--to <format>', 'XCSP3-core, for other solvers, or our own JSON')
        .choices(Object.keys(WRITERS))
        .makeOptionMandatory(),
    )
    .addOption(horizonOption())
    .addOption(new Option('--template', 'one round, from any state').conflicts('horizon'))
    .option('-o, --output <file>', 'write the network there, and print its sizes')
    .action(async (game: string, options: TranslateOptions) => {
      const { outside } = session;
      refuseXmlAsJson(options);
      const reading = await rulesOf(outside, game);
      const start = outside.now();
      const network = gameNetwork(outside, reading, options);
      if (options.output === undefined) print(outside, WRITERS[options.to](network));
      else writeAndReport(outside, network, { ...options, output: options.output, start });
    });
}

function refuseXmlAsJson({ to, json, output }: TranslateOptions): void {
  if (to === 'xcsp3' && json && output === undefined)
    throw new CliError(2, '--to xcsp3 --json needs -o FILE: the network is no JSON document, its sizes are');
}

function print(outside: Outside, pieces: Iterable<string>): void {
  for (const piece of pieces) outside.stdout.write(piece);
}

interface Report {
  readonly output: string;
  readonly to: keyof typeof WRITERS;
  readonly json?: true;
  readonly start: number;
}

/** What `woodstock translate -o FILE --json` prints. */
interface FileSizes extends NetworkSizes {
  readonly bytes: number;
  readonly ms: number;
}

function writeAndReport(outside: Outside, network: Network, { output, to, json, start }: Report): void {
  const status = statusOn(outside.stderr);
  let bytes = 0;
  const counted = function* (): Generator<string> {
    for (const piece of WRITERS[to](network)) {
      bytes += Buffer.byteLength(piece);
      status.show(`${output}: ${count(Math.round(bytes / 1e6))} MB …`);
      yield piece;
    }
  };
  try {
    writeOutput(outside, output, counted());
  } finally {
    status.erase();
  }
  const sizes: FileSizes = { ...networkSizes(network), bytes, ms: rounded(outside.now() - start) };
  if (json) writeJson(outside.stdout, sizes);
  else show(outside, output, sizes);
}

function show(outside: Outside, output: string, sizes: FileSizes): void {
  const { variables, maxDomain, values, constraints, tuples, bytes, ms } = sizes;
  const rows = [
    ['file', output],
    ['variables', `${count(variables)}, with ${count(values)} values, at most ${count(maxDomain)} each`],
    ['constraints', `${count(constraints)}, with ${count(tuples)} tuples`],
    ['bytes', count(bytes)],
    ['time', milliseconds(ms)],
  ];
  const columns = [{ title: '' }, { title: '' }];
  writeLine(outside.stdout, table(columns, rows, coloursFor(outside.stdout, outside.env)));
}
