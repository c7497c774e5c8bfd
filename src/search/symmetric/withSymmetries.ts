import type { StateSymmetries } from '../../game/index.js';
import type { Algorithm, OptionValues } from '../algorithm.js';
import type { Search, SearchSetting } from '../search.js';
import { SymmetricSearch } from './symmetricSearch.js';

/** Share of the first thinking: that of 002 section 5 and 004 section 5. */
const PAPERS_SHARE = 0.25;
/** Milliseconds for looking for symmetries where the first thinking has no deadline. */
const PATIENCE_MS = 60_000;

/** The variant of an algorithm by the name `…-sym`. */
export const symmetricVariant = (algorithm: Algorithm): Algorithm => ({
  ...withSymmetries(algorithm, PAPERS_SHARE),
  name: `${algorithm.name}-sym`,
  summary: `${algorithm.name} over states that stand for all that are symmetric to them`,
});

/**
 * An algorithm that makes use of symmetries (see {@link SymmetricSearch}), unless the share of its time for them is 0. They are looked for when it is opened; where there are none, it is
 * opened as without.
 */
export function withSymmetries(algorithm: Algorithm, share: number): Algorithm {
  return {
    ...algorithm,
    options: {
      ...algorithm.options,
      symmetry: {
        kind: 'number',
        least: 0,
        most: 1,
        default: share,
        summary: 'share of the first thinking for finding symmetries, 0 to make no use of them (002, 004)',
      },
    },
    open: <State>(setting: SearchSetting<State>, options: OptionValues): Search<State> => {
      const open = (turned: SearchSetting<State>): Search<State> => algorithm.open(turned, options);
      const symmetries = symmetriesWithin(setting, Number(options['symmetry']));
      return symmetries === undefined ? open(setting) : new SymmetricSearch(setting, symmetries, open);
    },
  };
}

/** The symmetries of the game, if there are any and they are found in a share of the time until the first thinking ends. */
function symmetriesWithin<State>(
  { symmetries, clock, firstDeadline }: SearchSetting<State>,
  share: number,
): StateSymmetries<State> | undefined {
  if (share === 0) return undefined;
  const found = symmetries?.(firstDeadline === undefined ? PATIENCE_MS : share * (firstDeadline - clock()));
  return found === undefined || found.size === 1 ? undefined : found;
}
