/** Operators of XCSP3 expressions; a variable with such a name would puzzle people, and some parsers. */
const OPERATORS = new Set(
  (
    'neg abs sqr add sub mul div mod pow dist min max lt le ge gt ne eq not and or xor iff imp if set in notin card union inter sdiff hull ' +
    'djoint subset subseq supseq supset convex true false fdiv fmod sqrt nroot exp ln log sin cos tan asin acos atan sinh cosh tanh others'
  ).split(' '),
);

/** Longer ones help nobody to read the file; the whole name is in the note beside. */
const LONGEST = 80;

/**
 * Readable XCSP3 identifiers, unique, for names that may be anything: `cell_1_1` for `(cell 1 1)`, `step_at_2` for `step@2`. They match `[a-zA-Z][a-zA-Z0-9_]*`: the
 * format also allows brackets, but takes what holds them for parts of arrays.
 */
export function identifiersFor(names: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  const suffixes = new Map<string, number>();
  return names.map((name) => {
    const wanted = identifierLike(name);
    let identifier = wanted;
    for (let suffix = suffixes.get(wanted) ?? 2; taken.has(identifier); suffix++) {
      identifier = `${wanted}_${String(suffix)}`;
      suffixes.set(wanted, suffix + 1);
    }
    taken.add(identifier);
    return identifier;
  });
}

function identifierLike(name: string): string {
  const words = name
    .replaceAll('@', ' at ')
    .replace(/[^a-zA-Z0-9]+/g, '_')
    .replace(/^_|_$/g, '');
  const started = /^[a-zA-Z]/.test(words) ? words : `v_${words}`;
  return (OPERATORS.has(started) ? `v_${started}` : started).slice(0, LONGEST);
}
