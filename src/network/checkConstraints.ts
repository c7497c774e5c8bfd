import { type Constraint, STAR, type TableConstraint } from './network.js';
import type { FaultList } from './networkFault.js';

/** Where in the network something is looked at, and where its faults go. */
export interface Inspection {
  readonly faults: FaultList;
  readonly where: string;
}

/** `sizes` are the numbers of values of the variables. */
export function checkConstraint(constraint: Constraint, sizes: readonly number[], at: Inspection): void {
  if (!checkScope(constraint.scope, sizes, at)) return;
  switch (constraint.kind) {
    case 'table':
      checkTable(constraint, sizes, at);
      break;
    case 'and':
    case 'or':
      if (constraint.scope.length === 0)
        at.faults.add(`${at.where}.scope`, `${constraint.kind} has no literal`, 'give it the literal that it defines');
      checkClaims(constraint, sizes, at);
      break;
    case 'clause':
      checkClaims(constraint, sizes, at);
      break;
    case 'equal':
      checkEquality(constraint.scope, sizes, at);
      break;
    case 'channel':
      checkChannel(constraint.scope, sizes, at);
      break;
    default:
      at.faults.add(at.where, `no constraint is ${JSON.stringify((constraint as Constraint).kind)}`, KINDS);
  }
}

const KINDS = 'make it table, and, or, clause, equal or channel';

/** Whether every variable of the scope exists. */
export function checkScope(scope: readonly number[], sizes: readonly number[], { faults, where }: Inspection): boolean {
  const strange = scope.find((variable) => !isIndex(variable, sizes.length));
  if (strange === undefined) return true;
  faults.add(`${where}.scope`, `there is no variable ${String(strange)}`, inRange('variable', sizes.length));
  return false;
}

/** Whether a tuple has a value, or a star, for each variable of a scope. */
export function checkTuple(tuple: readonly number[], domains: readonly number[], { faults, where }: Inspection): void {
  if (tuple.length !== domains.length) {
    const message = `a tuple of ${String(tuple.length)} for a scope of ${String(domains.length)}`;
    faults.add(where, message, 'give one value a variable');
    return;
  }
  tuple.forEach((value, at) => {
    if (value !== STAR && !isIndex(value, domains[at]!))
      faults.add(`${where}[${String(at)}]`, `there is no value ${String(value)}`, inRange('value', domains[at]!));
  });
}

/** Whether all of the variables have two values. */
export function checkBooleans(scope: readonly number[], sizes: readonly number[], { faults, where }: Inspection): void {
  const other = scope.find((variable) => sizes[variable] !== 2);
  if (other === undefined) return;
  const message = `variable ${String(other)} is not Boolean`;
  faults.add(`${where}.scope`, message, 'name variables with two values, false and true');
}

function checkTable({ scope, tuples }: TableConstraint, sizes: readonly number[], { faults, where }: Inspection): void {
  const arity = scope.length;
  if (arity === 0) {
    faults.add(`${where}.scope`, 'a table without variables', 'name at least one');
    return;
  }
  if (new Set(scope).size < arity) faults.add(`${where}.scope`, 'a variable is there twice', 'drop the second column');
  if (tuples.length % arity !== 0) {
    const message = `${String(tuples.length)} values do not make tuples of ${String(arity)}`;
    faults.add(`${where}.tuples`, message, 'give each tuple one value a variable');
    return;
  }
  for (let at = 0; at < tuples.length; at++) {
    const value = tuples[at]!;
    const size = sizes[scope[at % arity]!]!;
    if (value === STAR || isIndex(value, size)) continue;
    const place = `${where}.tuples[${String(Math.floor(at / arity))}][${String(at % arity)}]`;
    faults.add(place, `there is no value ${String(value)}`, inRange('value', size));
  }
}

interface Literals {
  readonly scope: readonly number[];
  readonly claims: readonly number[];
}

function checkClaims({ scope, claims }: Literals, sizes: readonly number[], { faults, where }: Inspection): void {
  if (scope.length !== claims.length) {
    const message = `${String(claims.length)} claims about ${String(scope.length)} variables`;
    faults.add(`${where}.claims`, message, 'give one claim a variable');
    return;
  }
  claims.forEach((code, at) => {
    const size = sizes[scope[at]!]!;
    if (!isIndex(code, 2 * size))
      faults.add(`${where}.claims[${String(at)}]`, `there is no claim ${String(code)}`, inRange('claim', 2 * size));
  });
}

function checkEquality(scope: readonly number[], sizes: readonly number[], { faults, where }: Inspection): void {
  const [left, right] = scope;
  if (scope.length !== 2 || left === right)
    faults.add(`${where}.scope`, 'an equality is between two variables', 'name two different ones');
  else if (sizes[left!] !== sizes[right!]) {
    const message = `the variables have ${String(sizes[left!])} and ${String(sizes[right!])} values`;
    faults.add(`${where}.scope`, message, 'use a table to relate domains of different sizes');
  }
}

function checkChannel(scope: readonly number[], sizes: readonly number[], at: Inspection): void {
  const [variable, ...booleans] = scope;
  if (variable === undefined || booleans.length !== sizes[variable]!) {
    const values = variable === undefined ? 'no variable' : `a variable of ${String(sizes[variable]!)} values`;
    const message = `${String(booleans.length)} Booleans for ${values}`;
    at.faults.add(`${at.where}.scope`, message, 'name the variable, then one Boolean a value');
  } else checkBooleans(booleans, sizes, at);
}

export const isIndex = (index: number, count: number): boolean =>
  Number.isInteger(index) && index >= 0 && index < count;

export const inRange = (what: string, count: number): string =>
  count === 0 ? `declare a ${what} first` : `use a ${what} from 0 to ${String(count - 1)}`;
