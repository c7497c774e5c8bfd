import type { Algorithm } from '../algorithm.js';
import { SymmetricSearch } from './symmetricSearch.js';

/** Share of the first thinking: that of 002 section 5 and 004 section 5. */
const SHARE = 0.25;

/** An algorithm as it is where symmetries are made use of: see {@link SymmetricSearch}. */
export function withSymmetries(algorithm: Algorithm): Algorithm {
  return {
    ...algorithm,
    name: `${algorithm.name}-sym`,
    summary: `${algorithm.name} over states that stand for all that are symmetric to them`,
    options: {
      ...algorithm.options,
      symmetry: {
        kind: 'number',
        least: 0,
        most: 1,
        default: SHARE,
        summary: 'share of the first thinking for finding symmetries (002, 004)',
      },
    },
    open: (setting, options) =>
      new SymmetricSearch(setting, {
        share: Number(options['symmetry']),
        open: (turned) => algorithm.open(turned, options),
      }),
  };
}
