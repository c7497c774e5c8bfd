import { fail, ok, type Result } from '../base/index.js';
import type { TermTable } from '../rules/index.js';
import { type Atom, isVariable, type Pattern, type Rule, variableIndex } from './rule.js';
import { PlaceShapes, nameParts } from './shapes.js';
import { compoundMaker } from './translate.js';

/** The keywords whose last argument, a fluent or a move, becomes part of the relation: `true(cell(x,y,p))` → `true cell/3`(x,y,p). */
const FLATTENED = new Set(['init/1', 'true/1', 'next/1', 'legal/2', 'does/2']);

/** The key of a flattened relation, e.g. of `true` and the functor `cell` with three arguments. */
export const flatKey = (keyword: string, functor: string, arity: number): string =>
  `${keyword} ${functor}/${String(arity)}`;

/** The parts of a flattened key, or undefined for a relation that was none of the keywords. */
export function flatParts(key: string): { keyword: string; functor: string; arity: number } | undefined {
  const space = key.indexOf(' ');
  const slash = key.lastIndexOf('/');
  if (space < 0) return undefined;
  return { keyword: key.slice(0, space), functor: key.slice(space + 1, slash), arity: Number(key.slice(slash + 1)) };
}

/**
 * Takes fluents and moves apart, so that each functor is a relation of its own with plain columns. A rule with a variable in the place
 * of a whole fluent or move is written once for every shape that the variable can take. Fails with a reason where that is not known.
 */
export function flattenKeywords(rules: readonly Rule[], terms: TermTable): Result<Rule[], string> {
  let shapes: PlaceShapes | undefined;
  const make = compoundMaker(terms);
  const flat: Rule[] = [];
  const open = [...rules].reverse();
  for (let rule = open.pop(); rule !== undefined; rule = open.pop()) {
    const found = wholeVariable(rule);
    if (found === undefined) {
      flat.push(flattenRule(rule, terms));
      continue;
    }
    shapes ??= new PlaceShapes(rules, terms);
    const possible = shapes.shapesIn(rule, found);
    if (possible === undefined)
      return fail(`a variable for whole fluents or moves in a rule for ${rule.head.relation}`);
    for (const each of possible) open.push(nameParts(rule, found, { shape: each, make }));
  }
  return ok(flat);
}

/** A variable in the place of a whole fluent or move, if the rule has one. */
function wholeVariable(rule: Rule): number | undefined {
  for (const atom of [rule.head, ...rule.positive, ...rule.negative]) {
    const last = atom.args.at(-1);
    if (FLATTENED.has(atom.relation) && last !== undefined && isVariable(last)) return variableIndex(last);
  }
  return undefined;
}

function flattenRule(rule: Rule, terms: TermTable): Rule {
  const flatten = (atom: Atom): Atom => flattenAtom(atom, terms);
  return {
    ...rule,
    head: flatten(rule.head),
    positive: rule.positive.map(flatten),
    negative: rule.negative.map(flatten),
  };
}

function flattenAtom(atom: Atom, terms: TermTable): Atom {
  if (!FLATTENED.has(atom.relation)) return atom;
  const keyword = atom.relation.slice(0, atom.relation.indexOf('/'));
  const last = atom.args.at(-1)!;
  const inner: Pattern[] =
    typeof last === 'number'
      ? Array.from({ length: terms.arity(last) }, (_, i) => terms.argument(last, i))
      : [...last.args];
  const functor = typeof last === 'number' ? terms.nameOf(last) : terms.symbolName(last.symbol);
  return { relation: flatKey(keyword, functor, inner.length), args: [...atom.args.slice(0, -1), ...inner] };
}
