import { type Compound, printTerm, readTerm } from '../gdl/index.js';
import { glyphs } from './glyphs.js';
import { type BoardHint, type Fact, argument, guessBoards, inOrder } from './guessBoards.js';

/** Width that lists of facts are wrapped to. */
const LIST_WIDTH = 100;

/** What stands where neither a fact nor the scenery gives a content. */
const NOTHING = '·';

/**
 * Draws a state, given as its facts in KIF: its boards, if it has any, then a tidy list of all other facts. Boards that nobody
 * describes are guessed, so that any sheet's states can be shown.
 */
export function drawBoard(facts: readonly string[], boards?: readonly BoardHint[]): string {
  const terms = facts.map(readFact);
  const hints = boards ?? guessBoards(terms);
  const parts = hints.flatMap((board) => {
    const cells = terms.filter((term) => isCell(term, board));
    const title = hints.length > 1 ? [board.functor] : [];
    return cells.length === 0 && board.columns.length === 0 ? [] : [...title, drawCells(cells, board)];
  });
  const others = terms.filter((term) => !hints.some((board) => isCell(term, board)));
  if (others.length > 0) parts.push(wrapped(others.map((term) => printTerm(term, 'prefix'))));
  return parts.join('\n');
}

/** The fact that a KIF text stands for. */
export function readFact(text: string): Compound {
  const term = readTerm(text);
  if (!term.ok || term.value.kind === 'variable') throw new Error(`not a fact: ${text}`);
  return term.value;
}

const isCell = (fact: Fact, board: BoardHint): boolean =>
  fact.name === board.functor && fact.args.length === board.arity;

/** The cells in rows, with the names of rows on the left and of columns below. */
function drawCells(cells: readonly Fact[], board: BoardHint): string {
  const columns = inOrder([...board.columns, ...cells.map((cell) => argument(cell, board.column))]);
  const rows = inOrder([...board.rows, ...cells.map((cell) => argument(cell, board.row))]);
  if (board.grows === 'up') rows.reverse();
  const contentOf = (cell: Fact): string => board.content.map((index) => argument(cell, index)).join(' ');
  const drawn = glyphs(new Set(cells.map(contentOf)), board.pieces);
  const contents = new Map<string, string>();
  for (const cell of cells) {
    const place = `${argument(cell, board.column)} ${argument(cell, board.row)}`;
    contents.set(place, (contents.get(place) ?? '') + drawn.get(contentOf(cell))!);
  }
  const lines = rows.map((row, y) => [
    row,
    ...columns.map((column, x) => contents.get(`${column} ${row}`) ?? board.scenery[y]?.[x] ?? NOTHING),
  ]);
  return [aligned([...lines, ['', ...columns]]), ...legend(drawn, board.pieces)].join('\n');
}

/** Lines of a label and cells, all cells of the width of the widest. */
function aligned(lines: readonly (readonly string[])[]): string {
  const labels = Math.max(...lines.map(([label]) => label!.length));
  const width = Math.max(...lines.flatMap(([, ...cells]) => cells.map((cell) => cell.length)));
  return lines
    .map(([label, ...cells]) => [label!.padStart(labels), ...cells.map((cell) => cell.padStart(width))].join(' '))
    .join('\n');
}

/** What the abbreviations mean; pieces of a hint and blanks speak for themselves. */
function legend(drawn: ReadonlyMap<string, string>, pieces: ReadonlyMap<string, string>): string[] {
  const entries = [...drawn].filter(([content, glyph]) => content !== glyph && glyph !== '.' && !pieces.has(content));
  return entries.length === 0 ? [] : [wrapped(entries.map(([content, glyph]) => `${glyph} = ${content}`))];
}

function wrapped(items: readonly string[]): string {
  const lines: string[] = [];
  for (const item of items) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 2 + item.length <= LIST_WIDTH) lines[lines.length - 1] = `${last}  ${item}`;
    else lines.push(item);
  }
  return lines.join('\n');
}
