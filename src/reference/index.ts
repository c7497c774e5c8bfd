export { DEFAULT_REFERENCE_OPTIONS, EvaluationLimit, type ReferenceOptions } from './options.js';
export { type ReferenceState, referenceGame } from './referenceGame.js';
