/**
 * Every syntax diagnostic: its stable code, what is wrong, and the mend. `{}` stands for the detail that the reader gives, mostly
 * the words of the sheet.
 */
export const PROBLEMS = {
  'sheet-too-large': ['the sheet is larger than {}', 'split the game, or generate fewer facts'],
  'not-text': ['the file is not text', 'give a rule sheet, saved as UTF-8'],
  'invalid-utf8': ['byte {} of the file is not UTF-8 (more may follow)', 'save the file as UTF-8'],
  'control-character': ['control character {}', 'delete it'],
  'nested-too-deep': ['nested deeper than {} parentheses', 'flatten the terms or check the parentheses'],
  'list-too-long': ['a list of more than {} items', 'split it'],
  'unclosed-parenthesis': ['`(` is never closed; {} missing', 'close it at the end of its form'],
  'stray-parenthesis': ['`{}` without an opening parenthesis', 'delete it, or add the opening one'],
  'empty-parentheses': ['empty parentheses', 'delete them, or write a name into them'],
  'needless-parentheses': ['needless parentheses around `{}`', 'delete them'],
  'bare-word': ['`{}` stands outside parentheses', 'write each sentence in parentheses, like `(role white)`'],
  'head-not-a-name': [
    'a list begins with a list instead of a name',
    'begin it with the name of a relation or function',
  ],
  'nameless-variable': ['`?` without a name', 'write a name after it, like `?x`'],
  'variable-as-relation': ['variable `{}` stands where a sentence is expected', 'write a relation'],
  'variable-as-function': ['variable `{}` is used like a function', 'write the name of a function'],
  'rule-without-head': ['`<=` without a head', 'write the head after `<=`, like `(<= (next f) (true f))`'],
  'nested-rule': ['`<=` inside another form', 'write it as a rule of its own; check the parentheses before it'],
  'not-arity': ['`not` has {} arguments instead of one', 'write one `not` around each sentence'],
  'empty-junction': ['`{}` without parts', 'delete it, or write sentences into it'],
  'bare-connective': ['`{}` stands where a sentence is expected', 'give it its sentences, or use another name'],
  'connective-as-head': ['`{}` as the head of a rule or as a fact', 'write a rule with a plain head for each case'],
  'connective-in-term': ['`{}` inside a term', 'use it around sentences only'],
  'not-one-term': ['expected one term, found {}', 'write one name, or one term in parentheses'],
  'needs-quotes': ['`{}` is not a plain name', "write it in quotes, like 'north-west'"],
  'unclosed-quote': ['quote without its end on the same line', "add the closing '"],
  'unwritable-symbol': [
    '{} cannot be written in prefix notation',
    'use a symbol without spaces, parentheses and `;` that does not begin with `?`',
  ],
  'capitalised-name': [
    'variable `{}` is used like a name because it begins with a capital',
    'begin it with a small letter, or write it in quotes',
  ],
  'quoted-connective': ['{} is used like a relation or function', 'write the connective without quotes'],
  'expected-sentence': ['expected a sentence, found {}', 'write a relation, a negation or a group in parentheses'],
  'expected-term': ['expected a term, found {}', "write a name, a number or a variable; other symbols go in 'quotes'"],
  'unexpected-token': ['unexpected {}', 'write `&` between literals, `,` between arguments, one statement a line'],
  'run-on-statement': ['a new statement begins here', 'write `&` before it if it is a literal, else begin a new line'],
  'too-many-errors': ['{} more errors are not shown', 'mend the first ones and check again'],
  'too-many-warnings': ['{} more warnings are not shown', 'mend the first ones and check again'],
} as const satisfies Record<string, readonly [message: string, mend: string]>;

export type ProblemCode = keyof typeof PROBLEMS;
