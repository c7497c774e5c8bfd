import type { ConnectiveConstraint, Constraint } from '../../network/index.js';
import type { Draft } from './draft.js';

/** The connective without the literals whose truth is fixed by the values left: one constraint, several, or none. */
export function simplifyConnective(draft: Draft, constraint: ConnectiveConstraint): readonly Constraint[] {
  const literals = constraint.scope.map((x, i): Literal => [x, constraint.claims[i]!]);
  const truths = literals.map((literal) => truthOf(draft, literal));
  if (truths.every((truth) => truth === undefined)) return [constraint];
  if (constraint.kind === 'clause') {
    if (truths.includes(true)) return [];
    return [clauseOf(literals.filter((_, i) => truths[i] === undefined))];
  }
  return definitionOf(constraint.kind, { literals, truths });
}

/** A variable and a claim about it. */
type Literal = readonly [number, number];

interface Literals {
  readonly literals: readonly Literal[];
  readonly truths: readonly (boolean | undefined)[];
}

/** An `and` is treated as the `or` of the opposites: ¬head ⇔ some ¬other. */
function definitionOf(kind: 'and' | 'or', { literals, truths }: Literals): readonly Constraint[] {
  const isOr = kind === 'or';
  const signed = (literal: Literal): Literal => (isOr ? literal : opposite(literal));
  const holds = (i: number): boolean | undefined => (isOr || truths[i] === undefined ? truths[i] : !truths[i]);
  const head = literals[0]!;
  const open = literals.filter((_, i) => i > 0 && truths[i] === undefined);
  const someHolds = truths.some((_, i) => i > 0 && holds(i) === true);
  const headHolds = holds(0);
  if (headHolds === undefined) {
    if (someHolds) return [clauseOf([signed(head)])];
    if (open.length === 0) return [clauseOf([opposite(signed(head))])];
    return [{ kind, ...unzip([head, ...open]) }];
  }
  if (headHolds) return someHolds ? [] : [clauseOf(open.map(signed))];
  return someHolds ? [clauseOf([])] : open.map((literal) => clauseOf([opposite(signed(literal))]));
}

const opposite = ([x, claim]: Literal): Literal => [x, claim ^ 1];

const clauseOf = (literals: readonly Literal[]): Constraint => ({ kind: 'clause', ...unzip(literals) });

function unzip(literals: readonly Literal[]): { readonly scope: number[]; readonly claims: number[] } {
  return { scope: literals.map(([x]) => x), claims: literals.map(([, claim]) => claim) };
}

/** Undefined where it is open. */
function truthOf(draft: Draft, [x, claim]: Literal): boolean | undefined {
  const isDenial = (claim & 1) === 1;
  if (!draft.has(x, claim >> 1)) return isDenial;
  return draft.sizes[x] === 1 ? !isDenial : undefined;
}
