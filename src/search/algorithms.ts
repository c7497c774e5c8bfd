import type { Algorithm } from './algorithm.js';
import { cfr } from './cfr/cfr.js';
import { flatUcb } from './flatUcb.js';
import { fcUcb, macUcb, macUcbSym } from './macUcb/macUcb.js';
import { grave } from './grave.js';
import { random } from './random.js';
import { symmetricVariant } from './symmetric/withSymmetries.js';
import { withTeam } from './team/withTeam.js';
import { uct } from './uct.js';
import { withWideStates } from './wide/withWideStates.js';
import { woodstock } from './woodstock.js';

/** Every way to search, by the names of the command line. */
export const ALGORITHMS: readonly Algorithm[] = [
  inAllGames(woodstock),
  random,
  ...[flatUcb, uct, symmetricVariant(uct), grave, symmetricVariant(grave), cfr, fcUcb, macUcb, macUcbSym].map(
    inAllGames,
  ),
];

/** With what none of them sees to by itself. */
function inAllGames(algorithm: Algorithm): Algorithm {
  return withWideStates(withTeam(algorithm));
}
