// bench/reference.ts
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";

// src/base/result.ts
var ok = (value) => ({ ok: true, value });
var fail = (error) => ({ ok: false, error });

// src/base/source.ts
var Source = class {
  constructor(name, text) {
    this.name = name;
    this.text = text;
    const starts = [0];
    for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
    this.#lineStarts = starts;
  }
  name;
  text;
  #lineStarts;
  place(offset) {
    const starts = this.#lineStarts;
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = low + high + 1 >> 1;
      if (starts[middle] <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - starts[low] + 1 };
  }
  /** The text of a one-based line, without its end of line. */
  line(number) {
    const start = this.#lineStarts[number - 1];
    if (start === void 0) return "";
    const next = this.#lineStarts[number];
    return this.text.slice(start, next === void 0 ? void 0 : next - 1).replace(/\r$/, "");
  }
};

// src/base/components.ts
function stronglyConnectedComponents({ start, targets }) {
  const nodes = start.length - 1;
  const of = new Int32Array(nodes).fill(-1);
  const index = new Int32Array(nodes);
  const low = new Int32Array(nodes);
  const edge = new Int32Array(nodes);
  const open = new Int32Array(nodes);
  const path = new Int32Array(nodes);
  let opened = 0;
  let clock = 0;
  let count = 0;
  for (let root = 0; root < nodes; root++) {
    if (index[root] !== 0) continue;
    let depth = 0;
    path[depth++] = root;
    while (depth > 0) {
      const node = path[depth - 1];
      if (index[node] === 0) {
        index[node] = low[node] = ++clock;
        edge[node] = start[node];
        open[opened++] = node;
      }
      let descended = false;
      while (!descended && edge[node] < start[node + 1]) {
        const target = targets[edge[node]++];
        if (index[target] === 0) {
          path[depth++] = target;
          descended = true;
        } else if (of[target] === -1) low[node] = Math.min(low[node], index[target]);
      }
      if (descended) continue;
      depth--;
      if (low[node] === index[node]) {
        let member;
        do {
          member = open[--opened];
          of[member] = count;
        } while (member !== node);
        count++;
      }
      if (depth > 0) {
        const above = path[depth - 1];
        low[above] = Math.min(low[above], low[node]);
      }
    }
  }
  return { count, of };
}

// src/base/intList.ts
var IntList = class {
  array;
  length = 0;
  constructor(capacity = 16) {
    this.array = new Int32Array(capacity);
  }
  push(value) {
    if (this.length === this.array.length) this.reserve(1);
    this.array[this.length++] = value;
  }
  /** Makes room for `extra` more elements; returns the bytes newly allocated, 0 where there was room. */
  reserve(extra) {
    const needed = this.length + extra;
    const capacity = this.array.length;
    if (needed <= capacity) return 0;
    const larger = new Int32Array(Math.max(needed, 2 * capacity));
    larger.set(this.array.subarray(0, this.length));
    this.array = larger;
    return 4 * (larger.length - capacity);
  }
  /** A copy of exactly the elements. */
  toArray() {
    return this.array.slice(0, this.length);
  }
};

// src/base/random.ts
var TWO_TO_32 = 2 ** 32;
function seededRandom(seed) {
  const mix = splitmix32(seed);
  return xoshiro128ss([mix(), mix(), mix(), mix()]);
}
function xoshiro128ss(state) {
  let [a, b, c, d] = state.map((word) => word | 0);
  const nextUint32 = () => {
    const result = Math.imul(rotateLeft(Math.imul(b, 5), 7), 9) >>> 0;
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = rotateLeft(d, 11);
    return result;
  };
  const below = (bound) => {
    const fair = TWO_TO_32 - TWO_TO_32 % bound;
    for (; ; ) {
      const drawn = nextUint32();
      if (drawn < fair) return drawn % bound;
    }
  };
  return { nextUint32, below };
}
function splitmix32(seed) {
  let weyl = seed | 0;
  return () => {
    weyl = weyl + 2654435769 | 0;
    let mixed = weyl ^ weyl >>> 16;
    mixed = Math.imul(mixed, 569420461);
    mixed ^= mixed >>> 15;
    mixed = Math.imul(mixed, 1935289751);
    return (mixed ^ mixed >>> 15) >>> 0;
  };
}
function rotateLeft(word, by) {
  return word << by | word >>> 32 - by;
}

// src/base/hash.ts
var mixHash = (hash, value) => {
  const scrambled = Math.imul(value, 3432918353);
  const mixed = hash ^ Math.imul(scrambled << 15 | scrambled >>> 17, 461845907);
  return Math.imul(mixed << 13 | mixed >>> 19, 5) + 3864292196 | 0;
};
var finishHash = (hash) => {
  let mixed = Math.imul(hash ^ hash >>> 16, 2246822507);
  mixed = Math.imul(mixed ^ mixed >>> 13, 3266489909);
  return mixed ^ mixed >>> 16;
};

// src/game/jointMoves.ts
function legalMovesOfAll(game, state) {
  return game.roles.map((_, role) => game.legalMoves(state, role));
}
function randomJointMove(game, state, random) {
  const joint = [];
  for (const moves of legalMovesOfAll(game, state)) {
    if (moves.length === 0) return void 0;
    joint.push(moves[random.below(moves.length)]);
  }
  return joint;
}

// src/gdl/infixNames.ts
var PLAIN_NAME = /^(?:[\p{L}\p{N}][\p{L}\p{M}\p{N}_]*|-?\d+(?:\.\d+)?)$/u;
var CAPITALISED = /^[\p{Lu}_]/u;
var CONNECTIVE_WORDS = /* @__PURE__ */ new Set(["not", "and", "or", "NOT", "AND", "OR"]);
var AFTER_QUESTION_MARK = /^[\p{L}\p{M}\p{N}_]+$/u;
var LONGEST_PLAIN = 256;
var isMatch = (pattern, name) => name.length <= LONGEST_PLAIN && pattern.test(name);
var isConnectiveWord = (word) => CONNECTIVE_WORDS.has(word);
var isPlainName = (name) => isMatch(PLAIN_NAME, name) && !CAPITALISED.test(name) && !isConnectiveWord(name);
var isPlainVariable = (name) => isMarkedVariable(name) && CAPITALISED.test(name) && name !== "_" && !isConnectiveWord(name);
var isMarkedVariable = (name) => isMatch(AFTER_QUESTION_MARK, name);
var quote = (name) => `'${name.replaceAll("'", "''")}'`;

// src/gdl/problems.ts
var PROBLEMS = {
  "sheet-too-large": ["the sheet is larger than {}", "split the game, or generate fewer facts"],
  "invalid-utf8": ["byte {} of the file is not UTF-8 (more may follow)", "save the file as UTF-8"],
  "control-character": ["control character {}", "delete it"],
  "nested-too-deep": ["nested deeper than {} parentheses", "flatten the terms or check the parentheses"],
  "list-too-long": ["a list of more than {} items", "split it"],
  "unclosed-parenthesis": ["`(` is never closed; {} missing", "close it at the end of its form"],
  "stray-parenthesis": ["`{}` without an opening parenthesis", "delete it, or add the opening one"],
  "empty-parentheses": ["empty parentheses", "delete them, or write a name into them"],
  "needless-parentheses": ["needless parentheses around `{}`", "delete them"],
  "bare-word": ["`{}` stands outside parentheses", "write each sentence in parentheses, like `(role white)`"],
  "head-not-a-name": [
    "a list begins with a list instead of a name",
    "begin it with the name of a relation or function"
  ],
  "nameless-variable": ["`?` without a name", "write a name after it, like `?x`"],
  "variable-as-relation": ["variable `{}` stands where a sentence is expected", "write a relation"],
  "variable-as-function": ["variable `{}` is used like a function", "write the name of a function"],
  "rule-without-head": ["`<=` without a head", "write the head after `<=`, like `(<= (next f) (true f))`"],
  "nested-rule": ["`<=` inside another form", "write it as a rule of its own; check the parentheses before it"],
  "not-arity": ["`not` has {} arguments instead of one", "write one `not` around each sentence"],
  "empty-junction": ["`{}` without parts", "delete it, or write sentences into it"],
  "bare-connective": ["`{}` stands where a sentence is expected", "give it its sentences, or use another name"],
  "connective-as-head": ["`{}` as the head of a rule or as a fact", "write a rule with a plain head for each case"],
  "connective-in-term": ["`{}` inside a term", "use it around sentences only"],
  "not-one-term": ["expected one term, found {}", "write one name, or one term in parentheses"],
  "needs-quotes": ["`{}` is not a plain name", "write it in quotes, like 'north-west'"],
  "unclosed-quote": ["quote without its end on the same line", "add the closing '"],
  "unwritable-symbol": [
    "{} cannot be written in prefix notation",
    "use a symbol without spaces, parentheses and `;` that does not begin with `?`"
  ],
  "capitalised-name": [
    "variable `{}` is used like a name because it begins with a capital",
    "begin it with a small letter, or write it in quotes"
  ],
  "quoted-connective": ["{} is used like a relation or function", "write the connective without quotes"],
  "expected-sentence": ["expected a sentence, found {}", "write a relation, a negation or a group in parentheses"],
  "expected-term": ["expected a term, found {}", "write a name, a number or a variable; other symbols go in 'quotes'"],
  "unexpected-token": ["unexpected {}", "write `&` between literals, `,` between arguments, one statement a line"],
  "run-on-statement": ["a new statement begins here", "write `&` before it if it is a literal, else begin a new line"],
  "too-many-errors": ["{} more errors are not shown", "mend the first ones and check again"],
  "too-many-warnings": ["{} more warnings are not shown", "mend the first ones and check again"]
};

// src/gdl/findings.ts
var SHOWN_PROBLEMS = 1e3;
var SHOWN_DETAIL = 40;
var Findings = class _Findings {
  #kept = { error: [], warning: [] };
  #counts = { error: 0, warning: 0 };
  error(span, code, detail = "") {
    this.#counts.error += 1;
    if (this.#counts.error <= SHOWN_PROBLEMS) this.#kept.error.push(diagnostic("error", span, { code, detail }));
  }
  warning(span, code, detail = "") {
    this.#counts.warning += 1;
    if (this.#counts.warning <= SHOWN_PROBLEMS) this.#kept.warning.push(diagnostic("warning", span, { code, detail }));
  }
  /** Whether there are more errors than will be shown. */
  get isFull() {
    return this.#counts.error > SHOWN_PROBLEMS;
  }
  /** The findings of all steps in the order of the sheet. */
  static merge(steps) {
    const merged = [..._Findings.#mergeKind(steps, "error"), ..._Findings.#mergeKind(steps, "warning")];
    return merged.sort((a, b) => a.span.start - b.span.start);
  }
  static #mergeKind(steps, severity) {
    const count = steps.reduce((sum, step) => sum + step.#counts[severity], 0);
    const found = steps.flatMap((step) => step.#kept[severity]).sort((a, b) => a.span.start - b.span.start);
    const shown = found.slice(0, SHOWN_PROBLEMS);
    if (count > shown.length) {
      const code = severity === "error" ? "too-many-errors" : "too-many-warnings";
      const { end } = shown.at(-1).span;
      shown.push(diagnostic(severity, { start: end, end }, { code, detail: String(count - shown.length) }));
    }
    return shown;
  }
};
function diagnostic(severity, span, { code, detail }) {
  const [message, mend] = PROBLEMS[code];
  const shown = detail.length > SHOWN_DETAIL ? `${detail.slice(0, SHOWN_DETAIL)}\u2026` : detail;
  const { start, end } = span;
  return {
    code,
    severity,
    message: message.replaceAll("{}", () => shown),
    mend: mend.replaceAll("{}", () => shown),
    span: { start, end }
  };
}

// src/gdl/forms.ts
var DEEPEST_NESTING = 500;
var LONGEST_LIST = 65536;

// src/gdl/characters.ts
var TAB = 9;
var CARRIAGE_RETURN = 13;
var SPACE = 32;
var DELETE = 127;
var NO_BREAK_SPACE = 160;
var PERCENT = 37;
var OPEN = 40;
var CLOSE = 41;
var SEMICOLON = 59;
function isSpace(code) {
  if (code <= SPACE) return true;
  if (code < DELETE) return false;
  return code <= NO_BREAK_SPACE || isWideSpace(code);
}
function isWideSpace(code) {
  if (code < 5760) return false;
  if (code >= 8192 && code <= 8202) return true;
  return [5760, 8232, 8233, 8239, 8287, 12288, 65279].includes(code);
}
function isControl(code) {
  if (code < SPACE) return code < TAB || code > CARRIAGE_RETURN;
  return code >= DELETE && code < NO_BREAK_SPACE;
}
var isLineEnd = (code) => code === 10 || code === CARRIAGE_RETURN;
var endsSymbol = (code) => code === OPEN || code === CLOSE || code === SEMICOLON || isSpace(code);

// src/gdl/blank.ts
var PREFIX_COMMENTS = /* @__PURE__ */ new Set([SEMICOLON]);
var INFIX_COMMENTS = /* @__PURE__ */ new Set([SEMICOLON, PERCENT]);
function skipBlank(text, from, comments) {
  let isComment = false;
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (isLineEnd(code)) isComment = false;
    else if (isComment || isSpace(code)) continue;
    else if (comments.has(code)) isComment = true;
    else return at;
  }
  return text.length;
}
function lineStartBetween(text, from, to) {
  let at = to;
  while (at > from && !isLineEnd(text.charCodeAt(at - 1))) at -= 1;
  return at > from || at === 0 ? at : -1;
}

// src/gdl/infixTokens.ts
var OPERATORS = new Map([
  ...[":-", "<=", "<-", "\u2190", "\u21D0"].map((text) => [text, "arrow"]),
  ...["&", "\u2227"].map((text) => [text, "and"]),
  ...["|", "\u2228"].map((text) => [text, "or"]),
  ...["~", "\xAC", "!"].map((text) => [text, "not"]),
  ...["\u2260", "!="].map((text) => [text, "unequal"]),
  [",", "comma"],
  [".", "dot"],
  ["(", "open"],
  [")", "close"]
]);
var MAY_BE_LONGER = /* @__PURE__ */ new Set([":", "<", "!"]);
var DIGITS = /^-?\d{1,256}$/;
var DELIMITERS = new Set(Array.from(`(),.&|~!'";%:?<=>\u2227\u2228\xAC\u2190\u21D0\u2260`, (character) => character.charCodeAt(0)));
var FRESH_NAME = /_\d{1,16}/g;
var InfixTokens = class {
  kind = "end";
  /** A name without quotes, a variable without its question mark; else as it stands in the sheet. */
  text = "";
  start = 0;
  end = 0;
  /** Where the line of the current token begins. */
  lineStart = 0;
  /** Whether the current token is the first one on its line. */
  isFirstOnLine = true;
  /** Where the token before the current one ends. */
  previousEnd = 0;
  #sheet;
  #findings;
  #takenNames;
  #freshCount = 0;
  constructor(sheet, findings) {
    this.#sheet = sheet;
    this.#findings = findings;
    this.advance();
  }
  get span() {
    return { start: this.start, end: this.end };
  }
  advance() {
    this.#skip();
    const first = this.#sheet[this.start];
    if (first === void 0) this.#set("end", "", this.start);
    else if (first === "'") this.#readQuoted();
    else if (first === "?") this.#readMarkedVariable();
    else if (!this.#readOperator(first)) this.#readWord();
  }
  #set(kind, text, end) {
    this.kind = kind;
    this.text = text;
    this.end = end;
  }
  /** Goes to the beginning of the next token. */
  #skip() {
    this.previousEnd = this.end;
    this.start = skipBlank(this.#sheet, this.end, INFIX_COMMENTS);
    const lineStart = lineStartBetween(this.#sheet, this.end, this.start);
    this.isFirstOnLine = lineStart !== -1;
    if (this.isFirstOnLine) this.lineStart = lineStart;
  }
  #readOperator(first) {
    const two = MAY_BE_LONGER.has(first) ? this.#sheet.slice(this.start, this.start + 2) : first;
    const text = OPERATORS.has(two) ? two : first;
    const kind = OPERATORS.get(text);
    if (kind === void 0) return false;
    this.#set(kind, text, this.start + text.length);
    return true;
  }
  #readWord() {
    const end = this.#numberEnd(this.#wordEnd(this.start));
    const word = this.#sheet.slice(this.start, end);
    if (word === "") {
      this.#set("unknown", this.#sheet[this.start], this.start + 1);
      return;
    }
    if (isConnectiveWord(word)) this.#set(word.toLowerCase(), word, end);
    else if (word === "_") this.#set("variable", this.#freshName(), end);
    else if (isPlainVariable(word)) this.#set("capitalised", word, end);
    else this.#set("name", word, end);
    if (this.kind === "name" && !isPlainName(word)) this.#findings.error(this.span, "needs-quotes", word);
  }
  #wordEnd(start) {
    let at = start;
    for (; at < this.#sheet.length; at += 1) {
      const code = this.#sheet.charCodeAt(at);
      if (DELIMITERS.has(code) || isSpace(code)) break;
    }
    return at;
  }
  /** The end of a number with a fraction if the word before `end` is its integral part; else the dot ends a statement. */
  #numberEnd(end) {
    if (this.#sheet[end] !== "." || !DIGITS.test(this.#sheet.slice(this.start, end))) return end;
    const fractionEnd = this.#wordEnd(end + 1);
    return /^\d{1,256}$/.test(this.#sheet.slice(end + 1, fractionEnd)) ? fractionEnd : end;
  }
  #readQuoted() {
    const end = this.#quoteEnd(this.start);
    this.#set("quoted", this.#unquote(this.start, end), end);
    if (this.text.startsWith("?")) this.#findings.error(this.span, "unwritable-symbol", `'${this.text}'`);
  }
  /** `?x`, or `?'x'` where the name has other characters. */
  #readMarkedVariable() {
    const from = this.start + 1;
    const isQuoted = this.#sheet[from] === "'";
    const end = isQuoted ? this.#quoteEnd(from) : this.#wordEnd(from);
    this.#set("variable", isQuoted ? this.#unquote(from, end) : this.#sheet.slice(from, end), end);
  }
  /** Where the quoted symbol that begins there ends; two quotes inside it stand for one. */
  #quoteEnd(from) {
    let at = from + 1;
    for (; at < this.#sheet.length && !isLineEnd(this.#sheet.charCodeAt(at)); at += 1) {
      if (this.#sheet[at] !== "'") continue;
      if (this.#sheet[at + 1] !== "'") return at + 1;
      at += 1;
    }
    const end = this.#wordEnd(from + 1);
    this.#findings.error({ start: from, end }, "unclosed-quote");
    return end;
  }
  #unquote(start, end) {
    const text = this.#sheet.slice(start, end);
    const isClosed = text.length > 1 && text.endsWith("'");
    const name = text.slice(1, isClosed ? -1 : void 0).replaceAll("''", "'");
    if (isWritable(name)) return name;
    if (isClosed) this.#findings.error({ start, end }, "unwritable-symbol", text);
    return "_";
  }
  /** A name for a lone `_`, which no variable of the sheet has. */
  #freshName() {
    this.#takenNames ??= new Set(this.#sheet.match(FRESH_NAME));
    do
      this.#freshCount += 1;
    while (this.#takenNames.has(`_${String(this.#freshCount)}`));
    return `_${String(this.#freshCount)}`;
  }
};
function isWritable(name) {
  for (let i = 0; i < name.length; i += 1) if (endsSymbol(name.charCodeAt(i))) return false;
  return name !== "";
}

// src/gdl/sentences.ts
var KEYWORDS = new Set("role init true does legal next terminal goal sees base input distinct".split(" "));
var NONE = [];
var CONNECTIVES = /* @__PURE__ */ new Set(["not", "and", "or", "<="]);
var isConnective = (name) => CONNECTIVES.has(name.toLowerCase());
var isKeyword = (name) => KEYWORDS.has(name.toLowerCase());
var relationName = (name) => isKeyword(name) ? name.toLowerCase() : name;
var SentenceBuilder = class {
  #findings;
  constructor(findings) {
    this.#findings = findings;
  }
  /** A form at top level. */
  rule(form) {
    const list = form.kind === "list" ? this.#unwrap(form) : form;
    const isArrow = list.kind === "list" && list.items[0]?.kind === "word" && list.items[0].text === "<=";
    return isArrow ? this.#arrow(list) : this.#fact(list);
  }
  formula(form) {
    if (form.kind === "word") return this.#proposition(form);
    const list = this.#unwrap(form);
    const name = this.#headName(list, "variable-as-relation");
    if (name === void 0) return void 0;
    switch (name.toLowerCase()) {
      case "<=":
        return this.#reject(list, "nested-rule");
      case "not":
        return this.#not(list);
      case "and":
        return this.#junction("and", list);
      case "or":
        return this.#junction("or", list);
      default:
        return this.#compound(relationName(name), list);
    }
  }
  term(form) {
    if (form.kind === "word") return form.text.startsWith("?") ? this.#variable(form) : constant(form.text, form);
    const list = this.#unwrap(form);
    const name = this.#headName(list, "variable-as-function");
    if (name === void 0) return void 0;
    if (name === "<=") return this.#reject(list, "nested-rule");
    if (isConnective(name)) return this.#reject(list, "connective-in-term", name);
    return this.#compound(name, list);
  }
  #arrow(list) {
    const [, headForm, ...bodyForms] = list.items;
    if (headForm === void 0) return this.#reject(list, "rule-without-head");
    const head = this.#atom(headForm);
    const body = this.#all(bodyForms, (form) => this.formula(form));
    return head && body && { head, body, span: list.span };
  }
  #fact(form) {
    const isProposition = form.kind === "list" && form.items.length === 1;
    const head = this.#atom(isProposition ? form.items[0] : form);
    return head && { head, body: NONE, span: form.span };
  }
  /** A formula that may be a head. */
  #atom(form) {
    const formula = this.formula(form);
    if (formula === void 0 || formula.kind === "compound") return formula;
    this.#findings.error(formula.span, "connective-as-head", formula.kind);
    return void 0;
  }
  #proposition(word) {
    if (word.text === "?") return this.#reject(word, "nameless-variable");
    if (word.text.startsWith("?")) return this.#reject(word, "variable-as-relation", word.text);
    if (isConnective(word.text)) return this.#reject(word, "bare-connective", word.text);
    return constant(relationName(word.text), word);
  }
  #not(list) {
    const [, ...parts] = list.items;
    const read = this.#all(parts, (part) => this.formula(part));
    if (parts.length !== 1) return this.#reject(list, "not-arity", String(parts.length));
    return read && { kind: "not", of: read[0], span: list.span };
  }
  /** A junction of one part is that part: infix has no way to write it otherwise. */
  #junction(kind, list) {
    const [, ...parts] = list.items;
    if (parts.length === 0) return this.#reject(list, "empty-junction", kind);
    const read = this.#all(parts, (part) => this.formula(part));
    return read?.length === 1 ? read[0] : read && { kind, of: read, span: list.span };
  }
  #compound(name, list) {
    if (list.items.length === 1 && list.isClosed) this.#findings.warning(list.span, "needless-parentheses", name);
    const args = this.#all(list.items.slice(1), (item) => this.term(item));
    return args && { kind: "compound", name, args, span: list.span };
  }
  #variable(word) {
    if (word.text === "?") return this.#reject(word, "nameless-variable");
    return { kind: "variable", name: word.text.slice(1), span: word.span };
  }
  /** Takes away doubled parentheses. */
  #unwrap(list) {
    let inner = list;
    for (; ; ) {
      const [only] = inner.items;
      if (only?.kind !== "list" || inner.items.length > 1) return inner;
      if (inner.isClosed) this.#findings.warning(inner.span, "needless-parentheses", "(\u2026)");
      inner = only;
    }
  }
  #headName(list, variableCode) {
    const [head] = list.items;
    if (head === void 0) return this.#reject(list, "empty-parentheses");
    if (head.kind === "list") return this.#reject(list, "head-not-a-name");
    if (head.text.startsWith("?")) return this.#reject(head, variableCode, head.text);
    return head.text;
  }
  #reject(form, code, detail) {
    if (form.kind === "word" || form.isClosed) this.#findings.error(form.span, code, detail);
  }
  /** Reads every form, so that all errors are found, and gives the results if there is one for each. */
  #all(forms, read) {
    const results = forms.map(read).filter((result) => result !== void 0);
    return results.length === forms.length ? results : void 0;
  }
};
var constant = (name, at) => ({ kind: "compound", name, args: NONE, span: at.span });

// src/gdl/infixForms.ts
function readInfixForms(text, findings, visit) {
  const reader = new StatementReader(text, findings);
  for (let form = reader.next(); form !== "end"; form = reader.next()) if (form !== void 0) visit(form);
}
var NAME_KINDS = /* @__PURE__ */ new Set(["name", "quoted", "variable", "capitalised"]);
var STATEMENT_KINDS = /* @__PURE__ */ new Set([...NAME_KINDS, "not", "open"]);
var CONJUNCTION_KINDS = /* @__PURE__ */ new Set(["and", "comma"]);
var DISJUNCTION_KINDS = /* @__PURE__ */ new Set(["or"]);
var ARGUMENT_KINDS = /* @__PURE__ */ new Set(["comma"]);
var StatementReader = class {
  #tokens;
  #findings;
  /** Column of the leftmost statement so far: where, after an error, a statement can begin. */
  #margin = Infinity;
  /** Column of the last statement if nothing but the layout ends it, else -1. */
  #openColumn = -1;
  #hasOpenBody = false;
  constructor(text, findings) {
    this.#tokens = new InfixTokens(text, findings);
    this.#findings = findings;
  }
  /** The next statement, or undefined if it could not be read. */
  next() {
    const { kind, start } = this.#tokens;
    if (kind === "end") return "end";
    const form = this.#statement();
    if (form === void 0) this.#recover(start);
    return form;
  }
  #statement() {
    const { kind, start, lineStart, isFirstOnLine } = this.#tokens;
    if (kind === "close") return this.#reject("stray-parenthesis", ")");
    if (!STATEMENT_KINDS.has(kind)) return this.#reject("unexpected-token", this.#found());
    const column = start - lineStart;
    if (this.#openColumn !== -1 && !isFirstOnLine) return this.#reject("run-on-statement", "");
    if (this.#hasOpenBody && this.#openColumn !== -1 && column > this.#openColumn) {
      this.#findings.warning(this.#tokens.span, "run-on-statement");
    }
    if (isFirstOnLine) this.#margin = Math.min(this.#margin, column);
    const head = this.#formula(0);
    if (head === void 0) return void 0;
    this.#openColumn = column;
    this.#hasOpenBody = this.#tokens.kind === "arrow";
    const form = this.#hasOpenBody ? this.#rule(start, head) : head;
    if (form !== void 0 && this.#tokens.kind === "dot") {
      this.#tokens.advance();
      this.#openColumn = -1;
    }
    return form === void 0 || this.#isTooDeep(form) ? void 0 : form;
  }
  #rule(start, head) {
    const arrow = this.#word("<=");
    this.#tokens.advance();
    const alternatives = this.#alternatives(0);
    if (alternatives === void 0) return void 0;
    const body = alternatives.length === 1 ? alternatives[0] : [this.#join(alternatives)];
    return this.#list(start, [arrow, head, ...body]);
  }
  #formula(depth) {
    const alternatives = this.#alternatives(depth);
    return alternatives && this.#join(alternatives);
  }
  #alternatives(depth) {
    return this.#separated(DISJUNCTION_KINDS, () => this.#separated(CONJUNCTION_KINDS, () => this.#literal(depth)));
  }
  #separated(separators, read) {
    const parts = [];
    for (; ; ) {
      const part = read();
      if (part === void 0) return void 0;
      if (parts.length === LONGEST_LIST) return this.#reject("list-too-long", String(LONGEST_LIST));
      parts.push(part);
      if (!separators.has(this.#tokens.kind)) return parts;
      this.#tokens.advance();
    }
  }
  #join(alternatives) {
    return this.#junction(
      "or",
      alternatives.map((parts) => this.#junction("and", parts))
    );
  }
  #junction(name, parts) {
    if (parts.length === 1) return parts[0];
    const span = { start: parts[0].span.start, end: parts.at(-1).span.end };
    return { kind: "list", items: [{ kind: "word", text: name, span }, ...parts], span, isClosed: true };
  }
  #literal(depth) {
    if (depth > DEEPEST_NESTING) return this.#reject("nested-too-deep", String(DEEPEST_NESTING));
    const { kind, start } = this.#tokens;
    if (kind === "not") {
      const not = this.#word("not");
      this.#tokens.advance();
      const part = this.#literal(depth + 1);
      return part && this.#list(start, [not, part]);
    }
    if (kind === "open") return this.#group(depth);
    if (!NAME_KINDS.has(kind)) return this.#reject("expected-sentence", this.#found());
    return this.#atom(depth);
  }
  #group(depth) {
    const open = this.#tokens.span;
    this.#tokens.advance();
    const formula = this.#formula(depth + 1);
    return formula && this.#close(open) ? formula : void 0;
  }
  #atom(depth) {
    const { start } = this.#tokens;
    const left = this.#term(depth, true);
    if (left === void 0 || this.#tokens.kind !== "unequal") return left;
    const distinct = this.#word("distinct");
    this.#tokens.advance();
    const right = this.#term(depth, false);
    return right && this.#list(start, [distinct, left, right]);
  }
  #term(depth, isSentence) {
    if (depth > DEEPEST_NESTING) return this.#reject("nested-too-deep", String(DEEPEST_NESTING));
    const { kind, text, span } = this.#tokens;
    if (!NAME_KINDS.has(kind)) return this.#reject("expected-term", this.#found());
    this.#tokens.advance();
    const hasArguments = this.#tokens.kind === "open";
    const isRelation = isSentence && isKeyword(text) && this.#tokens.kind !== "unequal";
    const isVariable = kind === "variable" || kind === "capitalised" && !hasArguments && !isRelation;
    if (kind === "capitalised" && hasArguments && !isRelation) this.#findings.error(span, "capitalised-name", text);
    const isMisquoted = kind === "quoted" && hasArguments && isConnective(text);
    if (isMisquoted) this.#findings.error(span, "quoted-connective", quote(text));
    const word = { kind: "word", text: isVariable ? `?${text}` : isMisquoted ? quote(text) : text, span };
    return hasArguments ? this.#application(word, depth + 1) : word;
  }
  #application(word, depth) {
    const open = this.#tokens.span;
    this.#tokens.advance();
    const isEmpty = this.#tokens.kind === "close";
    const args = isEmpty ? [] : this.#separated(ARGUMENT_KINDS, () => this.#term(depth, false));
    if (args === void 0 || !this.#close(open)) return void 0;
    return this.#list(word.span.start, [word, ...args]);
  }
  #close(open) {
    const { kind } = this.#tokens;
    if (kind === "close") {
      this.#tokens.advance();
      return true;
    }
    const isAtEnd = kind === "end" || kind === "dot" || kind === "arrow" || this.#startsStatement();
    if (isAtEnd) this.#findings.error(open, "unclosed-parenthesis", "1 `)`");
    else this.#reject("unexpected-token", this.#found());
    return false;
  }
  /** Goes on to where a statement may begin: after a full stop, or at a name that begins a line at the margin. */
  #recover(failedAt) {
    this.#openColumn = -1;
    if (this.#tokens.start === failedAt && this.#tokens.kind !== "dot") this.#tokens.advance();
    while (this.#tokens.kind !== "end" && this.#tokens.kind !== "dot" && !this.#startsStatement())
      this.#tokens.advance();
    while (this.#tokens.kind === "dot") this.#tokens.advance();
  }
  #startsStatement() {
    const { kind, start, lineStart, isFirstOnLine } = this.#tokens;
    return isFirstOnLine && NAME_KINDS.has(kind) && start - lineStart <= this.#margin;
  }
  /** Without its parentheses an infix statement may still be too deep for prefix: `a | b & ~c` nests four times there. */
  #isTooDeep(form) {
    if (nesting(form) <= DEEPEST_NESTING) return false;
    this.#findings.error(form.span, "nested-too-deep", String(DEEPEST_NESTING));
    return true;
  }
  #reject(code, detail) {
    this.#findings.error(this.#tokens.span, code, detail);
  }
  /** The current token as messages name it. */
  #found() {
    return this.#tokens.kind === "end" ? "the end of the sheet" : `\`${this.#tokens.text}\``;
  }
  #word(text) {
    return { kind: "word", text, span: this.#tokens.span };
  }
  /** A list that ends with the last token read. */
  #list(start, items) {
    return { kind: "list", items, span: { start, end: this.#tokens.previousEnd }, isClosed: true };
  }
};
function nesting(form) {
  return form.kind === "word" ? 0 : 1 + form.items.reduce((deepest, item) => Math.max(deepest, nesting(item)), 0);
}

// src/gdl/notation.ts
function chooseNotation(fileName, text) {
  if (/\.kif$/i.test(fileName)) return "prefix";
  return text.startsWith("(", skipBlank(text, 0, INFIX_COMMENTS)) ? "prefix" : "infix";
}

// src/gdl/prefixTokens.ts
var PrefixTokens = class {
  constructor(text) {
    this.text = text;
  }
  text;
  kind = "end";
  start = 0;
  end = 0;
  #previousEnd = 0;
  /** Goes to the next token; false at the end. */
  advance() {
    const start = skipBlank(this.text, this.end, PREFIX_COMMENTS);
    this.#previousEnd = this.end;
    this.start = start;
    if (start >= this.text.length) {
      this.kind = "end";
      return false;
    }
    const code = this.text.charCodeAt(start);
    this.kind = code === OPEN ? "open" : code === CLOSE ? "close" : "word";
    this.end = this.kind === "word" ? this.#wordEnd(start) : start + 1;
    return true;
  }
  get word() {
    return this.text.slice(this.start, this.end);
  }
  get isFirstOnLine() {
    return lineStartBetween(this.text, this.#previousEnd, this.start) !== -1;
  }
  /** Whether the current token begins in column 1. */
  get isAtMargin() {
    return this.start === 0 || isLineEnd(this.text.charCodeAt(this.start - 1));
  }
  /** The word right after the current token, or an empty string. */
  peekWord() {
    let start = this.end;
    while (start < this.text.length && isSpace(this.text.charCodeAt(start))) start += 1;
    return this.text.slice(start, this.#wordEnd(start));
  }
  #wordEnd(start) {
    const { text } = this;
    let at = start;
    while (at < text.length && !endsSymbol(text.charCodeAt(at))) at += 1;
    return at;
  }
};

// src/gdl/prefixForms.ts
function readPrefixForms(text, findings, visit) {
  new FormReader(text, findings, { visit, usesLayout: !parenthesesMatch(text), keepsWords: false }).read();
}
function readLooseForms(text, findings, visit) {
  new FormReader(text, findings, { visit, usesLayout: false, keepsWords: true }).read();
}
function parenthesesMatch(text) {
  const tokens = new PrefixTokens(text);
  let depth = 0;
  while (tokens.advance()) {
    if (tokens.kind === "open") {
      if (depth > 0 && tokens.isAtMargin && tokens.peekWord() === "<=") return false;
      depth += 1;
    } else if (tokens.kind === "close" && depth > 0) {
      depth -= 1;
    }
  }
  return depth === 0;
}
var FACT_WORDS = /* @__PURE__ */ new Set(["role", "init", "base", "input"]);
var FormReader = class {
  #tokens;
  #findings;
  #options;
  #open = [];
  /** Open parentheses beyond the deepest nesting; their content is dropped. */
  #excess = 0;
  /** Whether the open top-level form is too deep or too long, hence dropped. */
  #isDropped = false;
  #run;
  constructor(text, findings, options) {
    this.#tokens = new PrefixTokens(text);
    this.#findings = findings;
    this.#options = options;
  }
  read() {
    while (this.#tokens.advance()) {
      if (this.#tokens.kind === "open") this.#readOpen();
      else if (this.#tokens.kind === "close") this.#readClose();
      else this.#readWord();
    }
    this.#endRun();
    if (this.#open.length > 0) this.#closeAll();
  }
  #readOpen() {
    this.#endRun();
    if (this.#open.length > 0 && this.#options.usesLayout && this.#startsTopForm()) this.#closeAll();
    if (this.#open.length < DEEPEST_NESTING) {
      this.#open.push({ start: this.#tokens.start, items: [] });
      return;
    }
    this.#drop("nested-too-deep", DEEPEST_NESTING);
    this.#excess += 1;
  }
  #readClose() {
    if (this.#open.length === 0) {
      this.#extendRun("stray-parenthesis");
    } else if (this.#excess > 0) {
      this.#excess -= 1;
    } else {
      this.#closeInnermost(this.#tokens.end, true);
    }
  }
  #readWord() {
    if (this.#excess > 0) return;
    const { start, end } = this.#tokens;
    const items = this.#open.at(-1)?.items;
    if (items === void 0 && !this.#options.keepsWords) {
      this.#extendRun("bare-word");
      return;
    }
    const word = { kind: "word", text: this.#tokens.word, span: { start, end } };
    if (items === void 0) this.#options.visit(word);
    else this.#append(items, word);
  }
  #append(items, form) {
    if (items.length < LONGEST_LIST) items.push(form);
    else this.#drop("list-too-long", LONGEST_LIST);
  }
  #drop(code, limit) {
    if (!this.#isDropped) this.#findings.error(this.#tokens, code, String(limit));
    this.#isDropped = true;
  }
  #startsTopForm() {
    const word = this.#tokens.peekWord();
    if (word === "<=") return true;
    return this.#tokens.isAtMargin && (FACT_WORDS.has(word.toLowerCase()) || !isRule(this.#open[0]));
  }
  #closeInnermost(end, isClosed) {
    const { start, items } = this.#open.pop();
    const list = { kind: "list", items, span: { start, end }, isClosed };
    const outer = this.#open.at(-1);
    if (outer !== void 0) {
      this.#append(outer.items, list);
    } else {
      if (!this.#isDropped) this.#options.visit(list);
      this.#isDropped = false;
    }
  }
  /** Closes what is open where the next form, or the end of the sheet, shows that a parenthesis is missing. */
  #closeAll() {
    const { start } = this.#open[0];
    const missing2 = this.#open.length + this.#excess;
    this.#findings.error({ start, end: start + 1 }, "unclosed-parenthesis", `${String(missing2)} \`)\``);
    this.#excess = 0;
    while (this.#open.length > 0) this.#closeInnermost(this.#tokens.start, false);
  }
  #extendRun(code) {
    const { start, end } = this.#tokens;
    if (this.#run?.code === code && !this.#tokens.isFirstOnLine) {
      this.#run.end = end;
      return;
    }
    this.#endRun();
    this.#run = { code, start, end };
  }
  #endRun() {
    if (this.#run === void 0) return;
    this.#findings.error(this.#run, this.#run.code, this.#tokens.text.slice(this.#run.start, this.#run.end));
    this.#run = void 0;
  }
};
function isRule({ items }) {
  return items[0]?.kind === "word" && items[0].text === "<=";
}

// src/gdl/text.ts
var LARGEST_SHEET = 32 * 1024 * 1024;
function decodeSheet(content, findings) {
  if (content.length > LARGEST_SHEET) {
    findings.error({ start: 0, end: 0 }, "sheet-too-large", "32 MB");
    return "";
  }
  const text = typeof content === "string" ? content.replace(/^\uFEFF/, "") : decodeBytes(content, findings);
  reportControlCharacters(text, findings);
  return text;
}
function decodeBytes(bytes, findings) {
  const text = new TextDecoder().decode(bytes);
  if (text.includes("\uFFFD")) {
    const bad = firstBadByte(bytes);
    if (bad < bytes.length) {
      const start = new TextDecoder().decode(bytes.subarray(0, bad)).length;
      findings.error({ start, end: start + 1 }, "invalid-utf8", String(bad + 1));
    }
  }
  return text;
}
function firstBadByte(bytes) {
  let at = 0;
  while (at < bytes.length) {
    const length = sequenceLength(bytes, at);
    if (length === 0) return at;
    at += length;
  }
  return at;
}
function sequenceLength(bytes, at) {
  const lead = bytes[at];
  if (lead < 128) return 1;
  if (lead < 194 || lead > 244) return 0;
  const length = lead < 224 ? 2 : lead < 240 ? 3 : 4;
  const second = bytes[at + 1] ?? 0;
  const lowest = lead === 224 ? 160 : lead === 240 ? 144 : 128;
  const highest = lead === 237 ? 159 : lead === 244 ? 143 : 191;
  if (second < lowest || second > highest) return 0;
  for (let i = 2; i < length; i += 1) if (((bytes[at + i] ?? 0) & 192) !== 128) return 0;
  return length;
}
var CONTROL_NAMES = Array.from(
  { length: 160 },
  (_, code) => `U+${code.toString(16).toUpperCase().padStart(4, "0")}`
);
function reportControlCharacters(text, findings) {
  let start = 0;
  while (start < text.length) {
    const code = text.charCodeAt(start);
    let end = start + 1;
    if (isControl(code)) {
      while (end < text.length && isControl(text.charCodeAt(end))) end += 1;
      findings.error({ start, end }, "control-character", CONTROL_NAMES[code]);
    }
    start = end;
  }
}

// src/gdl/read.ts
function readSheet({ name, content, notation }) {
  const textFindings = new Findings();
  const text = decodeSheet(content, textFindings);
  const findings = new Findings();
  const builder = new SentenceBuilder(findings);
  const rules = [];
  const readForms = (notation ?? chooseNotation(name, text)) === "prefix" ? readPrefixForms : readInfixForms;
  readForms(text, findings, (form) => {
    const rule = builder.rule(form);
    if (rule !== void 0 && !findings.isFull) rules.push(rule);
  });
  return { sheet: { source: new Source(name, text), rules }, diagnostics: Findings.merge([textFindings, findings]) };
}
function readTerm(text) {
  const textFindings = new Findings();
  const findings = new Findings();
  const builder = new SentenceBuilder(findings);
  const terms = [];
  readLooseForms(decodeSheet(text, textFindings), findings, (form) => terms.push(builder.term(form)));
  if (terms.length !== 1) findings.error({ start: 0, end: text.length }, "not-one-term", String(terms.length));
  const errors = Findings.merge([textFindings, findings]).filter(({ severity }) => severity === "error");
  return errors.length === 0 ? ok(terms[0]) : fail(errors);
}

// src/reference/limits.ts
var DEFAULT_LIMITS = { maxTuples: 5e6, maxDepth: 500 };
var EvaluationLimit = class extends Error {
  constructor(limit, subject, bound) {
    const what = limit === "maxTuples" ? "tuples of" : "levels of nesting in";
    super(`the rules derive more than ${String(bound)} ${what} ${subject}; they may have no end`);
    this.limit = limit;
    this.subject = subject;
  }
  limit;
  subject;
  name = "EvaluationLimit";
};

// src/reference/columnIndex.ts
var FIRST_SLOTS = 16;
var LARGEST_BASE = 2 ** 30;
var ColumnIndex = class {
  constructor(store, columns) {
    this.store = store;
    this.columns = columns;
  }
  store;
  columns;
  #slots = new Int32Array(FIRST_SLOTS);
  #next = new Int32Array(FIRST_SLOTS);
  #base = 0;
  #keys = 0;
  #synced = 0;
  /** The first row whose indexed columns are `values[at[0]], values[at[1]], …`, or -1. */
  first(values2, at) {
    const entry = this.#slots[this.#slot(values2, at, 0)];
    return entry > this.#base ? entry - this.#base - 1 : -1;
  }
  /** The next row with the same key, or -1. */
  next(row) {
    return this.#next[row];
  }
  sync() {
    const { count, rows, width } = this.store;
    for (let row = this.#synced; row < count; row++) this.#link(row, this.#slot(rows, this.columns, row * width));
  }
  /** Takes in the row after the last, written but not yet counted, if its key is new. All others must be in already. */
  admits(row) {
    const slot = this.#slot(this.store.rows, this.columns, row * this.store.width);
    if (this.#slots[slot] > this.#base) return false;
    this.#link(row, slot);
    return true;
  }
  clear() {
    this.#base += this.#synced;
    this.#synced = 0;
    this.#keys = 0;
    if (this.#base < LARGEST_BASE) return;
    this.#slots.fill(0);
    this.#base = 0;
  }
  #link(row, slot) {
    if (row >= this.#next.length) this.#next = enlarged(this.#next);
    const entry = this.#slots[slot];
    const isNew = entry <= this.#base;
    this.#next[row] = isNew ? -1 : entry - this.#base - 1;
    this.#slots[slot] = this.#base + row + 1;
    this.#synced = row + 1;
    if (!isNew) return;
    this.#keys += 1;
    if (2 * this.#keys > this.#slots.length) this.#grow();
  }
  /** The slot of the chain for the key `values[from + at[0]], …`, or the free slot where it belongs. */
  #slot(values2, at, from) {
    const { rows, width } = this.store;
    const columns = this.columns;
    const slots = this.#slots;
    const mask = slots.length - 1;
    let hash = 0;
    for (let i = 0; i < at.length; i++) hash = Math.imul(hash ^ values2[from + at[i]], 2654435761) ^ hash >>> 15;
    let slot = (hash ^ hash >>> 16) & mask;
    for (let entry = slots[slot]; entry > this.#base; entry = slots[slot]) {
      const start = (entry - this.#base - 1) * width;
      let i = 0;
      while (i < at.length && rows[start + columns[i]] === values2[from + at[i]]) i++;
      if (i === at.length) return slot;
      slot = slot + 1 & mask;
    }
    return slot;
  }
  #grow() {
    const old = this.#slots;
    this.#slots = new Int32Array(2 * old.length);
    for (const entry of old) {
      if (entry <= this.#base) continue;
      const row = entry - this.#base - 1;
      this.#slots[this.#slot(this.store.rows, this.columns, row * this.store.width)] = entry;
    }
  }
};
function enlarged(array) {
  const larger = new Int32Array(2 * array.length);
  larger.set(array);
  return larger;
}

// src/reference/tupleSet.ts
var FIRST_ROWS = 8;
var TupleSet = class {
  constructor(width) {
    this.width = width;
    this.rows = new Int32Array(FIRST_ROWS * Math.max(1, width));
    this.whole = new ColumnIndex(this, Int32Array.from({ length: width }, (_, column) => column));
  }
  width;
  rows;
  count = 0;
  /** All tuples by all their columns. */
  whole;
  /** Position in `rows` at which to write a tuple before {@link add} or {@link append}. */
  room() {
    const at = this.count * this.width;
    if (at + this.width > this.rows.length) this.rows = enlarged(this.rows);
    return at;
  }
  /** Adds the tuple written at {@link room}, unless the set has it. */
  add() {
    if (!this.whole.admits(this.count)) return false;
    this.count++;
    return true;
  }
  /** Adds the tuple written at {@link room}, which the caller knows to be new. Not to be mixed with {@link add}. */
  append() {
    this.count++;
  }
  clear() {
    this.count = 0;
    this.whole.clear();
  }
};

// src/reference/opening.ts
function openingKey(opening) {
  if (opening === "leaf") return "_";
  return `${String(opening.symbol)}(${opening.args.map(openingKey).join()})`;
}
function leaves(openings) {
  return openings.reduce((sum, opening) => sum + (opening === "leaf" ? 1 : leaves(opening.args)), 0);
}
var OpenedSet = class extends TupleSet {
  constructor(table, source, openings) {
    super(leaves(openings));
    this.table = table;
    this.source = source;
    this.openings = openings;
  }
  table;
  source;
  openings;
  #taken = 0;
  #at = 0;
  sync() {
    const { source, openings } = this;
    for (; this.#taken < source.count; this.#taken++) {
      const from = this.#taken * source.width;
      this.#at = this.room();
      let column = 0;
      while (column < openings.length && this.#open(openings[column], source.rows[from + column])) column++;
      if (column === openings.length) this.append();
    }
  }
  clear() {
    super.clear();
    this.#taken = 0;
  }
  #open(opening, term) {
    if (opening === "leaf") {
      this.rows[this.#at++] = term;
      return true;
    }
    const { symbol, args } = opening;
    const { table } = this;
    if (table.symbolOf(term) !== symbol || table.arity(term) !== args.length) return false;
    for (let i = 0; i < args.length; i++) if (!this.#open(args[i], table.argument(term, i))) return false;
    return true;
  }
};

// src/reference/evaluation.ts
var TooMuchWork = class extends Error {
  constructor(component) {
    super("all tuples of a component are too many");
    this.component = component;
  }
  component;
};
var MOST_WORK = { static: 1e6, state: 5e3, moves: 5e3 };
var SMALL_SET = 4;
var Evaluation = class {
  builder;
  #program;
  #setting;
  #fixed;
  #sets = [];
  #indexes = [];
  /** The components that are being evaluated, each asked by the one before it. */
  #running;
  #kept = { static: keepNothing(), state: keepNothing(), moves: keepNothing() };
  /** Tuples that the component that runs has looked at, and how many it may. */
  #work = 0;
  #mostWork = Infinity;
  constructor(setting, fixed) {
    this.#setting = setting;
    this.#program = setting.program;
    this.builder = setting.builder;
    this.#fixed = fixed;
    this.#running = fixed === void 0 ? /* @__PURE__ */ new Set() : fixed.#running;
  }
  get catalogue() {
    return this.#program.catalogue;
  }
  /** Makes this the evaluation of another state. `tuples` are the rows of `true`. */
  assertState(relation, tuples) {
    this.#forget("moves");
    this.#forget("state");
    this.#assert(relation, tuples);
  }
  /** Makes this the evaluation of another joint move in the same state. `tuples` are the rows of `does`. */
  assertMoves(relation, tuples) {
    this.#forget("moves");
    this.#assert(relation, tuples);
  }
  /** All tuples of a relation. */
  extension(relation) {
    const query = this.catalogue.query(relation, []);
    this.askAll(query);
    return this.answers(query);
  }
  askAll(query) {
    const demands = this.demands(query);
    if (demands.count > 0) return;
    demands.append();
    this.answer(query);
  }
  demands(query) {
    return this.set(this.catalogue.queries[query].demands);
  }
  answers(query) {
    return this.set(this.catalogue.queries[query].answers);
  }
  add(query, tuples) {
    if (!tuples.add()) return false;
    const { maxTuples } = this.#setting.limits;
    if (tuples.count <= maxTuples) return true;
    throw new EvaluationLimit("maxTuples", this.catalogue.relations[this.catalogue.queries[query].relation].key, maxTuples);
  }
  answer(query) {
    const { relation, bound } = this.catalogue.queries[query];
    const { tier } = this.catalogue.relations[relation];
    if (tier === "static" && this.#fixed !== void 0) {
      this.#fixed.answer(query);
      return;
    }
    const component = this.#program.componentOf(relation);
    if (component === void 0) return;
    const planned = this.#program.planned(query, this);
    if (this.#running.has(component)) return;
    const [work, mostWork] = [this.#work, this.#mostWork];
    this.#running.add(component);
    this.#work = 0;
    this.#mostWork = bound.length > 0 || this.#tooEager() === void 0 ? Infinity : MOST_WORK[tier];
    if (component.isRecursive) this.#answerAll(component, tier);
    else for (const [fedWithDemands] of planned.clauses) this.#feed(fedWithDemands, tier);
    this.#running.delete(component);
    [this.#work, this.#mostWork] = [work, mostWork];
  }
  countWork() {
    if (++this.#work > this.#mostWork) throw new TooMuchWork(this.#tooEager());
  }
  /** The component that should be asked by key where all tuples of the one that runs are too many: itself, or else one that asks it. */
  #tooEager() {
    return [...this.#running].findLast((component) => !component.isAskedByKey && !component.isAskedForAll);
  }
  set(id) {
    const set = this.#sets[id] ??= this.#newSet(id);
    if (set instanceof OpenedSet) set.sync();
    return set;
  }
  index(id) {
    const tuples = this.set(this.catalogue.indexes[id].set);
    const index = this.#indexes[id] ??= this.#newIndex(id, tuples);
    index.sync();
    return index;
  }
  isAskedByKey(relation) {
    return this.#program.componentOf(relation)?.isAskedByKey ?? false;
  }
  /** Number of tuples divided by the number of different keys, as if columns were independent. */
  estimate(relation, columns) {
    const { rows, width, count } = this.extension(relation);
    let matches2 = Math.max(count, SMALL_SET);
    for (const column of columns) {
      const values2 = /* @__PURE__ */ new Set();
      for (let row = 0; row < count; row++) values2.add(rows[row * width + column]);
      matches2 /= Math.max(values2.size, 2);
    }
    return matches2;
  }
  #answerAll({ planned }, tier) {
    let isAnyNew = true;
    while (isAnyNew) {
      isAnyNew = false;
      for (const { clauses } of planned) {
        for (const joins of clauses) for (const join2 of joins) if (this.#feed(join2, tier)) isAnyNew = true;
      }
    }
  }
  /** Feeds a join with what is new in its source; says whether there was something. */
  #feed({ join: join2, cursor }, tier) {
    const { cursors } = this.#kept[tier];
    const from = cursors[cursor] ?? 0;
    const to = this.set(join2.source).count;
    if (from === to) return false;
    cursors[cursor] = to;
    join2.run(this, from, to);
    return true;
  }
  #assert(relation, tuples) {
    const { demands, answers } = this.catalogue.queries[this.catalogue.query(relation, [])];
    this.set(demands).append();
    const set = this.set(answers);
    for (let i = 0; i < tuples.length; i += set.width) {
      const at = set.room();
      for (let column = 0; column < set.width; column++) set.rows[at + column] = tuples[i + column];
      set.append();
    }
  }
  #forget(tier) {
    const { sets, indexes, cursors } = this.#kept[tier];
    for (const set of sets) set.clear();
    for (const index of indexes) index.clear();
    cursors.fill(0);
  }
  #newSet(id) {
    const { tier, width, opened } = this.catalogue.sets[id];
    if (tier === "static" && this.#fixed !== void 0) return this.#fixed.set(id);
    const set = opened === void 0 ? new TupleSet(width) : new OpenedSet(this.builder.table, this.set(opened.from), opened.openings);
    this.#kept[tier].sets.push(set);
    return set;
  }
  #newIndex(id, tuples) {
    const { set, columns } = this.catalogue.indexes[id];
    const { tier } = this.catalogue.sets[set];
    if (tier === "static" && this.#fixed !== void 0) return this.#fixed.index(id);
    if (columns.length === tuples.width) return tuples.whole;
    const index = new ColumnIndex(tuples, columns);
    this.#kept[tier].indexes.push(index);
    return index;
  }
};
function keepNothing() {
  return { sets: [], indexes: [], cursors: [] };
}

// src/reference/evaluations.ts
var MOST_KEPT = 4;
var Evaluations = class {
  #setting;
  #trueRelation;
  #doesRelation;
  #roles;
  #fixed;
  /** The one used last comes first. */
  #kept = [];
  /** `roles` are the terms of the roles. */
  constructor(setting, roles) {
    this.#setting = setting;
    this.#trueRelation = setting.program.catalogue.relation("true/1");
    this.#doesRelation = setting.program.catalogue.relation("does/2");
    this.#roles = roles;
    this.#fixed = new Evaluation(setting);
  }
  /** Answers what depends on neither state nor moves. */
  answer(question) {
    return this.#answer(() => question(this.#fixed));
  }
  answerInState(fluents, question) {
    return this.#answer(() => question(this.#inState(fluents).evaluation));
  }
  answerAfterMoves(fluents, joint, question) {
    return this.#answer(() => {
      const kept = this.#inState(fluents);
      if (kept.joint === void 0 || kept.joint.some((move, role) => move !== joint[role])) {
        kept.joint = [...joint];
        kept.evaluation.assertMoves(
          this.#doesRelation,
          this.#roles.flatMap((role, i) => [role, joint[i]])
        );
      }
      return question(kept.evaluation);
    });
  }
  #answer(question) {
    for (; ; ) {
      try {
        return question();
      } catch (error) {
        this.#fixed = new Evaluation(this.#setting);
        this.#kept = [];
        if (!(error instanceof TooMuchWork)) throw error;
        this.#setting.program.askByKey(error.component);
      }
    }
  }
  #inState(fluents) {
    const at = this.#kept.findIndex((kept2) => kept2.fluents === fluents);
    if (at === 0) return this.#kept[0];
    let kept = at === -1 ? void 0 : this.#kept.splice(at, 1)[0];
    if (kept === void 0) {
      kept = this.#kept.length === MOST_KEPT ? this.#kept.pop() : this.#new(fluents);
      kept.fluents = fluents;
      kept.joint = void 0;
      kept.evaluation.assertState(this.#trueRelation, fluents);
    }
    this.#kept.unshift(kept);
    return kept;
  }
  #new(fluents) {
    return { evaluation: new Evaluation(this.#setting, this.#fixed), fluents, joint: void 0 };
  }
};

// src/reference/moveForms.ts
var MoveForms = class {
  #forms;
  #names = /* @__PURE__ */ new Set();
  #maxDepth;
  constructor({ clauses }, maxDepth) {
    this.#maxDepth = maxDepth;
    this.#forms = clauses.filter(({ head }) => head.name === "legal" && head.args.length === 2).map(({ head }) => head.args[1]);
    for (const { head, body } of clauses) {
      this.#addNames(head.args);
      for (const literal of body) this.#addNames(literal.kind === "atom" ? literal.atom.args : [literal.left, literal.right]);
    }
  }
  /** Whether the term has the form of a move and is made of names that the rules have as terms. */
  has(term) {
    return this.#forms.some((form) => matches(form, term)) && this.#isOfRules(term, this.#maxDepth);
  }
  #isOfRules(term, depth) {
    if (term.kind === "variable" || depth === 0 || !this.#names.has(term.name)) return false;
    return term.args.every((argument) => this.#isOfRules(argument, depth - 1));
  }
  #addNames(terms) {
    for (const term of terms) {
      if (term.kind === "variable") continue;
      this.#names.add(term.name);
      this.#addNames(term.args);
    }
  }
};
function matches(form, term) {
  if (form.kind === "variable") return true;
  if (term.kind === "variable" || term.name !== form.name || term.args.length !== form.args.length) return false;
  return form.args.every((argument, i) => matches(argument, term.args[i]));
}

// src/rules/termTable.ts
var TermTable = class {
  #symbols = [];
  #symbolIds = /* @__PURE__ */ new Map();
  #symbol = new Int32Array(256);
  #start = new Int32Array(257);
  #args = new Int32Array(512);
  #slots = new Int32Array(512);
  #size = 0;
  #texts = [];
  get size() {
    return this.#size;
  }
  /** The id of a name as a functor. */
  symbol(name) {
    let id = this.#symbolIds.get(name);
    if (id === void 0) {
      id = this.#symbols.length;
      this.#symbols.push(name);
      this.#symbolIds.set(name, id);
    }
    return id;
  }
  symbolName(symbol) {
    return this.#symbols[symbol];
  }
  symbolOf(term) {
    return this.#symbol[term];
  }
  nameOf(term) {
    return this.#symbols[this.#symbol[term]];
  }
  arity(term) {
    return this.#start[term + 1] - this.#start[term];
  }
  argument(term, index) {
    return this.#args[this.#start[term] + index];
  }
  /** The term `symbol(args[from], …, args[from + arity - 1])`. */
  term(symbol, args, arity = args.length, from = 0) {
    let slot = this.#slot(symbol, args, arity, from);
    const known = this.#slots[slot];
    if (known !== 0) return known - 1;
    const id = this.#size;
    if (2 * (id + 1) > this.#slots.length) {
      this.#grow();
      slot = this.#slot(symbol, args, arity, from);
    }
    const start = this.#start[id];
    while (start + arity > this.#args.length) this.#args = enlarged2(this.#args);
    for (let i = 0; i < arity; i++) this.#args[start + i] = args[from + i];
    this.#symbol[id] = symbol;
    this.#start[id + 1] = start + arity;
    this.#slots[slot] = id + 1;
    this.#size = id + 1;
    return id;
  }
  constant(name) {
    return this.term(this.symbol(name), []);
  }
  /** The id of a ground term; throws on a variable, which is the caller's bug. */
  intern(term) {
    if (term.kind === "variable") throw new Error(`?${term.name} is not ground`);
    return this.term(
      this.symbol(term.name),
      term.args.map((argument) => this.intern(argument))
    );
  }
  /** The id of a ground term if the table has it; unlike {@link intern}, adds nothing. */
  find(term) {
    if (term.kind === "variable") return void 0;
    const symbol = this.#symbolIds.get(term.name);
    if (symbol === void 0) return void 0;
    const args = [];
    for (const argument of term.args) {
      const id = this.find(argument);
      if (id === void 0) return void 0;
      args.push(id);
    }
    const known = this.#slots[this.#slot(symbol, args, args.length, 0)];
    return known === 0 ? void 0 : known - 1;
  }
  /** The term in KIF. */
  text(term) {
    return this.#texts[term] ??= this.#write(term);
  }
  #write(term) {
    const arity = this.arity(term);
    if (arity === 0) return this.nameOf(term);
    const parts = [this.nameOf(term)];
    for (let i = 0; i < arity; i++) parts.push(this.text(this.argument(term, i)));
    return `(${parts.join(" ")})`;
  }
  /** The slot that holds the term, or the free one where it belongs. */
  #slot(symbol, args, arity, from) {
    let hash = mixHash(arity, symbol);
    for (let i = 0; i < arity; i++) hash = mixHash(hash, args[from + i]);
    const mask = this.#slots.length - 1;
    let slot = finishHash(hash) & mask;
    for (let known = this.#slots[slot]; known !== 0; known = this.#slots[slot]) {
      if (this.#is(known - 1, symbol, args, arity, from)) return slot;
      slot = slot + 1 & mask;
    }
    return slot;
  }
  #is(term, symbol, args, arity, from) {
    if (this.#symbol[term] !== symbol || this.arity(term) !== arity) return false;
    const start = this.#start[term];
    for (let i = 0; i < arity; i++) if (this.#args[start + i] !== args[from + i]) return false;
    return true;
  }
  #grow() {
    this.#symbol = enlarged2(this.#symbol);
    this.#start = enlarged2(this.#start);
    this.#slots = new Int32Array(2 * this.#slots.length);
    for (let id = 0; id < this.#size; id++) {
      const slot = this.#slot(this.#symbol[id], this.#args, this.arity(id), this.#start[id]);
      this.#slots[slot] = id + 1;
    }
  }
};
function enlarged2(array) {
  const larger = new Int32Array(2 * array.length);
  larger.set(array);
  return larger;
}

// src/rules/checkAlternatives.ts
function checkAlternatives(rules, findings) {
  for (const { rule, clauses, hasLargeTerms } of rules) {
    const { span } = rule.head;
    if (hasLargeTerms) {
      const message = "the equalities (`not distinct`) of this rule make a term too large to be written down";
      findings.report({ code: "too-large-term", span, message, mend: "write the terms out, or name their parts" });
    } else if (clauses.length === 0) {
      const message = "this rule contradicts itself, so it never holds";
      findings.report({ code: "contradiction", span, message, mend: "check its `distinct` and `not`, or delete it" });
    }
  }
}

// src/rules/terms.ts
function relationKey(atom) {
  return `${atom.name}/${String(atom.args.length)}`;
}
function termKey(term) {
  if (term.kind === "variable") return `?${term.name}`;
  if (term.args.length === 0) return term.name;
  return `(${[term.name, ...term.args.map(termKey)].join(" ")})`;
}
function literalKey(literal) {
  if (literal.kind === "distinct") return `(distinct ${termKey(literal.left)} ${termKey(literal.right)})`;
  return literal.isPositive ? termKey(literal.atom) : `(not ${termKey(literal.atom)})`;
}
function isGround(term) {
  return term.kind === "compound" && term.args.every(isGround);
}
function collectVariables(term, into) {
  if (term.kind === "compound") for (const argument of term.args) collectVariables(argument, into);
  else if (!into.has(term.name)) into.set(term.name, term);
}
function variablesOf(terms) {
  const found = /* @__PURE__ */ new Map();
  for (const term of terms) collectVariables(term, found);
  return found;
}
function substitute(term, substitution) {
  if (term.kind === "compound") return substituteAtom(term, substitution);
  const value = substitution.get(term.name);
  return value === void 0 ? term : substitute(value, substitution);
}
function substituteAtom(atom, substitution) {
  if (atom.args.length === 0 || substitution.size === 0) return atom;
  return { ...atom, args: atom.args.map((argument) => substitute(argument, substitution)) };
}
function unify(left, right, substitution) {
  const a = resolved(left, substitution);
  const b = resolved(right, substitution);
  if (a.kind === "variable") return bind(a.name, b, substitution);
  if (b.kind === "variable") return bind(b.name, a, substitution);
  if (a.name !== b.name || a.args.length !== b.args.length) return false;
  return a.args.every((argument, i) => unify(argument, b.args[i], substitution));
}
function isWithinSize(term, substitution, size) {
  return remainingSize(term, substitution, size) >= 0;
}
function remainingSize(term, substitution, size) {
  const value = resolved(term, substitution);
  let rest = size - 1;
  if (value.kind === "variable") return rest;
  for (const argument of value.args) {
    if (rest < 0) return rest;
    rest = remainingSize(argument, substitution, rest);
  }
  return rest;
}
function resolved(term, substitution) {
  let at = term;
  while (at.kind === "variable") {
    const value = substitution.get(at.name);
    if (value === void 0) return at;
    at = value;
  }
  return at;
}
function bind(name, value, substitution) {
  if (value.kind === "variable" && value.name === name) return true;
  if (occurs(name, value, substitution)) return false;
  substitution.set(name, value);
  return true;
}
function occurs(name, term, substitution) {
  const value = resolved(term, substitution);
  if (value.kind === "variable") return value.name === name;
  return value.args.some((argument) => occurs(name, argument, substitution));
}

// src/rules/quote.ts
var SHOWN_LENGTH = 80;
var SHOWN_LINKS = 8;
function quote2(text) {
  return `\`${text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH - 1)}\u2026` : text}\``;
}
function quoteTerm(term) {
  return quote2(termKey(term));
}
function nameOfKey(key) {
  return key.slice(0, key.lastIndexOf("/"));
}
function quoteChain(links) {
  const isLong = links.length > SHOWN_LINKS;
  const shown = isLong ? [...links.slice(0, SHOWN_LINKS - 2), "\u2026", links.at(-1)] : links;
  return quote2(shown.join(" \u2192 "));
}
function counted(count, noun) {
  return `${String(count)} ${noun}${count === 1 ? "" : "s"}`;
}

// src/rules/keywords.ts
var KEYWORD_ARITY = /* @__PURE__ */ new Map([
  ["role", 1],
  ["init", 1],
  ["true", 1],
  ["next", 1],
  ["base", 1],
  ["terminal", 0],
  ["does", 2],
  ["legal", 2],
  ["goal", 2],
  ["sees", 2],
  ["input", 2],
  ["distinct", 2]
]);
var HEAD_ONLY = /* @__PURE__ */ new Set(["init", "next", "sees", "base", "input"]);
var BODY_ONLY = /* @__PURE__ */ new Set(["true", "does", "distinct"]);
var ROLE_FIRST = /* @__PURE__ */ new Set(["role", "does", "legal", "goal", "sees", "input"]);

// src/rules/vocabulary.ts
var Lexicon = class {
  entries = /* @__PURE__ */ new Map();
  byName = /* @__PURE__ */ new Map();
  /** Whether a rule produces, or asks for, whatever a variable stands for: then nothing is sure about single names. */
  producesAny = false;
  usesAny = false;
  produce(term) {
    if (term?.kind === "variable") this.producesAny = true;
    if (term?.kind !== "compound") return;
    const entry = this.#entry(term);
    entry.produced ??= term.span;
    term.args.forEach((argument, place) => {
      if (argument.kind === "variable") entry.places[place] = void 0;
      else entry.places[place]?.add(relationKey(argument));
    });
  }
  use(term) {
    if (term?.kind === "variable") this.usesAny = true;
    if (term?.kind !== "compound") return;
    const entry = this.#entry(term);
    entry.used ??= term.span;
    entry.uses.push(term);
  }
  #entry(term) {
    const key = relationKey(term);
    let entry = this.entries.get(key);
    if (entry === void 0) {
      const places = term.args.map(() => /* @__PURE__ */ new Set());
      entry = { name: term.name, arity: term.args.length, produced: void 0, used: void 0, places, uses: [] };
      this.entries.set(key, entry);
      const sameName = this.byName.get(term.name);
      if (sameName === void 0) this.byName.set(term.name, [entry]);
      else sameName.push(entry);
    }
    return entry;
  }
};
var KINDS = [
  { part: "relations", noun: "relation" },
  { part: "fluents", noun: "fluent" },
  { part: "moves", noun: "move" }
];
function readVocabulary(clauses) {
  const vocabulary = { relations: new Lexicon(), fluents: new Lexicon(), moves: new Lexicon() };
  for (const { head, body } of clauses) {
    readHead(head, vocabulary);
    for (const literal of body) readLiteral(literal, head, vocabulary);
  }
  return vocabulary;
}
function readHead(head, { relations, fluents, moves }) {
  if (head.name === "init" || head.name === "next") fluents.produce(head.args[0]);
  else if (head.name === "legal") moves.produce(head.args[1]);
  else if (!KEYWORD_ARITY.has(head.name)) relations.produce(head);
}
function readLiteral(literal, head, { relations, fluents, moves }) {
  if (literal.kind === "distinct") return;
  const { atom } = literal;
  const arity = KEYWORD_ARITY.get(atom.name);
  if (arity !== void 0 && arity !== atom.args.length) return;
  if (atom.name === "true") fluents.use(atom.args[0]);
  else if (atom.name === "does" || atom.name === "legal") moves.use(atom.args[1]);
  else if (arity === void 0 && relationKey(atom) !== relationKey(head)) relations.use(atom);
}

// src/rules/checkArguments.ts
var SHOWN_ARGUMENTS = 3;
function checkArguments(vocabulary, findings) {
  const check = new ArgumentCheck(findings);
  for (const { part, noun } of KINDS) {
    const { entries, producesAny } = vocabulary[part];
    if (producesAny) continue;
    for (const entry of entries.values()) if (entry.produced !== void 0) check.uses(entry, noun);
  }
}
var ArgumentCheck = class {
  #findings;
  #variableLike = /* @__PURE__ */ new Set();
  constructor(findings) {
    this.#findings = findings;
  }
  uses(entry, noun) {
    const reported = /* @__PURE__ */ new Set();
    for (const use of entry.uses) {
      use.args.forEach((argument, place) => {
        const produced = entry.places[place];
        if (argument.kind === "variable" || produced === void 0 || produced.has(relationKey(argument))) return;
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
  #variable({ name, span }, message) {
    if (this.#variableLike.has(name)) return;
    this.#variableLike.add(name);
    const mend = `write ${quote2(`?${name}`)} here and elsewhere if it is a variable`;
    this.#findings.report({ code: "looks-like-variable", span, message, mend });
  }
  #mismatch({ span }, message, produced) {
    const names2 = [...produced].map(nameOfKey);
    const variable = names2.find(looksLikeVariable);
    const shown = names2.slice(0, SHOWN_ARGUMENTS).map(quote2).join(", ") + (names2.length > SHOWN_ARGUMENTS ? ", \u2026" : "");
    const mend = variable === void 0 ? `check the spelling, as it is produced with ${shown}` : `write ${quote2(`?${variable}`)} where it is produced if that is a variable`;
    this.#findings.report({ code: "never-matches", span, message, mend });
  }
};
function looksLikeVariable(name) {
  return new RegExp("^\\p{Lu}\\p{L}?\\d*$", "u").test(name);
}

// src/rules/checkArities.ts
function checkArities(vocabulary, findings) {
  for (const { part, noun } of KINDS) {
    for (const [name, entries] of vocabulary[part].byName) {
      const produced = entries.filter((entry) => entry.produced !== void 0);
      if (produced.length < 2) continue;
      const arities = produced.map(({ arity }) => arity).sort((a, b) => a - b);
      findings.report({
        code: "several-arities",
        span: produced[1].produced,
        message: `the ${noun} ${quote2(name)} is produced with ${arities.slice(0, -1).join(", ")} and ${String(arities.at(-1))} arguments`,
        mend: "give each its own name, or add the missing argument"
      });
    }
  }
}

// src/rules/checkDuplicates.ts
function checkDuplicates(sheet, findings) {
  const seen = /* @__PURE__ */ new Map();
  const repetitions = /* @__PURE__ */ new Map();
  for (const rule of sheet.rules) {
    const key = ruleKey(rule);
    const earlier = seen.get(key);
    if (earlier === void 0) {
      seen.set(key, rule);
      continue;
    }
    const relation = rule.head.name === "role" ? termKey(rule.head) : relationKey(rule.head);
    const repetition = repetitions.get(relation);
    if (repetition === void 0) repetitions.set(relation, { rule, earlier, count: 1 });
    else repetition.count++;
  }
  for (const repetition of repetitions.values()) findings.report(findingOf(repetition, sheet));
}
function findingOf({ rule, earlier, count }, { source }) {
  const { head, body, span } = rule;
  const line2 = String(source.place(earlier.span.start).line);
  if (head.name === "role") {
    const message2 = `the role ${quote2(head.args.map(termKey).join(" "))} is named in line ${line2} already`;
    return { code: "duplicate-role", span, message: message2, mend: "delete one of them" };
  }
  const more = count === 1 ? "" : `, like ${String(count - 1)} more of ${quote2(head.name)}`;
  const message = `this ${body.length === 0 ? "fact" : "rule"} is in line ${line2} already${more}`;
  return { code: "duplicate-rule", span, message, mend: "delete one of them" };
}
function ruleKey({ head, body }) {
  const numbers = /* @__PURE__ */ new Map();
  const termText = (term) => {
    if (term.kind === "compound") return `(${[term.name, ...term.args.map(termText)].join(" ")})`;
    if (!numbers.has(term.name)) numbers.set(term.name, numbers.size);
    return `?${String(numbers.get(term.name))}`;
  };
  const formulaText = (formula) => {
    if (formula.kind === "compound") return termText(formula);
    const parts = formula.kind === "not" ? [formula.of] : formula.of;
    return `(${[formula.kind, ...parts.map(formulaText)].join(" ")})`;
  };
  return [termText(head), ...body.map(formulaText)].join(" ");
}

// src/rules/checkGoals.ts
function checkGoals(sheet, findings) {
  for (const { head } of sheet.rules) {
    const value = head.args[1];
    if (head.name !== "goal" || head.args.length !== 2 || value?.kind !== "compound") continue;
    if (value.args.length === 0 && /^\d+$/.test(value.name) && Number(value.name) <= 100) continue;
    const message = `the goal value ${quoteTerm(value)} is no whole number from 0 to 100`;
    findings.report({ code: "goal-value", span: value.span, message, mend: "scale the values to 0 \u2026 100" });
  }
}

// src/rules/checkInputs.ts
var BEFORE_PLAY = /* @__PURE__ */ new Set(["init/1", "base/1", "input/2"]);
var PROHIBITIONS = [
  {
    relations: BEFORE_PLAY,
    input: "true/1",
    isReached: ({ dependsOnState }) => dependsOnState,
    code: "depends-on-state",
    why: "there is no state yet",
    mend: "use relations that hold in every state"
  },
  {
    relations: BEFORE_PLAY,
    input: "does/2",
    isReached: ({ dependsOnMoves }) => dependsOnMoves,
    code: "depends-on-moves",
    why: "nobody has moved yet",
    mend: "use relations that hold in every state"
  },
  {
    relations: /* @__PURE__ */ new Set(["legal/2", "goal/2", "terminal/0"]),
    input: "does/2",
    isReached: ({ dependsOnMoves }) => dependsOnMoves,
    code: "depends-on-moves",
    why: "it is asked before the players move",
    mend: "keep what was done in the state with `next`, and ask for it with `true`"
  }
];
function checkInputs(clauses, graph, findings) {
  for (const prohibition of PROHIBITIONS) {
    for (const clause of clauses) {
      if (prohibition.relations.has(relationKey(clause.head))) checkClause(clause, { prohibition, graph, findings });
    }
  }
}
function checkClause({ head, body }, { prohibition, graph, findings }) {
  const { input, isReached, code, why, mend } = prohibition;
  for (const literal of body) {
    if (literal.kind === "distinct") continue;
    const key = relationKey(literal.atom);
    const component = graph.components[graph.componentOf.get(key) ?? -1];
    if (key !== input && (component === void 0 || !isReached(component))) continue;
    const links = key === input ? [] : graph.path(key, input);
    const chain2 = quoteChain([head.name, nameOfKey(key), ...links.map(({ to }) => nameOfKey(to))]);
    const message = `${quote2(head.name)} depends on ${quote2(nameOfKey(input))} (${chain2}), but ${why}`;
    findings.report({ code, span: literal.atom.span, message, mend });
    return;
  }
}

// src/rules/checkKeywords.ts
function checkKeywords(sheet, findings) {
  const check = new KeywordCheck(findings);
  for (const rule of sheet.rules) check.rule(rule);
}
var KeywordCheck = class {
  #findings;
  constructor(findings) {
    this.#findings = findings;
  }
  rule(rule) {
    this.#head(rule);
    this.#atom(rule.head);
    for (const formula of rule.body) this.#formula(formula, rule);
  }
  #head({ head, body }) {
    const { name, span } = head;
    if (BODY_ONLY.has(name)) {
      const message = `${quote2(name)} cannot be the head of a rule: ${WHY_BODY_ONLY.get(name)}`;
      this.#findings.report({ code: "keyword-in-head", span, message, mend: mendHead(head, body.length === 0) });
    } else if (name === "role" && body.length > 0) {
      const message = "roles depend on a condition, but they are fixed before the game begins";
      this.#findings.report({ code: "role-with-body", span, message, mend: "write one fact for each role" });
    }
  }
  #formula(formula, rule) {
    if (formula.kind === "not") this.#formula(formula.of, rule);
    else if (formula.kind !== "compound") for (const part of formula.of) this.#formula(part, rule);
    else this.#bodyAtom(formula, rule);
  }
  #bodyAtom(atom, { head }) {
    const { name, span } = atom;
    if (name === "next" && head.name === "sees") {
      const message = "a percept is derived from `next`, which GDL-II leaves to the heads of rules";
      const mend = "derive both from a relation of their own";
      this.#findings.report({ code: "next-in-percept", span, message, mend });
    } else if (HEAD_ONLY.has(name)) {
      const message = `${quote2(name)} stands in a body, but it may only be the head of a rule`;
      this.#findings.report({ code: "keyword-in-body", span, message, mend: MEND_BODY.get(name) });
    }
    this.#atom(atom);
  }
  #atom(atom) {
    const arity = KEYWORD_ARITY.get(atom.name);
    if (arity !== void 0 && arity !== atom.args.length) {
      const message = `${quote2(atom.name)} has ${counted(atom.args.length, "argument")} instead of ${String(arity)}`;
      this.#findings.report({ code: "keyword-arity", span: atom.span, message, mend: mendArity(atom, arity) });
    }
    const isPercept = atom.name === "sees";
    for (const argument of atom.args) {
      if (isFluentPlace(atom.name) && isTerm(argument, "terminal", 0)) this.#function(argument, isPercept);
      this.#term(argument, isPercept);
    }
  }
  #term(term, isPercept) {
    if (term.kind === "variable") return;
    if (term.args.length > 0 && KEYWORD_ARITY.has(term.name.toLowerCase())) this.#function(term, isPercept);
    for (const argument of term.args) this.#term(argument, isPercept);
  }
  /** In a percept a keyword misleads readers, but engines see a name like any other. */
  #function(term, isPercept) {
    const { name, span } = term;
    const message = `the keyword ${quote2(name)} is used as a ${term.args.length > 0 ? "function" : "fluent"}`;
    if (isPercept)
      this.#findings.report({ code: "keyword-in-percept", span, message, mend: "give the percept another name" });
    else this.#findings.report({ code: "keyword-as-function", span, message, mend: mendFunction(term) });
  }
};
var WHY_BODY_ONLY = /* @__PURE__ */ new Map([
  ["true", "the state says what is true"],
  ["does", "the players say what they do"],
  ["distinct", "it compares terms"]
]);
var MEND_BODY = /* @__PURE__ */ new Map([
  ["init", "ask for `true`, or put what both need into a relation of its own"],
  ["next", "put what both need into a relation of its own"],
  ["sees", "put what both need into a relation of its own"],
  ["base", "put what both need into a relation of its own"],
  ["input", "ask for `legal`, or put what both need into a relation of its own"]
]);
function mendHead({ name, args }, isFact) {
  if (isFact && !args.every(isGround))
    return "if it belongs to the rule before, move the `)` that closes that rule behind it";
  if (name === "true") return "write `init` for the first state, `next` for the following ones";
  return name === "does" ? "write `legal` for what a role may do" : "delete the rule, or give the relation another name";
}
function mendArity({ name, args }, arity) {
  if (name === "distinct" && args.length > 2) return "write one `distinct` for each pair";
  const [first, ...rest] = args.slice(arity - 1);
  if (arity === 0 || rest.length === 0 || first?.kind !== "compound" || first.args.length > 0) {
    return arity === 0 ? `write ${quote2(name)} alone` : `write ${quote2(shape(name, arity))}`;
  }
  const inner = { ...first, args: rest };
  return `write ${quoteTerm({ kind: "compound", name, args: [...args.slice(0, arity - 1), inner], span: first.span })}`;
}
function shape(name, arity) {
  return `(${[name, ...["\u2026", "\u2026"].slice(0, arity)].join(" ")})`;
}
function mendFunction(term) {
  if (term.args.length === 0) return `write ${quote2(term.name)} alone, without anything around it`;
  return "take away what stands around it, or give the function another name";
}
function isFluentPlace(name) {
  return name === "true" || name === "next" || name === "init";
}
function isTerm(term, name, arity) {
  return term.kind === "compound" && term.args.length === arity && term.name.toLowerCase() === name;
}

// src/rules/spelling.ts
var LONGEST_SLIP = 40;
var Spelling = class {
  #byCase = /* @__PURE__ */ new Map();
  #bySlip = /* @__PURE__ */ new Map();
  #shortest;
  /** Names shorter than `shortest` are taken as one letter apart on purpose. */
  constructor(names2, shortest = 4) {
    this.#shortest = shortest;
    for (const name of names2) {
      setFirst(this.#byCase, name.toLowerCase(), name);
      for (const variant of this.#slipsOf(name)) setFirst(this.#bySlip, variant, name);
    }
  }
  /** Undefined where no other name is close. */
  meant(name) {
    const sameButForCase = this.#byCase.get(name.toLowerCase());
    if (sameButForCase !== void 0 && sameButForCase !== name) return sameButForCase;
    for (const variant of this.#slipsOf(name)) {
      const close = this.#bySlip.get(variant);
      if (close !== void 0 && close !== name) return close;
    }
    return void 0;
  }
  /** The name itself and what is left of it without one letter; names with digits are numbered, not misspelt. */
  #slipsOf(name) {
    if (name.length < this.#shortest || name.length > LONGEST_SLIP || /\d/.test(name)) return [];
    const letters = Array.from(name.toLowerCase());
    return [name.toLowerCase(), ...letters.map((_, i) => letters.toSpliced(i, 1).join(""))];
  }
};
function setFirst(map, key, value) {
  if (!map.has(key)) map.set(key, value);
}

// src/rules/checkProduction.ts
var UNKNOWN = { relations: "unknown-relation", fluents: "unknown-fluent", moves: "unknown-move" };
var UNUSED = { relations: "unused-relation", fluents: "unused-fluent", moves: "unused-move" };
var MEND_UNKNOWN = {
  relations: "write rules for it",
  fluents: "produce it with `init` or `next`",
  moves: "allow it with `legal`"
};
var SURE_SLIP = 7;
function checkProduction(vocabulary, findings) {
  for (const { part, noun } of KINDS) {
    const { unknown, unused } = lonely(part, vocabulary);
    const names2 = (entries) => Array.from(entries, ({ name }) => name);
    const all = [...vocabulary[part].entries.values()];
    const produced = new Spelling(unknown.length > 0 ? names2(all.filter((entry) => entry.produced)) : []);
    for (const entry of unknown) {
      const message = `the ${noun} ${quote2(entry.name)} is used, but never produced`;
      const mend = mendKind(entry, part, vocabulary) ?? mendName(entry, vocabulary[part], produced) ?? MEND_UNKNOWN[part];
      findings.report({ code: UNKNOWN[part], span: entry.used, message, mend });
    }
    const used = new Spelling(unused.length > 0 ? names2(all.filter((entry) => entry.used)) : [], SURE_SLIP);
    for (const entry of unused) {
      const meant = used.meant(entry.name);
      const message = `the ${noun} ${quote2(entry.name)} ${part === "moves" ? "has no effect: no rule asks for it" : "is produced, but never used"}`;
      const mend = meant === void 0 ? "delete it, or use it" : `write ${quote2(meant)} if that is meant`;
      findings.report({ code: UNUSED[part], span: entry.produced, message, mend });
    }
  }
}
function lonely(part, { [part]: lexicon, relations }) {
  const all = [...lexicon.entries.values()];
  const isUnused = ({ name, arity, used }) => {
    if (used !== void 0 || KEYWORD_ARITY.has(name) || part === "moves" && arity === 0) return false;
    const asRelation = part === "fluents" ? relations.entries.get(`${name}/${String(arity)}`) : void 0;
    return asRelation === void 0 || asRelation.produced !== void 0;
  };
  return {
    unknown: lexicon.producesAny ? [] : all.filter(({ name, produced }) => !produced && !KEYWORD_ARITY.has(name)),
    unused: lexicon.usesAny ? [] : all.filter(isUnused)
  };
}
function mendKind({ name, arity, uses }, part, vocabulary) {
  const key = `${name}/${String(arity)}`;
  const isProduced = (lexicon) => lexicon.entries.get(key)?.produced !== void 0;
  if (part === "relations" && isProduced(vocabulary.fluents)) return `write ${quote2(`(true ${termKey(uses[0])})`)}`;
  if (part === "fluents" && isProduced(vocabulary.relations)) return "take away `true`, as it is a relation";
  return void 0;
}
function mendName({ name }, { byName }, produced) {
  const namesake = byName.get(name).find((entry) => entry.produced !== void 0);
  if (namesake !== void 0) return `give it ${counted(namesake.arity, "argument")}, as where it is produced`;
  const meant = produced.meant(name);
  return meant === void 0 ? void 0 : `write ${quote2(meant)} if that is meant`;
}

// src/rules/checkProductivity.ts
function checkProductivity(clauses, graph, findings) {
  const productive = productiveRelations(clauses, graph);
  const reported = /* @__PURE__ */ new Set();
  for (const { head, body } of clauses) {
    const relation = relationKey(head);
    const component = graph.componentOf.get(relation);
    if (productive.has(relation) || reported.has(component)) continue;
    const missing2 = positiveRelations(body, graph).filter((other) => !productive.has(other));
    if (!missing2.every((other) => graph.componentOf.get(other) === component)) continue;
    reported.add(component);
    const cycle = [relation, ...graph.path(relation, relation).map(({ to }) => to)];
    findings.report({
      code: "never-holds",
      span: head.span,
      message: `${quote2(nameOfKey(relation))} never holds: all its rules ask for it again (${quoteChain(cycle.map(nameOfKey))})`,
      mend: "add a rule where the recursion begins, or check the spelling of its head"
    });
  }
}
function productiveRelations(clauses, graph) {
  const productive = /* @__PURE__ */ new Set();
  const queue = [];
  const waiting = /* @__PURE__ */ new Map();
  const produce = (relation) => {
    if (productive.has(relation)) return;
    productive.add(relation);
    queue.push(relation);
  };
  for (const { head, body } of clauses) {
    const needed = positiveRelations(body, graph);
    const rule = { head: relationKey(head), missing: needed.length };
    if (rule.missing === 0) produce(rule.head);
    for (const relation of needed) {
      const rules = waiting.get(relation);
      if (rules === void 0) waiting.set(relation, [rule]);
      else rules.push(rule);
    }
  }
  for (const relation of queue) {
    for (const rule of waiting.get(relation) ?? []) if (--rule.missing === 0) produce(rule.head);
  }
  return productive;
}
function positiveRelations(body, graph) {
  const relations = /* @__PURE__ */ new Set();
  for (const literal of body) {
    if (literal.kind === "atom" && literal.isPositive) relations.add(relationKey(literal.atom));
  }
  return [...relations].filter((relation) => graph.componentOf.has(relation));
}

// src/rules/checkRecursion.ts
function checkRecursion(clauses, graph, findings) {
  for (const clause of clauses) {
    const key = relationKey(clause.head);
    const isInCycle = (atom) => graph.areMutuallyRecursive(key, relationKey(atom));
    const inCycle = [];
    const bound = /* @__PURE__ */ new Map();
    for (const literal of clause.body) {
      if (literal.kind === "distinct" || !literal.isPositive) continue;
      if (isInCycle(literal.atom)) inCycle.push(literal.atom);
      else collectVariables(literal.atom, bound);
    }
    if (inCycle.length > 0) checkClause2(clause, { inCycle, bound }, findings);
  }
}
function checkClause2({ head }, { inCycle, bound }, findings) {
  const growing = head.args.find((argument) => argument.kind === "compound" && !isBound(argument, bound));
  const headArguments = new Set(head.args.map(termKey));
  const reported = /* @__PURE__ */ new Set();
  for (const atom of inCycle) {
    const free = atom.args.find((argument) => !headArguments.has(termKey(argument)) && !isBound(argument, bound));
    if (free === void 0 || reported.has(termKey(free))) continue;
    reported.add(termKey(free));
    const growth = growing === void 0 ? "" : `, and the head makes ever larger terms ${quoteTerm(growing)}`;
    const mend = `bind ${[...variablesOf([free]).values()].map(quoteTerm).join(", ")} by a literal outside the cycle`;
    const message = `${quoteTerm(free)} in the recursive ${quote2(atom.name)} is neither an argument of the head nor bound outside the cycle`;
    findings.report({ code: "recursion-restriction", span: free.span, message: message + growth, mend });
  }
}
function isBound(term, bound) {
  if (isGround(term)) return true;
  for (const name of variablesOf([term]).keys()) if (!bound.has(name)) return false;
  return true;
}

// src/rules/readRoles.ts
function readRoles(clauses) {
  const roles = /* @__PURE__ */ new Map();
  for (const { head, body } of clauses) {
    const term = head.args[0];
    if (head.name !== "role" || head.args.length !== 1 || body.length > 0) continue;
    if (term?.kind !== "compound" || !isGround(term)) continue;
    const name = termKey(term);
    if (!roles.has(name)) roles.set(name, { name, term });
  }
  return [...roles.values()];
}
function isRandom(role) {
  return role.toLowerCase() === "random";
}

// src/rules/checkRequired.ts
var REQUIREMENTS = [
  { keyword: "role", code: "no-role", message: "the game has no role", example: "(role white)" },
  { keyword: "legal", code: "no-legal", message: "no role ever has a legal move", example: "(legal white noop)" },
  {
    keyword: "terminal",
    code: "no-terminal",
    message: "the game never ends",
    example: "(<= terminal (true (step 9)))"
  },
  { keyword: "goal", code: "no-goal", message: "no role ever gets a goal value", example: "(goal white 100)" },
  { keyword: "init", code: "no-init", message: "nothing is true at the start of the game", example: "(init (step 1))" },
  {
    keyword: "next",
    code: "no-next",
    message: "nothing is true after the first move",
    example: "(<= (next f) (true f))"
  }
];
function checkRequired(sheet, syntax, findings) {
  const isIncomplete = syntax.some(({ severity }) => severity === "error");
  const text = isIncomplete ? sheet.source.text.toLowerCase() : "";
  const heads = new Set(sheet.rules.map(({ head }) => head.name));
  const isChanceAlone = sheet.rules.every(({ head }) => head.name !== "role" || isRandomRole(head.args[0]));
  for (const { keyword, code, message, example } of REQUIREMENTS) {
    if (heads.has(keyword) || text.includes(keyword) || keyword === "goal" && heads.has("role") && isChanceAlone)
      continue;
    findings.report({ code, span: { start: 0, end: 0 }, message, mend: `add it, like ${quote2(example)}` });
  }
}
function isRandomRole(term) {
  return term?.kind === "compound" && term.args.length === 0 && isRandom(term.name);
}

// src/rules/checkRoles.ts
function checkRoles(clauses, roles, findings) {
  if (roles.length === 0) return;
  checkMissing(clauses, roles, findings);
  checkUnknown(clauses, roles, findings);
}
function checkMissing(clauses, roles, findings) {
  const headsOf = (name) => clauses.filter(({ head }) => head.name === name && head.args.length === 2).map(({ head }) => head);
  const isServed = (heads, { term }) => heads.length === 0 || heads.some(({ args }) => unify(args[0], term, /* @__PURE__ */ new Map()));
  const legal = headsOf("legal");
  const goal = headsOf("goal");
  const sees = headsOf("sees");
  for (const role of roles) {
    const { span } = role.term;
    const name = quote2(role.name);
    if (!isServed(legal, role)) {
      const message = `no rule gives the role ${name} a legal move`;
      findings.report({
        code: "role-without-legal",
        span,
        message,
        mend: `write rules for ${quote2(`(legal ${role.name} \u2026)`)}`
      });
    }
    if (isRandom(role.name)) continue;
    if (!isServed(goal, role)) {
      const message = `no rule gives the role ${name} a goal value`;
      findings.report({
        code: "role-without-goal",
        span,
        message,
        mend: `write rules for ${quote2(`(goal ${role.name} \u2026)`)}`
      });
    }
    if (!isServed(sees, role)) {
      const message = `the role ${name} never sees anything, not even its own moves, though others do`;
      findings.report({
        code: "role-sees-nothing",
        span,
        message,
        mend: `write rules for ${quote2(`(sees ${role.name} \u2026)`)}`
      });
    }
  }
}
function checkUnknown(clauses, roles, findings) {
  const known = new Set(roles.map(({ name }) => name));
  const spelling = new Spelling(known);
  const reported = /* @__PURE__ */ new Set();
  const check = ({ name, args }) => {
    const term = args[0];
    if (term === void 0 || !ROLE_FIRST.has(name) || !isGround(term)) return;
    const role = termKey(term);
    if (known.has(role) || reported.has(role)) return;
    reported.add(role);
    const meant = spelling.meant(role);
    const mend = meant === void 0 ? `add ${quote2(`(role ${role})`)}, or check the spelling` : `write ${quote2(meant)} if that is meant`;
    findings.report({ code: "unknown-role", span: term.span, message: `${quoteTerm(term)} is no role`, mend });
  };
  for (const { head, body } of clauses) {
    check(head);
    for (const literal of body) if (literal.kind === "atom") check(literal.atom);
  }
}

// src/rules/bindings.ts
function variablesIn(formulas) {
  const found = /* @__PURE__ */ new Map();
  const collect = (normal) => {
    if (normal.kind === "and" || normal.kind === "or") normal.of.forEach(collect);
    else collectLeaf(normal, found);
  };
  for (const formula of formulas) collect(formula);
  return found;
}
function collectLeaf(leaf, into) {
  const terms = leaf.kind === "atom" ? leaf.atom.args : [leaf.left, leaf.right];
  for (const term of terms) collectVariables(term, into);
}
function boundVariables(normal) {
  const bound = /* @__PURE__ */ new Map();
  if (normal.kind === "and") {
    for (const part of normal.of) for (const [name, variable] of boundVariables(part)) bound.set(name, variable);
  } else if (normal.kind === "or") {
    const [first, ...others] = normal.of.map(boundVariables);
    for (const [name, variable] of first ?? []) if (others.every((other) => other.has(name))) bound.set(name, variable);
  } else if (normal.kind === "atom" ? normal.isPositive : normal.kind === "equal" && hasGroundSide(normal)) {
    collectLeaf(normal, bound);
  }
  return bound;
}
function hasGroundSide(equality) {
  return isGround(equality.left) || isGround(equality.right);
}
function unboundVariables(normal, outside = []) {
  const unbound = /* @__PURE__ */ new Map();
  const visit = (part, known) => {
    if (part.kind === "and") {
      const inner = /* @__PURE__ */ new Set([...known, ...boundVariables(part).keys()]);
      for (const conjunct of part.of) visit(conjunct, inner);
    } else if (part.kind === "or") {
      for (const branch of part.of) visit(branch, /* @__PURE__ */ new Set([...known, ...boundVariables(branch).keys()]));
    } else {
      const variables = /* @__PURE__ */ new Map();
      collectLeaf(part, variables);
      for (const [name, variable] of variables) if (!known.has(name) && !unbound.has(name)) unbound.set(name, variable);
    }
  };
  visit(normal, /* @__PURE__ */ new Set([...outside, ...boundVariables(normal).keys()]));
  return unbound;
}

// src/rules/checkSafety.ts
function checkSafety(rules, roles, findings) {
  const isRole = new Set(roles.map(({ name }) => name));
  for (const rule of rules) {
    if (BODY_ONLY.has(rule.rule.head.name)) continue;
    if (rule.rule.body.length === 0) checkFact(rule.rule.head, findings);
    else checkRule(rule, isRole, findings);
  }
}
function checkFact(head, findings) {
  const variables = [...variablesOf([head]).values()];
  if (variables.length === 0) return;
  const names2 = variables.map(quoteTerm);
  findings.report({
    code: "unsafe-variable",
    span: variables[0].span,
    message: `the fact ${quoteTerm(head)} has the ${names2.length === 1 ? "variable" : "variables"} ${names2.join(", ")}, but facts are ground`,
    mend: "write a rule whose body binds them, or one fact for each value"
  });
}
function checkRule(rule, isRole, findings) {
  const reported = /* @__PURE__ */ new Set();
  for (const clause of rule.clauses) {
    for (const unsafe of unsafeVariables(clause)) {
      const { variable } = unsafe;
      if (reported.has(variable.name)) continue;
      reported.add(variable.name);
      const { span } = variable;
      if (rule.isSplit && isSafeAsWritten(rule, variable)) {
        const message = `the disjunctions of this rule multiply to too many alternatives, and ${quoteTerm(variable)} ties them together`;
        const mend = "give one of the disjunctions a relation of its own";
        findings.report({ code: "too-many-alternatives", span, message, mend });
      } else {
        const where = rule.clauses.length > 1 ? " of one of the alternatives" : "";
        const message = `${quoteTerm(variable)} occurs ${unsafe.place} but in no positive literal${where}`;
        const standsForRole = isRoleVariable(variable, clause, isRole);
        const mend = standsForRole ? `add ${quote2(`(role ?${variable.name})`)}` : "add one that binds it";
        findings.report({ code: "unsafe-variable", span, message, mend });
      }
    }
  }
}
function unsafeVariables(clause) {
  const bound = /* @__PURE__ */ new Map();
  const negated = /* @__PURE__ */ new Map();
  const compared = /* @__PURE__ */ new Map();
  for (const literal of clause.body) {
    if (literal.kind === "atom") collectVariables(literal.atom, literal.isPositive ? bound : negated);
    else for (const term of [literal.left, literal.right]) collectVariables(term, compared);
  }
  const unbound = (variables, place) => [...variables.values()].filter(({ name }) => !bound.has(name)).map((variable) => ({ variable, place }));
  return [
    ...unbound(variablesOf([clause.head]), "in the head"),
    ...unbound(negated, "under `not`"),
    ...unbound(compared, "in `distinct`")
  ];
}
function isSafeAsWritten({ rule, body }, { name }) {
  const isInHead = variablesOf([rule.head]).has(name);
  if (unboundVariables(body).has(name) || !variablesIn([body]).has(name)) return false;
  return !isInHead || boundVariables(body).has(name);
}
function isRoleVariable({ name }, { head, body }, isRole) {
  const isFirst = ({ name: relation, args }) => ROLE_FIRST.has(relation) && args[0]?.kind === "variable" && args[0].name === name;
  if (isFirst(head)) return true;
  return body.some((literal) => {
    if (literal.kind === "atom") return isFirst(literal.atom);
    const sides = [termKey(literal.left), termKey(literal.right)];
    return sides.includes(`?${name}`) && sides.some((side) => isRole.has(side));
  });
}

// src/rules/checkSpelling.ts
var Spellings = class {
  #byCase = /* @__PURE__ */ new Map();
  add(name, span) {
    const key = name.toLowerCase();
    let spellings = this.#byCase.get(key);
    if (spellings === void 0) this.#byCase.set(key, spellings = /* @__PURE__ */ new Map());
    const spelt = spellings.get(name);
    if (spelt === void 0) spellings.set(name, { count: 1, first: span });
    else spelt.count++;
  }
  /** The names that are spelt in several ways, each with the most common spelling first. */
  *several() {
    for (const spellings of this.#byCase.values()) {
      if (spellings.size > 1) yield [...spellings].sort(([, a], [, b]) => b.count - a.count);
    }
  }
};
function checkSpelling(sheet, findings) {
  const names2 = new Spellings();
  for (const rule of sheet.rules) {
    const variables = new Spellings();
    visitRule(rule, { names: names2, variables });
    report(variables, "?", findings);
  }
  report(names2, "", findings);
}
function report(spellings, prefix, findings) {
  for (const [common, ...others] of spellings.several()) {
    for (const [name, { first }] of others) {
      findings.report({
        code: "differs-by-case",
        span: first,
        message: `${quote2(prefix + name)} and ${quote2(prefix + common[0])} differ only by case, but are different names`,
        mend: "spell them alike, or call them different things"
      });
    }
  }
}
function visitRule({ head, body }, both) {
  visitTerm(head, both);
  for (const formula of body) visitFormula(formula, both);
}
function visitFormula(formula, both) {
  if (formula.kind === "not") visitFormula(formula.of, both);
  else if (formula.kind !== "compound") for (const part of formula.of) visitFormula(part, both);
  else visitTerm(formula, both);
}
function visitTerm(term, both) {
  if (term.kind === "variable") both.variables.add(term.name, term.span);
  else {
    both.names.add(term.name, term.span);
    for (const argument of term.args) visitTerm(argument, both);
  }
}

// src/rules/dependencyGraph.ts
var DependencyGraph = class {
  /** Dependencies of each relation with clauses, in the order of the sheet, each once a sign. */
  dependencies;
  /** Strongly connected components, each after those that it depends on. */
  components;
  /** Index of its component for each relation with clauses. */
  componentOf;
  constructor(clauses) {
    this.dependencies = dependenciesOf(clauses);
    const members = stronglyConnected(this.dependencies);
    const componentOf = /* @__PURE__ */ new Map();
    members.forEach((relations, index) => {
      for (const relation of relations) componentOf.set(relation, index);
    });
    this.componentOf = componentOf;
    const components = [];
    for (const relations of members) components.push(this.#component(relations, components));
    this.components = components;
  }
  /** Whether both are in one cycle. */
  areMutuallyRecursive(relation, other) {
    const index = this.componentOf.get(relation);
    return index !== void 0 && index === this.componentOf.get(other) && this.components[index].isRecursive;
  }
  /** The shortest chain of dependencies from one relation to another; empty if there is none. */
  path(from, to) {
    const reachedBy = /* @__PURE__ */ new Map();
    const queue = [from];
    for (const relation of queue) {
      for (const dependency of this.dependencies.get(relation) ?? []) {
        if (reachedBy.has(dependency.to)) continue;
        reachedBy.set(dependency.to, dependency);
        if (dependency.to === to) return chain(reachedBy, from, to);
        queue.push(dependency.to);
      }
    }
    return [];
  }
  #component(relations, before) {
    let isRecursive = relations.length > 1;
    let dependsOnState = false;
    let dependsOnMoves = false;
    for (const relation of relations) {
      for (const { to } of this.dependencies.get(relation)) {
        const component = before[this.componentOf.get(to) ?? -1];
        isRecursive ||= to === relation;
        dependsOnState ||= to === "true/1" || component?.dependsOnState === true;
        dependsOnMoves ||= to === "does/2" || component?.dependsOnMoves === true;
      }
    }
    return { relations, isRecursive, dependsOnState, dependsOnMoves };
  }
};
function chain(reachedBy, from, to) {
  const links = [];
  for (let at = to; links.length === 0 || at !== from; ) {
    const link = reachedBy.get(at);
    links.push(link);
    at = link.from;
  }
  return links.reverse();
}
function dependenciesOf(clauses) {
  const found = /* @__PURE__ */ new Map();
  for (const clause of clauses) {
    const from = relationKey(clause.head);
    let ofRelation = found.get(from);
    if (ofRelation === void 0) found.set(from, ofRelation = /* @__PURE__ */ new Map());
    for (const literal of clause.body) {
      if (literal.kind === "distinct") continue;
      const to = relationKey(literal.atom);
      const key = `${literal.isPositive ? "+" : "-"}${to}`;
      if (!ofRelation.has(key)) ofRelation.set(key, { from, to, isPositive: literal.isPositive, clause });
    }
  }
  return new Map([...found].map(([relation, ofRelation]) => [relation, [...ofRelation.values()]]));
}
function stronglyConnected(graph) {
  const numbers = new Map(Array.from(graph.keys(), (relation, number) => [relation, number]));
  const start = [0];
  const targets = [];
  for (const dependencies of graph.values()) {
    for (const { to } of dependencies) {
      const target = numbers.get(to);
      if (target !== void 0) targets.push(target);
    }
    start.push(targets.length);
  }
  const { count, of } = stronglyConnectedComponents({
    start: Int32Array.from(start),
    targets: Int32Array.from(targets)
  });
  const members = Array.from({ length: count }, () => []);
  for (const [relation, number] of numbers) members[of[number]].push(relation);
  return members;
}

// src/rules/normalForm.ts
function isDistinct(atom) {
  return atom.name === "distinct" && atom.args.length === 2;
}
function toNormalForm(formula, isPositive = true) {
  if (formula.kind === "not") return toNormalForm(formula.of, !isPositive);
  if (formula.kind === "compound") return toLiteral(formula, isPositive);
  const kind = formula.kind === "and" === isPositive ? "and" : "or";
  return junction(
    kind,
    formula.of.map((part) => toNormalForm(part, isPositive))
  );
}
function toLiteral(atom, isPositive) {
  if (!isDistinct(atom)) return { kind: "atom", isPositive, atom };
  return { kind: isPositive ? "distinct" : "equal", left: atom.args[0], right: atom.args[1] };
}
function junction(kind, parts) {
  const of = parts.flatMap((part) => part.kind === kind ? part.of : [part]);
  return of.length === 1 ? of[0] : { kind, of };
}
function widthOf(normal) {
  if (normal.kind !== "and" && normal.kind !== "or") return { clauses: 1, literals: 1 };
  const width = normal.kind === "and" ? { clauses: 1, literals: 0 } : { clauses: 0, literals: 0 };
  for (const part of normal.of) {
    const { clauses, literals } = widthOf(part);
    width.clauses = normal.kind === "and" ? width.clauses * clauses : width.clauses + clauses;
    width.literals = normal.kind === "and" ? width.literals + literals : Math.max(width.literals, literals);
  }
  return width;
}
function multiplyOut(normal) {
  if (normal.kind === "or") return normal.of.flatMap(multiplyOut);
  if (normal.kind !== "and") return [[normal]];
  let products = [[]];
  for (const part of normal.of) {
    if (part.kind !== "or") {
      for (const product of products) product.push(part);
    } else {
      const alternatives = multiplyOut(part);
      products = products.flatMap((product) => alternatives.map((alternative) => [...product, ...alternative]));
    }
  }
  return products;
}
function simplify(head, conjunction) {
  const substitution = solve(conjunction);
  if (!(substitution instanceof Map)) return substitution;
  const body = /* @__PURE__ */ new Map();
  for (const part of conjunction) {
    if (part.kind === "equal") continue;
    const literal = substituteLiteral(part, substitution);
    if (literal.kind === "distinct") {
      if (termKey(literal.left) === termKey(literal.right)) return "never";
      if (isGround(literal.left) && isGround(literal.right)) continue;
    }
    const key = literalKey(literal);
    if (body.has(key)) continue;
    if (literal.kind === "atom" && body.has(literalKey({ ...literal, isPositive: !literal.isPositive })))
      return "never";
    body.set(key, literal);
  }
  return { head: substituteAtom(head, substitution), body: [...body.values()] };
}
var MAX_TERM_SIZE = 2e3;
function solve(parts) {
  const substitution = /* @__PURE__ */ new Map();
  const isSmall = (term) => isWithinSize(term, substitution, MAX_TERM_SIZE);
  for (const part of parts) {
    if (part.kind !== "equal") continue;
    if (![part.left, part.right].every(isSmall)) return "too large";
    if (!unify(part.left, part.right, substitution)) return "never";
  }
  return [...substitution.values()].every(isSmall) ? substitution : "too large";
}
function substituteLiteral(literal, substitution) {
  if (substitution.size === 0) return literal;
  if (literal.kind === "atom") return { ...literal, atom: substituteAtom(literal.atom, substitution) };
  return { ...literal, left: substitute(literal.left, substitution), right: substitute(literal.right, substitution) };
}
function substituteNormal(normal, substitution) {
  if (normal.kind === "and" || normal.kind === "or") {
    return { kind: normal.kind, of: normal.of.map((part) => substituteNormal(part, substitution)) };
  }
  if (normal.kind !== "equal") return substituteLiteral(normal, substitution);
  return { ...normal, left: substitute(normal.left, substitution), right: substitute(normal.right, substitution) };
}

// src/rules/separateByArguments.ts
var MAX_RELATIONS = 1e3;
var MAX_CLAUSES = 1e5;
function separateByArguments(clauses, tangle, freshNames) {
  const separator = new Separator(clauses, tangle, freshNames);
  const rewritten = clauses.map((clause) => separator.rewrite(clause, relationKey(clause.head)));
  return { clauses: [...rewritten, ...separator.copies()], origins: separator.origins };
}
var Separator = class {
  origins = /* @__PURE__ */ new Map();
  #parts = /* @__PURE__ */ new Map();
  #clausesOf = /* @__PURE__ */ new Map();
  #freshNames;
  #isTangled;
  constructor(clauses, { graph: { componentOf }, components }, freshNames) {
    this.#freshNames = freshNames;
    this.#isTangled = (relation, other) => {
      const component = componentOf.get(relation);
      return component !== void 0 && components.has(component) && component === componentOf.get(other);
    };
    for (const clause of clauses) {
      const key = relationKey(clause.head);
      if (!this.#isTangled(key, key)) continue;
      const known = this.#clausesOf.get(key);
      if (known === void 0) this.#clausesOf.set(key, [clause]);
      else known.push(clause);
    }
  }
  rewrite(clause, from) {
    const body = clause.body.map((literal) => this.#rewriteLiteral(literal, from));
    return body.every((literal, i) => literal === clause.body[i]) ? clause : { ...clause, body };
  }
  /** The clauses of all parts; making them may ask for further parts. */
  copies() {
    const copies = [];
    for (const part of this.#parts.values()) {
      for (const clause of this.#clausesOf.get(part.key)) {
        const copy = copyFor(part, clause);
        if (copy !== void 0) copies.push(this.rewrite(copy, part.key));
        if (copies.length > MAX_CLAUSES) return copies;
      }
    }
    return copies;
  }
  #rewriteLiteral(literal, from) {
    if (literal.kind === "distinct" || !literal.atom.args.some(isGround)) return literal;
    const key = relationKey(literal.atom);
    if (!this.#isTangled(from, key)) return literal;
    const name = this.#partFor(literal.atom, key)?.name;
    return name === void 0 ? literal : { ...literal, atom: { ...literal.atom, name } };
  }
  #partFor(atom, key) {
    const pattern = [atom.name, ...atom.args.map((argument) => isGround(argument) ? termKey(argument) : "_")].join(
      " "
    );
    let part = this.#parts.get(pattern);
    if (part === void 0 && this.#parts.size < MAX_RELATIONS) {
      part = { name: this.#freshNames.next(atom.name), atom, key };
      this.#parts.set(pattern, part);
      this.origins.set(relationKey({ ...atom, name: part.name }), key);
    }
    return part;
  }
};
function copyFor({ name, atom }, { head, body, span }) {
  const substitution = /* @__PURE__ */ new Map();
  for (const [i, argument] of atom.args.entries()) {
    if (isGround(argument) && !unify(head.args[i], argument, substitution)) return void 0;
  }
  return {
    head: { ...substituteAtom(head, substitution), name },
    body: body.map((literal) => substituteLiteral(literal, substitution)),
    span
  };
}

// src/rules/checkStratification.ts
function checkStratification({ clauses, graph }, freshNames, findings) {
  const negations = negationsInCycles(graph);
  if (negations.size === 0) return { clauses, graph };
  const separation = separateByArguments(clauses, { graph, components: new Set(negations.keys()) }, freshNames);
  const separated = new DependencyGraph(separation.clauses);
  const tangled = /* @__PURE__ */ new Set();
  for (const { from } of negationsInCycles(separated).values()) {
    tangled.add(graph.componentOf.get(separation.origins.get(from) ?? from));
  }
  for (const [component, dependency] of negations)
    report2(dependency, { graph, isTangled: tangled.has(component) }, findings);
  return { clauses: separation.clauses, graph: separated };
}
function negationsInCycles(graph) {
  const found = /* @__PURE__ */ new Map();
  for (const dependencies of graph.dependencies.values()) {
    for (const dependency of dependencies) {
      const component = graph.componentOf.get(dependency.from);
      const isInCycle = !dependency.isPositive && component === graph.componentOf.get(dependency.to);
      if (isInCycle && !found.has(component)) found.set(component, dependency);
    }
  }
  return found;
}
function report2({ from, to, clause }, { graph, isTangled }, findings) {
  const back = from === to ? [] : graph.path(to, from);
  const chain2 = quoteChain([nameOfKey(from), `not ${nameOfKey(to)}`, ...back.map((link) => signed(link))]);
  const negated = clause.body.find(
    (literal) => literal.kind === "atom" && !literal.isPositive && relationKey(literal.atom) === to
  );
  const span = negated?.kind === "atom" ? negated.atom.span : clause.span;
  const name = quote2(nameOfKey(from));
  if (isTangled) {
    const message = `${name} depends on its own negation: ${chain2}`;
    findings.report({
      code: "negation-in-cycle",
      span,
      message,
      mend: "define what is negated without the relation that negates it"
    });
  } else {
    const message = `${name} depends on its own negation by name (${chain2}), though never for the same arguments`;
    const mend = "give what is negated a name of its own, as other players may reject the rules";
    findings.report({ code: "negation-by-name", span, message, mend });
  }
}
function signed({ to, isPositive }) {
  return isPositive ? nameOfKey(to) : `not ${nameOfKey(to)}`;
}

// src/rules/classifyInformation.ts
function classifyInformation(clauses, roles) {
  const sees = clauses.filter(({ head }) => head.name === "sees" && head.args.length === 2);
  if (sees.length > 0 && !revealsAllMoves(sees, roles)) return "partial";
  return roles.some(({ name }) => isRandom(name)) ? "stochastic" : "deterministic";
}
function revealsAllMoves(sees, roles) {
  const observers = roles.filter(({ name }) => !isRandom(name));
  return observers.every(
    (observer) => roles.every((actor) => observer === actor || sees.some((clause) => reveals(clause, { observer, actor, roles })))
  );
}
function reveals({ head, body }, { observer, actor, roles }) {
  const does = body.filter((literal) => isAtom(literal, "does"));
  const [agent, move] = does[0]?.atom.args ?? [];
  if (does.length !== 1 || agent === void 0 || move?.kind !== "variable") return false;
  const [watcher, percept] = head.args;
  const substitution = /* @__PURE__ */ new Map();
  if (!unify(watcher, observer.term, substitution) || !unify(agent, actor.term, substitution)) return false;
  if (substitution.has(move.name) || !variablesOf([percept]).has(move.name)) return false;
  if (roles.length > 2 && !mentions(percept, agent)) return false;
  return body.every((literal) => literal === does[0] || holdsOfRoles(literal, substitution, roles));
}
function isAtom(literal, name) {
  return literal.kind === "atom" && literal.isPositive && literal.atom.name === name;
}
function holdsOfRoles(literal, substitution, roles) {
  if (literal.kind === "distinct") {
    const left = substitute(literal.left, substitution);
    const right = substitute(literal.right, substitution);
    return isGround(left) && isGround(right) && termKey(left) !== termKey(right);
  }
  if (!isAtom(literal, "role") || literal.atom.args.length !== 1) return false;
  const role = termKey(substitute(literal.atom.args[0], substitution));
  return roles.some(({ name }) => name === role);
}
function mentions(term, part) {
  return termKey(term) === termKey(part) || term.kind === "compound" && term.args.some((argument) => mentions(argument, part));
}

// src/rules/findings.ts
var SEVERITY_OF_CODE = {
  "no-role": "error",
  "no-legal": "error",
  "no-terminal": "error",
  "no-goal": "error",
  "keyword-arity": "error",
  "keyword-as-function": "error",
  "keyword-in-head": "error",
  "keyword-in-body": "error",
  "role-with-body": "error",
  "unsafe-variable": "error",
  "too-many-alternatives": "error",
  "negation-in-cycle": "error",
  "recursion-restriction": "error",
  "too-large-term": "error",
  "depends-on-state": "error",
  "depends-on-moves": "error",
  "role-without-legal": "error",
  "no-init": "warning",
  "no-next": "warning",
  "role-without-goal": "warning",
  "role-sees-nothing": "warning",
  "unknown-role": "warning",
  "unknown-relation": "warning",
  "unknown-fluent": "warning",
  "unknown-move": "warning",
  "unused-relation": "warning",
  "unused-fluent": "warning",
  "several-arities": "warning",
  "never-matches": "warning",
  "looks-like-variable": "warning",
  contradiction: "warning",
  "negation-by-name": "warning",
  "unused-move": "warning",
  "never-holds": "warning",
  "differs-by-case": "warning",
  "duplicate-rule": "warning",
  "duplicate-role": "warning",
  "goal-value": "warning",
  "keyword-in-percept": "warning",
  "next-in-percept": "warning"
};
var SHOWN_OF_A_CODE = 100;
var Findings2 = class {
  #diagnostics = /* @__PURE__ */ new Map();
  #counts = /* @__PURE__ */ new Map();
  report(finding) {
    const key = `${finding.code} ${String(finding.span.start)} ${finding.message}`;
    if (this.#diagnostics.has(key)) return;
    const count = (this.#counts.get(finding.code) ?? 0) + 1;
    this.#counts.set(finding.code, count);
    if (count <= SHOWN_OF_A_CODE) this.#diagnostics.set(key, withSeverity(finding));
  }
  get diagnostics() {
    const diagnostics = [...this.#diagnostics.values()];
    for (const [code, count] of this.#counts) {
      if (count <= SHOWN_OF_A_CODE) continue;
      const message = `${String(count - SHOWN_OF_A_CODE)} more findings of this kind are not shown`;
      const { span } = diagnostics.findLast((diagnostic2) => diagnostic2.code === code);
      diagnostics.push(withSeverity({ code, span, message, mend: "mend the first ones and check again" }));
    }
    return diagnostics;
  }
};
function withSeverity(finding) {
  return { ...finding, severity: SEVERITY_OF_CODE[finding.code] };
}

// src/rules/freshNames.ts
var FreshNames = class {
  #taken = /* @__PURE__ */ new Set();
  #counts = /* @__PURE__ */ new Map();
  constructor(rules) {
    for (const { head, body } of rules) {
      this.#take(head);
      for (const formula of body) this.#take(formula);
    }
  }
  next(stem) {
    let count = this.#counts.get(stem) ?? 0;
    let name;
    do
      name = `${stem}#${String(++count)}`;
    while (this.#taken.has(name));
    this.#counts.set(stem, count);
    return name;
  }
  #take(formula) {
    if (formula.kind === "not") this.#take(formula.of);
    else if (formula.kind !== "compound") for (const part of formula.of) this.#take(part);
    else if (formula.name.includes("#")) this.#taken.add(formula.name);
  }
};

// src/rules/splitDisjunctions.ts
function splitDisjunctions(rule, freshNames) {
  const { head, body } = withEqualities(rule);
  if (body.kind === "or") return body.of.map((branch) => ({ head, body: branch }));
  if (body.kind !== "and") return [{ head, body }];
  const conjuncts = body.of.filter((part) => part.kind !== "or");
  let waiting = body.of.filter((part) => part.kind === "or");
  const branches = [];
  while (waiting.length > 0) {
    const disjunction = firstBound(waiting, conjuncts);
    waiting = waiting.filter((other) => other !== disjunction);
    const outside = variablesIn([asLiteral(head), ...conjuncts, ...waiting]);
    const shared = [...variablesIn([disjunction]).values()].filter(({ name }) => outside.has(name));
    const atom = { kind: "compound", name: freshNames.next("or"), args: shared, span: head.span };
    for (const branch of disjunction.of) {
      branches.push({
        head: atom,
        body: junction("and", [branch, ...bindersFor({ head: atom, body: branch }, conjuncts)])
      });
    }
    conjuncts.push(asLiteral(atom));
  }
  return [{ head, body: { kind: "and", of: conjuncts } }, ...branches];
}
function asLiteral(atom) {
  return { kind: "atom", isPositive: true, atom };
}
function firstBound(disjunctions, conjuncts) {
  const bound = boundVariables({ kind: "and", of: conjuncts });
  const isBound2 = (branch) => unboundVariables(branch, bound.keys()).size === 0;
  return disjunctions.find((disjunction) => disjunction.of.every(isBound2)) ?? disjunctions[0];
}
function bindersFor({ head, body }, conjuncts) {
  const bound = boundVariables(body);
  const unbound = unboundVariables(body);
  for (const [name, variable] of variablesIn([asLiteral(head)])) if (!bound.has(name)) unbound.set(name, variable);
  return conjuncts.filter((part) => [...boundVariables(part).keys()].some((name) => unbound.has(name)));
}
function withEqualities(rule) {
  const parts = rule.body.kind === "and" ? rule.body.of : [rule.body];
  const substitution = solve(parts);
  if (!(substitution instanceof Map))
    return { ...rule, body: { kind: "and", of: parts.filter((part) => part.kind === "equal") } };
  const rest = parts.filter((part) => part.kind !== "equal").map((part) => substituteNormal(part, substitution));
  return { head: substituteAtom(rule.head, substitution), body: junction("and", rest) };
}

// src/rules/toClauses.ts
var MAX_CLAUSES2 = 512;
var MAX_LITERALS = 1 << 17;
function toClauses(rules, freshNames) {
  return rules.map((rule) => {
    if (rule.body.length === 0) return factOf(rule);
    const body = junction(
      "and",
      rule.body.map((formula) => toNormalForm(formula))
    );
    return { rule, body, ...clausesOf({ head: rule.head, body }, rule, freshNames) };
  });
}
function factOf(rule) {
  return {
    rule,
    body: TRUE,
    clauses: [{ head: rule.head, body: [], span: rule.span }],
    isSplit: false,
    hasLargeTerms: false
  };
}
var TRUE = { kind: "and", of: [] };
function clausesOf(normal, { span }, freshNames) {
  const clauses = /* @__PURE__ */ new Map();
  let isSplit = false;
  let hasLargeTerms = false;
  const pending = [normal];
  for (let rule = pending.pop(); rule !== void 0; rule = pending.pop()) {
    if (!isNarrow(rule.body)) {
      isSplit = true;
      for (const part of splitDisjunctions(rule, freshNames)) pending.push(part);
      continue;
    }
    const conjunctions = multiplyOut(rule.body);
    const isOnly = rule === normal && conjunctions.length === 1;
    for (const conjunction of conjunctions) {
      const simple = simplify(rule.head, conjunction);
      hasLargeTerms ||= simple === "too large";
      if (simple === "never" || simple === "too large") continue;
      const key = isOnly ? "" : [termKey(simple.head), ...simple.body.map(literalKey)].join(" ");
      if (!clauses.has(key)) clauses.set(key, { ...simple, span });
    }
  }
  return { clauses: [...clauses.values()], isSplit, hasLargeTerms };
}
function isNarrow(body) {
  const { clauses, literals } = widthOf(body);
  return clauses <= 1 || clauses <= MAX_CLAUSES2 && clauses * literals <= MAX_LITERALS;
}

// src/rules/validRules.ts
var checked = /* @__PURE__ */ Symbol("checked");

// src/rules/validate.ts
function validate({ sheet, diagnostics }) {
  const findings = new Findings2();
  const freshNames = new FreshNames(sheet.rules);
  const rules = toClauses(sheet.rules, freshNames);
  const clauses = rules.flatMap((rule) => rule.clauses);
  const written = new DependencyGraph(clauses);
  const roles = readRoles(clauses);
  const vocabulary = readVocabulary(clauses);
  checkRequired(sheet, diagnostics, findings);
  checkKeywords(sheet, findings);
  checkRoles(clauses, roles, findings);
  checkGoals(sheet, findings);
  checkAlternatives(rules, findings);
  checkSafety(rules, roles, findings);
  const stratified = checkStratification({ clauses, graph: written }, freshNames, findings);
  checkRecursion(clauses, written, findings);
  checkInputs(clauses, written, findings);
  checkProductivity(clauses, written, findings);
  checkProduction(vocabulary, findings);
  checkArities(vocabulary, findings);
  checkArguments(vocabulary, findings);
  checkSpelling(sheet, findings);
  checkDuplicates(sheet, findings);
  const all = [...diagnostics, ...findings.diagnostics].sort((a, b) => a.span.start - b.span.start);
  if (all.some(({ severity }) => severity === "error")) return fail(all);
  const names2 = roles.map(({ name }) => name);
  return ok({
    [checked]: true,
    sheet,
    roles: names2,
    randomRole: names2.findIndex(isRandom),
    information: classifyInformation(clauses, roles),
    clauses: stratified.clauses,
    components: stratified.graph.components,
    warnings: all
  });
}

// src/reference/catalogue.ts
var Catalogue = class {
  table = new TermTable();
  relations = [];
  queries = [];
  sets = [];
  indexes = [];
  #ids = /* @__PURE__ */ new Map();
  /** The tier matters on the first call only; a relation that was never introduced has no tuples. */
  relation(key, tier = "static") {
    return this.#id(key, () => {
      const arity = Number(key.slice(key.lastIndexOf("/") + 1));
      return this.relations.push({ key, tier, arity });
    });
  }
  query(relation, bound) {
    return this.#id(`query ${String(relation)} ${bound.join()}`, () => {
      const { tier, arity } = this.relations[relation];
      const query = this.queries.length;
      const demands = this.sets.push({ query, tier, width: bound.length }) - 1;
      const answers = this.sets.push({ query, tier, width: arity }) - 1;
      return this.queries.push({ relation, bound, demands, answers });
    });
  }
  /** The set itself if there is nothing to open. */
  opened(from, openings) {
    if (openings.every((opening) => opening === "leaf")) return from;
    return this.#id(
      `opened ${String(from)} ${openings.map(openingKey).join()}`,
      () => this.sets.push({ ...this.sets[from], width: leaves(openings), opened: { from, openings } })
    );
  }
  index(set, columns) {
    return this.#id(
      `index ${String(set)} ${columns.join()}`,
      () => this.indexes.push({ set, columns: Int32Array.from(columns) })
    );
  }
  /** The number of what goes by a name; `introduce` adds it to its list and returns the new length. */
  #id(name, introduce) {
    let id = this.#ids.get(name);
    if (id === void 0) this.#ids.set(name, id = introduce() - 1);
    return id;
  }
};

// src/reference/clauseForm.ts
function relationKey2({ name, args }) {
  return `${name}/${String(args.length)}`;
}
function clauseForm(clause, catalogue) {
  const registers = new Registers(clause, catalogue);
  const body = clause.body.map((literal) => literalForm(literal, registers, catalogue));
  const head = clause.head.args.map((argument) => registers.template(argument));
  const relation = catalogue.relation(relationKey2(clause.head));
  return { relation, head, body, variables: registers.variables, registers: registers.contents() };
}
function literalForm(literal, registers, catalogue) {
  if (literal.kind === "distinct") {
    const left = registers.template(literal.left);
    const right = registers.template(literal.right);
    return { kind: "distinct", left, right, registers: [left, right].flatMap(registersIn) };
  }
  const { atom, isPositive } = literal;
  const args = atom.args.map((argument) => registers.template(argument));
  const relation = catalogue.relation(relationKey2(atom));
  return { kind: "atom", isPositive, relation, args, registers: args.flatMap(registersIn) };
}
function registersIn(template) {
  return typeof template === "number" ? [template] : template.args.flatMap(registersIn);
}
function openingOf(template) {
  return typeof template === "number" ? "leaf" : { symbol: template.symbol, args: template.args.map(openingOf) };
}
var Registers = class {
  #catalogue;
  #variables = /* @__PURE__ */ new Map();
  #constants = [];
  constructor(clause, catalogue) {
    this.#catalogue = catalogue;
    for (const argument of clause.head.args) this.#number(argument);
    for (const literal of clause.body) {
      const terms = literal.kind === "atom" ? literal.atom.args : [literal.left, literal.right];
      for (const term of terms) this.#number(term);
    }
  }
  get variables() {
    return this.#variables.size;
  }
  contents() {
    return Int32Array.of(...Array.from({ length: this.variables }).fill(0), ...this.#constants);
  }
  template(term) {
    if (term.kind === "variable") return this.#variables.get(term.name);
    if (isGround2(term)) return this.#constant(term);
    const symbol = this.#catalogue.table.symbol(term.name);
    return { symbol, args: term.args.map((argument) => this.template(argument)) };
  }
  #constant(term) {
    const id = this.#catalogue.table.intern(term);
    const known = this.#constants.indexOf(id);
    return this.#variables.size + (known === -1 ? this.#constants.push(id) - 1 : known);
  }
  #number(term) {
    if (term.kind === "compound") for (const argument of term.args) this.#number(argument);
    else if (!this.#variables.has(term.name)) this.#variables.set(term.name, this.#variables.size);
  }
};
function isGround2(term) {
  return term.kind === "compound" && term.args.every(isGround2);
}

// src/reference/order.ts
var ANSWERS_BY_KEY = 3;
var MANY = 1e9;
function demandOf({ form, query, knowledge }) {
  const args = knowledge.catalogue.queries[query].bound.map((column) => form.head[column]);
  return { kind: "demand", args, registers: args.flatMap(registersIn) };
}
function order(question, parts, needs) {
  const [first, ...rest] = parts;
  const ordered = [first];
  const bound = /* @__PURE__ */ new Set();
  const { variables, registers } = question.form;
  for (let constant2 = variables; constant2 < registers.length; constant2++) bound.add(constant2);
  for (const register of first.registers) bound.add(register);
  while (rest.length > 0) {
    const costs = rest.map((part) => cost(part, { question, bound, rest, needs }));
    const [best] = rest.splice(costs.indexOf(Math.min(...costs)), 1);
    ordered.push(best);
    for (const register of best.registers) bound.add(register);
  }
  return ordered;
}
function cost(part, { question, bound, rest, needs }) {
  const isBound2 = (register) => bound.has(register);
  const isTest = part.registers.every(isBound2);
  if (part.kind === "distinct") return isTest ? 0 : Infinity;
  if (part.kind === "demand") return isTest ? 0 : ANSWERS_BY_KEY;
  const isAskedByKey = question.knowledge.isAskedByKey(part.relation);
  const columns = boundColumns(part, bound);
  if (isTest) return isAskedByKey ? 0.2 : 0.1;
  if (!part.isPositive || needs(part).some((column) => !columns.includes(column))) return Infinity;
  const open = part.registers.filter((register) => !isBound2(register));
  const others = /* @__PURE__ */ new Set([...question.form.head.flatMap(registersIn), ...rest.filter((other) => other !== part).flatMap(({ registers }) => registers)]);
  if (isAskedByKey) return columns.length === 0 ? MANY : ANSWERS_BY_KEY ** open.length;
  const isMultiplying = open.some((register) => others.has(register));
  return isMultiplying ? question.knowledge.estimate(part.relation, columns) : 0.1;
}
function boundColumns({ args }, bound) {
  return [...args.keys()].filter((column) => registersIn(args[column]).every((register) => bound.has(register)));
}

// src/reference/plan.ts
var SCAN = 0;
var PROBE = 1;
var TEST = 2;
var DISTINCT = 3;
var ASKS_NOTHING = 0;
var ASKS_ALL = 1;
var ASKS_KEY = 2;
function plansOf(question, isRecursive) {
  const { form, knowledge } = question;
  const demand = demandOf(question);
  const main = order(question, [demand, ...form.body], () => []);
  const queries = queriesOf(main, question);
  const recursive = main.filter((part) => part.kind === "atom" && part.isPositive && isRecursive(part));
  const fromAtoms = recursive.map((atom) => {
    const isAsked = (part) => !recursive.slice(0, recursive.indexOf(atom)).includes(part);
    const needs = (part) => isAsked(part) ? knowledge.catalogue.queries[queries.get(part)].bound : [];
    const parts = order(question, [atom, demand, ...form.body.filter((part) => part !== atom)], needs);
    return fedPlan(parts, { question, queries, isAsked });
  });
  return [fedPlan(main, { question, queries, isAsked: () => true }), ...fromAtoms];
}
function queriesOf(parts, { form, knowledge }) {
  const queries = /* @__PURE__ */ new Map();
  const bound = constants(form.variables, form.registers.length);
  for (const part of parts) {
    if (part.kind === "atom") {
      const columns = knowledge.isAskedByKey(part.relation) ? boundColumns(part, bound) : [];
      queries.set(part, knowledge.catalogue.query(part.relation, columns));
    }
    for (const register of part.registers) bound.add(register);
  }
  return queries;
}
function constants(from, to) {
  return new Set(Array.from({ length: to - from }, (_, i) => from + i));
}
function fedPlan(parts, planning) {
  const { form } = planning.question;
  const bound = constants(form.variables, form.registers.length);
  const head = form.head.flatMap(registersIn);
  const steps = parts.map((part, i) => {
    const needed = /* @__PURE__ */ new Set([...head, ...parts.slice(i + 1).flatMap(({ registers }) => registers)]);
    const step = part.kind === "distinct" ? distinctStep(part) : tupleStep(part, { ...planning, bound, needed, isFed: i === 0 });
    for (const register of part.registers) bound.add(register);
    return step;
  });
  const bindsHead = ({ outputs }) => outputs.some((register, i) => i % 2 === 1 && head.includes(register));
  const last = steps.findLastIndex(bindsHead);
  return { source: steps[0].set, steps: steps.map((step, i) => ({ ...step, isExistential: i > last })) };
}
var NONE2 = new Int32Array(0);
function distinctStep(distinct) {
  const rest = { set: -1, asks: ASKS_NOTHING, query: -1, demand: [], index: -1, keyRegisters: NONE2, outputs: NONE2, checks: NONE2 };
  return { kind: DISTINCT, isPositive: true, distinct, isExistential: false, ...rest };
}
function tupleStep(part, place) {
  const { catalogue } = place.question.knowledge;
  const isDemand = part.kind === "demand";
  const query = isDemand ? place.question.query : place.queries.get(part);
  const { demands, answers, bound } = catalogue.queries[query];
  const set = catalogue.opened(isDemand ? demands : answers, part.args.map(openingOf));
  const { keyColumns, outputs, checks } = columnsOf(part.registers, place);
  const isTest = !place.isFed && outputs.length === 0;
  const isAsked = !isDemand && !place.isFed && place.isAsked(part);
  return {
    kind: isTest ? TEST : keyColumns.length === 0 ? SCAN : PROBE,
    isPositive: isDemand || part.isPositive,
    set,
    asks: !isAsked ? ASKS_NOTHING : bound.length === 0 ? ASKS_ALL : ASKS_KEY,
    query,
    demand: isDemand ? [] : bound.map((column) => part.args[column]),
    index: keyColumns.length === 0 ? -1 : catalogue.index(set, keyColumns),
    keyRegisters: Int32Array.from(keyColumns, (column) => part.registers[column]),
    outputs: Int32Array.from(outputs),
    checks: Int32Array.from(checks),
    distinct: null,
    isExistential: false
  };
}
function columnsOf(registers, { bound, needed, isFed }) {
  const keyColumns = [];
  const outputs = [];
  const checks = [];
  const written = /* @__PURE__ */ new Set();
  for (const [column, register] of registers.entries()) {
    if (bound.has(register) && !isFed) keyColumns.push(column);
    else if (bound.has(register) || written.has(register)) checks.push(column, register);
    else if (needed.has(register) || registers.lastIndexOf(register) > column) {
      outputs.push(column, register);
      written.add(register);
    }
  }
  return { keyColumns, outputs, checks };
}

// src/reference/join.ts
var Join = class {
  source;
  #form;
  #query;
  #steps;
  #registers;
  #stores;
  #indexes;
  #sets;
  constructor(form, query, { source, steps }) {
    this.source = source;
    this.#form = form;
    this.#query = query;
    this.#steps = steps;
    this.#registers = form.registers.slice();
    this.#stores = steps.map(() => void 0);
    this.#indexes = steps.map(() => void 0);
  }
  /** Derives what follows from the tuples `from … to - 1` of the source. */
  run(sets, from, to) {
    this.#sets = sets;
    this.#stores.fill(void 0);
    this.#indexes.fill(void 0);
    this.#scan(0, from, to);
  }
  /** Runs the steps from number i on; says whether they could be satisfied. */
  #step(i) {
    const step = this.#steps[i];
    if (step === void 0) return this.#emit();
    if (step.asks === ASKS_KEY) this.#ask(step);
    if (step.kind === TEST) return this.#test(i, step) && this.#step(i + 1);
    if (step.kind === PROBE) return this.#probe(i, step);
    if (step.kind === DISTINCT) return this.#isDistinct(step) && this.#step(i + 1);
    return this.#scan(i, 0, this.#store(i, step).count);
  }
  #ask({ query, demand }) {
    const demands = this.#sets.demands(query);
    const at = demands.room();
    for (let column = 0; column < demand.length; column++) demands.rows[at + column] = this.#build(demand[column]);
    if (this.#sets.add(query, demands)) this.#sets.answer(query);
  }
  #scan(i, from, to) {
    const step = this.#steps[i];
    const { rows, width } = this.#store(i, step);
    let isSatisfied = false;
    for (let row = from; row < to; row++) {
      if (!this.#take(step, rows, row * width) || !this.#step(i + 1)) continue;
      if (step.isExistential) return true;
      isSatisfied = true;
    }
    return isSatisfied;
  }
  #probe(i, step) {
    const index = this.#index(i, step);
    const { rows, width } = index.store;
    let isSatisfied = false;
    for (let row = index.first(this.#registers, step.keyRegisters); row !== -1; row = index.next(row)) {
      if (!this.#take(step, rows, row * width) || !this.#step(i + 1)) continue;
      if (step.isExistential) return true;
      isSatisfied = true;
    }
    return isSatisfied;
  }
  #test(i, step) {
    this.#sets.countWork();
    if (step.index === -1) return this.#store(i, step).count > 0 === step.isPositive;
    return this.#index(i, step).first(this.#registers, step.keyRegisters) !== -1 === step.isPositive;
  }
  #isDistinct({ distinct }) {
    return this.#build(distinct.left) !== this.#build(distinct.right);
  }
  /** Takes the values of a tuple into the registers; says whether it fits. */
  #take({ outputs, checks }, rows, at) {
    this.#sets.countWork();
    const registers = this.#registers;
    for (let i = 0; i < outputs.length; i += 2) registers[outputs[i + 1]] = rows[at + outputs[i]];
    for (let i = 0; i < checks.length; i += 2) {
      if (registers[checks[i + 1]] !== rows[at + checks[i]]) return false;
    }
    return true;
  }
  #emit() {
    const { head } = this.#form;
    const answers = this.#sets.answers(this.#query);
    const at = answers.room();
    for (let column = 0; column < head.length; column++) answers.rows[at + column] = this.#build(head[column]);
    this.#sets.add(this.#query, answers);
    return true;
  }
  //DEBUG
  describe(c) {
    const q = c.queries[this.#query];
    const rel = (id) => {
      const qq = c.queries[c.sets[id].query];
      return c.relations[qq.relation].key + (qq.bound.length ? "^" + qq.bound.join("") : "") + (c.sets[id].opened ? "o" : "");
    };
    return c.relations[q.relation].key + "^" + q.bound.join("") + JSON.stringify(this.#form.head) + " :- " + this.#steps.map((s) => s.kind === 3 ? "distinct" : (s.isPositive ? "" : "~") + ["SCAN", "PROBE", "TEST"][s.kind] + (s.isExistential ? "!" : "") + " " + rel(s.set) + "[" + String(s.keyRegisters) + ">" + String(s.outputs) + (s.checks.length ? "?" + String(s.checks) : "") + "]").join(" ");
  }
  //END
  #build(template) {
    return typeof template === "number" ? this.#registers[template] : this.#sets.builder.build(template, this.#registers);
  }
  #store(i, { set, asks, query }) {
    let store = this.#stores[i];
    if (store !== void 0) return store;
    if (asks === ASKS_ALL) this.#sets.askAll(query);
    this.#stores[i] = store = this.#sets.set(set);
    return store;
  }
  #index(i, { index, asks, query }) {
    const known = this.#indexes[i];
    if (known !== void 0 && asks !== ASKS_KEY) return known;
    if (asks === ASKS_ALL) this.#sets.askAll(query);
    return this.#indexes[i] = this.#sets.index(index);
  }
};

// src/reference/program.ts
var ASKED_FOR_ALL = ["init/1", "legal/2", "next/1", "sees/2", "goal/2", "terminal/0"];
var Program = class {
  catalogue = new Catalogue();
  #clauses = /* @__PURE__ */ new Map();
  #components = /* @__PURE__ */ new Map();
  #planned = [];
  #cursors = 0;
  constructor(rules) {
    const { catalogue } = this;
    catalogue.relation("true/1", "state");
    catalogue.relation("does/2", "moves");
    for (const { relations, isRecursive, dependsOnState, dependsOnMoves } of rules.components) {
      const tier = dependsOnMoves ? "moves" : dependsOnState ? "state" : "static";
      const members = new Set(relations.map((key) => catalogue.relation(key, tier)));
      const isAskedForAll = relations.some((key) => ASKED_FOR_ALL.includes(key));
      const component = { relations: members, isRecursive, planned: [], isAskedForAll, isAskedByKey: false };
      for (const relation of members) this.#components.set(relation, component);
    }
    for (const clause of rules.clauses) {
      const relation = catalogue.relation(relationKey2(clause.head));
      const own = this.#clauses.get(relation) ?? [];
      own.push(clauseForm(clause, catalogue));
      this.#clauses.set(relation, own);
    }
  }
  /** Undefined for relations without clauses. */
  componentOf(relation) {
    return this.#components.get(relation);
  }
  planned(query, knowledge) {
    return this.#planned[query] ??= this.#plan(query, knowledge);
  }
  /** From now on the component is asked by key; plans that did otherwise are void, and so are evaluations. */
  askByKey(component) {
    component.isAskedByKey = true;
    this.#planned.length = 0;
    for (const { planned } of this.#components.values()) planned.length = 0;
  }
  #plan(query, knowledge) {
    const { relation } = this.catalogue.queries[query];
    const component = this.#components.get(relation);
    const clauses = (this.#clauses.get(relation) ?? []).map(
      (form) => plansOf({ form, query, knowledge }, (atom) => component.relations.has(atom.relation)).map((plan) => ({
        join: new Join(form, query, plan),
        cursor: this.#cursors++
      }))
    );
    const planned = { query, clauses };
    component.planned.push(planned);
    return planned;
  }
};

// src/reference/termBuilder.ts
var TermBuilder = class {
  constructor(table, maxDepth) {
    this.table = table;
    this.maxDepth = maxDepth;
  }
  table;
  maxDepth;
  #depths = new IntList(1024);
  build(template, registers) {
    if (typeof template === "number") return registers[template];
    const { symbol, args } = template;
    const built = args.map((argument) => this.build(argument, registers));
    const known = this.table.size;
    const term = this.table.term(symbol, built);
    if (term >= known && this.#depth(term) > this.maxDepth) {
      const functor = `${this.table.nameOf(term)}/${String(args.length)}`;
      throw new EvaluationLimit("maxDepth", functor, this.maxDepth);
    }
    return term;
  }
  /** Levels of nesting, 1 for a constant. Arguments have smaller ids than the terms that they are in. */
  #depth(term) {
    const depths = this.#depths;
    while (depths.length <= term) {
      let deepest = 0;
      const next = depths.length;
      for (let i = this.table.arity(next) - 1; i >= 0; i--) {
        deepest = Math.max(deepest, depths.array[this.table.argument(next, i)]);
      }
      depths.push(deepest + 1);
    }
    return depths.array[term];
  }
};

// src/reference/referenceGame.ts
var State = class {
  constructor(fluents) {
    this.fluents = fluents;
  }
  fluents;
  legalMoves;
  isTerminal;
  goals;
};
function referenceGame(rules, limits = DEFAULT_LIMITS) {
  return new ReferenceGame(rules, limits);
}
var ReferenceGame = class {
  roles;
  names;
  #table;
  #roleTerms;
  #evaluations;
  #relation;
  constructor(rules, limits) {
    const program = new Program(rules);
    const { table } = program.catalogue;
    this.roles = rules.roles;
    this.#table = table;
    this.#relation = (key) => program.catalogue.relation(key);
    this.#roleTerms = rules.roles.map((role) => table.constant(role));
    this.#evaluations = new Evaluations({ program, builder: new TermBuilder(table, limits.maxDepth), limits }, this.#roleTerms);
    this.names = names(table, new MoveForms(rules, limits.maxDepth));
  }
  initial() {
    return this.#evaluations.answer((evaluation) => this.#stateOf(evaluation, "init/1"));
  }
  legalMoves(state, role) {
    state.legalMoves ??= this.#evaluations.answerInState(state.fluents, (evaluation) => {
      const isBefore = (a, b) => this.#table.text(a) < this.#table.text(b) ? -1 : 1;
      return this.#byRole(evaluation, "legal/2").map((moves) => moves.sort(isBefore));
    });
    return state.legalMoves[role];
  }
  next(state, joint) {
    return this.#evaluations.answerAfterMoves(state.fluents, joint, (evaluation) => this.#stateOf(evaluation, "next/1"));
  }
  isTerminal(state) {
    state.isTerminal ??= this.#evaluations.answerInState(
      state.fluents,
      (evaluation) => evaluation.extension(this.#relation("terminal/0")).count > 0
    );
    return state.isTerminal;
  }
  goals(state) {
    state.goals ??= this.#evaluations.answerInState(
      state.fluents,
      (evaluation) => this.#byRole(evaluation, "goal/2").map((values2) => values2.length === 1 ? this.#integer(values2[0]) : null)
    );
    return state.goals;
  }
  percepts(state, joint) {
    return this.#evaluations.answerAfterMoves(
      state.fluents,
      joint,
      (evaluation) => this.#byRole(evaluation, "sees/2").map((percepts) => percepts.map((percept) => this.#table.text(percept)).sort())
    );
  }
  #stateOf(evaluation, key) {
    const { rows, count } = evaluation.extension(this.#relation(key));
    return new State(rows.slice(0, count).sort());
  }
  /** For each role the second terms of the tuples that have the role as their first. */
  #byRole(evaluation, key) {
    const { rows, count } = evaluation.extension(this.#relation(key));
    const found = this.roles.map(() => []);
    for (let row = 0; row < count; row++) found[this.#roleTerms.indexOf(rows[2 * row])]?.push(rows[2 * row + 1]);
    return found;
  }
  #integer(term) {
    const text = this.#table.text(term);
    return /^-?\d+$/.test(text) ? Number(text) : null;
  }
};
function names(table, forms) {
  return {
    facts: ({ fluents }) => Array.from(fluents, (fluent) => table.text(fluent)).sort(),
    move: (move) => table.text(move),
    findMove: (text) => {
      const term = readTerm(text);
      return term.ok && forms.has(term.value) ? table.intern(term.value) : void 0;
    }
  };
}

// bench/reference.ts
var DEFAULT_FOLDER = "../shared/games";
var PROVER = 84;
function processorMs() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e3;
}
function referee(game, state) {
  for (const role of game.roles.keys()) game.legalMoves(state, role);
  game.isTerminal(state);
  game.goals(state);
}
function refereePlayouts(game, ms) {
  const random = seededRandom(1);
  const end = processorMs() + ms;
  let states = 0;
  let state = game.initial();
  while (processorMs() < end) {
    referee(game, state);
    states++;
    const joint = game.isTerminal(state) ? void 0 : randomJointMove(game, state, random);
    state = joint === void 0 ? game.initial() : game.next(state, joint);
  }
  return states;
}
function measure(path, seconds) {
  const game = basename(path).replace(/\.\w+$/, "");
  const start = processorMs();
  const rules = validate(readSheet({ name: path, content: readFileSync(path) }));
  if (!rules.ok) return `${game}: invalid rules`;
  try {
    const reference = referenceGame(rules.value);
    referee(reference, reference.initial());
    const firstMs = processorMs() - start;
    refereePlayouts(reference, 500 * seconds);
    const before = processorMs();
    const states = refereePlayouts(reference, 1e3 * seconds);
    return { game, firstMs, statesPerSecond: 1e3 * states / (processorMs() - before) };
  } catch (error) {
    return `${game}: ${String(error)}`;
  }
}
function sheetsIn(path) {
  if (!statSync(path).isDirectory()) return [path];
  const names2 = readdirSync(path).filter((name) => /\.(kif|hrf|gdl)$/.test(name));
  return names2.sort().map((name) => join(path, name));
}
function line({ game, statesPerSecond, firstMs }) {
  return `| ${game} | ${statesPerSecond.toFixed(statesPerSecond < 10 ? 1 : 0)} | ${firstMs.toFixed(0)} |`;
}
function bench(paths2, seconds) {
  const head = "| game | states/s | first state ms |\n|---|--:|--:|";
  console.log(head);
  const rows = [];
  for (const path of paths2.flatMap(sheetsIn)) {
    const row = measure(path, seconds);
    console.log(typeof row === "string" ? row : line(row));
    if (typeof row !== "string") rows.push(row);
  }
  rows.sort((a, b) => a.statesPerSecond - b.statesPerSecond);
  const median = rows[rows.length >> 1]?.statesPerSecond ?? 0;
  console.log(`
median of ${String(rows.length)} games ${median.toFixed(0)} states/s, ${(median / PROVER).toFixed(0)} \xD7 the prover`);
  console.log(`
slowest ten

${head}
${rows.slice(0, 10).map(line).join("\n")}`);
}
var { values, positionals } = parseArgs({ options: { seconds: { type: "string", default: "1" } }, allowPositionals: true });
var paths = positionals.length > 0 ? positionals : [DEFAULT_FOLDER];
var missing = paths.find((path) => !existsSync(path));
if (missing === void 0) bench(paths, Number(values.seconds));
else {
  console.error(`${missing}: no such file or folder; give sheets or folders as arguments`);
  process.exitCode = 2;
}
