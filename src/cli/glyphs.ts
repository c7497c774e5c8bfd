/** Names that sheets give to a cell without a piece. `b` may mean black too: it counts only where no `w` is about. */
const BLANKS = /^(blank|empty|free|none|clear|unset|e|\.|-|_)$/i;
const BLANK = '.';

/** Longest name that is drawn in full. */
const SHORT = 2;

/**
 * What is drawn for each content of a board's cells: a piece of the hint, a dot for a blank, a short name as it is, else the
 * initials of the name's words, lengthened until no two contents look alike. In the order of the names.
 */
export function glyphs(
  contents: ReadonlySet<string>,
  pieces: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const drawn = new Map<string, string>();
  const long: string[] = [];
  for (const name of [...contents].sort()) {
    const glyph = pieces.get(name) ?? plainGlyph(name, contents);
    if (glyph === undefined) long.push(name);
    else drawn.set(name, glyph);
  }
  const taken = new Set(drawn.values());
  for (const name of long) {
    const rivals = long.filter((other) => other !== name).flatMap(abbreviations);
    drawn.set(name, abbreviations(name).find((glyph) => !taken.has(glyph) && !rivals.includes(glyph)) ?? name);
  }
  return drawn;
}

function plainGlyph(name: string, contents: ReadonlySet<string>): string | undefined {
  if (BLANKS.test(name) || (name === 'b' && !contents.has('w'))) return BLANK;
  return name.length <= SHORT ? name : undefined;
}

/** From the shortest on: the initials of the words, with more and more of the last word; `whitePawn` as `wP`, `wPa`, …, digits in full. */
function abbreviations(name: string): string[] {
  const words = name.match(/\d+|[A-Z]?[a-z]+|[A-Z]/g) ?? [name];
  const last = words.at(-1)!;
  const start = words.slice(0, -1).map(initial).join('');
  const longer = Array.from({ length: last.length }, (_, length) => start + last.slice(0, length + 1)).slice(1);
  return [start + initial(last), ...longer];
}

/** Chess players write a knight as n, for the king has the k. */
function initial(word: string): string {
  if (/^\d/.test(word)) return word;
  return /^knight$/i.test(word) ? word[1]! : word[0]!;
}
