import { describe, expect, it } from 'vitest';
import type { WorkerPort } from '../playout/index.js';
import { SpareThreads } from './spareThreads.js';
import type { Assignment } from './thread/messages.js';

/** Ports by the order in which they were opened, with what happened to them. */
function ports(): { readonly open: () => WorkerPort; readonly seen: string[] } {
  const seen: string[] = [];
  let opened = 0;
  const open = (): WorkerPort => {
    const name = String(++opened);
    seen.push(`open ${name}`);
    return {
      post: (message) => seen.push(`${(message as Assignment).role} to ${name}`),
      onMessage: () => undefined,
      onDeath: () => undefined,
      setAwaited: () => undefined,
      terminate: () => {
        seen.push(`end ${name}`);
        return Promise.resolve();
      },
    };
  };
  return { open, seen };
}

const assignment = (role: string): Assignment => ({ role }) as Assignment;

describe('SpareThreads', () => {
  it('are open before they are needed, taken in order, and opened again when told', async () => {
    const { open, seen } = ports();
    const spares = new SpareThreads(open, 2);
    expect(seen.splice(0)).toEqual(['open 1', 'open 2']);
    for (const role of ['x', 'y', 'z']) spares.start(assignment(role));
    expect(seen.splice(0)).toEqual(['x to 1', 'y to 2', 'open 3', 'z to 3']);
    spares.refill();
    spares.refill();
    expect(seen.splice(0)).toEqual(['open 4', 'open 5']);
    await spares.close();
    spares.refill();
    expect(seen).toEqual(['end 4', 'end 5']);
  });
});
