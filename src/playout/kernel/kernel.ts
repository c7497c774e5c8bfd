import { fail, ok, type Result } from '../../base/index.js';
import { kernelBytes } from './kernelModule.js';
import type { Width } from './memoryMap.js';
import type { StraightStreams } from './straightStream.js';
import { webAssembly, type WasmModule } from './webAssembly.js';

/** Executes streams (see instructionSet) on its memory, whose start is laid out as `memoryMap` says. */
export interface Kernel {
  readonly width: Width;
  readonly words: Int32Array<ArrayBuffer>;
  /** Executes the stream at a byte address to its end. */
  run(stream: number): void;
  /**
   * Refills lanes and plays, until none has anything to play. The table at the address: a stream that refills, then so
   * many others.
   */
  play(table: number, others: number): void;
}

const PAGE = 65536;

/** Interpreters are the same for every game: compiled once a process. */
const modules = new Map<string, WasmModule>();

function moduleOf(width: Width, straight?: StraightStreams): WasmModule | undefined {
  if (webAssembly === undefined) return undefined;
  const key = `${String(width.units)} × ${String(width.unitWords)}`;
  let module = modules.get(key);
  if (module === undefined) {
    const bytes = kernelBytes(width);
    if (!webAssembly.validate(bytes)) return undefined;
    modules.set(key, (module = new webAssembly.Module(bytes)));
  }
  return straight === undefined ? module : new webAssembly.Module(kernelBytes(width, straight));
}

/** Vectors of 4 words where the platform has SIMD, else of 2; undefined without WebAssembly. */
export const vectorWords = (): 4 | 2 | undefined =>
  ([4, 2] as const).find((unitWords) => moduleOf({ units: 1, unitWords }) !== undefined);

/** A kernel with a memory of that many bytes, all zero; streams that are given become straight-line code. */
export function openKernel(width: Width, bytes: number, straight?: StraightStreams): Result<Kernel, string> {
  const module = moduleOf(width, straight);
  if (module === undefined || webAssembly === undefined)
    return fail('this platform does not run the WebAssembly kernel');
  try {
    const memory = new webAssembly.Memory({ initial: Math.ceil(bytes / PAGE) });
    const { exports } = new webAssembly.Instance(module, { env: { memory } });
    const { run, play } = exports as Pick<Kernel, 'run' | 'play'>;
    return ok({ width, words: new Int32Array(memory.buffer), run, play });
  } catch (cause) {
    return fail(`no memory of ${megabytes(bytes)}: ${String(cause)}`);
  }
}

/** Makes kernels whose memory has at most so many bytes. */
export const kernelsWithin =
  (most: number): typeof openKernel =>
  (width, bytes, straight) =>
    bytes > most ? fail(`lanes take ${megabytes(bytes)} of memory`) : openKernel(width, bytes, straight);

const megabytes = (bytes: number): string => `${String(Math.ceil(bytes / 2 ** 20))} MB`;
