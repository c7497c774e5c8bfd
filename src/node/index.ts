export { GgpPlayer, type GgpPlayerSetting, type GgpStatus } from './ggp/ggpPlayer.js';
export type { GgpRecord } from './ggp/ggpRecord.js';
export { availableMemory, defaultSearchMemory, machineMemory, type MachineMemory, memoryOfEach } from './memory.js';
export { sharedClock } from './sharedClock.js';
export { LOCAL_MARGIN, Margin, type MarginOptions, NETWORK_MARGIN } from './team/margin.js';
export type { Witness } from './team/member.js';
export { type ThreadOpener, threadOpener, threadStarter, type ThreadStarter } from './startThread.js';
export { DEFAULT_TEAM, ThreadedPlayer, type ThreadedPlayerSetting } from './team/threadedPlayer.js';
export { type HelperOptions, openThreads, type ThreadOptions, withHelperThreads } from './threads.js';
