export { tighten } from './bounds.js';
export { armOf, type Edge, forEachEdgeOf, jointOf, movesOf, runOf } from './joints.js';
export { CHANCE, CLOSED, END, LEAF, NONE, SEVERAL, TURN, UNMET, UNTRIED } from './layout.js';
export { Meetings } from './meetings.js';
export { Room } from './room.js';
export { POINTS, SearchGraph } from './searchGraph.js';
