import { joinedTallies } from './joinedTallies.js';
import type { BackgroundPlayouts, PlayoutTally, PlayoutTask } from './simulator.js';

/** Between the seeds of parts of a request. */
const SEED_STEP = 0x9e3779b9;
/** Most starts of a part, so that what is passed on stays small. */
const MOST_STARTS = 512;

/** Playouts that are waited for, shared among all who make them: as many requests at once as are worth it, each from a part of the starts. */
export function sharedPlayouts<State>(
  background: BackgroundPlayouts<State>,
  { starts, request, isTimeUp }: PlayoutTask<State>,
): PlayoutTally {
  const { depth } = background;
  const each = depth === 1 ? starts.length : Math.min(MOST_STARTS, Math.ceil(starts.length / depth));
  const underWay: number[] = [];
  const tallies: PlayoutTally[] = [];
  for (let from = 0, part = 0; from < starts.length; from += each, part++) {
    if (underWay.length === depth) tallies.push(background.finish(underWay.shift()!));
    const seed = (request.seed + part * SEED_STEP) >>> 0;
    underWay.push(background.begin(starts.slice(from, from + each), { ...request, seed }, isTimeUp));
  }
  for (const ticket of underWay) tallies.push(background.finish(ticket));
  return tallies.length === 1 ? tallies[0]! : joinedTallies(tallies);
}
