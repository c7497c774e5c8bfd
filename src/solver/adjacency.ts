/** Rows of integers, one after another: row k is `items[starts[k] … starts[k + 1]]`. */
export interface Adjacency {
  readonly starts: Int32Array<ArrayBuffer>;
  readonly items: Int32Array<ArrayBuffer>;
}

/** Tells every pair of a row and an item, in the order that the items of a row will have; the same pairs each time. */
type Pairs = (emit: (row: number, item: number) => void) => void;

export function adjacency(rows: number, pairs: Pairs): Adjacency {
  const starts = new Int32Array(rows + 1);
  pairs((row) => starts[row + 1]!++);
  for (let row = 0; row < rows; row++) starts[row + 1]! += starts[row]!;
  const items = new Int32Array(starts[rows]!);
  const next = starts.slice();
  pairs((row, item) => (items[next[row]!++] = item));
  return { starts, items };
}
