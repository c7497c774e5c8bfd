/** The part of the WebAssembly API that we use; the language's own library does not declare it, though every platform has it. */
interface Api {
  readonly Memory: new (limits: { readonly initial: number }) => WasmMemory;
  readonly Module: new (bytes: Uint8Array<ArrayBuffer>) => WasmModule;
  readonly Instance: new (
    module: WasmModule,
    imports: { readonly env: { readonly memory: WasmMemory } },
  ) => { readonly exports: unknown };
  readonly validate: (bytes: Uint8Array<ArrayBuffer>) => boolean;
}

export interface WasmMemory {
  readonly buffer: ArrayBuffer;
}

export type WasmModule = object;

/** Undefined where the platform has none. */
export const webAssembly = (globalThis as { readonly WebAssembly?: Api }).WebAssembly;
