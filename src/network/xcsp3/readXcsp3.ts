import { fail, type Result, Source } from '../../base/index.js';
import { networkOfJson } from '../json/readNetworkJson.js';
import type { Constraint, Network } from '../network.js';
import type { NetworkFault } from '../networkFault.js';
import { ConstraintReader } from './constraintReader.js';
import { Unreadable, type XmlToken, XmlTokens } from './xml.js';

/**
 * Reads back what `writeXcsp3` writes, to the same network but for the order and repetition of tuples. Other XCSP3 is refused with a reason:
 * without our notes nobody knows what is chosen and what is drawn.
 */
export function readXcsp3(text: string): Result<Network, readonly NetworkFault[]> {
  try {
    const { json, sizes, constraints } = new InstanceReader(text).read();
    const network = networkOfJson(json, constraints);
    const other = network.ok
      ? network.value.variables.findIndex(({ values }, index) => values.length !== sizes[index])
      : -1;
    if (other === -1) return network;
    const message = 'the domain and the note have different numbers of values';
    return fail([{ where: `variables[${String(other)}]`, message, mend: OURS }]);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    const { line, column } = new Source('', text).place(error.at);
    const where = `line ${String(line)}, column ${String(column)}`;
    return fail([{ where, message: error.message, mend: error.mend }]);
  }
}

type Opening = Extract<XmlToken, { kind: 'open' }>;

class InstanceReader {
  readonly #tokens: XmlTokens;
  readonly #ids = new Map<string, number>();
  #token: XmlToken;

  constructor(text: string) {
    this.#tokens = new XmlTokens(text);
    this.#token = this.#tokens.next();
  }

  read(): { json: unknown; sizes: readonly number[]; constraints: readonly Constraint[] } {
    const { attributes, at } = this.#open('instance');
    if (attributes.get('format') !== 'XCSP3' || attributes.get('type') !== 'CSP')
      throw new Unreadable(at, 'this is no XCSP3 instance of type CSP', 'write format="XCSP3" type="CSP"');
    const variables = this.#variables();
    const sizes = variables.map(({ size }) => size);
    const constraints = this.#constraints(sizes);
    const annotations = this.#open('annotations');
    const rest = noteOf(annotations) as object;
    this.#close('annotations');
    this.#close('instance');
    if (this.#token.kind !== 'end') throw new Unreadable(this.#token.at, 'there is more after the instance', 'drop it');
    return { json: { ...rest, variables: variables.map(({ json }) => json) }, sizes, constraints };
  }

  #variables(): readonly { json: unknown; size: number }[] {
    this.#open('variables');
    const variables: { json: unknown; size: number }[] = [];
    while (this.#token.kind === 'open') {
      const opening = this.#open('var');
      const id = opening.attributes.get('id');
      if (id === undefined || this.#ids.has(id))
        throw new Unreadable(opening.at, 'a variable needs an id of its own', 'give it one');
      this.#ids.set(id, variables.length);
      const at = this.#token.at;
      variables.push({ json: noteOf(opening), size: domainSize(this.#text('var'), at) });
    }
    this.#close('variables');
    return variables;
  }

  #constraints(sizes: readonly number[]): readonly Constraint[] {
    this.#open('constraints');
    const reader = new ConstraintReader(this.#ids, sizes);
    while (this.#token.kind === 'open') {
      const { name, attributes, at } = this.#token;
      const note = attributes.get('note');
      if (name === 'extension') {
        this.#open(name);
        this.#open('list');
        const list = this.#text('list');
        this.#open('supports');
        const supports = this.#text('supports');
        this.#close(name);
        reader.extension({ list, supports, note, at });
      } else if (name === 'block') reader.block({ expressions: this.#block(), note, at });
      else {
        this.#open('intension');
        reader.intension({ expression: this.#text('intension'), note, at });
      }
    }
    this.#close('constraints');
    return reader.constraints;
  }

  #block(): readonly string[] {
    this.#open('block');
    const expressions: string[] = [];
    while (this.#token.kind === 'open') {
      this.#open('intension');
      expressions.push(this.#text('intension'));
    }
    this.#close('block');
    return expressions;
  }

  #open(name: string): Opening {
    const token = this.#token;
    if (token.kind !== 'open' || token.name !== name) throw unexpected(token, `<${name}>`);
    this.#token = this.#tokens.next();
    return token;
  }

  #close(name: string): void {
    if (this.#token.kind !== 'close' || this.#token.name !== name) throw unexpected(this.#token, `</${name}>`);
    this.#token = this.#tokens.next();
  }

  /** The text up to the end of the element that was opened last. */
  #text(name: string): string {
    const token = this.#token;
    if (token.kind === 'text') this.#token = this.#tokens.next();
    this.#close(name);
    return token.kind === 'text' ? token.text : '';
  }
}

const OURS = 'give an instance that Woodstock wrote';

function unexpected(token: XmlToken, expected: string): Unreadable {
  const found = { open: '<', close: '</', text: 'text', end: 'the end' }[token.kind];
  const name = token.kind === 'open' || token.kind === 'close' ? `${token.name}>` : '';
  return new Unreadable(token.at, `here is ${found}${name} where ${expected} was expected`, OURS);
}

/** The JSON in the note of a variable, or of the annotations. */
function noteOf({ name, attributes, at }: Opening): unknown {
  const note = attributes.get('note');
  try {
    const json: unknown = JSON.parse(note ?? '');
    if (typeof json === 'object' && json !== null && !Array.isArray(json)) return json;
  } catch {
    // Said below, as for JSON that is no object.
  }
  throw new Unreadable(at, `<${name}> has no note of Woodstock's`, OURS);
}

function domainSize(text: string, at: number): number {
  const found = /^\s*0(?:(?:\.\.|\s+)(\d{1,9}))?\s*$/.exec(text);
  if (found === null) throw new Unreadable(at, 'the domain does not count from 0', OURS);
  return Number(found[1] ?? 0) + 1;
}
