export { goalStructure } from './goalStructure.js';
export { gameParts } from './parts/gameParts.js';
