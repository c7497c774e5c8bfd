import { describe, expect, it } from 'vitest';
import type { WorkerPort } from '../playout/index.js';
import { SpareThread } from './spareThread.js';
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

describe('SpareThread', () => {
  it('is open before it is needed, and another one when told', async () => {
    const { open, seen } = ports();
    const spare = new SpareThread(open);
    expect(seen.splice(0)).toEqual(['open 1']);
    for (const role of ['x', 'y']) spare.start(assignment(role));
    expect(seen.splice(0)).toEqual(['x to 1', 'open 2', 'y to 2']);
    spare.prepare();
    spare.prepare();
    expect(seen.splice(0)).toEqual(['open 3']);
    await spare.close();
    spare.prepare();
    expect(seen).toEqual(['end 3']);
  });
});
