export { openPlanSearch } from './planSearch.js';
