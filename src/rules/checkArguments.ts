import type { Compound } from '../gdl/index.js';
import type { Findings } from './findings.js';
import { nameOfKey, quote, quoteTerm } from './quote.js';
import { relationKey } from './terms.js';
import { type Entry, KINDS, type Vocabulary } from './vocabulary.js';

/** As many of the produced arguments as a message names. */
const SHOWN_ARGUMENTS = 3;

/** Arguments that a relation, fluent or move never has where it is produced: what asks for them never holds. */
export function checkArguments(vocabulary: Vocabulary, findings: Findings): void {
  const check = new ArgumentCheck(findings);
  for (const { part, noun } of KINDS) {
    const { entries, producesAny } = vocabulary[part];
    if (producesAny) continue;
    for (const entry of entries.values()) if (entry.produced !== undefined) check.uses(entry, noun);
  }
}

class ArgumentCheck {
  readonly #findings: Findings;
  readonly #variableLike = new Set<string>();

  constructor(findings: Findings) {
    this.#findings = findings;
  }

  uses(entry: Entry, noun: string): void {
    const reported = new Set<string>();
    for (const use of entry.uses) {
      use.args.forEach((argument, place) => {
        const produced = entry.places[place];
        if (argument.kind === 'variable' || produced === undefined || produced.has(relationKey(argument))) return;
        const key = `${String(place)} ${relationKey(argument)}`;
        if (reported.has(key)) return;
        reported.add(key);
        const message = `${quoteTerm(use)} never holds: the ${noun} is never produced with ${quoteTerm(argument)} there`;
        if (looksLikeVariable(argument.name)) this.#variable(argument, message);
        else this.#mismatch(argument, message, produced);
      });
    }
  }

  /** Prolog and some GDL tools write variables in capitals without a question mark. One message a name. */
  #variable({ name, span }: Compound, message: string): void {
    if (this.#variableLike.has(name)) return;
    this.#variableLike.add(name);
    const mend = `write ${quote(`?${name}`)} here and elsewhere if it is a variable`;
    this.#findings.report({ code: 'looks-like-variable', span, message, mend });
  }

  #mismatch({ span }: Compound, message: string, produced: ReadonlySet<string>): void {
    const names = [...produced].map(nameOfKey);
    const variable = names.find(looksLikeVariable);
    const shown = names.slice(0, SHOWN_ARGUMENTS).map(quote).join(', ') + (names.length > SHOWN_ARGUMENTS ? ', …' : '');
    const mend =
      variable === undefined
        ? `check the spelling, as it is produced with ${shown}`
        : `write ${quote(`?${variable}`)} where it is produced if that is a variable`;
    this.#findings.report({ code: 'never-matches', span, message, mend });
  }
}

function looksLikeVariable(name: string): boolean {
  return /^\p{Lu}\p{L}?\d*$/u.test(name);
}
