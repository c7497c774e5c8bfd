import { type GameParts, IDLE, type PartTarget, type RootedParts } from '../../game/index.js';
import type { PartLayers } from './partLayers.js';

/** Lines have at most so many moves. */
const LONGEST = 1024;

/** What is to be done in a step: an action for each part. */
export type Step = readonly number[];

/** What lines are put together from. */
export interface PartKnowledge {
  readonly parts: Pick<GameParts, 'kind' | 'conditions'>;
  readonly rooted: RootedParts;
  readonly layers: readonly PartLayers[];
}

/** A line for all parts at once, by which a target is reached as far as the parts can tell; of so many actions on each part at most, some as many. */
export function lineTo(known: PartKnowledge, target: PartTarget, depth: number): readonly Step[] | undefined {
  return known.parts.kind === 'together' ? lineTogether(known, target, depth) : lineInTurn(known, target);
}

/** Conditions of a target by part; of several for one part, the last. */
function ofParts({ parts, layers }: PartKnowledge, target: PartTarget): readonly (number | undefined)[] {
  const own = new Array<number | undefined>(layers.length).fill(undefined);
  for (const condition of target.conditions) {
    const { part } = parts.conditions[condition]!;
    if (part !== undefined) own[part] = condition;
  }
  return own;
}

/** Whether what passes by itself allows the target after so many steps. */
const isDue = ({ parts, rooted }: PartKnowledge, target: PartTarget, steps: number): boolean =>
  target.conditions.every(
    (condition) => parts.conditions[condition]!.part !== undefined || rooted.mayHold(condition, '', steps),
  );

function lineTogether(known: PartKnowledge, target: PartTarget, depth: number): readonly Step[] | undefined {
  if (!isDue(known, target, depth)) return undefined;
  const own = ofParts(known, target);
  if (!known.layers.every((layers, part) => layers.isHit(depth, own[part]))) return undefined;
  const lines = known.layers.map((layers, part) => layers.lineTo(depth, own[part]));
  return Array.from({ length: depth }, (_, step) => lines.map((line) => line[step]!));
}

/** One part after the other: as many actions on each as are needed, together as many as there are steps when the target is due. */
function lineInTurn(known: PartKnowledge, target: PartTarget): readonly Step[] | undefined {
  const own = ofParts(known, target);
  const lengths = known.layers.map((layers, part) => {
    const depths = Array.from({ length: layers.depth + 1 }, (_, depth) => depth);
    return depths.filter((depth) => layers.isHit(depth, own[part]));
  });
  const chosen = chosenLengths(lengths, (total) => isDue(known, target, total));
  if (chosen === undefined) return undefined;
  return known.layers.flatMap((layers, part) =>
    layers.lineTo(chosen[part]!, own[part]).map((action) => {
      const step = new Array<number>(known.layers.length).fill(IDLE);
      step[part] = action;
      return step;
    }),
  );
}

/** One length of each list, with the least sum that will do. */
export function chosenLengths(
  lists: readonly (readonly number[])[],
  isGood: (sum: number) => boolean,
): readonly number[] | undefined {
  if (lists.some(({ length }) => length === 0)) return undefined;
  const most = Math.min(
    LONGEST,
    lists.reduce((sum, list) => sum + list.at(-1)!, 0),
  );
  /** For each list and sum the length of the list by which the sum is come to, or -1. */
  const last: Int32Array[] = [];
  let reached = new Uint8Array(most + 1);
  reached[0] = 1;
  for (const list of lists) {
    const by = new Int32Array(most + 1).fill(-1);
    const next = new Uint8Array(most + 1);
    for (let sum = 0; sum <= most; sum++) {
      if (reached[sum] === 0) continue;
      for (const length of list) {
        if (sum + length > most) break;
        if (next[sum + length] === 1) continue;
        next[sum + length] = 1;
        by[sum + length] = length;
      }
    }
    last.push(by);
    reached = next;
  }
  const sum = reached.findIndex((isReached, at) => isReached === 1 && isGood(at));
  if (sum < 0) return undefined;
  const lengths: number[] = [];
  for (let list = lists.length - 1, left = sum; list >= 0; left -= lengths.at(-1)!, list--) {
    lengths.push(last[list]![left]!);
  }
  return lengths.reverse();
}
