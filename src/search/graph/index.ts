export { tighten } from './bounds.js';
export { CHANCE, CLOSED, END, LEAF, NONE, type NodeKind, SEVERAL, TURN } from './layout.js';
export { armOf, POINTS, SearchGraph } from './searchGraph.js';
