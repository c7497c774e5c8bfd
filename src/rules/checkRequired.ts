import type { Diagnostic } from '../base/index.js';
import type { Sheet } from '../gdl/index.js';
import type { Code, Findings } from './findings.js';
import { quote } from './quote.js';
import { isRandom } from './readRoles.js';

interface Requirement {
  readonly keyword: string;
  readonly code: Code;
  readonly message: string;
  readonly example: string;
}

const REQUIREMENTS: readonly Requirement[] = [
  { keyword: 'role', code: 'no-role', message: 'the game has no role', example: '(role white)' },
  { keyword: 'legal', code: 'no-legal', message: 'no role ever has a legal move', example: '(legal white noop)' },
  {
    keyword: 'terminal',
    code: 'no-terminal',
    message: 'the game never ends',
    example: '(<= terminal (true (step 9)))',
  },
  { keyword: 'goal', code: 'no-goal', message: 'no role ever gets a goal value', example: '(goal white 100)' },
  { keyword: 'init', code: 'no-init', message: 'nothing is true at the start of the game', example: '(init (step 1))' },
  {
    keyword: 'next',
    code: 'no-next',
    message: 'nothing is true after the first move',
    example: '(<= (next f) (true f))',
  },
];

/**
 * What every game needs. Where the reader had to leave out rules, those may be the missing ones: then only words that the text nowhere
 * mentions are missed.
 */
export function checkRequired(sheet: Sheet, syntax: readonly Diagnostic[], findings: Findings): void {
  const isIncomplete = syntax.some(({ severity }) => severity === 'error');
  // A file of which nothing could be read is no rule sheet: that was said, and the rest is noise.
  if (isIncomplete && sheet.rules.length === 0) return;
  const text = isIncomplete ? sheet.source.text.toLowerCase() : '';
  const heads = new Set(sheet.rules.map(({ head }) => head.name));
  const isChanceAlone = sheet.rules.every(({ head }) => head.name !== 'role' || isRandomRole(head.args[0]));
  for (const { keyword, code, message, example } of REQUIREMENTS) {
    if (heads.has(keyword) || text.includes(keyword) || (keyword === 'goal' && heads.has('role') && isChanceAlone))
      continue;
    findings.report({ code, span: { start: 0, end: 0 }, message, mend: `add it, like ${quote(example)}` });
  }
}

function isRandomRole(term: Sheet['rules'][number]['head']['args'][number] | undefined): boolean {
  return term?.kind === 'compound' && term.args.length === 0 && isRandom(term.name);
}
