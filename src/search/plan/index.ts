export { LinePlans } from './linePlans.js';
export { openPlanSearch } from './planSearch.js';
