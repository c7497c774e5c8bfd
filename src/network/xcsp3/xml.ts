/** A tag or a text of an XML document, and where it begins. */
export type XmlToken =
  | {
      readonly kind: 'open';
      readonly name: string;
      readonly attributes: ReadonlyMap<string, string>;
      readonly at: number;
    }
  | { readonly kind: 'close'; readonly name: string; readonly at: number }
  | { readonly kind: 'text'; readonly text: string; readonly at: number }
  | { readonly kind: 'end'; readonly at: number };

/** Why a text cannot be read on, and where. */
export class Unreadable extends Error {
  constructor(
    readonly at: number,
    message: string,
    readonly mend: string,
  ) {
    super(message);
    this.name = 'Unreadable';
  }
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** Name, attribute after attribute, end; sticky, so that no text is scanned twice. */
const TAG_NAME = /<(\/?)([A-Za-z_][\w.-]*)/y;
const ATTRIBUTE = /\s+([A-Za-z_][\w.-]*)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y;
const TAG_END = /\s*(\/?)>/y;

/**
 * Reads a small part of XML, one token after the other: elements, attributes, texts, comments and a declaration in front. There are no
 * document types, sections or entities beyond the five, so that no text means more than it shows; an empty element comes as two tokens.
 */
export class XmlTokens {
  #at = 0;
  #pending: XmlToken | undefined;

  constructor(private readonly text: string) {
    this.#match(/\uFEFF?(?:<\?xml\s[^<>]*\?>)?/y);
  }

  /** The next tag, or the text before it unless that is blank. */
  next(): XmlToken {
    const pending = this.#pending;
    if (pending !== undefined) {
      this.#pending = undefined;
      return pending;
    }
    const at = this.#at;
    const text = this.#untilTag();
    if (text.trim() !== '') return { kind: 'text', text: this.#decoded(text, at), at };
    return this.#at === this.text.length ? { kind: 'end', at: this.#at } : this.#tag();
  }

  #untilTag(): string {
    let text = '';
    for (;;) {
      const start = this.text.indexOf('<', this.#at);
      const end = start === -1 ? this.text.length : start;
      text += this.text.slice(this.#at, end);
      this.#at = end;
      if (!this.text.startsWith('<!--', end)) return text;
      const after = this.text.indexOf('-->', end + 4);
      if (after === -1) throw new Unreadable(end, 'a comment does not end', 'close it with -->');
      this.#at = after + 3;
    }
  }

  #tag(): XmlToken {
    const at = this.#at;
    const head = this.#match(TAG_NAME);
    if (head === null) throw new Unreadable(at, 'this is no tag', 'keep to elements and comments');
    const name = head[2]!;
    const attributes = new Map<string, string>();
    for (let found = this.#match(ATTRIBUTE); found !== null; found = this.#match(ATTRIBUTE)) {
      const [, key, double, single] = found;
      if (attributes.has(key!)) throw new Unreadable(at, `${name} has ${key!} twice`, 'drop one');
      attributes.set(key!, this.#decoded(double ?? single!, at));
    }
    const tail = this.#match(TAG_END);
    const isClosing = head[1] === '/';
    if (tail === null || (isClosing && (attributes.size > 0 || tail[1] === '/')))
      throw new Unreadable(at, `the tag ${name} is not well formed`, 'write it as <name key="value">');
    if (isClosing) return { kind: 'close', name, at };
    if (tail[1] === '/') this.#pending = { kind: 'close', name, at };
    return { kind: 'open', name, attributes, at };
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.text);
    if (found !== null) this.#at = pattern.lastIndex;
    return found;
  }

  #decoded(text: string, at: number): string {
    if (!text.includes('&')) return text;
    return text.replace(/&([^;&]{0,20};)?/g, (entity, name?: string) => {
      const character = name === undefined ? undefined : ENTITIES[name.slice(0, -1)];
      if (character === undefined)
        throw new Unreadable(at, `${entity} stands for nothing`, 'keep to &lt; &gt; &amp; &quot; &apos;');
      return character;
    });
  }
}
