import { type Budget, type Diagnostic, fail, ok, type Result } from './base/index.js';
import type { Game } from './game/index.js';
import { readSheet, type SheetInput } from './gdl/index.js';
import { ground } from './ground/index.js';
import { groundGame } from './playout/index.js';
import { referenceGame } from './reference/index.js';
import { validate, type ValidRules } from './rules/index.js';

/** How rules become moves, on one screen: text → sheet → valid rules → ground program → game. */

/** Reads and checks a rule sheet; on failure every error and warning of the sheet. */
export function loadRules(sheet: SheetInput): Result<ValidRules, readonly Diagnostic[]> {
  return validate(readSheet(sheet));
}

/** The engines that can play a game: the slow and obvious judge, or the ground program. */
export const ENGINES = ['reference', 'ground'] as const;

export type Engine = (typeof ENGINES)[number];

/** Makes a game of valid rules; fails with a reason where the engine cannot play them within the budget. */
export function openGame(rules: ValidRules, engine: Engine, budget: Budget): Result<Game, string> {
  if (engine === 'reference') return ok(referenceGame(rules) as Game);
  const program = ground(rules, budget);
  return program.ok ? ok(groundGame(program.value) as Game) : fail(program.error.reason);
}
