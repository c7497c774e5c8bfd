import type { Sheet } from '../gdl/index.js';
import type { Findings } from './findings.js';
import { quoteTerm } from './quote.js';

/** Goal values that are no whole numbers from 0 to 100. */
export function checkGoals(sheet: Sheet, findings: Findings): void {
  for (const { head } of sheet.rules) {
    const value = head.args[1];
    if (head.name !== 'goal' || head.args.length !== 2 || value?.kind !== 'compound') continue;
    if (value.args.length === 0 && /^\d+$/.test(value.name) && Number(value.name) <= 100) continue;
    const message = `the goal value ${quoteTerm(value)} is no whole number from 0 to 100`;
    findings.report({ code: 'goal-value', span: value.span, message, mend: 'scale the values to 0 … 100' });
  }
}
