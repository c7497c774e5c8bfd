export { automorphisms, type Automorphisms } from './automorphisms.js';
export { type ColouredGraph, colouredGraph, type Permutation } from './colouredGraph.js';
export type { SparsePermutation } from './permutation.js';
export { PermutationGroup } from './permutationGroup.js';
export { type GameGraph, symmetryOf } from './gameGraphs/gameGraph.js';
export {
  type GameSymmetries,
  gameSymmetries,
  SYMMETRY_METHODS,
  type SymmetryMethod,
} from './gameGraphs/gameSymmetries.js';
export { graphDot } from './gameGraphs/graphDot.js';
export {
  NoSymmetry,
  type PlaySymmetries,
  playSymmetries,
  type RoleOrbits,
  type SymmetryOptions,
} from './gameGraphs/playSymmetries.js';
export { stateGroup } from './stateGroup.js';
export { type CheckOptions, gameMoves, structuralFault } from './structuralCheck.js';
export { groundProgramGame, packedProgramGame, type ProgramGame } from './structuralGame.js';
export { fixesState, type StructuralSymmetry } from './structuralSymmetry.js';
