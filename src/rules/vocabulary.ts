import type { Span } from '../base/index.js';
import type { Compound, Term } from '../gdl/index.js';
import { KEYWORD_ARITY } from './keywords.js';
import { relationKey } from './terms.js';
import type { Clause, Literal } from './validRules.js';

/** Where a name with its arity is first given meaning and first asked for. */
export interface Entry {
  readonly name: string;
  readonly arity: number;
  produced: Span | undefined;
  used: Span | undefined;
  /** For each argument place, the names and arities that are produced there; undefined where a variable is. */
  readonly places: (Set<string> | undefined)[];
  /** The atoms and terms that ask for it. */
  readonly uses: Compound[];
}

/** Names of one kind, by name and arity, in the order of the sheet. */
export class Lexicon {
  readonly entries = new Map<string, Entry>();
  readonly byName = new Map<string, Entry[]>();
  /** Whether a rule produces, or asks for, whatever a variable stands for: then nothing is sure about single names. */
  producesAny = false;
  usesAny = false;

  produce(term: Term | undefined): void {
    if (term?.kind === 'variable') this.producesAny = true;
    if (term?.kind !== 'compound') return;
    const entry = this.#entry(term);
    entry.produced ??= term.span;
    term.args.forEach((argument, place) => {
      if (argument.kind === 'variable') entry.places[place] = undefined;
      else entry.places[place]?.add(relationKey(argument));
    });
  }

  use(term: Term | undefined): void {
    if (term?.kind === 'variable') this.usesAny = true;
    if (term?.kind !== 'compound') return;
    const entry = this.#entry(term);
    entry.used ??= term.span;
    entry.uses.push(term);
  }

  #entry(term: Compound): Entry {
    const key = relationKey(term);
    let entry = this.entries.get(key);
    if (entry === undefined) {
      const places = term.args.map(() => new Set<string>());
      entry = { name: term.name, arity: term.args.length, produced: undefined, used: undefined, places, uses: [] };
      this.entries.set(key, entry);
      const sameName = this.byName.get(term.name);
      if (sameName === undefined) this.byName.set(term.name, [entry]);
      else sameName.push(entry);
    }
    return entry;
  }
}

/** What the rules speak of: relations of their own, fluents (`init`, `next`; `true`) and moves (`legal`; `does`). */
export interface Vocabulary {
  readonly relations: Lexicon;
  readonly fluents: Lexicon;
  readonly moves: Lexicon;
}

/** The parts of a vocabulary with the words for them. */
export const KINDS = [
  { part: 'relations', noun: 'relation' },
  { part: 'fluents', noun: 'fluent' },
  { part: 'moves', noun: 'move' },
] as const;

export function readVocabulary(clauses: readonly Clause[]): Vocabulary {
  const vocabulary: Vocabulary = { relations: new Lexicon(), fluents: new Lexicon(), moves: new Lexicon() };
  for (const { head, body } of clauses) {
    readHead(head, vocabulary);
    for (const literal of body) readLiteral(literal, head, vocabulary);
  }
  return vocabulary;
}

function readHead(head: Compound, { relations, fluents, moves }: Vocabulary): void {
  if (head.name === 'init' || head.name === 'next') fluents.produce(head.args[0]);
  else if (head.name === 'legal') moves.produce(head.args[1]);
  else if (!KEYWORD_ARITY.has(head.name)) relations.produce(head);
}

function readLiteral(literal: Literal, head: Compound, { relations, fluents, moves }: Vocabulary): void {
  if (literal.kind === 'distinct') return;
  const { atom } = literal;
  const arity = KEYWORD_ARITY.get(atom.name);
  if (arity !== undefined && arity !== atom.args.length) return;
  if (atom.name === 'true') fluents.use(atom.args[0]);
  else if (atom.name === 'does' || atom.name === 'legal') moves.use(atom.args[1]);
  // A relation that only its own rules ask for is of no use.
  else if (arity === undefined && relationKey(atom) !== relationKey(head)) relations.use(atom);
}
