import { fail, type Result } from '../../src/base/index.js';
export interface Yardstick {
  choose(facts: readonly string[], depth: number): string;
}
export function openYardstick(game: string): Result<Yardstick, string> {
  return fail(`no ${game}`);
}
