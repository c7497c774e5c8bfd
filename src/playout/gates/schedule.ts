import type { PlannedGates } from './plannedGates.js';

/**
 * Gates that are ordered together: within a window, gates of a shape stand in long runs; from window to window, what is made is soon used
 * and its slot free again.
 */
const WINDOW = 2048;

/**
 * Puts gates into an order in which operands come first and gates of one shape stand together, since a kernel dispatches once a run. Takes
 * them in any order in which operands come first.
 */
export function schedule(planned: PlannedGates, gates: Int32Array): Int32Array {
  const order = new Int32Array(gates.length);
  for (let from = 0; from < gates.length; from += WINDOW) {
    scheduleWindow(planned, gates.subarray(from, from + WINDOW), order.subarray(from, from + WINDOW));
  }
  return order;
}

/** Again and again, all gates of the shape of which most are ready, and those of that shape that become ready meanwhile. */
function scheduleWindow(planned: PlannedGates, window: Int32Array, order: Int32Array): void {
  const place = new Map<number, number>();
  window.forEach((node, index) => place.set(node, index));
  const waitsFor = new Int32Array(window.length);
  const users: number[][] = Array.from(window, () => []);
  const ready = new Map<number, number[]>();
  const makeReady = (index: number): void => {
    const shape = planned.shapeIndexOf(window[index]!);
    const queue = ready.get(shape);
    if (queue === undefined) ready.set(shape, [index]);
    else queue.push(index);
  };
  window.forEach((node, index) => {
    for (const input of planned.inputsOf(node)) {
      const operand = place.get(input);
      if (operand === undefined) continue;
      users[operand]!.push(index);
      waitsFor[index]!++;
    }
    if (waitsFor[index] === 0) makeReady(index);
  });
  let done = 0;
  while (done < window.length) {
    const queue = longest(ready);
    for (const index of queue) {
      order[done++] = window[index]!;
      for (const user of users[index]!) if (--waitsFor[user]! === 0) makeReady(user);
    }
    queue.length = 0;
  }
}

function longest(queues: ReadonlyMap<number, number[]>): number[] {
  let best: number[] = [];
  for (const queue of queues.values()) if (queue.length > best.length) best = queue;
  return best;
}
