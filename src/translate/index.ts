export { networkPlay, type NetworkPlay } from './networkPlay.js';
export type { RoundExpander } from './roundExpander.js';
export type { SolverMethod } from './roundSolutions.js';
export { type SolverRounds, solverRounds } from './solverRounds.js';
export { type Translation, type TranslationOptions, translateRound } from './translateRound.js';
