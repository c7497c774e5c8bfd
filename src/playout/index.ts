export { compiledPlay } from './compiledPlay.js';
export { groundGame, type GroundState } from './groundGame.js';
export { lowestGoals } from './gates/outcomes.js';
export type { GameCode } from './pool/gameCode.js';
export type { HostPort, WorkerPort } from './pool/ports.js';
export { openPool } from './pool/simulationPool.js';
export { serveSimulations } from './pool/simulationWorker.js';
export { MoveNames } from './moveNames.js';
export { type PackedState, StateLayout } from './packedState.js';
