import { type Answer, DEFAULT_MATCH_LIMITS, type Judge, type MatchError, type Table } from '../match/index.js';
import { complain } from './complaints.js';
import { type Outside, type Output, printable, writeLine } from './outside.js';
import type { WISHES } from './playWish.js';
import { readWish } from './playWish.js';
import { statusOn } from './status.js';
import { type Colours, plural } from './style.js';
import { thoughtsLines, verdict } from './thoughtsText.js';

export interface PersonMatchSetting {
  readonly outside: Outside;
  /** Where the person reads. */
  readonly output: Output;
  readonly colours: Colours;
  readonly judge: Judge;
  readonly table: Table;
  /** Whom the person plays. */
  readonly role: number;
  /** What the person types. */
  readonly lines: AsyncIterator<string>;
  /** Draws a state; undefined where the person must not see it. */
  readonly painter: ((facts: readonly string[]) => string) | undefined;
  /** What an adviser would do now. */
  readonly advise: () => Promise<Pick<Answer, 'move' | 'thoughts'>>;
}

/** Legal moves that are listed unasked. */
const SHORT_LIST = 12;

/** A match of a person against algorithms. */
export class PersonMatch {
  /** Rounds, counted from 0, in which the person had a choice. */
  readonly #choices: number[] = [];

  constructor(private readonly setting: PersonMatchSetting) {}

  /** Plays until the match is over, or until the person leaves. */
  async play(): Promise<void> {
    const { judge, table } = this.setting;
    this.#tellErrors(await this.#thinking(() => table.start()));
    this.#showState();
    while (judge.ending === undefined && judge.played.length < DEFAULT_MATCH_LIMITS.rounds) {
      const move = await this.#move();
      if (move === undefined) break;
      await this.#round(move);
      this.#showState();
    }
    this.#tellErrors(await table.stop());
  }

  /** The person's move, undefined where they leave. What is the only one is made without asking. */
  async #move(): Promise<string | undefined> {
    const { judge, role } = this.setting;
    const legal = judge.legalMoves(role);
    const count = judge.countLegalMoves(role);
    if (count === 1) return legal[0];
    if (count <= SHORT_LIST) this.#listMoves(legal);
    else this.#say(`${plural(count, 'legal move')}; 'moves' lists ${count > legal.length ? 'some of them' : 'them'}`);
    const move = await this.#wishedMove();
    if (move !== undefined) this.#choices.push(judge.played.length);
    return move;
  }

  /** Does what the person wishes until it is a move; undefined where they leave. */
  async #wishedMove(): Promise<string | undefined> {
    const { judge, role, output, lines } = this.setting;
    for (;;) {
      output.write(`${printable(judge.roles[role]!)}> `);
      const line = await lines.next();
      if (line.done === true) {
        writeLine(output);
        return undefined;
      }
      // Of very many moves not all are in the list.
      const exact = judge.legalMove(role, line.value) ?? judge.legalMove(role, `(${line.value})`);
      if (exact !== undefined) return exact;
      const wish = readWish(line.value, judge.legalMoves(role));
      if (!wish.ok) this.#say(wish.error);
      else if (wish.value.kind === 'move') return wish.value.move;
      else if (wish.value.kind === 'quit') return undefined;
      else await this.#fulfil(wish.value.kind);
    }
  }

  async #fulfil(wish: Exclude<(typeof WISHES)[number], 'quit'>): Promise<void> {
    const { judge, role, advise } = this.setting;
    if (wish === 'moves') this.#listMoves(judge.legalMoves(role));
    else if (wish === 'undo') await this.#undo();
    else if (wish === 'help') this.#say(HELP);
    else {
      const { move, thoughts } = await this.#thinking(advise);
      this.#say(`try ${move}${thoughts === null ? '' : `: ${verdict(thoughts)}`}`);
    }
  }

  async #undo(): Promise<void> {
    const { judge, table } = this.setting;
    const round = this.#choices.pop();
    if (round === undefined) {
      this.#say('there is nothing to undo');
      return;
    }
    judge.goBack(round);
    this.#tellErrors(await this.#thinking(() => table.start()));
    this.#showState();
    this.#listMoves(judge.legalMoves(this.setting.role));
  }

  async #round(move: string): Promise<void> {
    const { judge, table, role: own, painter, colours, output } = this.setting;
    const hadChoice = judge.roles.map((_, role) => judge.countLegalMoves(role) > 1);
    const answers: Answer[] = [];
    for (const role of judge.roles.keys()) {
      const answer = (): Promise<Answer> => table.answer(role);
      answers.push(role === own ? { move, ms: null, thoughts: null, errors: [] } : await this.#thinking(answer));
    }
    const { joint, percepts, errors, thoughts } = table.make(answers);
    this.#tellErrors(errors);
    if (painter === undefined) {
      this.#say(percepts[own]!.length === 0 ? 'you see nothing' : `you see ${percepts[own]!.join(', ')}`);
      return;
    }
    for (const [role, made] of joint.entries()) {
      if (!hadChoice[role]) continue;
      const thought = thoughts[role] ?? null;
      writeLine(output, `${colours.bold(printable(judge.roles[role]!))} plays ${printable(made)}`);
      const lines = thought === null ? '' : thoughtsLines(thought);
      if (lines !== '') writeLine(output, lines);
    }
  }

  #showState(): void {
    const { judge, painter, output } = this.setting;
    if (painter !== undefined) writeLine(output, `\n${painter(judge.facts())}\n`);
  }

  #listMoves(legal: readonly string[]): void {
    for (const [index, move] of legal.entries()) this.#say(`${String(index + 1).padStart(4)}  ${move}`);
  }

  #tellErrors(errors: readonly MatchError[]): void {
    for (const { role, kind, details } of errors)
      complain(this.setting.outside, `${this.setting.judge.roles[role]!}: ${kind}: ${details}`);
  }

  async #thinking<T>(work: () => Promise<T>): Promise<T> {
    const status = statusOn(this.setting.outside.stderr);
    status.show('thinking …');
    try {
      return await work();
    } finally {
      status.erase();
    }
  }

  #say(text: string): void {
    writeLine(this.setting.output, printable(text));
  }
}

const HELP = `type a move by its text, without parentheses if you like, by its first letters, or by its number in the list;
  moves  lists the legal moves
  hint   says what the algorithm would do
  undo   takes back your last choice
  quit   leaves, as the end of the input does`;
