import type { Formula, Rule, Sheet, Term } from '../gdl/index.js';
import type { Finding, Findings } from './findings.js';
import { quote } from './quote.js';
import { relationKey, termKey } from './terms.js';

interface Repetition {
  readonly rule: Rule;
  readonly earlier: Rule;
  count: number;
}

/** Rules that say the same as an earlier one, and roles that are named twice. One message a relation. */
export function checkDuplicates(sheet: Sheet, findings: Findings): void {
  const seen = new Map<string, Rule>();
  const repetitions = new Map<string, Repetition>();
  for (const rule of sheet.rules) {
    const key = ruleKey(rule);
    const earlier = seen.get(key);
    if (earlier === undefined) {
      seen.set(key, rule);
      continue;
    }
    const relation = rule.head.name === 'role' ? termKey(rule.head) : relationKey(rule.head);
    const repetition = repetitions.get(relation);
    if (repetition === undefined) repetitions.set(relation, { rule, earlier, count: 1 });
    else repetition.count++;
  }
  for (const repetition of repetitions.values()) findings.report(findingOf(repetition, sheet));
}

function findingOf({ rule, earlier, count }: Repetition, { source }: Sheet): Finding {
  const { head, body, span } = rule;
  const line = String(source.place(earlier.span.start).line);
  if (head.name === 'role') {
    const message = `the role ${quote(head.args.map(termKey).join(' '))} is named in line ${line} already`;
    return { code: 'duplicate-role', span, message, mend: 'delete one of them' };
  }
  const more = count === 1 ? '' : `, like ${String(count - 1)} more of ${quote(head.name)}`;
  const message = `this ${body.length === 0 ? 'fact' : 'rule'} is in line ${line} already${more}`;
  return { code: 'duplicate-rule', span, message, mend: 'delete one of them' };
}

/** Equal for rules that are equal but for the names of their variables. */
function ruleKey({ head, body }: Rule): string {
  const numbers = new Map<string, number>();
  const termText = (term: Term): string => {
    if (term.kind === 'compound') return `(${[term.name, ...term.args.map(termText)].join(' ')})`;
    if (!numbers.has(term.name)) numbers.set(term.name, numbers.size);
    return `?${String(numbers.get(term.name))}`;
  };
  const formulaText = (formula: Formula): string => {
    if (formula.kind === 'compound') return termText(formula);
    const parts = formula.kind === 'not' ? [formula.of] : formula.of;
    return `(${[formula.kind, ...parts.map(formulaText)].join(' ')})`;
  };
  return [termText(head), ...body.map(formulaText)].join(' ');
}
