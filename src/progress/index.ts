export { goalStructure } from './goalStructure.js';
export { columnParts, gameParts, tiedRoles } from './parts/gameParts.js';
