import type { Findings } from './findings.js';
import { quote } from './quote.js';
import { KINDS, type Vocabulary } from './vocabulary.js';

/** The same name with several numbers of arguments: allowed, as these are several relations, but mostly a slip. */
export function checkArities(vocabulary: Vocabulary, findings: Findings): void {
  for (const { part, noun } of KINDS) {
    for (const [name, entries] of vocabulary[part].byName) {
      // Those that are used but never produced are reported as such.
      const produced = entries.filter((entry) => entry.produced !== undefined);
      if (produced.length < 2) continue;
      const arities = produced.map(({ arity }) => arity).sort((a, b) => a - b);
      findings.report({
        code: 'several-arities',
        span: produced[1]!.produced!,
        message: `the ${noun} ${quote(name)} is produced with ${arities.slice(0, -1).join(', ')} and ${String(arities.at(-1)!)} arguments`,
        mend: 'give each its own name, or add the missing argument',
      });
    }
  }
}
