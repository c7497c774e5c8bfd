import type { Compound, Term } from '../gdl/index.js';
import type { Findings } from './findings.js';
import { ROLE_FIRST } from './keywords.js';
import { quote, quoteTerm } from './quote.js';
import { type Role, isRandom } from './readRoles.js';
import { Spelling } from './spelling.js';
import { isGround, termKey, unify } from './terms.js';
import type { Clause } from './validRules.js';

/** Roles that cannot move, get no goal or see nothing, and roles that do not exist. */
export function checkRoles(clauses: readonly Clause[], roles: readonly Role[], findings: Findings): void {
  if (roles.length === 0) return;
  checkMissing(clauses, roles, findings);
  checkUnknown(clauses, roles, findings);
}

function checkMissing(clauses: readonly Clause[], roles: readonly Role[], findings: Findings): void {
  const headsOf = (name: string): readonly Compound[] =>
    clauses.filter(({ head }) => head.name === name && head.args.length === 2).map(({ head }) => head);
  const isServed = (heads: readonly Compound[], { term }: Role): boolean =>
    heads.length === 0 || heads.some(({ args }) => unify(args[0]!, term, new Map()));
  const legal = headsOf('legal');
  const goal = headsOf('goal');
  const sees = headsOf('sees');
  for (const role of roles) {
    const { span } = role.term;
    const name = quote(role.name);
    if (!isServed(legal, role)) {
      const message = `no rule gives the role ${name} a legal move`;
      findings.report({
        code: 'role-without-legal',
        span,
        message,
        mend: `write rules for ${quote(`(legal ${role.name} …)`)}`,
      });
    }
    if (isRandom(role.name)) continue;
    if (!isServed(goal, role)) {
      const message = `no rule gives the role ${name} a goal value`;
      findings.report({
        code: 'role-without-goal',
        span,
        message,
        mend: `write rules for ${quote(`(goal ${role.name} …)`)}`,
      });
    }
    if (!isServed(sees, role)) {
      const message = `the role ${name} never sees anything, not even its own moves, though others do`;
      findings.report({
        code: 'role-sees-nothing',
        span,
        message,
        mend: `write rules for ${quote(`(sees ${role.name} …)`)}`,
      });
    }
  }
}

function checkUnknown(clauses: readonly Clause[], roles: readonly Role[], findings: Findings): void {
  const known = new Set(roles.map(({ name }) => name));
  const spelling = new Spelling(known);
  const reported = new Set<string>();
  const check = ({ name, args }: Compound): void => {
    const term: Term | undefined = args[0];
    if (term === undefined || !ROLE_FIRST.has(name) || !isGround(term)) return;
    const role = termKey(term);
    if (known.has(role) || reported.has(role)) return;
    reported.add(role);
    const meant = spelling.meant(role);
    const mend =
      meant === undefined
        ? `add ${quote(`(role ${role})`)}, or check the spelling`
        : `write ${quote(meant)} if that is meant`;
    findings.report({ code: 'unknown-role', span: term.span, message: `${quoteTerm(term)} is no role`, mend });
  };
  for (const { head, body } of clauses) {
    check(head);
    for (const literal of body) if (literal.kind === 'atom') check(literal.atom);
  }
}
