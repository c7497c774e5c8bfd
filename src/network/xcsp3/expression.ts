import { Unreadable } from './xml.js';

/** An XCSP3 expression: a variable or an integer, or an operator with arguments. */
export type Expression = string | Application;

export interface Application {
  readonly operator: string;
  readonly operands: readonly Expression[];
}

/** Ours are `iff(eq(b,1),and(eq(x,2),…))`; deeper ones are not ours, and must not fill the stack. */
const DEEPEST = 3;

const TOKEN = /\s*([\w]+|[(),])/y;

/** Reads the text of an `intension` that begins at an offset of its file. */
export function readExpression(text: string, at: number): Expression {
  const reader = new ExpressionReader(text, at);
  const expression = reader.expression(0);
  reader.end();
  return expression;
}

class ExpressionReader {
  #at = 0;

  constructor(
    private readonly text: string,
    private readonly offset: number,
  ) {}

  expression(depth: number): Expression {
    const word = this.#token();
    if (!/^\w+$/.test(word)) this.#fail(`${JSON.stringify(word)} is no variable, integer or operator`);
    if (this.text[this.#at] !== '(') return word;
    if (depth === DEEPEST) this.#fail('the expression is nested too deeply');
    const operands: Expression[] = [];
    for (let separator = this.#token(); separator !== ')'; separator = this.#token()) {
      if (separator !== (operands.length === 0 ? '(' : ',')) this.#fail(`${JSON.stringify(separator)} is not expected`);
      operands.push(this.expression(depth + 1));
    }
    return { operator: word, operands };
  }

  end(): void {
    if (this.text.slice(this.#at).trim() !== '') this.#fail('there is more after the expression');
  }

  #token(): string {
    TOKEN.lastIndex = this.#at;
    const found = TOKEN.exec(this.text);
    if (found === null) this.#fail('the expression does not end');
    this.#at = TOKEN.lastIndex;
    return found[1]!;
  }

  #fail(message: string): never {
    throw new Unreadable(this.offset + this.#at, message, 'keep to the forms that Woodstock writes');
  }
}
