export { ground, type GroundFailure } from './ground.js';
export {
  FALSE,
  firstDerived,
  firstMove,
  type GroundGoal,
  type GroundLiteral,
  type GroundPercept,
  type GroundProgram,
  type Lexicon,
  TRUE,
} from './groundProgram.js';
export { DEFAULT_GROUND_OPTIONS, type GroundOptions } from './options.js';
