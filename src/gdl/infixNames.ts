/** The infix notation tells variables, names and connectives by their spelling; what is spelled otherwise goes in quotes. */
const PLAIN_NAME = /^(?:[\p{L}\p{N}][\p{L}\p{M}\p{N}_]*|-?\d+(?:\.\d+)?)$/u;
/** By far the most names, and quicker to tell. */
const ASCII_NAME = /^[a-z]\w*$/;
const CAPITALISED = /^[\p{Lu}_]/u;
const CONNECTIVE_WORDS = new Set(['not', 'and', 'or', 'NOT', 'AND', 'OR']);
const AFTER_QUESTION_MARK = /^[\p{L}\p{M}\p{N}_]+$/u;

/** Longer names are written in quotes: a regular expression on a "word" of megabytes could exhaust the stack. */
const LONGEST_PLAIN = 256;

const isMatch = (pattern: RegExp, name: string): boolean => name.length <= LONGEST_PLAIN && pattern.test(name);

export const isConnectiveWord = (word: string): boolean => CONNECTIVE_WORDS.has(word);

/** Whether a constant, function or relation is written without quotes. */
export const isPlainName = (name: string): boolean =>
  (isMatch(ASCII_NAME, name) || (isMatch(PLAIN_NAME, name) && !CAPITALISED.test(name))) && !isConnectiveWord(name);

/** Whether a variable is written without a question mark. A lone `_` is not: it is another variable each time. */
export const isPlainVariable = (name: string): boolean =>
  isMarkedVariable(name) && CAPITALISED.test(name) && name !== '_' && !isConnectiveWord(name);

/** Whether a variable is written after a question mark without quotes. */
export const isMarkedVariable = (name: string): boolean => isMatch(AFTER_QUESTION_MARK, name);

export const quote = (name: string): string => `'${name.replaceAll("'", "''")}'`;
