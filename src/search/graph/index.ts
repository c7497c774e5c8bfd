export { tighten } from './bounds.js';
export { CHANCE, CLOSED, END, LEAF, NONE, SEVERAL, TURN } from './layout.js';
export { armOf, POINTS, SearchGraph } from './searchGraph.js';
