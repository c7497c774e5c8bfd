import { FALSE, firstDerived, type GroundProgram } from '../ground/index.js';

export interface InductionProgram {
  readonly program: GroundProgram;
  /** Of the rules that anything in it depends on: what it costs to build its round. */
  readonly literals: number;
}

/**
 * What a step of an induction asks of a game: which moves are legal, whether the state is terminal, and whether some fluents hold next. The
 * others never do, and there are no goals: what nothing else depends on refutes nothing, and would be propagated in vain.
 */
export function inductionProgram(program: GroundProgram, fluents: Iterable<number>): InductionProgram {
  const next = new Int32Array(program.next.length).fill(FALSE);
  for (const fluent of fluents) next[fluent] = program.next[fluent]!;
  return { program: { ...program, next, goals: [] }, literals: literalsFor(program, next) };
}

/** Components come after what they depend on: one pass backwards sees all that is needed. */
function literalsFor(program: GroundProgram, next: Int32Array): number {
  const { componentStart, ruleStart, bodyStart, body } = program;
  const isNeeded = new Uint8Array(program.atoms);
  for (const literal of next) isNeeded[literal >> 1] = 1;
  for (const literal of program.legal) isNeeded[literal >> 1] = 1;
  isNeeded[program.terminal >> 1] = 1;
  const first = firstDerived(program);
  let literals = 0;
  for (let component = componentStart.length - 2; component >= 0; component--) {
    const from = componentStart[component]!;
    const to = componentStart[component + 1]!;
    if (!isNeeded.subarray(from, to).includes(1)) continue;
    const start = bodyStart[ruleStart[from - first]!]!;
    const end = bodyStart[ruleStart[to - first]!]!;
    for (let at = start; at < end; at++) isNeeded[body[at]! >> 1] = 1;
    literals += end - start;
  }
  return literals;
}
