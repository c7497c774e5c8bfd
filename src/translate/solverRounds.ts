import { type Budget, ok, type Result } from '../base/index.js';
import type { GroundProgram } from '../ground/index.js';
import { withSuccessor } from '../network/index.js';
import { PreparedRound } from './preparedRound.js';
import { RoundExpander } from './roundExpander.js';
import type { SolverMethod } from './roundSolutions.js';
import { translateRound } from './translateRound.js';

/** The rounds of a game through the constraint solver, by either method: always the same expander of each. */
export type SolverRounds = (method: SolverMethod) => RoundExpander;

/**
 * Builds the network of a round, with what tells about the state after it; fails with a reason where that exceeds the budget. What solves
 * it is made when its method is first asked for.
 */
export function solverRounds(program: GroundProgram, budget: Budget): Result<SolverRounds, string> {
  const translation = translateRound(program, { name: 'round', mayBeOver: true }, budget);
  if (!translation.ok) return translation;
  const round = withSuccessor(program, translation.value, budget);
  if (!round.ok) return round;
  const prepared = new PreparedRound(program, round.value, budget.clock);
  const made = new Map<SolverMethod, RoundExpander>();
  return ok((method) => {
    const expander = made.get(method) ?? new RoundExpander(prepared, method);
    made.set(method, expander);
    return expander;
  });
}
