export { openThreads, type ThreadOptions } from './threads.js';
