import { visitWords } from '../gdl/index.js';

/**
 * The symbols of a rule sheet. Some managers (Dresden's GameController) send rules and moves in upper case, and percepts as the rules were written: symbols
 * are matched to the sheet's own spelling, and answers go back as the manager writes.
 */
export class Spelling {
  readonly #symbols = new Set<string>();
  /** By lower case; where several symbols differ by case only, the first of the sheet. */
  readonly #byCase = new Map<string, string>();
  /** Whether the sheet came all in upper case. */
  readonly isUpperCase: boolean;

  /** The rules as they came in the message. */
  constructor(rules: string) {
    let hasSmallLetter = false;
    visitWords(rules, (word) => {
      if (this.#symbols.has(word)) return;
      this.#symbols.add(word);
      const small = word.toLowerCase();
      if (!this.#byCase.has(small)) this.#byCase.set(small, word);
      hasSmallLetter ||= word !== word.toUpperCase();
    });
    this.isUpperCase = !hasSmallLetter;
  }

  /** A term with the sheet's spelling of its symbols; those that the sheet does not have stay as they are. */
  term(text: string): string {
    return text.replace(/[^\s()]+/g, (symbol) =>
      this.#symbols.has(symbol) ? symbol : (this.#byCase.get(symbol.toLowerCase()) ?? symbol),
    );
  }

  /** A move in the form that the manager accepts: its own. */
  answer(move: string): string {
    return this.isUpperCase ? move.toUpperCase() : move;
  }
}
