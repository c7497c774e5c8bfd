import { webAssembly, type WasmModule } from '../kernel/webAssembly.js';
import { call, drop, type FunctionReference, i32, ModuleWriter, when } from '../wasm/index.js';
import { enqueueFunction, header, number } from './code.js';
import { drawFunction } from './drawCode.js';
import { LAST_LEVEL, LEVEL_SIZE, NEXT_LEVEL } from './layout.js';
import { loopsFunction } from './loopCode.js';
import { actFunction, becomeFunction, playFunction, standFunction } from './playCode.js';
import { flipFunction, settleFunction } from './settleCode.js';

/** Keeps a state up to date in its memory, and plays. What the functions do is said where they are written. */
export interface EventKernel {
  readonly memory: Int32Array;
  stand(): void;
  become(): void;
  score(): void;
  draw(): number;
  act(): void;
  play(maxPlies: number): number;
}

const PAGE_WORDS = 16384;

/** The kernel is the same for every game: compiled once a process. */
let compiled: WasmModule | undefined;

/** A kernel whose memory has that content. */
export function openEventKernel(content: Int32Array): EventKernel {
  if (webAssembly === undefined) throw new Error('this platform does not run WebAssembly');
  compiled ??= new webAssembly.Module(kernelBytes());
  const memory = new webAssembly.Memory({ initial: Math.ceil(content.length / PAGE_WORDS) });
  const { exports } = new webAssembly.Instance(compiled, { env: { memory } });
  const words = new Int32Array(memory.buffer, 0, content.length);
  words.set(content);
  return { ...(exports as Omit<EventKernel, 'memory'>), memory: words };
}

function kernelBytes(): Uint8Array<ArrayBuffer> {
  const module = new ModuleWriter();
  const enqueue = enqueueFunction(module);
  const settle = settleFunction(module, loopsFunction(module, enqueue));
  const stand = standFunction(module, settle);
  const flip = flipFunction(module);
  becomeFunction(module, { flip, enqueue, stand });
  scoreFunction(module, settle);
  playFunction(module, drawFunction(module), actFunction(module, { settle, flip, stand }));
  return module.bytes();
}

/** `score()`: brings goals up to date. */
function scoreFunction(module: ModuleWriter, settle: FunctionReference): void {
  const first = i32.add(header(NEXT_LEVEL), number(LEVEL_SIZE));
  module.define({ parameters: [], exportAs: 'score' }, () => [
    when(i32.ltU(header(NEXT_LEVEL), header(LAST_LEVEL)), [drop(call('i32', settle, first, header(LAST_LEVEL)))]),
  ]);
}
