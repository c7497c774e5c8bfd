import { flatParts } from './flattenKeywords.js';
import type { GroundOptions } from './options.js';
import { type Atom, type Pattern, type RelationKey, type Rule, variablesOf } from './rule.js';
import { domainKey } from './splitRules.js';
import { dynamicRelations } from './strata.js';
import type { Statistics } from './statistics.js';

const OUTPUTS = new Set(['terminal/0', 'goal/2', 'sees/2']);

export interface Demanded {
  readonly rules: Rule[];
  /** The relations that now hold asked-for tuples only, and what is asked: that depends on the state, so they must count as dynamic. */
  readonly restricted: ReadonlySet<RelationKey>;
  /** What an atom asks for by being denied in an instance of a rule, by its relation. */
  readonly questions: ReadonlyMap<RelationKey, Question>;
}

/** A `domain#` relation that holds the asked-for values of some columns of another. */
export interface Question {
  readonly relation: RelationKey;
  readonly columns: readonly number[];
}

/** Where a relation is used: the literal, whether it is denied, and the other literals that give its variables their values. */
interface Call {
  readonly rule: Rule;
  readonly atom: Atom;
  readonly isDenied: boolean;
  readonly suppliers: readonly Atom[];
}

/** The columns in which a relation is always called with known values. */
type AskedColumns = Map<RelationKey, readonly number[]>;

/**
 * Restricts large relations to the tuples that some rule asks for, as magic sets do (Bancilhon, Maier, Sagiv & Ullman 1986): each rule of
 * such a relation gets a `domain#` literal over the columns that all its calls bind, and each call becomes a rule for that literal; but a
 * denied literal asks by itself, whenever an instance with it is recorded.
 * A relation `count(a, b, c, d)` over all quadruples of places, of which rules name two, then has two tuples. More may be asked for than
 * needed; what is left over nothing refers to.
 */
export function restrictToDemand(rules: readonly Rule[], statistics: Statistics, options: GroundOptions): Demanded {
  const candidates = largeRelations(rules, statistics, options);
  const calls = callsOf(rules, candidates, statistics);
  const asked = worthwhileColumns(candidates, calls, { statistics, share: options.askedShare });
  const guardOf = (atom: Atom): Atom => ({
    relation: demandKey(atom.relation),
    args: asked.get(atom.relation)!.map((column) => atom.args[column]!),
  });
  for (const [relation, columns] of asked) statistics.declareProjection(demandKey(relation), relation, columns);
  const restricted = rules.map((rule): Rule => {
    if (!asked.has(rule.head.relation)) return rule;
    return { ...rule, positive: [guardOf(rule.head), ...rule.positive] };
  });
  const called = calls
    .filter((call) => asked.has(call.atom.relation) && !call.isDenied)
    .map((call): Rule => {
      const head = guardOf(call.atom);
      const guards = asked.has(call.rule.head.relation) ? [guardOf(call.rule.head)] : [];
      const positive = relevant([...guards, ...call.suppliers], head.args);
      return { head, positive, negative: [], distinct: [], variables: call.rule.variables };
    });
  const questions = new Map<RelationKey, Question>();
  for (const [relation, columns] of asked) questions.set(relation, { relation: demandKey(relation), columns });
  return {
    rules: [...restricted, ...called],
    restricted: new Set([...asked.keys()].flatMap((relation) => [relation, demandKey(relation)])),
    questions,
  };
}

const demandKey = (relation: RelationKey): RelationKey => domainKey(`ask:${relation}`);

function largeRelations(
  rules: readonly Rule[],
  statistics: Statistics,
  { worthAsking, worthAskingFixed }: GroundOptions,
): Map<RelationKey, number> {
  const sizes = new Map<RelationKey, number>();
  for (const { head, positive } of rules) {
    if (flatParts(head.relation) !== undefined || OUTPUTS.has(head.relation)) continue;
    sizes.set(head.relation, (sizes.get(head.relation) ?? 0) + statistics.joinSize(positive));
  }
  const dynamic = dynamicRelations(rules);
  const threshold = (relation: RelationKey): number => (dynamic.has(relation) ? worthAsking : worthAskingFixed);
  return new Map([...sizes].filter(([relation, size]) => size >= threshold(relation)));
}

/**
 * The literals of candidate relations. Their suppliers are the plain positive literals of the rule and smaller candidates, so that no two
 * literals of a rule wait for each other; a negative literal is supplied by all positive ones.
 */
function callsOf(rules: readonly Rule[], candidates: ReadonlyMap<RelationKey, number>, statistics: Statistics): Call[] {
  const calls: Call[] = [];
  for (const rule of rules) {
    const large = rule.positive.filter((atom) => candidates.has(atom.relation));
    const suppliers = rule.positive.filter((atom) => !candidates.has(atom.relation));
    for (const atom of large.sort((a, b) => statistics.size(a.relation) - statistics.size(b.relation))) {
      calls.push({ rule, atom, isDenied: false, suppliers: [...suppliers] });
      suppliers.push(atom);
    }
    for (const atom of rule.negative) {
      if (candidates.has(atom.relation)) calls.push({ rule, atom, isDenied: true, suppliers });
    }
  }
  return calls;
}

/** The largest choice of columns such that every call knows their values, relying on the columns asked of its own rule's head. */
function askedColumns(candidates: ReadonlyMap<RelationKey, number>, calls: readonly Call[]): AskedColumns {
  const asked: AskedColumns = new Map();
  for (const { atom } of calls) if (candidates.has(atom.relation)) asked.set(atom.relation, [...atom.args.keys()]);
  for (let changed = true; changed;) {
    changed = false;
    for (const { rule, atom, suppliers } of calls) {
      const columns = asked.get(atom.relation);
      if (columns === undefined) continue;
      const head = (asked.get(rule.head.relation) ?? []).map((column) => rule.head.args[column]!);
      const known = variablesOf([...head, ...suppliers.flatMap((supplier) => supplier.args)]);
      const kept = columns.filter((column) => [...variablesOf([atom.args[column]!])].every((each) => known.has(each)));
      if (kept.length === columns.length) continue;
      changed = true;
      if (kept.length === 0) asked.delete(atom.relation);
      else asked.set(atom.relation, kept);
    }
  }
  return asked;
}

/** As {@link askedColumns}, without relations of which nearly everything would be asked for. */
function worthwhileColumns(
  candidates: Map<RelationKey, number>,
  calls: readonly Call[],
  { statistics, share }: { statistics: Statistics; share: number },
): AskedColumns {
  for (;;) {
    const asked = askedColumns(candidates, calls);
    const pointless = [...asked].filter(([relation, columns]) => {
      const all = columns.reduce((tuples, column) => tuples * statistics.columnSize(relation, column), 1);
      return askedTuples(relation, columns, { calls, statistics }) > share * all;
    });
    if (pointless.length === 0) return asked;
    for (const [relation] of pointless) candidates.delete(relation);
  }
}

/** Estimated number of tuples that the calls from other relations ask for; several calls can ask for the same ones. */
function askedTuples(
  relation: RelationKey,
  columns: readonly number[],
  { calls, statistics }: { calls: readonly Call[]; statistics: Statistics },
): number {
  const others = calls.filter(({ rule, atom }) => atom.relation === relation && rule.head.relation !== relation);
  let sum = 0;
  for (const { atom, suppliers } of others) {
    const args = columns.map((column) => atom.args[column]!);
    const asking = relevant(suppliers, args);
    const known = variablesOf(asking.flatMap((supplier) => supplier.args));
    const open = columns.filter((column) => [...variablesOf([atom.args[column]!])].some((each) => !known.has(each)));
    const supplied = statistics.projectionSize(asking, args);
    sum += open.reduce((tuples, column) => tuples * statistics.columnSize(relation, column), supplied);
  }
  const different = columns.reduce((tuples, column) => {
    const places = others.map(({ atom, suppliers }) => ({ body: suppliers, pattern: atom.args[column]! }));
    return tuples * Math.min(statistics.columnSize(relation, column), statistics.unionSize(places));
  }, 1);
  return Math.min(sum, different);
}

/** The literals that bind some variable of the arguments. */
function relevant(atoms: readonly Atom[], args: readonly Pattern[]): Atom[] {
  const wanted = variablesOf(args);
  return atoms.filter((atom) => [...variablesOf(atom.args)].some((each) => wanted.has(each)));
}
