import type { Command } from 'commander';
import type { Diagnostic, Source } from '../base/index.js';
import { type CommonOptions, addCommand } from './options.js';
import { type Session, printable, writeJson, writeLine } from './outside.js';
import { type Reading, readGame, shown } from './rulesOf.js';
import { coloursFor, plural } from './style.js';

export function addCheck(program: Command, session: Session): void {
  addCommand(program, 'check', {
    description: 'Says all that is wrong with a rule sheet: where it is, and how to mend it.',
    examples: ['check tic-tac-toe', 'check my-game.kif --json'],
  })
    .argument('<GAME>', 'rule sheet or bundled game')
    .action(async (game: string, options: CommonOptions) => {
      const reading = await readGame(session.outside, game);
      if (reading.rules === undefined) session.exitCode = 1;
      if (options.json) writeJson(session.outside.stdout, findings(reading));
      else report(session, reading);
    });
}

function findings({ source, rules, diagnostics }: Reading): object {
  const of = (severity: Diagnostic['severity']): object[] =>
    diagnostics
      .filter((diagnostic) => diagnostic.severity === severity)
      .map((diagnostic) => finding(source, diagnostic));
  return { valid: rules !== undefined, errors: of('error'), warnings: of('warning') };
}

function finding(source: Source, { code, message, mend, span }: Diagnostic): object {
  const { line, column } = source.place(span.start);
  return { code, message, line, column, mend };
}

function report({ outside }: Session, { source, rules, diagnostics }: Reading): void {
  const colours = coloursFor(outside.stdout, outside.env);
  for (const diagnostic of diagnostics) writeLine(outside.stdout, shown(source, diagnostic, colours));
  const warnings = diagnostics.filter((diagnostic) => diagnostic.severity === 'warning').length;
  const errors = diagnostics.length - warnings;
  const found = [errors > 0 ? plural(errors, 'error') : '', warnings > 0 ? plural(warnings, 'warning') : ''];
  const verdict = rules === undefined ? colours.red('not valid') : colours.green('valid');
  const list = found.filter((part) => part !== '').join(', ');
  writeLine(outside.stdout, `${printable(source.name)}: ${verdict}${list === '' ? '' : `, ${list}`}`);
}
