/** The relations that mean something to GDL itself, with their number of arguments. */
export const KEYWORD_ARITY: ReadonlyMap<string, number> = new Map([
  ['role', 1],
  ['init', 1],
  ['true', 1],
  ['next', 1],
  ['base', 1],
  ['terminal', 0],
  ['does', 2],
  ['legal', 2],
  ['goal', 2],
  ['sees', 2],
  ['input', 2],
  ['distinct', 2],
]);

/** Keywords that say what holds in the rules' own right: others may not ask for them. */
export const HEAD_ONLY: ReadonlySet<string> = new Set(['init', 'next', 'sees', 'base', 'input']);

/** Keywords that are given from outside (the state, the joint move, the terms themselves): no rule may define them. */
export const BODY_ONLY: ReadonlySet<string> = new Set(['true', 'does', 'distinct']);

/** Keywords whose first argument is a role. */
export const ROLE_FIRST: ReadonlySet<string> = new Set(['role', 'does', 'legal', 'goal', 'sees', 'input']);
