export { type PropagationOptions, NO_CONSTRAINT, Propagation } from './propagation.js';
export { ForwardChecking, type ForwardState } from './forwardChecking.js';
export { ForwardSearch, type ForwardSearchOptions } from './forwardSearch.js';
export { type Heuristic } from './branchingOrder.js';
export { type MacOptions, MacSearch, type MacState, macSearch } from './macSearch.js';
export { measureSearch, type SearchMeasurement, type SearchSpeed } from './measureSearch.js';
export { type RandomClauses, randomClauses, type RandomTables, randomTables } from './randomTables.js';
export { type SingletonOptions, type SingletonOutcome, singletonConsistency } from './singletonConsistency.js';
export { type ChancePart, chancePart, hardPart } from './stochastic/decompose.js';
export { fc, stochasticMac } from './stochastic/treeSearch.js';
export { type MacSfc, macSfc } from './stochastic/macSfc.js';
export {
  type ChanceNode,
  type DecisionRun,
  type Policy,
  type PolicyBranch,
  type PolicyLeaf,
  type ValuedPolicy,
  expectedUtilities,
} from './stochastic/policy.js';
export { type Wanted, chooseAmong } from './stochastic/policyLists.js';
export { type PolicyAnswer, type PolicyQuestion } from './stochastic/policyQuestion.js';
export { type RaisedThreshold, type Satisfier, raiseThreshold } from './stochastic/raiseThreshold.js';
export { search } from './stochastic/search.js';
export { type Reading, StochasticProblem, reaches } from './stochastic/stochasticProblem.js';
export { type Strategy, unfoldPolicy } from './stochastic/unfoldPolicy.js';
export { type Choice, type Effort, isAtLeastOne, isAtMostOne, type ProofOptions } from './mutualExclusion.js';
export { type PreprocessedNetwork, originalSolution } from './preprocess/finishDraft.js';
export { originalPolicy } from './preprocess/originalPolicy.js';
export {
  type NetworkSize,
  type PassEffect,
  PREPROCESSING_PASSES,
  type PreprocessOptions,
  type Preprocessing,
  type PreprocessingPass,
  preprocess,
} from './preprocess/preprocess.js';
