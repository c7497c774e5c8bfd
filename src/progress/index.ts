export { goalStructure } from './goalStructure.js';
