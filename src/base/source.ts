/** A half-open range of UTF-16 offsets into the text of a {@link Source}. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A one-based line and column, as editors count them. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** A named text that can turn offsets into lines and columns. */
export class Source {
  readonly #lineStarts: readonly number[];

  constructor(
    readonly name: string,
    readonly text: string,
  ) {
    const starts = [0];
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
    this.#lineStarts = starts;
  }

  place(offset: number): Place {
    const starts = this.#lineStarts;
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - starts[low]! + 1 };
  }

  /** The text of a one-based line, without its end of line. */
  line(number: number): string {
    const start = this.#lineStarts[number - 1];
    if (start === undefined) return '';
    const next = this.#lineStarts[number];
    return this.text.slice(start, next === undefined ? undefined : next - 1).replace(/\r$/, '');
  }
}
