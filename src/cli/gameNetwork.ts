import { InvalidArgumentError, Option } from 'commander';
import { ground } from '../ground/index.js';
import { injectState, type Network, unrollRounds } from '../network/index.js';
import { translateRound } from '../translate/index.js';
import { CliError } from './cliError.js';
import { budgetOf } from './engines.js';
import { wholeNumber } from './options.js';
import type { Outside } from './outside.js';
import type { ValidReading } from './rulesOf.js';
import { during } from './status.js';

export interface GameNetworkOptions {
  /** Rounds; one without it. */
  readonly horizon?: number;
  /** One round, from any state. */
  readonly template?: true;
}

export function horizonOption(): Option {
  return new Option('--horizon <rounds>', 'so many rounds of the game, and the state after them').argParser(horizon);
}

/** No game is known to last longer. */
const LONGEST = 1000;

function horizon(text: string): number {
  const number = wholeNumber(text);
  if (number < 1 || number > LONGEST) throw new InvalidArgumentError(`It must be from 1 to ${String(LONGEST)}.`);
  return number;
}

/** A network of more constraints than this does not fit into the memory of a Node process. */
const MOST_CONSTRAINTS = 20_000_000;

/** The network of a game from its initial state on; ends with exit code 1 where it is too large. */
export function gameNetwork(
  outside: Outside,
  { rules, source }: ValidReading,
  { horizon, template }: GameNetworkOptions,
): Network {
  const budget = budgetOf(outside);
  const grounded = during(outside.stderr, `${source.name}: grounding …`, () => ground(rules, budget));
  if (!grounded.ok) throw new CliError(1, `${source.name}: ${grounded.error.reason}`);
  const isLong = horizon !== undefined;
  const translation = during(outside.stderr, `${source.name}: translating …`, () =>
    translateRound(grounded.value, { name: source.name, mayBeOver: isLong }, budget),
  );
  if (!translation.ok) throw new CliError(1, `${source.name}: ${translation.error}`);
  const { round } = translation.value;
  if (template) return round.network;
  const initial = grounded.value.initial.map((atom) => atom - 1);
  if (horizon === undefined) return injectState(round, initial);
  if (horizon * round.network.constraints.length > MOST_CONSTRAINTS)
    throw new CliError(1, `${source.name}: ${String(horizon)} rounds are too large; try a smaller --horizon`);
  return unrollRounds(round, horizon, initial);
}
