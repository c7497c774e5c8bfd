export { advance, goesOn } from './advance.js';
export type { JointMove, LastTurn, MatchStart, Pace, Player, Turn } from './player.js';
export { refusal } from './refusal.js';
export { objectMemory, searchMemory } from './searchMemory.js';
export { DEFAULT_SEARCH_PLAYER, SearchPlayer, type SearchPlayerSetting } from './searchPlayer.js';
export { type MoveThoughts, type Thoughts, thoughtsOf, withoutSearch } from './thoughts.js';
