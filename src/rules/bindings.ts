import type { Equality, Leaf, Normal } from './normalForm.js';
import { type Variables, collectVariables, isGround } from './terms.js';

export function variablesIn(formulas: Iterable<Normal>): Variables {
  const found: Variables = new Map();
  const collect = (normal: Normal): void => {
    if (normal.kind === 'and' || normal.kind === 'or') normal.of.forEach(collect);
    else collectLeaf(normal, found);
  };
  for (const formula of formulas) collect(formula);
  return found;
}

function collectLeaf(leaf: Leaf, into: Variables): void {
  const terms = leaf.kind === 'atom' ? leaf.atom.args : [leaf.left, leaf.right];
  for (const term of terms) collectVariables(term, into);
}

/** The variables that are bound by a positive literal, or an equality with a ground term, whichever branches are taken. */
export function boundVariables(normal: Normal): Variables {
  const bound: Variables = new Map();
  if (normal.kind === 'and') {
    for (const part of normal.of) for (const [name, variable] of boundVariables(part)) bound.set(name, variable);
  } else if (normal.kind === 'or') {
    const [first, ...others] = normal.of.map(boundVariables);
    for (const [name, variable] of first ?? []) if (others.every((other) => other.has(name))) bound.set(name, variable);
  } else if (normal.kind === 'atom' ? normal.isPositive : normal.kind === 'equal' && hasGroundSide(normal)) {
    collectLeaf(normal, bound);
  }
  return bound;
}

function hasGroundSide(equality: Equality): boolean {
  return isGround(equality.left) || isGround(equality.right);
}

/** The variables under `not`, in `distinct` and in equalities that some choice of branches leaves unbound. */
export function unboundVariables(normal: Normal, outside: Iterable<string> = []): Variables {
  const unbound: Variables = new Map();
  const visit = (part: Normal, known: ReadonlySet<string>): void => {
    if (part.kind === 'and') {
      const inner = new Set([...known, ...boundVariables(part).keys()]);
      for (const conjunct of part.of) visit(conjunct, inner);
    } else if (part.kind === 'or') {
      for (const branch of part.of) visit(branch, new Set([...known, ...boundVariables(branch).keys()]));
    } else {
      const variables: Variables = new Map();
      collectLeaf(part, variables);
      for (const [name, variable] of variables) if (!known.has(name) && !unbound.has(name)) unbound.set(name, variable);
    }
  };
  visit(normal, new Set([...outside, ...boundVariables(normal).keys()]));
  return unbound;
}
