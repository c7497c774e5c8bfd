import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Network } from '../network/index.js';
import { PREPROCESSING_PASSES, type PreprocessingPass, type Reading, type Wanted } from '../solver/index.js';
import { CliError } from './cliError.js';
import { horizonOption } from './gameNetwork.js';
import { type CommonOptions, wholeNumber } from './options.js';

/** `mac` enumerates the solutions of the constraints, `none` looks at the network only, the others search for policies. */
const METHODS = ['mac', 'mac-sfc', 'fc', 'search', 'stochastic-mac', 'none'] as const;
export type Method = (typeof METHODS)[number];
export type PolicyMethod = Exclude<Method, 'mac' | 'none'>;

const WANTED: readonly Wanted[] = ['first', 'best', 'all'];
const READINGS: readonly Reading[] = ['satisfaction', 'feasibility'];

export interface NetworkOptions extends CommonOptions {
  readonly horizon?: number;
  readonly preprocess?: true;
  readonly without: readonly PreprocessingPass[];
  readonly method?: Method;
  readonly threshold?: readonly number[];
  readonly wanted?: Wanted;
  readonly reading: Reading;
  readonly limit: number;
  readonly count?: true;
  readonly auxiliary?: true;
  readonly seconds: number;
}

/** What a person looks at, and waits for. */
const DEFAULTS = { limit: 10, seconds: 60 };

export function addNetworkOptions(command: Command): Command {
  const passes = PREPROCESSING_PASSES.join(', ');
  return command
    .addOption(horizonOption())
    .option('--preprocess', 'make the network smaller first, and tell what each pass does')
    .addOption(
      new Option('--without <pass>', `the same without a pass (${passes}); may be given several times`)
        .argParser(withoutPass)
        .default([], 'all of them run')
        .implies({ preprocess: true }),
    )
    .addOption(
      new Option(
        '--method <name>',
        'mac: solutions of the constraints; else policies, by MAC and the feasibility constraint (mac-sfc), forward checking (fc), ' +
          'no look-ahead (search), arc consistency (stochastic-mac); none: sizes only. Without it: mac where nothing is drawn, ' +
          'mac-sfc for one stage, stochastic-mac for several',
      ).choices(METHODS),
    )
    .option('--threshold <utility>', 'θ in 0 … 1, or one for each player: 0.5,0.2; else that of the network', threshold)
    .addOption(
      new Option(
        '--wanted <which>',
        'policies that reach θ: any, those that no other beats, or all; solutions: the first, or all. ' +
          'Without it the best policies, or all solutions',
      ).choices(WANTED),
    )
    .addOption(
      new Option('--reading <name>', 'violated after a draw: the scenario is worth 0, or the policy is infeasible')
        .choices(READINGS)
        .default('satisfaction'),
    )
    .option('--limit <number>', 'solutions to show, or policies to find with --wanted all', limit, DEFAULTS.limit)
    .option('--count', 'only count the solutions, or all policies that reach θ')
    .option('--auxiliary', 'show auxiliary variables too, and those that the constraints leave no choice of')
    .option(
      '--seconds <number>',
      'time after which the search gives up, and singleton consistency before it',
      seconds,
      DEFAULTS.seconds,
    );
}

function withoutPass(text: string, before: readonly PreprocessingPass[]): readonly PreprocessingPass[] {
  const pass = PREPROCESSING_PASSES.find((name) => name === text);
  if (pass === undefined) throw new InvalidArgumentError(`Allowed choices are ${PREPROCESSING_PASSES.join(', ')}.`);
  return [...before, pass];
}

function threshold(text: string): readonly number[] {
  return text.split(',').map((part) => {
    const number = /^\d*\.?\d+$/.test(part) ? Number(part) : Number.NaN;
    if (number >= 0 && number <= 1) return number;
    throw new InvalidArgumentError('It must be a utility from 0 to 1, or one for each player with commas between.');
  });
}

function limit(text: string): number {
  const number = wholeNumber(text);
  if (number === 0) throw new InvalidArgumentError('It must be 1 or more; --count shows none.');
  return number;
}

function seconds(text: string): number {
  const number = /^\d*\.?\d+$/.test(text) ? Number(text) : 0;
  if (number > 0) return number;
  throw new InvalidArgumentError('It must be a number of seconds, more than 0.');
}

/** What is to be found, once the network is known; ends with exit code 2 where the options do not agree. */
export type Question =
  | { readonly method: 'none' }
  | { readonly method: 'mac'; readonly wanted: 'first' | 'all' }
  | { readonly method: PolicyMethod; readonly wanted: Wanted; readonly threshold: readonly number[] };

export function questionOf(options: NetworkOptions, network: Network): Question {
  const { count, wanted = count ? 'all' : undefined } = options;
  if (count && wanted !== 'all') throw new CliError(2, `--count counts all: it cannot go with --wanted ${wanted!}`);
  const method = options.method ?? methodFor(network, options);
  if (method === 'none') return { method };
  if (method !== 'mac') return { method, wanted: wanted ?? 'best', threshold: thresholdFor(network, options) };
  const isAboutPolicies = wanted === 'best' || options.threshold !== undefined;
  if (!isAboutPolicies) return { method, wanted: wanted ?? 'all' };
  const asked = wanted === 'best' ? '--wanted best' : '--threshold';
  throw new CliError(2, `${asked} is about policies, and --method mac about solutions; try --method stochastic-mac`);
}

/** Solutions suffice where nothing is drawn and nobody asks what they are worth. */
function methodFor({ variables }: Network, { wanted, threshold }: NetworkOptions): Method {
  const firstDraw = variables.findIndex(({ kind }) => kind === 'stochastic');
  if (firstDraw === -1) return wanted === 'best' || threshold !== undefined ? 'stochastic-mac' : 'mac';
  const isOneStage = variables.every(({ kind }, index) => kind !== 'decision' || index < firstDraw);
  return isOneStage ? 'mac-sfc' : 'stochastic-mac';
}

function thresholdFor({ players, threshold }: Network, { threshold: asked }: NetworkOptions): readonly number[] {
  if (asked === undefined || asked.length === threshold.length) return asked ?? threshold;
  if (asked.length === 1) return threshold.map(() => asked[0]!);
  const needed = players.length < 2 ? 'one' : `one, or one for each of ${players.join(', ')}`;
  throw new CliError(2, `--threshold: ${String(asked.length)} utilities were given; give ${needed}`);
}
