import type { Width } from './memoryMap.js';
import { memoryMap, slotBytes } from './memoryMap.js';
import type { PlacedStream } from './streamDecoder.js';

/** What can be loaded: words, and which of them are slots, places of the stream itself, or addresses of the flushing stream. */
export interface LoadableStream {
  readonly words: Int32Array;
  readonly slots: Int32Array;
  readonly places: Int32Array;
  readonly flushes: Int32Array;
}

/** Where slots and streams are in the memory of a kernel: what `memoryMap` says, then the slots, then the streams. */
export class MemoryPlan {
  readonly #first: number;
  #end: number;

  constructor(
    readonly width: Width,
    readonly slots: number,
  ) {
    this.#first = memoryMap(width).end;
    this.#end = this.slot(slots);
  }

  /** The byte address of a slot. */
  slot(index: number): number {
    return this.#first + index * slotBytes(this.width);
  }

  /** Room for that many words; gives their byte address. */
  take(words: number): number {
    const at = this.#end;
    this.#end += words * 4;
    return at;
  }

  /** Bytes of everything. */
  get bytes(): number {
    return this.#end;
  }
}

interface Place {
  readonly plan: MemoryPlan;
  readonly at: number;
  readonly flush: number;
}

/** A stream as it will stand at its address. */
export function place(stream: LoadableStream, { plan, at, flush }: Place): PlacedStream {
  const words = stream.words.slice();
  for (const index of stream.slots) words[index] = plan.slot(words[index]!);
  for (const index of stream.places) words[index] = at + words[index]! * 4;
  for (const index of stream.flushes) words[index] = flush;
  return { at, words };
}

/** Writes a stream to its address. */
export function load(memory: Int32Array, { at, words }: PlacedStream): void {
  memory.set(words, at >> 2);
}
