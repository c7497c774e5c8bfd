export {
  block,
  branch,
  branchIf,
  branchTable,
  drop,
  type Expression,
  giveBack,
  type Local,
  loop,
  set,
  type Statement,
  type ValueType,
  when,
} from './code.js';
export { i32, i32x4, i64, i64x2, v128 } from './instructions.js';
export { call, type FunctionReference, type FunctionWriter, ModuleWriter, perform } from './module.js';
