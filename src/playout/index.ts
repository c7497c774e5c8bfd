export { groundGame, type GroundState } from './groundGame.js';
