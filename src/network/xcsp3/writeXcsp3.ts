import { stochasticText, variableText } from '../json/writeNetworkJson.js';
import type { ChannelConstraint, ConnectiveConstraint, Constraint, Network, TableConstraint } from '../network.js';
import { STAR } from '../network.js';
import { inChunks } from '../textChunks.js';
import { identifiersFor } from './identifiers.js';
import { NOTES } from './notes.js';
import { interval, sortedTuples, unarySupports } from './supports.js';

/**
 * The hard part of a network as a standard XCSP3-core instance (CSP), which any XCSP3 solver reads; in pieces. Values are their indexes.
 *
 * | ours             | XCSP3-core                                                                                              |
 * | ---------------- | ------------------------------------------------------------------------------------------------------- |
 * | variable         | `var` over 0..n-1                                                                                       |
 * | table            | `extension` with `supports`, short tuples with `*`                                                      |
 * | and, or, clause  | `intension`: `iff(eq(b,1),and(eq(x,2),ne(y,0)))`, `or(…)`                                               |
 * | equal            | `intension`: `eq(x,y)`                                                                                  |
 * | channel          | a `block` of `intension`: `iff(eq(x,v),eq(b,1))`                                                        |
 *
 * What XCSP3-core has no word for is in `note` attributes, as JSON of the form in `json/format.ts`: of a `var` its name, kind, stage and the
 * names of its values; of `annotations` the distributions, players, utilities and thresholds. Notes are comments to other parsers: that of
 * ACE and Choco (XCSP3-Java-Tools) and that of PyCSP3 skip what they do not know under `annotations`, but the C++ one (cosoco) refuses
 * unknown elements, and the Java one unknown attributes.
 */
export function writeXcsp3(network: Network): Generator<string> {
  return inChunks(pieces(network));
}

function* pieces(network: Network): Generator<string> {
  const { variables, constraints } = network;
  const ids = identifiersFor(variables.map(({ name }) => name));
  const writer = new ConstraintWriter(
    ids,
    variables.map(({ values }) => values.length),
  );
  yield '<instance format="XCSP3" type="CSP">\n  <variables>\n';
  for (const [index, variable] of variables.entries()) {
    const domain = interval(0, variable.values.length - 1);
    yield `    <var id="${ids[index]!}" note='${escaped(variableText(variable))}'> ${domain} </var>\n`;
  }
  yield '  </variables>\n  <constraints>\n';
  if (constraints.length === 0) yield writer.universal();
  for (const constraint of constraints) yield* writer.write(constraint);
  yield "  </constraints>\n  <annotations note='";
  for (const piece of stochasticText(network)) yield escaped(piece);
  yield "'/>\n</instance>\n";
}

/** For an attribute in single quotes: in JSON, the double ones abound. */
function escaped(text: string): string {
  return text.replace(/[&<>'\uFFFE\uFFFF]/g, (character) => ESCAPES[character]!);
}

/** The last two are not characters of XML, but may be in a string of JSON. */
const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  "'": '&apos;',
  '\uFFFE': '\\uFFFE',
  '\uFFFF': '\\uFFFF',
};

class ConstraintWriter {
  constructor(
    private readonly ids: readonly string[],
    private readonly sizes: readonly number[],
  ) {}

  *write(constraint: Constraint): Generator<string> {
    switch (constraint.kind) {
      case 'table':
        yield* this.#table(constraint);
        break;
      case 'equal':
        yield intension(`eq(${this.#list(constraint.scope, ',')})`);
        break;
      case 'channel':
        yield* this.#channel(constraint);
        break;
      default:
        yield this.#connective(constraint);
    }
  }

  /** Other parsers may want at least one constraint. */
  universal(): string {
    return this.#unary(0, interval(0, this.sizes[0]! - 1), ` note="${NOTES.none}"`);
  }

  *#table({ scope, tuples }: TableConstraint): Generator<string> {
    const [variable] = scope;
    if (tuples.length === 0) yield this.#falsehood(variable!, `${NOTES.emptyTable} ${this.#list(scope, ' ')}`);
    else if (scope.length === 1) yield this.#unary(variable!, unarySupports(tuples, this.sizes[variable!]!), '');
    else {
      yield `    <extension> <list> ${this.#list(scope, ' ')} </list> <supports> `;
      for (const start of sortedTuples(tuples, scope.length)) {
        const cells = tuples.slice(start, start + scope.length);
        yield `(${cells.map((value) => (value === STAR ? '*' : String(value))).join(',')})`;
      }
      yield ' </supports> </extension>\n';
    }
  }

  #unary(variable: number, supports: string, attributes: string): string {
    const list = `<list> ${this.ids[variable]!} </list>`;
    return `    <extension${attributes}> ${list} <supports> ${supports} </supports> </extension>\n`;
  }

  /** An empty relation would be none to some parsers; a value that the variable does not have is plain to all. */
  #falsehood(variable: number, note: string): string {
    return intension(`eq(${this.ids[variable]!},${String(this.sizes[variable]!)})`, note);
  }

  /** `and` and `or` take two arguments at least; where there are fewer, a note tells which of our forms it was. */
  #connective({ kind, scope, claims }: ConnectiveConstraint): string {
    const [first, ...others] = scope.map((variable, at) => this.#literal(variable, claims[at]!));
    if (first === undefined) return this.#falsehood(0, NOTES.emptyClause);
    if (kind === 'clause') return intension(others.length === 0 ? first : `or(${[first, ...others].join(',')})`);
    if (others.length > 1) return intension(`iff(${first},${kind}(${others.join(',')}))`);
    if (others.length === 1) return intension(`iff(${first},${others[0]!})`, kind);
    return intension(kind === 'and' ? first : this.#literal(scope[0]!, claims[0]! ^ 1), kind);
  }

  *#channel({ scope }: ChannelConstraint): Generator<string> {
    yield `    <block note="${NOTES.channel}">\n`;
    const [variable, ...booleans] = scope;
    for (const [value, boolean] of booleans.entries())
      yield `  ${intension(`iff(eq(${this.ids[variable!]!},${String(value)}),eq(${this.ids[boolean]!},1))`)}`;
    yield '    </block>\n';
  }

  #literal(variable: number, claim: number): string {
    return `${claim % 2 === 0 ? 'eq' : 'ne'}(${this.ids[variable]!},${String(claim >> 1)})`;
  }

  #list(scope: readonly number[], separator: string): string {
    return scope.map((variable) => this.ids[variable]!).join(separator);
  }
}

function intension(expression: string, note?: string): string {
  return `    <intension${note === undefined ? '' : ` note="${note}"`}> ${expression} </intension>\n`;
}
