import { type Constraint, STAR } from '../../network/index.js';
import type { Draft } from './draft.js';
import { hasStar, liveTuples } from './tuples.js';

/** Constraints go that always hold, and those that say what another one says already. One that never holds ends it all. */
export function dropTrivial(draft: Draft): void {
  const said = new Set<string>();
  draft.constraints = draft.constraints.filter((constraint) => {
    const truth = truthOf(draft, constraint);
    if (truth === false) draft.isConsistent = false;
    if (truth !== undefined) return false;
    const saying = canonicalText(constraint);
    const isNew = !said.has(saying);
    said.add(saying);
    return isNew;
  });
}

/** Undefined where it is not plain. */
function truthOf(draft: Draft, constraint: Constraint): boolean | undefined {
  const { scope } = constraint;
  switch (constraint.kind) {
    case 'table': {
      const tuples = liveTuples(draft, constraint);
      if (tuples.length === 0) return false;
      if (tuples.some((tuple) => tuple.every((value) => value === STAR))) return true;
      const all = scope.reduce((product, x) => product * draft.sizes[x]!, 1);
      return tuples.length === all && !tuples.some(hasStar) ? true : undefined;
    }
    case 'clause': {
      if (scope.length === 0) return false;
      const literals = new Set(scope.map((x, i) => literalText(x, constraint.claims[i]!)));
      return scope.some((x, i) => literals.has(literalText(x, constraint.claims[i]! ^ 1))) ? true : undefined;
    }
    case 'equal':
      return scope[0] === scope[1] ? true : undefined;
    default:
      return undefined;
  }
}

const literalText = (x: number, claim: number): string => `${x}:${claim}`;

/** Equal for constraints that differ only in the order of what has none. */
function canonicalText(constraint: Constraint): string {
  const { kind, scope } = constraint;
  switch (kind) {
    case 'table': {
      const order = [...scope.keys()].sort((i, j) => scope[i]! - scope[j]!);
      const tuples: string[] = [];
      for (let start = 0; start < constraint.tuples.length; start += scope.length)
        tuples.push(order.map((i) => constraint.tuples[start + i]).join());
      return `table ${order.map((i) => scope[i]).join()} ${tuples.sort().join(' ')}`;
    }
    case 'equal':
      return `equal ${scope.toSorted((a, b) => a - b).join()}`;
    case 'channel':
      return `channel ${scope.join()}`;
    default: {
      const literals = scope.map((x, i) => literalText(x, constraint.claims[i]!));
      const heads = kind === 'clause' ? 0 : 1;
      return `${kind} ${literals.slice(0, heads).join()} ${[...new Set(literals.slice(heads))].sort().join(' ')}`;
    }
  }
}
