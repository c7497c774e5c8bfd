import type { Random } from '../src/base/index.js';

/**
 * Writes small rule sheets that are valid by construction (safe, stratified, within the recursion restriction) and otherwise as wild as
 * they come: negation, distinct, or, nested terms, recursion, variables for whole fluents and moves, several roles.
 */
export function randomSheet(random: Random): string {
  const sheet = new SheetWriter(random);
  return sheet.write();
}

/** A relation that bodies may use: how an atom of it is written, for as many argument terms as it has. */
interface Usable {
  readonly arity: number;
  /** Relations of a level may be negated by later levels only. */
  readonly level: number;
  readonly write: (args: readonly string[]) => string;
}

const plain = (name: string, arity: number, level: number): Usable => ({
  arity,
  level,
  write: (args) => (arity === 0 ? name : `(${name} ${args.join(' ')})`),
});

const FLUENTS: readonly Usable[] = [
  { arity: 1, level: 1, write: ([x]) => `(f ${x!})` },
  { arity: 2, level: 1, write: ([x, y]) => `(g ${x!} ${y!})` },
  { arity: 0, level: 1, write: () => 'h' },
  { arity: 2, level: 1, write: ([x, y]) => `(n (k ${x!}) ${y!})` },
];

const MOVES: readonly Usable[] = [
  { arity: 1, level: 1, write: ([x]) => `(a ${x!})` },
  { arity: 2, level: 1, write: ([x, y]) => `(b ${x!} (k ${y!}))` },
  { arity: 0, level: 1, write: () => 'c' },
];

const within = (keyword: string, of: Usable): Usable => ({ ...of, write: (args) => `(${keyword} ${of.write(args)})` });

class SheetWriter {
  readonly #lines: string[] = [];
  readonly #roles: readonly string[];
  readonly #constants = ['1', '2', '3'];

  constructor(private readonly random: Random) {
    this.#roles = ['red', 'blue', 'random'].slice(0, 1 + random.below(3));
  }

  write(): string {
    for (const role of this.#roles) this.#lines.push(`(role ${role})`);
    const fixed = this.#fixedRelations();
    for (const fluent of FLUENTS) {
      for (let i = this.random.below(4); i > 0; i--)
        this.#lines.push(`(init ${fluent.write(this.#someConstants(fluent.arity))})`);
    }
    const state = [...fixed, ...FLUENTS.map((fluent) => within('true', fluent))];
    const derived = this.#derivedRelations([...state, ...this.#paths()], 'd', 2);
    const readable = [...state, ...derived];
    this.#legal(readable);
    const does = MOVES.map((move): Usable => ({
      ...move,
      write: (args) => `(does ${this.#pick(this.#roles)} ${move.write(args)})`,
    }));
    const doneThings = this.#derivedRelations([...readable, ...does], 'e', 6);
    this.#next([...readable, ...does, ...doneThings]);
    this.#end(readable);
    return this.#lines.join('\n');
  }

  #fixedRelations(): Usable[] {
    const relations = [plain('s', 1, 0), plain('t', 2, 0)];
    for (const relation of relations) {
      for (let i = 1 + this.random.below(4); i > 0; i--)
        this.#lines.push(relation.write(this.#someConstants(relation.arity)));
    }
    this.#lines.push('(<= (u ?x ?y) (t ?x ?y))', '(<= (u ?x ?z) (t ?x ?y) (u ?y ?z))');
    this.#lines.push('(<= (v ?x) (s ?x) (not (u ?x ?x)))');
    return [...relations, plain('u', 2, 0), plain('v', 1, 0)];
  }

  /** Recursion that depends on the state. */
  #paths(): Usable[] {
    this.#lines.push('(<= (path ?x ?y) (true (g ?x ?y)))', '(<= (path ?x ?z) (true (g ?x ?y)) (path ?y ?z))');
    return [plain('path', 2, 1)];
  }

  #derivedRelations(below: readonly Usable[], prefix: string, firstLevel: number): Usable[] {
    const all = [...below];
    const made: Usable[] = [];
    for (let i = 0; i < 3; i++) {
      const relation = plain(`${prefix}${String(i)}`, this.random.below(3), firstLevel + i);
      for (let rules = 1 + this.random.below(3); rules > 0; rules--) this.#rule(relation, all, relation);
      all.push(relation);
      made.push(relation);
    }
    return made;
  }

  #legal(readable: readonly Usable[]): void {
    for (const role of this.#roles) {
      this.#lines.push(`(legal ${role} noop)`);
      for (const move of MOVES) {
        const legal: Usable = { ...move, write: (args) => `(legal ${role} ${move.write(args)})` };
        if (this.random.below(3) > 0) this.#rule(legal, readable);
      }
    }
  }

  #next(readable: readonly Usable[]): void {
    for (const fluent of FLUENTS) {
      for (let i = 1 + this.random.below(3); i > 0; i--) this.#rule(within('next', fluent), readable);
      if (this.random.below(2) === 0) this.#rule(within('next', fluent), [within('true', fluent)]);
    }
    if (this.random.below(3) === 0) this.#lines.push('(<= (next ?f) (true ?f) (does red noop))');
    if (this.random.below(3) === 0) this.#lines.push('(<= (next (last ?m)) (does red ?m))');
    if (this.random.below(3) === 0) this.#lines.push('(<= (sees red ?m) (does ?r ?m) (role ?r))');
  }

  #end(readable: readonly Usable[]): void {
    this.#rule(plain('terminal', 0, 9), readable);
    this.#lines.push('(<= terminal (true h) (true (f 1)))');
    for (const role of this.#roles) {
      this.#rule(plain(`goal ${role} 100`, 0, 9), readable, undefined, (head) => `(${head})`);
      this.#rule(plain(`goal ${role} 50`, 0, 9), readable, undefined, (head) => `(${head})`);
    }
  }

  /** One safe rule; `itself` may occur in the body with variables that other literals bind. */
  #rule(head: Usable, usable: readonly Usable[], itself?: Usable, wrap = (text: string): string => text): void {
    const bound: string[] = [];
    const body: string[] = [];
    for (let i = 1 + this.random.below(3); i > 0; i--) {
      const literal = this.#pick(usable);
      const args = Array.from({ length: literal.arity }, () => this.#term(bound));
      for (const arg of args) if (arg.startsWith('?') && !bound.includes(arg)) bound.push(arg);
      body.push(literal.write(args));
    }
    const known = (arity: number): string[] =>
      Array.from({ length: arity }, () => this.#pick([...bound, ...this.#constants]));
    if (itself !== undefined && this.random.below(3) === 0) body.push(itself.write(known(itself.arity)));
    const negatable = usable.filter((each) => each.level < head.level || itself === undefined);
    if (negatable.length > 0 && this.random.below(2) === 0) {
      const literal = this.#pick(negatable);
      body.push(`(not ${literal.write(known(literal.arity))})`);
    }
    if (this.random.below(4) === 0) body.push(`(distinct ${known(2).join(' ')})`);
    if (this.random.below(5) === 0) body.push(`(or (s ${known(1)[0]!}) (not (v ${known(1)[0]!})))`);
    this.#lines.push(`(<= ${wrap(head.write(known(head.arity)))} ${body.join(' ')})`);
  }

  #term(bound: readonly string[]): string {
    const variables = ['?x', '?y', '?z'];
    return this.#pick([...variables, ...bound, this.#pick(this.#constants)]);
  }

  #someConstants(count: number): string[] {
    return Array.from({ length: count }, () => this.#pick(this.#constants));
  }

  #pick<T>(from: readonly T[]): T {
    return from[this.random.below(from.length)]!;
  }
}
