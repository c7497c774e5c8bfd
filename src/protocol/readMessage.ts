import { fail, ok, type Result } from '../base/index.js';
import { type ListItem, printTerm, readTerm, visitItems } from '../gdl/index.js';
import type { News, PlayRequest, PreviewRequest, Request, StartRequest } from './messages.js';

/** More than any message has; what follows is not looked at. */
const MOST_ARGUMENTS = 16;

/** More moves or percepts than any game has. */
const MOST_TERMS = 65_536;

/** Beyond them the rules are taken as they are, and their reader says what it thinks of them. */
const MOST_BARE_FACTS = 1000;

/** Longest part of a message that a complaint quotes. */
const SHOWN = 60;

/**
 * Reads a message of a game manager. Verbs and `nil` may be in any case. What is wrong inside the news of `play` and `stop` is told with them, for a
 * player that is asked for a move answers whatever was wrong with the question; everything else fails with a reason.
 */
export function readMessage(text: string): Result<Request, string> {
  const message = new Message(text);
  const { verb } = message;
  if (verb === undefined) return fail(`not a message: '${shown(text)}'; it should look like (play match1 nil)`);
  switch (verb.toLowerCase()) {
    case 'info':
      return ok({ kind: 'info' });
    case 'ping':
      return ok({ kind: 'ping' });
    case 'preview':
      return preview(message);
    case 'start':
      return start(message);
    case 'play':
      return news(message, 'play');
    case 'stop':
      return news(message, 'stop');
    case 'abort':
      return message.withId((matchId) => ok({ kind: 'abort', matchId }));
    default:
      return fail(`unknown message '${shown(verb)}'; there are info, ping, preview, start, play, stop and abort`);
  }
}

/** The items of a message, as they stand in its text. */
class Message {
  readonly verb: string | undefined;
  readonly args: readonly ListItem[];
  /** False where it was cut off. */
  readonly isClosed: boolean;

  constructor(readonly text: string) {
    const items: ListItem[] = [];
    const end = visitItems(text, 0, (item) => {
      if (items.length <= MOST_ARGUMENTS) items.push(item);
    });
    const [head, ...args] = items;
    this.args = args;
    this.isClosed = end !== undefined;
    // A message without arguments may come without parentheses.
    this.verb = head?.kind === 'word' ? this.of(head) : /^\s*([a-z]+)\s*$/i.exec(text)?.[1];
  }

  of({ start, end }: ListItem): string {
    return this.text.slice(start, end);
  }

  /** The text of an argument that is a word. */
  word(index: number): string | undefined {
    const item = this.args[index];
    return item?.kind === 'word' ? this.of(item) : undefined;
  }

  withId(then: (matchId: string) => Result<Request, string>): Result<Request, string> {
    const matchId = this.word(0);
    return matchId === undefined
      ? fail(`${this.verb!.toLowerCase()} without a match id: '${shown(this.text)}'`)
      : then(matchId);
  }

  /** A list of rules as the text of a sheet. */
  rules(index: number): string | undefined {
    const item = this.args[index];
    if (item?.kind !== 'list') return undefined;
    const words: ListItem[] = [];
    const end = visitItems(this.text, item.start, (inner) => {
      if (inner.kind === 'word' && words.length <= MOST_BARE_FACTS) words.push(inner);
    });
    if (end === undefined) return undefined;
    return this.#sheet(item.start + 1, end - 1, words.length > MOST_BARE_FACTS ? [] : words);
  }

  /** GGP Base sends facts without arguments as bare words; in a sheet they have parentheses. */
  #sheet(start: number, end: number, words: readonly ListItem[]): string {
    const parts: string[] = [];
    let at = start;
    for (const word of words) {
      parts.push(this.text.slice(at, word.start), '(', this.of(word), ')');
      at = word.end;
    }
    parts.push(this.text.slice(at, end));
    return parts.join('');
  }
}

function start(message: Message): Result<StartRequest, string> {
  const matchId = message.word(0);
  const role = message.word(1);
  const rules = message.rules(2);
  const startClock = clockOf(message.word(3));
  const playClock = clockOf(message.word(4));
  const wrong = [
    ...(matchId === undefined ? ['match id'] : []),
    ...(role === undefined ? ['role'] : []),
    ...(rules === undefined ? ['list of rules'] : []),
    ...(startClock === undefined ? ['start clock in seconds'] : []),
    ...(playClock === undefined ? ['play clock in seconds'] : []),
  ];
  if (wrong.length > 0) return fail(`start without ${wrong.join(', ')}: '${shown(message.text)}'`);
  return ok({
    kind: 'start',
    matchId: matchId!,
    role: role!,
    rules: rules!,
    startClock: startClock!,
    playClock: playClock!,
  });
}

function preview(message: Message): Result<PreviewRequest, string> {
  const rules = message.rules(0);
  const clock = clockOf(message.word(1));
  if (rules === undefined || clock === undefined)
    return fail(`preview needs a list of rules and a clock: '${shown(message.text)}'`);
  return ok({ kind: 'preview', rules, clock });
}

function clockOf(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,9}(\.\d{1,9})?$/.test(text) ? Number(text) : undefined;
}

function news(message: Message, kind: PlayRequest['kind']): Result<Request, string> {
  return message.withId((matchId) => {
    const told = message.isClosed ? newsOf(message) : fail('the message is cut off');
    return ok({ kind, matchId, news: told.ok ? told.value : { kind: 'unreadable', reason: told.error } });
  });
}

/** Told apart by the number of arguments: `(moves)` or `(percepts)`; `turn lastmove (percepts)`. */
function newsOf(message: Message): Result<News, string> {
  const { args } = message;
  switch (args.length) {
    case 1:
      return ok({ kind: 'nothing' });
    case 2:
      return mapped(termsOf(message, 1), (terms) => (terms === null ? { kind: 'nothing' } : { kind: 'terms', terms }));
    case 4:
      return perceptsOf(message);
    default:
      return fail(`${String(args.length)} arguments; there should be 2, or 4 in GDL-II: id, turn, last move, percepts`);
  }
}

function perceptsOf(message: Message): Result<News, string> {
  const turn = message.word(1);
  if (turn === undefined || !/^\d{1,9}$/.test(turn)) return fail(`'${shown(message.of(message.args[1]!))}' is no turn`);
  const lastMove = isNil(message, 2) ? ok(null) : termOf(message.of(message.args[2]!));
  if (!lastMove.ok) return lastMove;
  return mapped(termsOf(message, 3), (percepts) => ({
    kind: 'percepts',
    turn: Number(turn),
    lastMove: lastMove.value,
    percepts: percepts ?? [],
  }));
}

const isNil = (message: Message, index: number): boolean => message.word(index)?.toLowerCase() === 'nil';

/** The terms of a list, or null where it is `nil`. */
function termsOf(message: Message, index: number): Result<readonly string[] | null, string> {
  if (isNil(message, index)) return ok(null);
  const item = message.args[index]!;
  if (item.kind === 'word') return fail(`'${shown(message.of(item))}' is neither nil nor a list`);
  const items: ListItem[] = [];
  visitItems(message.text, item.start, (inner) => {
    if (items.length <= MOST_TERMS) items.push(inner);
  });
  if (items.length > MOST_TERMS) return fail(`more than ${String(MOST_TERMS)} terms`);
  const terms: string[] = [];
  for (const inner of items) {
    const term = termOf(message.of(inner));
    if (!term.ok) return term;
    terms.push(term.value);
  }
  return ok(terms);
}

/** A term as we print it. */
function termOf(text: string): Result<string, string> {
  const term = readTerm(text);
  if (term.ok) return ok(printTerm(term.value, 'prefix'));
  const cause = term.error.find(({ code }) => code !== 'not-one-term') ?? term.error[0]!;
  return fail(`'${shown(text)}' is no term: ${cause.message}`);
}

function mapped<T>(result: Result<T, string>, map: (value: T) => News): Result<News, string> {
  return result.ok ? ok(map(result.value)) : result;
}

function shown(text: string): string {
  const line = text
    .slice(0, SHOWN)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return text.length > SHOWN ? `${line}…` : line;
}
