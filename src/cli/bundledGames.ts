import { readFileSync, readdirSync } from 'node:fs';
import { type GameFacts, readGameFacts } from './gameFacts.js';

/** The same from `src/cli` and from `dist/cli`. */
const FOLDER = new URL('../../games/', import.meta.url);
const SHEET = '.kif';

/** Names of the games that come with the program, sorted. */
export function bundledNames(): readonly string[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith(SHEET))
    .map((file) => file.slice(0, -SHEET.length))
    .sort();
}

/** The text of the rule sheet; throws unless the name is one of {@link bundledNames}. */
export function bundledSheet(name: string): string {
  return readFileSync(new URL(name + SHEET, FOLDER), 'utf8');
}

/** What is known of the game; throws unless the name is one of {@link bundledNames}. */
export function bundledFacts(name: string): GameFacts {
  const facts = readGameFacts(readFileSync(new URL(`${name}.facts`, FOLDER), 'utf8'));
  if (!facts.ok) throw new Error(`games/${name}.facts: ${facts.error.join('; ')}`);
  return facts.value;
}
