import { IntList, type Meter } from '../base/index.js';
import type { TermTable } from '../rules/index.js';
import type { Question } from './demand.js';
import { flatParts } from './flattenKeywords.js';
import type { Instances } from './instances.js';
import { type FixedLiteral, Join } from './join.js';
import { type FanOut, type Joinable, type JoinPlan, makeTest, planJoin } from './joinPlan.js';
import { MENTIONED, Relation, WAITING } from './relation.js';
import { type KnownTuple, knownTuple, openColumns } from './rowPatterns.js';
import type { Atom, RelationKey, Rule } from './rule.js';
import { isDomain } from './splitRules.js';
import type { Statistics } from './statistics.js';

/** Where what is derived comes back: what is legal can be done, what holds next holds. */
const FEEDS: readonly (readonly [from: string, to: string])[] = [
  ['legal', 'does'],
  ['next', 'true'],
];

interface CompiledRule extends Joinable {
  readonly head: Relation;
  readonly headTuple: KnownTuple;
  /** Negative literals whose truth depends on the state: part of the recorded instance. */
  readonly negative: readonly { readonly relation: Relation; readonly tuple: KnownTuple }[];
}

/** A literal of a rule that starts a join whenever its relation gets a tuple. */
interface Trigger {
  readonly rule: CompiledRule;
  readonly literal: FixedLiteral;
  /** Takes an instance that the join has found. */
  readonly report: () => void;
  plan: JoinPlan;
  /** How often it may still start before the plan is made anew, with the sizes that relations have by then. */
  startsLeft: number;
  starts: number;
}

/** A trigger's plan is first made anew after this many starts, then whenever they have grown by this factor. */
const FIRST_REPLAN = 64;
const REPLAN_FACTOR = 8;

/** The relations of a game and the fixpoint evaluation that fills them. */
export class Evaluation {
  readonly #relations = new Map<RelationKey, Relation>();
  readonly #inOrder: Relation[] = [];
  readonly #queueRelations = new IntList();
  readonly #queueRows = new IntList();

  constructor(
    private readonly tools: {
      readonly terms: TermTable;
      readonly statistics: Statistics;
      readonly meter: Meter;
      /** Where instances of rules are recorded, if at all. */
      readonly instances?: Instances;
      /** What is asked for by denying atoms of a relation. */
      readonly questions?: ReadonlyMap<RelationKey, Question>;
    },
  ) {}

  get relations(): Iterable<Relation> {
    return this.#inOrder;
  }

  find(key: RelationKey): Relation | undefined {
    return this.#relations.get(key);
  }

  /** Evaluates a group of relations that no state changes, exactly; all other relations of the bodies are complete. */
  evaluateFixed(rules: readonly Rule[]): void {
    const heads = new Set(rules.map((rule) => rule.head.relation));
    this.#run(rules, heads);
    for (const key of heads) this.tools.statistics.measure(this.#relations.get(key)!);
  }

  /**
   * Finds what is *possible*, from the initial state on: negative literals on relations that depend on the state are taken to hold. Each
   * instance of a rule is recorded with its state-dependent literals.
   */
  evaluatePossible(rules: readonly Rule[]): void {
    const open = new Set(rules.map((rule) => rule.head.relation));
    for (const rule of rules) {
      for (const atom of [rule.head, ...rule.positive, ...rule.negative]) {
        const isInput = !this.#relations.has(atom.relation) && flatParts(atom.relation) !== undefined;
        if (isInput) open.add(atom.relation);
        if (open.has(atom.relation)) this.#number(this.#relation(atom));
      }
    }
    for (const [key, { relation, columns }] of this.tools.questions ?? []) {
      open.add(relation);
      const { length } = columns;
      const asked = this.#relationOf(relation, length);
      const denied = this.#relations.get(key);
      if (denied !== undefined) denied.asks = { relation: asked, columns, tuple: new Int32Array(length) };
    }
    for (const key of [...open]) this.#feed(key, open);
    for (const relation of [...this.#inOrder]) this.#assertInitial(relation);
    this.#run(rules, open);
  }

  #feed(key: RelationKey, open: Set<RelationKey>): void {
    const parts = flatParts(key);
    const to = FEEDS.find(([keyword]) => keyword === parts?.keyword)?.[1];
    if (to === undefined) return;
    const from = this.#relations.get(key)!;
    const target = this.#relationOf(to + key.slice(key.indexOf(' ')), from.arity);
    this.#number(target);
    open.add(target.key);
    from.feeds = target;
  }

  #assertInitial(relation: Relation): void {
    if (flatParts(relation.key)?.keyword !== 'init') return;
    const target = this.#relationOf(`true ${relation.key.slice('init '.length)}`, relation.arity);
    this.#number(target);
    for (let row = 0; row < relation.size; row++) this.#copyRow(relation, row, target);
  }

  #number(relation: Relation): void {
    relation.isNumbered = this.tools.instances !== undefined && !isDomain(relation.key);
  }

  #relation(atom: Atom): Relation {
    return this.#relationOf(atom.relation, atom.args.length);
  }

  #relationOf(key: RelationKey, arity: number): Relation {
    let relation = this.#relations.get(key);
    if (relation === undefined) {
      relation = new Relation({ key, arity, number: this.#inOrder.length }, this.tools.meter);
      this.#relations.set(key, relation);
      this.#inOrder.push(relation);
    }
    return relation;
  }

  /** Each tuple is joined once, when it leaves the queue, with tuples that left before it: every instance is found exactly once. */
  #run(rules: readonly Rule[], open: ReadonlySet<RelationKey>): void {
    const join = new Join(this.tools.terms, this.tools.meter, sizesFor(rules));
    const compiled = rules.map((rule) => this.#compile(rule));
    const triggers = this.#triggers(compiled, open, join);
    for (const rule of compiled) {
      if (rule.rule.positive.some((atom) => open.has(atom.relation))) continue;
      join.all(planJoin(rule, -1, this.#expected), () => {
        this.#derive(rule, join);
      });
    }
    for (let at = 0; at < this.#queueRows.length; at++) {
      const number = this.#queueRelations.array[at]!;
      const row = this.#queueRows.array[at]!;
      this.#inOrder[number]!.settle(row);
      for (const trigger of triggers[number]!) {
        if (--trigger.startsLeft === 0) this.#planAgain(trigger);
        trigger.literal.row = row;
        join.from(trigger.plan, trigger.literal, trigger.report);
      }
    }
    this.#queueRelations.length = 0;
    this.#queueRows.length = 0;
  }

  #compile(rule: Rule): CompiledRule {
    const positive = rule.positive.map((atom) => this.#relation(atom));
    const denied = rule.negative.map((atom) => ({ relation: this.#relation(atom), args: atom.args }));
    const complete = denied.filter(({ relation }) => !relation.isNumbered);
    const recorded = denied.filter(({ relation }) => relation.isNumbered);
    return {
      rule,
      head: this.#relation(rule.head),
      headTuple: knownTuple(rule.head.args),
      relations: positive,
      isRecorded: positive.map((relation) => relation.isNumbered),
      negative: recorded.map(({ relation, args }) => ({ relation, tuple: knownTuple(args) })),
      tests: [
        ...rule.distinct.map((pair) => makeTest(pair)),
        ...complete.map(({ relation, args }) => makeTest(args, relation)),
      ],
    };
  }

  /** By number of the relation. */
  #triggers(
    rules: readonly CompiledRule[],
    open: ReadonlySet<RelationKey>,
    join: Join,
  ): readonly (readonly Trigger[])[] {
    const triggers = this.#inOrder.map((): Trigger[] => []);
    for (const rule of rules) {
      const report = (): void => {
        this.#derive(rule, join);
      };
      for (const [position, { relation: key, args }] of rule.rule.positive.entries()) {
        if (!open.has(key)) continue;
        const relation = rule.relations[position]!;
        const columns = args.map((pattern, column) => ({ column, pattern }));
        const literal = { relation, columns: openColumns(columns, new Set()), position, row: -1 };
        const plan = planJoin(rule, position, this.#expected);
        triggers[relation.number]!.push({
          rule,
          literal,
          report,
          plan,
          startsLeft: FIRST_REPLAN,
          starts: FIRST_REPLAN,
        });
      }
    }
    return triggers;
  }

  #planAgain(trigger: Trigger): void {
    trigger.plan = planJoin(trigger.rule, trigger.literal.position, this.#present);
    trigger.startsLeft = (REPLAN_FACTOR - 1) * trigger.starts;
    trigger.starts *= REPLAN_FACTOR;
  }

  /** Fan-out by what relations are expected to hold in the end. */
  readonly #expected: FanOut = (atom, _, bound) => this.tools.statistics.fanOut(atom, bound);

  /** Fan-out by what relations hold now. */
  readonly #present: FanOut = (atom, relation, bound) => this.tools.statistics.fanOut(atom, bound, relation.settled);

  #derive(rule: CompiledRule, join: Join): void {
    this.tools.meter.tick();
    const { head } = rule;
    const row = this.#row(head, join.tuple(rule.headTuple));
    if (head.isNumbered) this.#record(rule, join, head.atom[row]!);
    this.#enqueue(head, row);
  }

  #record(rule: CompiledRule, join: Join, head: number): void {
    const instances = this.tools.instances!;
    const { relations, isRecorded, negative } = rule;
    let literals = negative.length;
    for (const recorded of isRecorded) if (recorded) literals++;
    instances.addRule(head, literals);
    for (let i = 0; i < relations.length; i++) {
      if (isRecorded[i]) instances.addLiteral(2 * relations[i]!.atom[join.rows[i]!]!);
    }
    for (const { relation, tuple } of negative) {
      const before = relation.size;
      // The row first: adding one may replace the array of atoms.
      const row = this.#row(relation, join.tuple(tuple));
      instances.addLiteral(2 * relation.atom[row]! + 1);
      if (relation.size > before) this.#ask(relation, row);
    }
  }

  /** A denied tuple that is new asks for itself. */
  #ask({ asks, columns: values, arity }: Relation, row: number): void {
    if (asks === undefined) return;
    const { relation, columns, tuple } = asks;
    for (let i = 0; i < columns.length; i++) tuple[i] = values[row * arity + columns[i]!]!;
    this.#enqueue(relation, this.#row(relation, tuple));
  }

  #row(relation: Relation, tuple: Int32Array): number {
    const before = relation.size;
    const row = relation.row(tuple);
    if (relation.isNumbered && relation.size > before) relation.atom[row] = this.tools.instances!.addAtom();
    return row;
  }

  #enqueue(relation: Relation, row: number): void {
    if (relation.state[row] !== MENTIONED) return;
    relation.state[row] = WAITING;
    this.#queueRelations.push(relation.number);
    this.#queueRows.push(row);
    if (relation.feeds !== undefined) this.#copyRow(relation, row, relation.feeds);
  }

  #copyRow(from: Relation, row: number, to: Relation): void {
    const offset = row * from.arity;
    if (from.state[row] === MENTIONED) return;
    this.#enqueue(to, this.#row(to, from.columns.subarray(offset, offset + from.arity)));
  }
}

function sizesFor(rules: readonly Rule[]): { variables: number; literals: number; arity: number } {
  const sizes = { variables: 0, literals: 0, arity: 0 };
  for (const rule of rules) {
    sizes.variables = Math.max(sizes.variables, rule.variables);
    sizes.literals = Math.max(sizes.literals, rule.positive.length);
    for (const atom of [rule.head, ...rule.positive, ...rule.negative]) {
      sizes.arity = Math.max(sizes.arity, atom.args.length);
    }
  }
  return sizes;
}
