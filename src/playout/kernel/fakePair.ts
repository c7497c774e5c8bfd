import { ok } from '../../base/index.js';
import type { KernelMaker } from '../laneRunner.js';
import { type Kernel, openKernel } from './kernel.js';
import { MemoryPlan } from './loader.js';
import { memoryMap, type Width } from './memoryMap.js';
import { twinKernel } from './twin.js';

/** Where two kernels should agree: what they keep themselves and the slots, but neither scratch vectors nor the streams. */
interface Compared {
  readonly width: Width;
  readonly slots: number;
}

/** The address of the first word in which the memories of two kernels differ, or undefined. */
export function firstDifference(a: Kernel, b: Kernel, { width, slots }: Compared): number | undefined {
  const plan = new MemoryPlan(width, slots);
  const ranges = [
    [0, memoryMap(width).count],
    [plan.slot(0), plan.slot(slots)],
  ] as const;
  for (const [from, to] of ranges) {
    for (let word = from >> 2; word < to >> 2; word++) if (a.words[word] !== b.words[word]) return word * 4;
  }
  return undefined;
}

/** Makes kernels in WebAssembly that execute everything in the twin too and throw where that does not come to the same in the first slots. */
export const pairedKernel =
  (slots: number): KernelMaker =>
  (width, bytes, straight) => {
    const made = openKernel(width, bytes, straight);
    if (!made.ok) return made;
    const kernel = made.value;
    const twin = twinKernel(width, kernel.words.byteLength);
    const both = (execute: (kernel: Kernel) => void): void => {
      twin.words.set(kernel.words);
      execute(kernel);
      execute(twin);
      const address = firstDifference(kernel, twin, { width, slots });
      if (address !== undefined) throw new Error(`the kernel and its twin differ at byte ${String(address)}`);
    };
    return ok({
      width,
      words: kernel.words,
      run: (stream) => both((each) => each.run(stream)),
      play: (table, phases) => both((each) => each.play(table, phases)),
    });
  };
