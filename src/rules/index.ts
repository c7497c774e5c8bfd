export { TermTable } from './termTable.js';
export { type MoveColumns, moveColumns } from './moveColumns.js';
export { type Reading, validate } from './validate.js';
export type {
  AtomLiteral,
  Clause,
  Component,
  DistinctLiteral,
  Information,
  Literal,
  RelationKey,
  ValidRules,
} from './validRules.js';
