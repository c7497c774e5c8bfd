import {
  type Code,
  encode,
  type Expression,
  expression,
  type Local,
  type Statement,
  statement,
  unsignedLeb,
  type ValueType,
} from './code.js';

const TYPE_CODES: Readonly<Record<ValueType, number>> = { i32: 0x7f, i64: 0x7e, v128: 0x7b };
const SECTION = { type: 1, import: 2, function: 3, export: 7, code: 10 };
const EXPORT_FUNCTION = 0;
const IMPORT_MEMORY = 2;
const MINIMUM_ONLY = 0;

/** A function being written: makes its locals. */
export class FunctionWriter {
  readonly #types: ValueType[] = [];

  constructor(
    readonly index: number,
    readonly parameters: readonly ValueType[],
    readonly result: ValueType | undefined,
  ) {}

  get locals(): readonly ValueType[] {
    return this.#types;
  }

  /** A new local, zero at the start. */
  local<T extends ValueType>(type: T): Local<T> {
    this.#types.push(type);
    return this.#at(type, this.parameters.length + this.#types.length - 1);
  }

  /** Several new locals of a type. */
  localsOf<T extends ValueType>(type: T, count: number): readonly Local<T>[] {
    return Array.from({ length: count }, () => this.local(type));
  }

  /** A parameter, which is a local too. */
  parameter<T extends ValueType>(type: T, place: number): Local<T> {
    if (this.parameters[place] !== type) throw new Error(`parameter ${String(place)} is no ${type}`);
    return this.#at(type, place);
  }

  #at<T extends ValueType>(type: T, index: number): Local<T> {
    return { ...expression(type, 0x20, unsignedLeb(index)), index };
  }
}

export interface FunctionShape {
  readonly parameters: readonly ValueType[];
  readonly result?: ValueType;
  /** The name under which the function is exported, if it is. */
  readonly exportAs?: string;
}

/** What a written function is to those that call it. */
export interface FunctionReference {
  readonly index: number;
  readonly result: ValueType | undefined;
}

/** Writes a WebAssembly module that imports one memory, `env.memory`, of at least one page. Functions call those written before them. */
export class ModuleWriter {
  readonly #bodies: { readonly writer: FunctionWriter; readonly code: Code }[] = [];
  readonly #exports: { readonly name: string; readonly index: number }[] = [];

  define(shape: FunctionShape, body: (writer: FunctionWriter) => readonly Statement[]): FunctionReference {
    const writer = new FunctionWriter(this.#bodies.length, shape.parameters, shape.result);
    const code = body(writer).map((each) => each.code);
    this.#bodies.push({ writer, code });
    if (shape.exportAs !== undefined) this.#exports.push({ name: shape.exportAs, index: writer.index });
    return { index: writer.index, result: shape.result };
  }

  /** Exports a function that was defined. */
  export({ index }: FunctionReference, name: string): void {
    this.#exports.push({ name, index });
  }

  bytes(): Uint8Array<ArrayBuffer> {
    const types = this.#bodies.map(({ writer }) => [
      0x60,
      ...vector(writer.parameters.map((type) => [TYPE_CODES[type]])),
      ...vector(writer.result === undefined ? [] : [[TYPE_CODES[writer.result]]]),
    ]);
    return Uint8Array.from([
      ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
      ...section(SECTION.type, vector(types)),
      ...section(SECTION.import, vector([MEMORY_IMPORT])),
      ...section(SECTION.function, vector(this.#bodies.map(({ writer }) => unsignedLeb(writer.index)))),
      ...section(
        SECTION.export,
        vector(this.#exports.map(({ name, index }) => [...text(name), EXPORT_FUNCTION, ...unsignedLeb(index)])),
      ),
      ...section(SECTION.code, vector(this.#bodies.map(({ writer, code }) => functionBody(writer, code)))),
    ]);
  }
}

/** A call for its value. */
export function call<T extends ValueType>(
  type: T,
  callee: FunctionReference,
  ...values: readonly Expression<ValueType>[]
): Expression<T> {
  if (callee.result !== type) throw new Error(`the function gives no ${type}`);
  return expression(
    type,
    values.map(({ code }) => code),
    0x10,
    unsignedLeb(callee.index),
  );
}

/** A call for its effect. */
export function perform(callee: FunctionReference, ...values: readonly Expression<ValueType>[]): Statement {
  if (callee.result !== undefined) throw new Error('the function gives a value that nobody takes');
  return statement(
    values.map(({ code }) => code),
    0x10,
    unsignedLeb(callee.index),
  );
}

function functionBody(writer: FunctionWriter, code: Code): readonly number[] {
  const locals = vector(writer.locals.map((type) => [1, TYPE_CODES[type]]));
  const bytes = [...locals, ...encode(code), 0x0b];
  return [...unsignedLeb(bytes.length), ...bytes];
}

function vector(elements: readonly (readonly number[])[]): readonly number[] {
  return [...unsignedLeb(elements.length), ...elements.flat()];
}

function section(id: number, bytes: readonly number[]): readonly number[] {
  return [id, ...unsignedLeb(bytes.length), ...bytes];
}

function text(name: string): readonly number[] {
  const bytes = Array.from({ length: name.length }, (_, index) => name.charCodeAt(index));
  return [...unsignedLeb(bytes.length), ...bytes];
}

const MEMORY_IMPORT = [...text('env'), ...text('memory'), IMPORT_MEMORY, MINIMUM_ONLY, 1];
