import { existsSync, readFileSync } from 'node:fs';
import { readSheet } from '../src/gdl/index.js';
import { ground, type GroundProgram } from '../src/ground/index.js';
import { validate, type ValidRules } from '../src/rules/index.js';

/** Rules and ground programs of games. Public rule sheets are not part of the project: tests skip where they are absent. */
const BUNDLED = new URL('../games/', import.meta.url);
const SHARED = new URL('../../shared/games/', import.meta.url);

/** Generous: what a loaded machine needs for the games that tests use, several times over. */
const BUDGET = { clock: () => performance.now(), milliseconds: 60_000, bytes: 3e9 };

export const hasSharedGames = existsSync(SHARED);

export const bundledRules = (name: string): ValidRules => rulesOf(readFileSync(new URL(`${name}.kif`, BUNDLED)));
export const bundledProgram = (name: string): GroundProgram => programOf(readFileSync(new URL(`${name}.kif`, BUNDLED)));
export const sharedProgram = (name: string): GroundProgram => programOf(readFileSync(new URL(`${name}.kif`, SHARED)));

export function rulesOf(content: Uint8Array | string): ValidRules {
  const rules = validate(readSheet({ name: 'sheet', content }));
  if (!rules.ok) throw new Error(JSON.stringify(rules.error));
  return rules.value;
}

export function programOf(content: Uint8Array | string): GroundProgram {
  const program = ground(rulesOf(content), BUDGET);
  if (!program.ok) throw new Error(program.error.reason);
  return program.value;
}
