import { isChance } from '../game/index.js';
import { haveSameGoals, type Play } from '../pipeline.js';

/** Most bytes of what a search keeps as objects: a thread's heap has 2 GB (`HEAP_MEGABYTES` in `node/startThread`). */
const MOST_OF_OBJECTS = 2 ** 30;

/** How many of these bytes may be used for objects. */
export const objectMemory = (bytes: number): number => Math.min(MOST_OF_OBJECTS, bytes);

/**
 * How many of these bytes a search of this game may use. Only arrays may be larger than the heap. The states of slow
 * engines are objects, and so is most of a search for plans, where one player or one team is alone.
 */
export function searchMemory(play: Play, bytes: number): number {
  const isCompiled = play.engine === 'compiled' || play.engine === 'event';
  const players = play.game.roles.filter((role) => !isChance(role)).length;
  const isAlone = players === 1 || haveSameGoals(play);
  return isCompiled && !isAlone ? bytes : objectMemory(bytes);
}
