import type { Source, Span } from './source.js';

export type Severity = 'error' | 'warning';

/** What is wrong, where, and how to mend it. Diagnostics are collected, never thrown. */
export interface Diagnostic {
  /** Stable, kebab-case; scripts and golden tests rely on it. */
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  /** What to do about it, as an imperative: "add a literal that binds it". */
  readonly mend: string;
  readonly span: Span;
}

/** Longest part of a source line that is shown; a sheet may be a single line of megabytes. */
const SHOWN_WIDTH = 120;

/** Prints a diagnostic as `file:line:column: severity [code] message; mend`, the line, and a caret below it. */
export function renderDiagnostic(source: Source, diagnostic: Diagnostic): string {
  const { line, column } = source.place(diagnostic.span.start);
  const { severity, code, message, mend } = diagnostic;
  const header = `${source.name}:${String(line)}:${String(column)}: ${severity} [${code}] ${message}; ${mend}`;
  const text = source.line(line);
  if (text.trim() === '') return header;
  const from = Math.max(0, Math.min(column - 1 - SHOWN_WIDTH / 2, text.length - SHOWN_WIDTH));
  const shown = text.slice(from, from + SHOWN_WIDTH).replace(/[\p{Cc}\p{Cf}]/gu, ' ');
  const width = Math.max(1, Math.min(diagnostic.span.end - diagnostic.span.start, shown.length - (column - 1 - from)));
  return `${header}\n  ${shown}\n  ${' '.repeat(column - 1 - from)}${'^'.repeat(width)}`;
}
