export {
  type Algorithm,
  chooseAlgorithm,
  type ChosenAlgorithm,
  type OptionKind,
  type OptionValues,
} from './algorithm.js';
export { ALGORITHMS } from './algorithms.js';
export { openPlanSearch } from './plan/index.js';
export type {
  MoveReport,
  Search,
  SearchEffort,
  SearchLimit,
  SearchReport,
  SearchSetting,
  SolverMethod,
} from './search.js';
