const FIRST_CAPACITY = 4096;

/** Bytes as they come, in one array that grows: it takes at most twice what came, in however small pieces. */
export class Pieces {
  #bytes = new Uint8Array(FIRST_CAPACITY);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(piece: Uint8Array): void {
    const length = this.#length + piece.length;
    if (length > this.#bytes.length) {
      const grown = new Uint8Array(Math.max(length, 2 * this.#bytes.length));
      grown.set(this.#bytes.subarray(0, this.#length));
      this.#bytes = grown;
    }
    this.#bytes.set(piece, this.#length);
    this.#length = length;
  }

  /** As UTF-8; what is none becomes U+FFFD. */
  get text(): string {
    return new TextDecoder().decode(this.#bytes.subarray(0, this.#length));
  }
}
