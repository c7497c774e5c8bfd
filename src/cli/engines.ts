import { Option } from 'commander';
import type { Budget } from '../base/index.js';
import { ENGINES, type Engine, openPlay, type Play } from '../pipeline.js';
import type { ValidRules } from '../rules/index.js';
import { CliError } from './cliError.js';
import { complain } from './complaints.js';
import type { Outside } from './outside.js';
import { during } from './status.js';

export function engineOption(engine: Engine): Option {
  return new Option('--engine <name>', 'what evaluates the rules').choices(ENGINES).default(engine);
}

export interface EngineChoice {
  /** As messages call it. */
  readonly name: string;
  readonly rules: ValidRules;
  readonly engine: Engine;
}

/** The game as the engine plays it; ends with exit code 1 where the rules are too large for it. */
export function playOf(outside: Outside, { name, rules, engine }: EngineChoice): Play {
  const play = during(outside.stderr, `${name}: getting ready to play …`, () =>
    openPlay(rules, engine, budgetOf(outside)),
  );
  if (play.ok) return play.value;
  throw new CliError(1, `${name}: --engine ${engine} cannot play this game: ${play.error}; try --engine compiled`);
}

/** The same; says so where a slower engine plays in the place of the one that was asked for. */
export function playOrSubstitute(outside: Outside, choice: EngineChoice): Play {
  const play = playOf(outside, choice);
  const isSlower = play.engine === 'ground' || play.engine === 'reference';
  if (isSlower && play.engine !== choice.engine) {
    complain(outside, `${choice.name}: --engine ${play.engine} plays instead of ${choice.engine}: ${play.reason}`);
  }
  return play;
}

/** What a person waits for, and what a Node process has room for by default. */
export function budgetOf(outside: Outside): Budget {
  return { clock: () => outside.now(), milliseconds: 60_000, bytes: 2 * 2 ** 30 };
}
