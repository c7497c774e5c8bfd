const OPEN = 0x28;
const CLOSE = 0x29;
const SEMICOLON = 0x3b;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** Follows the parentheses of a KIF list through its bytes, as they come. */
export class ListEnd {
  #depth = 0;
  #isComment = false;
  #hasList = false;
  #characters = 0;

  /** Whether the list is there, to its last parenthesis. */
  get isClosed(): boolean {
    return this.#hasList && this.#depth <= 0;
  }

  get isOpen(): boolean {
    return this.#depth > 0;
  }

  /** So many characters as Java counts them. */
  get characters(): number {
    return this.#characters;
  }

  take(bytes: Uint8Array): void {
    for (const byte of bytes) {
      this.#characters += charactersOf(byte);
      if (byte === LINE_FEED || byte === CARRIAGE_RETURN) this.#isComment = false;
      else if (this.#isComment) continue;
      else if (byte === SEMICOLON) this.#isComment = true;
      else if (byte === CLOSE) this.#depth -= 1;
      else if (byte === OPEN) {
        this.#depth += 1;
        this.#hasList = true;
      }
    }
  }
}

/** UTF-16 units that begin with this byte of UTF-8. */
function charactersOf(byte: number): number {
  if (byte < 0x80) return 1;
  if (byte < 0xc0) return 0;
  return byte < 0xf0 ? 1 : 2;
}
