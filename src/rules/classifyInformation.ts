import type { Compound, Term } from '../gdl/index.js';
import { type Role, isRandom } from './readRoles.js';
import { type Substitution, isGround, substitute, termKey, unify, variablesOf } from './terms.js';
import type { Clause, Information, Literal } from './validRules.js';

/** What the players know. Sheets whose `sees` tells everyone every move hide nothing. */
export function classifyInformation(clauses: readonly Clause[], roles: readonly Role[]): Information {
  const sees = clauses.filter(({ head }) => head.name === 'sees' && head.args.length === 2);
  if (sees.length > 0 && !revealsAllMoves(sees, roles)) return 'partial';
  return roles.some(({ name }) => isRandom(name)) ? 'stochastic' : 'deterministic';
}

function revealsAllMoves(sees: readonly Clause[], roles: readonly Role[]): boolean {
  const observers = roles.filter(({ name }) => !isRandom(name));
  return observers.every((observer) =>
    roles.every((actor) => observer === actor || sees.some((clause) => reveals(clause, { observer, actor, roles }))),
  );
}

interface Observation {
  readonly observer: Role;
  readonly actor: Role;
  readonly roles: readonly Role[];
}

/** Whether the clause shows the observer any move of the actor, in every state, and that it is the actor's. */
function reveals({ head, body }: Clause, { observer, actor, roles }: Observation): boolean {
  const does = body.filter((literal) => isAtom(literal, 'does'));
  const [agent, move] = does[0]?.atom.args ?? [];
  if (does.length !== 1 || agent === undefined || move?.kind !== 'variable') return false;
  const [watcher, percept] = head.args as [Term, Term];
  const substitution: Substitution = new Map();
  if (!unify(watcher, observer.term, substitution) || !unify(agent, actor.term, substitution)) return false;
  if (substitution.has(move.name) || !variablesOf([percept]).has(move.name)) return false;
  if (roles.length > 2 && !mentions(percept, agent)) return false;
  return body.every((literal) => literal === does[0] || holdsOfRoles(literal, substitution, roles));
}

function isAtom(literal: Literal, name: string): literal is Literal & { kind: 'atom'; atom: Compound } {
  return literal.kind === 'atom' && literal.isPositive && literal.atom.name === name;
}

/** Whether a literal about roles only is true; any other literal could hide the move in some state. */
function holdsOfRoles(literal: Literal, substitution: Substitution, roles: readonly Role[]): boolean {
  if (literal.kind === 'distinct') {
    const left = substitute(literal.left, substitution);
    const right = substitute(literal.right, substitution);
    return isGround(left) && isGround(right) && termKey(left) !== termKey(right);
  }
  if (!isAtom(literal, 'role') || literal.atom.args.length !== 1) return false;
  const role = termKey(substitute(literal.atom.args[0]!, substitution));
  return roles.some(({ name }) => name === role);
}

function mentions(term: Term, part: Term): boolean {
  return (
    termKey(term) === termKey(part) ||
    (term.kind === 'compound' && term.args.some((argument) => mentions(argument, part)))
  );
}
