export { isChance } from './chance.js';
export { combinedGame, type CombinedTexts, MOST_LISTED } from './combinations.js';
export { compareGames, type CompareOptions } from './compareGames.js';
export { brokenClaims, type Claim, CLAIMS, type ConformanceOptions } from './conformance.js';
export {
  type Difference,
  differenceOf,
  differenceOfSets,
  type Observation,
  observe,
  renderDifference,
} from './difference.js';
export type { Combinations, Game, GameNames, Move } from './game.js';
export { gameSimulator, nextByGame } from './gameSimulator.js';
export {
  ANY_TIME,
  type GameParts,
  IDLE,
  type PartCondition,
  type PartState,
  type PartSuccessor,
  type PartTarget,
  type RootedParts,
} from './gameParts.js';
export { type GoalStructure, LOST } from './goalStructure.js';
export { joinedTallies } from './joinedTallies.js';
export { jointMoves, legalMovesOfAll } from './jointMoves.js';
export {
  canAllMove,
  countLegalMoves,
  isLegal,
  randomJointMove,
  randomLegalMove,
  someLegalMoves,
} from './legalMoves.js';
export {
  measureExpansions,
  measurePlayouts,
  type ExpansionSpeed,
  type MeasureOptions,
  type PlayoutSpeed,
} from './measure.js';
export { perft } from './perft.js';
export { DEFAULT_PLAYOUT, type Line, playout, type PlayoutOptions } from './playout.js';
export {
  type BackgroundPlayouts,
  type Expansion,
  jointOf,
  type MoveTally,
  NO_GOAL,
  type PlayoutKind,
  type PlayoutRequest,
  playoutsAtOnce,
  type PlayoutTally,
  type PlayoutTask,
  poolOfOne,
  type SimulationPool,
  type Simulator,
} from './simulator.js';
export { sharedPlayouts } from './sharedPlayouts.js';
export { isSameState, type StateIndex, stateIndex } from './stateIndex.js';
export type { CanonicalState, StateSymmetries } from './stateSymmetries.js';
export { countJoints, TooManyJointMoves } from './tooWide.js';
export { observeTiming, type ObserveOptions, type Timing } from './timing.js';
