import type { Findings } from './findings.js';
import { KEYWORD_ARITY } from './keywords.js';
import { counted, quote } from './quote.js';
import { Spelling } from './spelling.js';
import { termKey } from './terms.js';
import { type Entry, KINDS, type Lexicon, type Vocabulary } from './vocabulary.js';

const UNKNOWN = { relations: 'unknown-relation', fluents: 'unknown-fluent', moves: 'unknown-move' } as const;
const UNUSED = { relations: 'unused-relation', fluents: 'unused-fluent', moves: 'unused-move' } as const;

const MEND_UNKNOWN = {
  relations: 'write rules for it',
  fluents: 'produce it with `init` or `next`',
  moves: 'allow it with `legal`',
} as const;

/** A name that is produced and not used is seldom a slip: only long ones are taken for it. */
const SURE_SLIP = 7;

/** Names that are used but never produced, and names that are produced but never used. */
export function checkProduction(vocabulary: Vocabulary, findings: Findings): void {
  for (const { part, noun } of KINDS) {
    const { unknown, unused } = lonely(part, vocabulary);
    const names = (entries: Iterable<Entry>): readonly string[] => Array.from(entries, ({ name }) => name);
    const all = [...vocabulary[part].entries.values()];
    const produced = new Spelling(unknown.length > 0 ? names(all.filter((entry) => entry.produced)) : []);
    for (const entry of unknown) {
      const message = `the ${noun} ${quote(entry.name)} is used, but never produced`;
      const mend =
        mendKind(entry, part, vocabulary) ?? mendName(entry, vocabulary[part], produced) ?? MEND_UNKNOWN[part];
      findings.report({ code: UNKNOWN[part], span: entry.used!, message, mend });
    }
    const used = new Spelling(unused.length > 0 ? names(all.filter((entry) => entry.used)) : [], SURE_SLIP);
    for (const entry of unused) {
      const meant = used.meant(entry.name);
      const message = `the ${noun} ${quote(entry.name)} ${part === 'moves' ? 'has no effect: no rule asks for it' : 'is produced, but never used'}`;
      const mend = meant === undefined ? 'delete it, or use it' : `write ${quote(meant)} if that is meant`;
      findings.report({ code: UNUSED[part], span: entry.produced!, message, mend });
    }
  }
}

interface Lonely {
  readonly unknown: readonly Entry[];
  readonly unused: readonly Entry[];
}

/** Moves without arguments may well be there to do nothing; fluents that are used without `true` are reported as unknown relations. */
function lonely(part: keyof Vocabulary, { [part]: lexicon, relations }: Vocabulary): Lonely {
  const all = [...lexicon.entries.values()];
  const isUnused = ({ name, arity, used }: Entry): boolean => {
    if (used !== undefined || KEYWORD_ARITY.has(name) || (part === 'moves' && arity === 0)) return false;
    const asRelation = part === 'fluents' ? relations.entries.get(`${name}/${String(arity)}`) : undefined;
    return asRelation === undefined || asRelation.produced !== undefined;
  };
  return {
    unknown: lexicon.producesAny ? [] : all.filter(({ name, produced }) => !produced && !KEYWORD_ARITY.has(name)),
    unused: lexicon.usesAny ? [] : all.filter(isUnused),
  };
}

/** For a fluent that is used as a relation, and the other way round. */
function mendKind({ name, arity, uses }: Entry, part: keyof Vocabulary, vocabulary: Vocabulary): string | undefined {
  const key = `${name}/${String(arity)}`;
  const isProduced = (lexicon: Lexicon): boolean => lexicon.entries.get(key)?.produced !== undefined;
  if (part === 'relations' && isProduced(vocabulary.fluents)) return `write ${quote(`(true ${termKey(uses[0]!)})`)}`;
  if (part === 'fluents' && isProduced(vocabulary.relations)) return 'take away `true`, as it is a relation';
  return undefined;
}

/** For a name that exists with another arity or another spelling. */
function mendName({ name }: Entry, { byName }: Lexicon, produced: Spelling): string | undefined {
  const namesake = byName.get(name)!.find((entry) => entry.produced !== undefined);
  if (namesake !== undefined) return `give it ${counted(namesake.arity, 'argument')}, as where it is produced`;
  const meant = produced.meant(name);
  return meant === undefined ? undefined : `write ${quote(meant)} if that is meant`;
}
