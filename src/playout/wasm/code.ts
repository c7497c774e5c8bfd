/**
 * Expressions and statements of WebAssembly as small typed trees (WebAssembly Core Specification 2.0, section 5.4). Blocks are values and
 * branches name them, so that a kernel reads like the program it is; {@link encode} turns names into relative depths.
 */

export type ValueType = 'i32' | 'i64' | 'v128';

/** Bytes, blocks and branches; what a function body is made of. */
export type Code = readonly Item[];

type Item = number | Code | Block | Branch;

class Block {
  constructor(
    readonly opcode: number,
    readonly label: Label,
    readonly body: Code,
  ) {}
}

class Branch {
  constructor(
    readonly opcode: number,
    readonly targets: readonly Label[],
  ) {}
}

/** The name of a block, given to its body. */
export type Label = symbol;

/** Code that leaves one value of the type. */
export interface Expression<T extends ValueType> {
  readonly type: T;
  readonly code: Code;
}

/** Code that leaves nothing. */
export interface Statement {
  readonly code: Code;
}

export interface Local<T extends ValueType> extends Expression<T> {
  readonly index: number;
}

const OPCODE = { block: 0x02, loop: 0x03, if: 0x04, else: 0x05, end: 0x0b, br: 0x0c, brIf: 0x0d, brTable: 0x0e };
const EMPTY_BLOCK_TYPE = 0x40;

export function unsignedLeb(value: number): readonly number[] {
  const bytes: number[] = [];
  let rest = value;
  do {
    const byte = rest & 0x7f;
    rest >>>= 7;
    bytes.push(rest === 0 ? byte : byte | 0x80);
  } while (rest !== 0);
  return bytes;
}

export function signedLeb(value: bigint): readonly number[] {
  const bytes: number[] = [];
  let rest = value;
  for (;;) {
    const byte = Number(rest & 0x7fn);
    rest >>= 7n;
    const isLast = (rest === 0n && (byte & 0x40) === 0) || (rest === -1n && (byte & 0x40) !== 0);
    bytes.push(isLast ? byte : byte | 0x80);
    if (isLast) return bytes;
  }
}

export const expression = <T extends ValueType>(type: T, ...code: Code): Expression<T> => ({ type, code });
export const statement = (...code: Code): Statement => ({ code });
const codesOf = (statements: readonly Statement[]): Code => statements.map(({ code }) => code);

export const set = <T extends ValueType>(local: Local<T>, value: Expression<T>): Statement =>
  statement(value.code, 0x21, unsignedLeb(local.index));
export const drop = (value: Expression<ValueType>): Statement => statement(value.code, 0x1a);

/** Runs once; a branch to its label leaves it. */
export function block(body: (leave: Label) => readonly Statement[]): Statement {
  const label = Symbol('label');
  return statement(new Block(OPCODE.block, label, codesOf(body(label))));
}

/** A branch to its label begins it again; without one it runs once. */
export function loop(body: (again: Label) => readonly Statement[]): Statement {
  const label = Symbol('label');
  return statement(new Block(OPCODE.loop, label, codesOf(body(label))));
}

export function when(
  condition: Expression<'i32'>,
  then: readonly Statement[],
  otherwise: readonly Statement[] = [],
): Statement {
  const body: Code = otherwise.length === 0 ? codesOf(then) : [codesOf(then), OPCODE.else, codesOf(otherwise)];
  return statement(condition.code, new Block(OPCODE.if, Symbol('label'), body));
}

export const branch = (target: Label): Statement => statement(new Branch(OPCODE.br, [target]));
export const branchIf = (condition: Expression<'i32'>, target: Label): Statement =>
  statement(condition.code, new Branch(OPCODE.brIf, [target]));
/** Branches to the target at the selector's place, the last one where there is none. */
export const branchTable = (selector: Expression<'i32'>, targets: readonly Label[]): Statement =>
  statement(selector.code, new Branch(OPCODE.brTable, targets));
export const giveBack = (value: Expression<ValueType>): Statement => statement(value.code, 0x0f);

/** The bytes of code, with labels as depths. */
export function encode(code: Code): readonly number[] {
  const bytes: number[] = [];
  const open: Label[] = [];
  const depth = (label: Label): readonly number[] => {
    const at = open.lastIndexOf(label);
    if (at < 0) throw new Error('a branch leaves for a block that it is not in');
    return unsignedLeb(open.length - 1 - at);
  };
  const visit = (item: Item): void => {
    if (typeof item === 'number') bytes.push(item);
    else if (item instanceof Block) {
      open.push(item.label);
      bytes.push(item.opcode, EMPTY_BLOCK_TYPE);
      item.body.forEach(visit);
      bytes.push(OPCODE.end);
      open.pop();
    } else if (item instanceof Branch) {
      bytes.push(item.opcode);
      if (item.opcode === OPCODE.brTable) bytes.push(...unsignedLeb(item.targets.length - 1));
      for (const target of item.targets) bytes.push(...depth(target));
    } else item.forEach(visit);
  };
  code.forEach(visit);
  return bytes;
}
