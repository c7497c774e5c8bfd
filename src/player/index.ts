export type { JointMove, MatchStart, Pace, Player, Turn } from './player.js';
export { refusal } from './refusal.js';
export { DEFAULT_SEARCH_PLAYER, SearchPlayer, type SearchPlayerSetting } from './searchPlayer.js';
export type { MoveThoughts, Thoughts } from './thoughts.js';
