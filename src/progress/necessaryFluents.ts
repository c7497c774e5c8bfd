import { firstDerived, type GroundLiteral, type GroundProgram } from '../ground/index.js';

/**
 * Literals of fluents that hold in every state in which the given literals hold, as far as the rules say so without cases: through atoms
 * with a single rule, and against atoms through their rules with a single condition.
 */
export function necessaryFluents(program: GroundProgram, literals: readonly GroundLiteral[]): readonly GroundLiteral[] {
  const seen = new Set<GroundLiteral>();
  const found: GroundLiteral[] = [];
  const open = [...literals];
  for (let literal = open.pop(); literal !== undefined; literal = open.pop()) {
    if (seen.has(literal)) continue;
    seen.add(literal);
    const atom = literal >> 1;
    if (atom >= firstDerived(program)) open.push(...impliedBy(program, literal));
    else if (atom >= 1 && atom <= program.fluents) found.push(literal);
  }
  return found.sort((a, b) => a - b);
}

function impliedBy(program: GroundProgram, literal: GroundLiteral): readonly GroundLiteral[] {
  const { ruleStart, bodyStart, body } = program;
  const derived = (literal >> 1) - firstDerived(program);
  const [first, end] = [ruleStart[derived]!, ruleStart[derived + 1]!];
  if ((literal & 1) === 0) return end - first === 1 ? [...body.subarray(bodyStart[first], bodyStart[end])] : [];
  const rules = Array.from({ length: end - first }, (_, rule) => first + rule);
  const single = rules.filter((rule) => bodyStart[rule + 1]! - bodyStart[rule]! === 1);
  return single.map((rule) => body[bodyStart[rule]!]! ^ 1);
}
