import type { ValidRules } from '../rules/index.js';
import type { ChosenAlgorithm } from '../search/index.js';

/** Why an algorithm cannot play a game, or undefined where it can. */
export function refusal({ algorithm }: ChosenAlgorithm, { information }: ValidRules): string | undefined {
  if (information !== 'partial' || algorithm.name === 'random') return undefined;
  return `${algorithm.name} cannot play games with hidden information yet; random can`;
}
