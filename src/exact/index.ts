export type { Answer, Ending } from './answer.js';
export { countWays, type Ways } from './countWays.js';
export { type GoalClaim, interestsOf } from './interests.js';
export type { SolveBudget } from './limits.js';
export type { Expander } from './objective.js';
export type { Policy, PolicyBranch, PolicyNode, PolicyNodeKind, RoleMove } from './policy.js';
export { policyDot } from './policyDot.js';
export { pointsText, policyText } from './policyText.js';
export { type RoleProgress, type RoleValue, type Solution, solve, type SolveKind, type SolveRequest } from './solve.js';
