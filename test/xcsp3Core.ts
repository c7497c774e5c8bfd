/**
 * A strict reading of XCSP3-core as far as we use it, after the sources of the parsers that solvers read it with: those of ACE and Choco
 * (XCSP3-Java-Tools), cosoco and others (XCSP3-CPP-Parser, over libxml2). It shares nothing with our writer or reader. Gives the first fault, or the
 * numbers of variables and constraints.
 */
export function checkXcsp3Core(text: string): { readonly variables: number; readonly constraints: number } {
  return new Checker(elementsOf(text)).instance();
}

/** Beyond it libxml2 refuses an attribute or a text, unless it is told not to. */
const LONGEST_TEXT = 10_000_000;
const IDENTIFIER = /^[A-Za-z][A-Za-z0-9_]*$/;
/** Of expressions: they would be taken for an operator by some. */
const RESERVED = new Set(
  'neg abs sqr add sub mul div mod pow dist min max lt le ge gt ne eq set in not and or xor iff imp if'.split(' '),
);

interface Element {
  readonly tag: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: Element[];
  text: string;
}

function must(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Error(`no XCSP3-core: ${what}`);
}

/** Tags, attributes in either quotes, text; no comments, declarations or entities but the five that XML has by itself. */
function elementsOf(text: string): Element {
  // eslint-disable-next-line no-control-regex -- These are what XML forbids.
  must(!/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/.test(text), 'a character that XML does not have');
  const root: Element = { tag: '', attributes: new Map(), children: [], text: '' };
  const open = [root];
  const piece = /<(\/?)(\w+)((?:\s+\w+=(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|([^<]+)/gy;
  while (piece.lastIndex < text.length) {
    const at = piece.lastIndex;
    const match = piece.exec(text);
    must(match !== null, `at character ${String(at)}: ${text.slice(at, at + 60)}`);
    const [, closes, tag, attributes, isEmpty, characters] = match;
    const top = open.at(-1)!;
    if (characters !== undefined) top.text += unescaped(characters);
    else if (closes === '/') must(open.pop()!.tag === tag, `</${tag!}> closes another element`);
    else {
      const element: Element = { tag: tag!, attributes: attributesOf(attributes!), children: [], text: '' };
      top.children.push(element);
      if (isEmpty !== '/') open.push(element);
    }
  }
  must(open.length === 1 && root.children.length === 1 && root.text.trim() === '', 'one element holds all others');
  return root.children[0]!;
}

function unescaped(text: string): string {
  must(text.length <= LONGEST_TEXT, 'a text of more than 10 MB');
  must(!/&(?!(?:amp|lt|gt|apos|quot);)/.test(text), 'an unknown entity');
  return text;
}

function attributesOf(text: string): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>();
  for (const [, name, value] of text.matchAll(/(\w+)=("[^"]*"|'[^']*')/g)) {
    must(!attributes.has(name!), `${name!} twice`);
    attributes.set(name!, unescaped(value!.slice(1, -1)));
  }
  return attributes;
}

class Checker {
  readonly #domains = new Map<string, ReadonlySet<number>>();
  #constraints = 0;

  constructor(private readonly root: Element) {}

  instance(): { readonly variables: number; readonly constraints: number } {
    const { root } = this;
    must(root.tag === 'instance' && root.text.trim() === '', 'the root is an instance');
    must([...root.attributes].join() === 'format,XCSP3,type,CSP', 'an instance of type CSP');
    const [variables, constraints, annotations, ...more] = root.children;
    must(variables?.tag === 'variables' && constraints?.tag === 'constraints', 'variables, then constraints');
    must(
      annotations === undefined || (annotations.tag === 'annotations' && more.length === 0),
      'annotations at the end',
    );
    must(annotations === undefined || annotations.children.length === 0, 'annotations that all parsers know');
    for (const variable of variables.children) this.#variable(variable);
    must(this.#domains.size > 0, 'at least one variable');
    for (const constraint of constraints.children) this.#constraint(constraint);
    must(this.#constraints > 0, 'at least one constraint');
    return { variables: this.#domains.size, constraints: this.#constraints };
  }

  #variable({ tag, attributes, children, text }: Element): void {
    must(tag === 'var' && children.length === 0, 'a variable is a var');
    const id = attributes.get('id') ?? '';
    must(IDENTIFIER.test(id) && !RESERVED.has(id), `${id} is an identifier`);
    must(!this.#domains.has(id), `${id} is declared once`);
    must(
      [...attributes.keys()].every((name) => name === 'id' || name === 'note'),
      'a var has an id and a note',
    );
    this.#domains.set(id, new Set(integers(text)));
  }

  #constraint({ tag, attributes, children, text }: Element): void {
    must(
      [...attributes.keys()].every((name) => name === 'note'),
      'no attribute but note',
    );
    if (tag === 'block') {
      must(children.length > 0 && text.trim() === '', 'a block holds constraints');
      for (const child of children) this.#constraint(child);
      return;
    }
    this.#constraints++;
    if (tag === 'intension') {
      must(children.length === 0, 'an intension is an expression');
      must(this.#predicate(text.trim()) === '', 'an expression ends with its last parenthesis');
      return;
    }
    must(tag === 'extension' && text.trim() === '', `${tag} is extension, intension or block`);
    must(children.map((child) => child.tag).join() === 'list,supports', 'an extension is a list and supports');
    const scope = children[0]!.text.trim().split(/\s+/);
    must(new Set(scope).size === scope.length, 'a variable comes once in a list');
    this.#supports(
      scope.map((id) => this.#domain(id)),
      children[1]!.text.trim(),
    );
  }

  #domain(id: string): ReadonlySet<number> {
    const domain = this.#domains.get(id);
    must(domain !== undefined, `${id} is declared`);
    return domain;
  }

  /** Integers and intervals for one variable, else tuples in lexicographic order, `*` before all values. */
  #supports(domains: readonly ReadonlySet<number>[], text: string): void {
    must(text !== '', 'supports are not empty');
    if (domains.length === 1) {
      must(
        integers(text).every((value) => domains[0]!.has(value)),
        'supports are values of the variable',
      );
      return;
    }
    must(/^(\((\*|-?\d+)(,(\*|-?\d+))+\))+$/.test(text), 'supports are tuples');
    let before: readonly number[] | undefined;
    for (const cells of text.slice(1, -1).split(')(')) {
      const tuple = cells.split(',').map((cell) => (cell === '*' ? -Infinity : Number(cell)));
      must(tuple.length === domains.length, 'a tuple is as long as the list');
      must(
        tuple.every((value, at) => value === -Infinity || domains[at]!.has(value)),
        'a tuple is of values',
      );
      must(before === undefined || isBefore(before, tuple), 'tuples are in order, each once');
      before = tuple;
    }
  }

  /** Reads `eq(x,1)`, `iff(…)` and the like; what is left of the text. Connectives take predicates, comparisons a variable first. */
  #predicate(text: string): string {
    const [opening, operator] = /^(\w+)\(/.exec(text) ?? [];
    must(opening !== undefined, `${text.slice(0, 40)} is a predicate`);
    let rest = text.slice(opening.length);
    if (operator === 'eq' || operator === 'ne') {
      const [comparison, left, right] = /^(\w+),(\w+)\)/.exec(rest) ?? [];
      must(comparison !== undefined, `${rest.slice(0, 40)} is a comparison of two`);
      this.#domain(left!);
      if (!/^\d+$/.test(right!)) this.#domain(right!);
      return rest.slice(comparison.length);
    }
    must(operator === 'iff' || operator === 'and' || operator === 'or', `${operator!} is an operator that we use`);
    let operands = 0;
    for (let separator = ','; separator === ','; operands++) {
      rest = this.#predicate(rest);
      separator = rest.slice(0, 1);
      rest = rest.slice(1);
      must(separator === ',' || separator === ')', 'operands stand between commas');
    }
    must(operands >= 2, `${operator} takes two at least`);
    return rest;
  }
}

/** `0 2..5 7`: in ascending order, none twice. */
function integers(text: string): readonly number[] {
  const values: number[] = [];
  for (const run of text.trim().split(/\s+/)) {
    must(/^-?\d+(\.\.-?\d+)?$/.test(run), `"${run}" is an integer or an interval`);
    const [from, to] = run.split('..').map(Number);
    must(to === undefined || to > from!, `${run} is an interval`);
    must(values.length === 0 || values.at(-1)! < from!, 'values are in order');
    for (let value = from!; value <= (to ?? from!); value++) values.push(value);
  }
  return values;
}

function isBefore(left: readonly number[], right: readonly number[]): boolean {
  const at = left.findIndex((value, index) => value !== right[index]);
  return at >= 0 && left[at]! < right[at]!;
}
