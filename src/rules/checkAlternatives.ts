import type { Findings } from './findings.js';
import type { ClausesOfRule } from './toClauses.js';

/** Rules that contradict themselves, and rules whose equalities make terms of exponential size. */
export function checkAlternatives(rules: readonly ClausesOfRule[], findings: Findings): void {
  for (const { rule, clauses, hasLargeTerms } of rules) {
    const { span } = rule.head;
    if (hasLargeTerms) {
      const message = 'the equalities (`not distinct`) of this rule make a term too large to be written down';
      findings.report({ code: 'too-large-term', span, message, mend: 'write the terms out, or name their parts' });
    } else if (clauses.length === 0) {
      const message = 'this rule contradicts itself, so it never holds';
      findings.report({ code: 'contradiction', span, message, mend: 'check its `distinct` and `not`, or delete it' });
    }
  }
}
