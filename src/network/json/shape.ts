import type { FaultList } from '../networkFault.js';

export type Fields = Readonly<Record<string, unknown>>;

export interface Keys {
  readonly required: readonly string[];
  readonly optional?: readonly string[];
}

/**
 * Foreign JSON taken for what it should be. What is something else is a fault, and a harmless stand-in is given in its place, so that the
 * reading goes on to find the other faults.
 */
export class Shape {
  constructor(readonly faults: FaultList) {}

  /** An object with these keys and no others. */
  object(value: unknown, where: string, { required, optional = [] }: Keys): Fields {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      this.#expected('an object', value, where);
      return {};
    }
    for (const key of Object.keys(value))
      if (!required.includes(key) && !optional.includes(key))
        this.faults.add(where, `it has no place for ${JSON.stringify(key)}`, `keep to ${listed(required, optional)}`);
    for (const key of required)
      if (!Object.hasOwn(value, key))
        this.faults.add(where, `"${key}" is missing`, `give it: ${listed(required, optional)}`);
    return value as Fields;
  }

  list(value: unknown, where: string): readonly unknown[] {
    if (Array.isArray(value)) return value as readonly unknown[];
    this.#expected('a list', value, where);
    return [];
  }

  text(value: unknown, where: string): string {
    if (typeof value === 'string') return value;
    this.#expected('a string', value, where);
    return '';
  }

  number(value: unknown, where: string): number {
    if (typeof value === 'number') return value;
    this.#expected('a number', value, where);
    return 0;
  }

  /** A name or a number. */
  reference(value: unknown, where: string): string | number {
    if (isReference(value)) return value;
    this.#expected('a name or a number', value, where);
    return 0;
  }

  references(value: unknown, where: string): readonly (string | number)[] {
    const items = this.list(value, where);
    // Millions of tuples pass here: places are spelt out only for those that are wrong.
    if (items.every(isReference)) return items;
    return items.map((item, at) => this.reference(item, `${where}[${String(at)}]`));
  }

  numbers(value: unknown, where: string): readonly number[] {
    return this.list(value, where).map((item, at) => this.number(item, `${where}[${String(at)}]`));
  }

  texts(value: unknown, where: string): readonly string[] {
    return this.list(value, where).map((item, at) => this.text(item, `${where}[${String(at)}]`));
  }

  /** One of a few words. */
  word<W extends string>(value: unknown, where: string, words: readonly [W, ...W[]]): W {
    const found = words.find((word) => word === value);
    if (found === undefined) this.#expected(words.map((word) => JSON.stringify(word)).join(' or '), value, where);
    return found ?? words[0];
  }

  #expected(what: string, value: unknown, where: string): void {
    // What is missing has been said of the object that lacks it.
    if (value === undefined) return;
    this.faults.add(where, `this is ${shown(value)}`, `make it ${what}`);
  }
}

/** Not what is inside of lists and objects, which may be nested as deep as a stranger likes. */
function shown(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

const isReference = (value: unknown): value is string | number =>
  typeof value === 'number' || typeof value === 'string';

const listed = (...keys: readonly (readonly string[])[]): string => keys.flat().join(', ');
