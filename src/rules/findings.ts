import type { Diagnostic, Severity, Span } from '../base/index.js';

/** Every diagnostic of the validator; each has a golden sheet in `test/golden/diagnostics/`. */
export const SEVERITY_OF_CODE = {
  'no-role': 'error',
  'no-legal': 'error',
  'no-terminal': 'error',
  'no-goal': 'error',
  'keyword-arity': 'error',
  'keyword-as-function': 'error',
  'keyword-in-head': 'error',
  'keyword-in-body': 'error',
  'role-with-body': 'error',
  'unsafe-variable': 'error',
  'too-many-alternatives': 'error',
  'negation-in-cycle': 'error',
  'recursion-restriction': 'error',
  'too-large-term': 'error',
  'depends-on-state': 'error',
  'depends-on-moves': 'error',
  'role-without-legal': 'error',
  'no-init': 'warning',
  'no-next': 'warning',
  'role-without-goal': 'warning',
  'role-sees-nothing': 'warning',
  'unknown-role': 'warning',
  'unknown-relation': 'warning',
  'unknown-fluent': 'warning',
  'unknown-move': 'warning',
  'unused-relation': 'warning',
  'unused-fluent': 'warning',
  'several-arities': 'warning',
  'never-matches': 'warning',
  'looks-like-variable': 'warning',
  contradiction: 'warning',
  'negation-by-name': 'warning',
  'unused-move': 'warning',
  'never-holds': 'warning',
  'differs-by-case': 'warning',
  'duplicate-rule': 'warning',
  'duplicate-role': 'warning',
  'goal-value': 'warning',
  'keyword-in-percept': 'warning',
  'next-in-percept': 'warning',
} as const satisfies Record<string, Severity>;

export type Code = keyof typeof SEVERITY_OF_CODE;

export interface Finding {
  readonly code: Code;
  readonly span: Span;
  readonly message: string;
  readonly mend: string;
}

/** As many diagnostics of one code as are shown; the rest is only counted. */
const SHOWN_OF_A_CODE = 100;

/** Where the checks report to; a finding that repeats code, place and message is kept once. */
export class Findings {
  readonly #diagnostics = new Map<string, Diagnostic>();
  readonly #counts = new Map<Code, number>();

  report(finding: Finding): void {
    const key = `${finding.code} ${String(finding.span.start)} ${finding.message}`;
    if (this.#diagnostics.has(key)) return;
    const count = (this.#counts.get(finding.code) ?? 0) + 1;
    this.#counts.set(finding.code, count);
    if (count <= SHOWN_OF_A_CODE) this.#diagnostics.set(key, withSeverity(finding));
  }

  get diagnostics(): readonly Diagnostic[] {
    const diagnostics = [...this.#diagnostics.values()];
    for (const [code, count] of this.#counts) {
      if (count <= SHOWN_OF_A_CODE) continue;
      const message = `${String(count - SHOWN_OF_A_CODE)} more findings of this kind are not shown`;
      const { span } = diagnostics.findLast((diagnostic) => diagnostic.code === code)!;
      diagnostics.push(withSeverity({ code, span, message, mend: 'mend the first ones and check again' }));
    }
    return diagnostics;
  }
}

function withSeverity(finding: Finding): Diagnostic {
  return { ...finding, severity: SEVERITY_OF_CODE[finding.code] };
}
