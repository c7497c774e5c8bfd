import { stronglyConnectedComponents } from '../base/index.js';
import { flatParts } from './flattenKeywords.js';
import { type Atom, isVariable, type RelationKey, type Rule } from './rule.js';

/** Relations that play needs: they are kept, and everything that they rely on. */
export const isOutput = (key: RelationKey): boolean => {
  const keyword = flatParts(key)?.keyword;
  return keyword === undefined
    ? ['terminal/0', 'goal/2', 'sees/2'].includes(key)
    : keyword !== 'true' && keyword !== 'does';
};

/** What a state or a joint move sets, unless the fluent never changes: then it has rules like any other relation. */
const isInput = (key: RelationKey): boolean => ['true', 'does'].includes(flatParts(key)?.keyword ?? '');

export interface Strata {
  /** Rules of relations that no state changes, in groups to be evaluated one after the other. */
  readonly fixed: readonly (readonly Rule[])[];
  /** Rules of all other relations, and those of the game's own keywords. */
  readonly dynamic: readonly Rule[];
}

/** Sorts the rules that play needs into what never changes, in dependency order, and what depends on the state. */
export function stratify(
  rules: readonly Rule[],
  { frozen, restricted }: { readonly frozen: ReadonlySet<RelationKey>; readonly restricted: ReadonlySet<RelationKey> },
): Strata {
  const byHead = new Map<RelationKey, Rule[]>();
  for (const rule of rules) push(byHead, rule.head.relation, rule);
  const keys = reachable(byHead, frozen);
  const dynamic = dynamicRelations(rules, restricted);
  const fixed = keys.filter((key) => !dynamic.has(key));
  const order = componentsInOrder(fixed, byHead);
  return {
    fixed: order.map((component) => component.flatMap((key) => byHead.get(key) ?? [])),
    dynamic: keys.filter((key) => dynamic.has(key)).flatMap((key) => byHead.get(key) ?? []),
  };
}

/** The relations that depend on the state or on moves, those that play reads, those in `more`, and all that depend on them. */
export function dynamicRelations(rules: readonly Rule[], more: ReadonlySet<RelationKey> = new Set()): Set<RelationKey> {
  const dynamic = new Set<RelationKey>(more);
  const heads = new Set(rules.map((rule) => rule.head.relation));
  const users = new Map<RelationKey, RelationKey[]>();
  for (const rule of rules) {
    const { relation: head } = rule.head;
    if (isOutput(head) && flatParts(head)?.keyword !== 'init') dynamic.add(head);
    for (const { relation } of bodyAtoms(rule)) {
      push(users, relation, head);
      if (isInput(relation) && !heads.has(relation)) dynamic.add(relation);
    }
  }
  for (const key of dynamic) for (const user of users.get(key) ?? []) dynamic.add(user);
  return dynamic;
}

/**
 * Fluents whose only rule is to stay, `next(f(x…)) ← true(f(x…))`, never change: their `true` becomes a relation like any other, given by
 * `init`. (Walls of a maze, given digits of a puzzle.)
 */
export function freezeFluents(rules: readonly Rule[]): {
  readonly rules: Rule[];
  readonly frozen: ReadonlySet<RelationKey>;
} {
  const changing = new Set<string>();
  const staying = new Set<string>();
  for (const rule of rules) {
    const parts = flatParts(rule.head.relation);
    if (parts?.keyword !== 'next') continue;
    const fluent = rule.head.relation.slice('next '.length);
    (isFrame(rule, fluent) ? staying : changing).add(fluent);
  }
  const isFrozen = (key: RelationKey, keyword: string): boolean => {
    const fluent = key.slice(keyword.length + 1);
    return key.startsWith(`${keyword} `) && staying.has(fluent) && !changing.has(fluent);
  };
  const frozen = new Set<RelationKey>();
  const kept: Rule[] = [];
  for (const rule of rules) {
    const key = rule.head.relation;
    if (isFrozen(key, 'next')) continue;
    if (isFrozen(key, 'init')) {
      const relation = `true ${key.slice('init '.length)}`;
      frozen.add(relation);
      kept.push({ ...rule, head: { ...rule.head, relation } });
    } else kept.push(rule);
  }
  return { rules: kept, frozen };
}

function isFrame(rule: Rule, fluent: string): boolean {
  const [only, ...others] = rule.positive;
  if (only?.relation !== `true ${fluent}`) return false;
  if (others.length + rule.negative.length + rule.distinct.length > 0) return false;
  const { args } = rule.head;
  return args.every(isVariable) && new Set(args).size === args.length && args.every((each, i) => each === only.args[i]);
}

/** The relations that outputs rely on; fluents that never change are shown as part of every state, so they count as outputs. */
function reachable(byHead: ReadonlyMap<RelationKey, readonly Rule[]>, frozen: ReadonlySet<RelationKey>): RelationKey[] {
  const found = new Set([...[...byHead.keys()].filter(isOutput), ...frozen]);
  for (const key of found) {
    for (const rule of byHead.get(key) ?? []) for (const atom of bodyAtoms(rule)) found.add(atom.relation);
  }
  return [...found];
}

function componentsInOrder(
  keys: readonly RelationKey[],
  byHead: ReadonlyMap<RelationKey, readonly Rule[]>,
): RelationKey[][] {
  const numbers = new Map(keys.map((key, i) => [key, i]));
  const start = [0];
  const targets: number[] = [];
  for (const key of keys) {
    for (const atom of (byHead.get(key) ?? []).flatMap(bodyAtoms)) {
      const target = numbers.get(atom.relation);
      if (target !== undefined) targets.push(target);
    }
    start.push(targets.length);
  }
  const components = stronglyConnectedComponents({ start: Int32Array.from(start), targets: Int32Array.from(targets) });
  const order: RelationKey[][] = Array.from({ length: components.count }, () => []);
  for (const [i, key] of keys.entries()) order[components.of[i]!]!.push(key);
  return order;
}

const bodyAtoms = (rule: Rule): Atom[] => [...rule.positive, ...rule.negative];

function push<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}
