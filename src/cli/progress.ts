import type { Clock } from '../base/index.js';
import type { Outside } from './outside.js';
import { statusOn } from './status.js';

/** Time between two looks at how far it has come. */
const PROGRESS_MS = 200;

/** Shows what is being done whenever it looks at the clock, as work with a budget does now and then. */
export interface Progress {
  readonly clock: Clock;
  /** From now on this is shown. */
  readonly tell: (doing: () => string) => void;
  readonly erase: () => void;
}

export function progressOn(outside: Outside, name: string): Progress {
  const status = statusOn(outside.stderr);
  let doing = (): string => '';
  let shown = -Infinity;
  const look = (): number => {
    const now = outside.now();
    if (outside.stderr.isTTY && now - shown >= PROGRESS_MS) {
      shown = now;
      status.show(`${name}: ${doing()} …`);
    }
    return now;
  };
  return {
    clock: look,
    tell: (next) => {
      doing = next;
      shown = -Infinity;
      look();
    },
    erase: () => {
      status.erase();
    },
  };
}
