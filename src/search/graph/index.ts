export { tighten } from './bounds.js';
export { armOf, forEachEdgeOf, jointOf, movesOf, runOf } from './joints.js';
export { CHANCE, CLOSED, END, LEAF, NONE, SEVERAL, TURN } from './layout.js';
export { POINTS, SearchGraph } from './searchGraph.js';
