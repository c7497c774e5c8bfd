export { DEFAULT_LIMITS, EvaluationLimit, type ReferenceLimits } from './limits.js';
export { type ReferenceState, referenceGame } from './referenceGame.js';
