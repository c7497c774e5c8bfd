import { type Diagnostic, type Source, renderDiagnostic } from '../base/index.js';
import { readSheet } from '../gdl/index.js';
import { type ValidRules, validate } from '../rules/index.js';
import { CliError } from './cliError.js';
import { findSheet, type SheetInput } from './inputs.js';
import { type Outside, printable, writeLine } from './outside.js';
import { type Colours, coloursFor, plural } from './style.js';

/** Errors that commands other than `check` show; more help nobody. */
const SHOWN_ERRORS = 10;

/** A sheet read and checked, with what was found and how long it took. */
export interface Reading {
  readonly source: Source;
  /** Undefined where there are errors. */
  readonly rules: ValidRules | undefined;
  readonly diagnostics: readonly Diagnostic[];
  readonly ms: { readonly parse: number; readonly check: number };
}

export interface ValidReading extends Reading {
  readonly rules: ValidRules;
}

export async function readGame(outside: Outside, game: string): Promise<Reading> {
  return readRules(outside, await findSheet(outside, game));
}

function readRules(outside: Outside, input: SheetInput): Reading {
  const start = outside.now();
  const reading = readSheet(input);
  const parsed = outside.now();
  const result = validate(reading);
  const ms = { parse: parsed - start, check: outside.now() - parsed };
  const { source } = reading.sheet;
  if (result.ok) return { source, rules: result.value, diagnostics: result.value.warnings, ms };
  return { source, rules: undefined, diagnostics: result.error, ms };
}

/** The rules of GAME; shows its errors and ends with exit code 1 where it has some. */
export async function rulesOf(outside: Outside, game: string): Promise<ValidReading> {
  return rulesOfSheet(outside, await findSheet(outside, game));
}

/** The same of a sheet that was found already. */
export function rulesOfSheet(outside: Outside, input: SheetInput): ValidReading {
  const reading = readRules(outside, input);
  const { rules, source, diagnostics } = reading;
  if (rules !== undefined) return { ...reading, rules };
  const colours = coloursFor(outside.stderr, outside.env);
  const errors = diagnostics.filter((diagnostic) => diagnostic.severity === 'error');
  for (const error of errors.slice(0, SHOWN_ERRORS)) writeLine(outside.stderr, shown(source, error, colours));
  const rest = errors.length > SHOWN_ERRORS ? '; `woodstock check` shows them all' : '';
  throw new CliError(1, `${source.name} is not valid: ${plural(errors.length, 'error')}${rest}`);
}

/** A diagnostic for people, with its severity and caret in colour. */
export function shown(source: Source, diagnostic: Diagnostic, colours: Colours): string {
  const tint = diagnostic.severity === 'error' ? colours.red : colours.yellow;
  const [header, ...excerpt] = printable(renderDiagnostic(source, diagnostic)).split('\n');
  const label = `: ${diagnostic.severity} [`;
  const tinted = header!.replace(label, () => `: ${colours.bold(tint(diagnostic.severity))} [`);
  return [tinted, ...excerpt.map((line) => (/^ *\^+$/.test(line) ? tint(line) : line))].join('\n');
}
