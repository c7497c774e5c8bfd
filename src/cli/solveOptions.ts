import { type Command, InvalidArgumentError, Option } from 'commander';
import { ENGINES, type Engine } from '../pipeline.js';
import { memorySize } from './memory.js';
import { type CommonOptions, wholeNumber } from './options.js';

/** `network`: the constraint solver expands the states, by the network of one round. */
export type SolveEngine = Engine | 'network';

export interface SolveOptions extends CommonOptions {
  readonly horizon?: number;
  /** Utility: hundredths of points. */
  readonly threshold?: number;
  readonly decide?: true;
  readonly role?: string;
  readonly worst?: true;
  readonly moves?: string;
  readonly engine: SolveEngine;
  readonly symmetries: 'auto' | 'yes' | 'no';
  readonly policy?: string;
  readonly rounds: number;
  readonly seconds: number;
  readonly nodes: number;
  /** Bytes. */
  readonly memory: number;
}

/** More rounds would not fit in a word of a state. */
const MOST_ROUNDS = 1_000_000;
/** What a person waits for, and what a Node process has room for, in megabytes. */
const DEFAULTS = { rounds: 6, seconds: 600, nodes: 100_000_000, memory: 4096 };

export function addSolveOptions(command: Command): Command {
  const engine = new Option('--engine <name>', 'what expands states: an engine, or the constraint solver (network)');
  const symmetries = new Option(
    '--symmetries <when>',
    'solve symmetric states as one: always, never, or (auto) where the game is not small and has 4 symmetries or more',
  );
  const memory = new Option(
    '--memory <size>',
    'memory after which to give up, like 512M or 2G; megabytes without unit',
  );
  return command
    .option('--horizon <rounds>', 'cut play off after so many rounds; what is not over then is worth 0', rounds)
    .option(
      '--threshold <utility>',
      'θ in 0 … 1, hundredths of points: exit code 1 if the value does not reach it',
      utility,
    )
    .option('--decide', 'with --threshold: find out no more than whether it is reached, which is often faster')
    .option('--role <name>', 'the role to solve for; all players without it')
    .option('--worst', 'the role plays for the least, not the most')
    .option(
      '--moves <file>',
      'begin after a line of play: a JSON array of joint moves, as for trace; - is standard input',
    )
    .option('--policy <file>', 'write the policy to a file: .json, or .dot for Graphviz')
    .option('--rounds <number>', 'rounds of the policy to print', rounds, DEFAULTS.rounds)
    .addOption(engine.choices([...ENGINES, 'network']).default('compiled'))
    .addOption(symmetries.choices(['auto', 'yes', 'no']).default('auto'))
    .option('--seconds <number>', 'time after which to give up', seconds, DEFAULTS.seconds)
    .option('--nodes <number>', 'states after which to give up', wholeNumber, DEFAULTS.nodes)
    .addOption(memory.argParser(memorySize).default(DEFAULTS.memory * 2 ** 20, `${String(DEFAULTS.memory)}M`));
}

function rounds(text: string): number {
  const number = wholeNumber(text);
  if (number > MOST_ROUNDS) throw new InvalidArgumentError(`It must be at most ${String(MOST_ROUNDS)}.`);
  return number;
}

function utility(text: string): number {
  const number = /^\d*\.?\d+$/.test(text) ? Number(text) : Number.NaN;
  if (number >= 0 && number <= 1) return number;
  throw new InvalidArgumentError('It must be a utility from 0 to 1: 0.5 stands for 50 points.');
}

function seconds(text: string): number {
  const number = /^\d*\.?\d+$/.test(text) ? Number(text) : 0;
  if (number > 0) return number;
  throw new InvalidArgumentError('It must be a number of seconds, more than 0.');
}
