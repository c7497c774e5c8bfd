import { readFileSync } from 'node:fs';
import { loadRules, openPlay, type Play } from '../src/pipeline.js';

/** Time never passes: what is within this budget is so on every machine. */
export const TIMELESS = { clock: (): number => 0, milliseconds: 1, bytes: 2 ** 30 };

/** A bundled game, compiled. */
export function bundledPlay(name: string): Play {
  const rules = loadRules({ name, content: readFileSync(`games/${name}.kif`) });
  if (!rules.ok) throw new Error(name);
  const play = openPlay(rules.value, 'compiled', TIMELESS);
  if (!play.ok) throw new Error(play.error);
  return play.value;
}
