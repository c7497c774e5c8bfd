export type { Compound, Formula, Junction, Not, Notation, Rule, Sheet, Term, Variable } from './ast.js';
export { type ListItem, visitItems, visitWords } from './lists.js';
export { printRule, printSheet, printTerm } from './print.js';
export { type Reading, readSheet, readTerm, type SheetInput } from './read.js';
