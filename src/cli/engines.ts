import { Option } from 'commander';
import type { Budget } from '../base/index.js';
import type { Game } from '../game/index.js';
import { ENGINES, type Engine, openGame } from '../pipeline.js';
import type { ValidRules } from '../rules/index.js';
import { CliError } from './cliError.js';
import type { Outside } from './outside.js';
import { during } from './status.js';

export function engineOption(): Option {
  return new Option('--engine <name>', 'what evaluates the rules').choices(ENGINES).default('reference');
}

export interface EngineChoice {
  readonly rules: ValidRules;
  readonly engine: Engine;
}

/** The game as the engine plays it; ends with exit code 1 where the rules are too large for it. */
export function gameOf(outside: Outside, { rules, engine }: EngineChoice): Game {
  const game = during(outside.stderr, 'opening the game …', () => openGame(rules, engine, budgetOf(outside)));
  if (!game.ok)
    throw new CliError(1, `--engine ${engine} cannot play this game: ${game.error}; try --engine reference`);
  return game.value;
}

/** What a person waits for, and what a Node process has room for by default. */
export function budgetOf(outside: Outside): Budget {
  return { clock: () => outside.now(), milliseconds: 60_000, bytes: 2 * 2 ** 30 };
}
