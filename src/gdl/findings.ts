import type { Diagnostic, Severity, Span } from '../base/index.js';
import { PROBLEMS, type ProblemCode } from './problems.js';

/** As many errors, and as many warnings, as are shown of one sheet. */
const SHOWN_PROBLEMS = 1000;

/** Longest detail that a message quotes; a "word" of garbage may be megabytes. */
const SHOWN_DETAIL = 40;

/** The diagnostics that one reading step finds. Beyond the limit they are only counted, so that garbage stays cheap. */
export class Findings {
  readonly #kept: Record<Severity, Diagnostic[]> = { error: [], warning: [] };
  readonly #counts: Record<Severity, number> = { error: 0, warning: 0 };

  error(span: Span, code: ProblemCode, detail = ''): void {
    this.#counts.error += 1;
    if (this.#counts.error <= SHOWN_PROBLEMS) this.#kept.error.push(diagnostic('error', span, { code, detail }));
  }

  warning(span: Span, code: ProblemCode, detail = ''): void {
    this.#counts.warning += 1;
    if (this.#counts.warning <= SHOWN_PROBLEMS) this.#kept.warning.push(diagnostic('warning', span, { code, detail }));
  }

  /** Whether there are more errors than will be shown. */
  get isFull(): boolean {
    return this.#counts.error > SHOWN_PROBLEMS;
  }

  /** The findings of all steps in the order of the sheet. */
  static merge(steps: readonly Findings[]): readonly Diagnostic[] {
    const merged = [...Findings.#mergeKind(steps, 'error'), ...Findings.#mergeKind(steps, 'warning')];
    return merged.sort((a, b) => a.span.start - b.span.start);
  }

  static #mergeKind(steps: readonly Findings[], severity: Severity): Diagnostic[] {
    const count = steps.reduce((sum, step) => sum + step.#counts[severity], 0);
    const found = steps.flatMap((step) => step.#kept[severity]).sort((a, b) => a.span.start - b.span.start);
    const shown = found.slice(0, SHOWN_PROBLEMS);
    if (count > shown.length) {
      const code = severity === 'error' ? 'too-many-errors' : 'too-many-warnings';
      const { end } = shown.at(-1)!.span;
      shown.push(diagnostic(severity, { start: end, end }, { code, detail: String(count - shown.length) }));
    }
    return shown;
  }
}

interface Problem {
  readonly code: ProblemCode;
  readonly detail: string;
}

function diagnostic(severity: Severity, span: Span, { code, detail }: Problem): Diagnostic {
  const [message, mend] = PROBLEMS[code];
  const shown = detail.length > SHOWN_DETAIL ? `${detail.slice(0, SHOWN_DETAIL)}…` : detail;
  const { start, end } = span;
  return {
    code,
    severity,
    message: message.replaceAll('{}', () => shown),
    mend: mend.replaceAll('{}', () => shown),
    span: { start, end },
  };
}
