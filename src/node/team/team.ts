import { type Random, seededRandom } from '../../base/index.js';
import { type JointMove, type Thoughts, withoutSearch } from '../../player/index.js';
import { sharedClock } from '../sharedClock.js';
import type { Assignment, Order, Settlement, Tale, ThreadNews, ToldTale } from '../thread/messages.js';
import { Member, type Witness } from './member.js';
import { Question } from './question.js';
import type { ThreadStarter } from '../startThread.js';

export interface TeamSetting {
  /** That search, in one tree (see {@link Assignment}); one more holds a legal move. */
  readonly threads: number;
  /** `NAME` or `NAME:key=value;…`. */
  readonly algorithm: string;
  /** Memory of the search, about. */
  readonly bytes: number;
  /** Whether it thinks on the others' time. */
  readonly ponders: boolean;
  readonly start: ThreadStarter;
  readonly witness: Witness;
  /** A thread that is silent for longer, though it has something to tell, hangs. */
  readonly silenceMs: number;
}

/** A role of a match, as a team is told of it. */
export interface TeamMatch {
  readonly sheet: { readonly name: string; readonly content: string };
  readonly role: string;
  readonly seed: number;
  /** What was played before; mostly nothing. */
  readonly played: readonly JointMove[];
}

/** How long to think; moments are those of {@link sharedClock}. Where no legal move is known by then, one is waited for until the latest moment. */
export type TeamLimit = { readonly by: number; readonly latest?: number } | { readonly nodes: number };

export interface TeamAnswer {
  /** `nil` where no legal move is known. */
  readonly move: string;
  readonly thoughts: Thoughts;
  /** Whose move it is: that of the search, one of those that the rules allow, or one that was legal before. */
  readonly source: 'search' | 'legal' | 'guess';
  /** What was answered of the moves told: what made no sense. */
  readonly faults: readonly string[];
  /** Whether no legal move was known until after the moment that was given. */
  readonly isBelated: boolean;
}

/** Grounding and compiling go on while the reserve plays; so long, each. */
const STAGE = { milliseconds: 60_000, bytes: 2 ** 30 };
/** Before the answer is due, threads tell their last thoughts. */
const LAST_WORDS_MS = 20;
const LOOK_MS = 500;
/** So long the reserve has the processor for itself, at most. */
const HEAD_START_MS = 1500;
/** Searches that are not ready after so long have a stopgap: most are, and it would only be in their way. */
const GAP_MS = 1000;
/** To find out what is legal, where there are no clocks. */
const UNHURRIED_MS = 10_000;

type Standing = ThreadNews & { kind: 'standing' };

/**
 * The threads of one match: one that searches, with helpers of its own, and a reserve that does nothing but follow the rules themselves: it knows
 * what is legal from the first instant. This side of it only passes messages and watches the clock, so that it always answers.
 */
export class Team {
  readonly #reserve: Member;
  /** None until the reserve knows what is legal: it comes first. */
  #searcher: Member | undefined;
  readonly #beginning: NodeJS.Timeout;
  #gap: NodeJS.Timeout | undefined;
  /** Searches with the slow engine as long as the fast one is not ready, should that take long. */
  #stopgap: Member | undefined;
  readonly #random: Random;
  readonly #watch: NodeJS.Timeout;
  readonly #tales: ToldTale[];
  /** What each thread thinks about the last `think`. */
  readonly #thoughts = new Map<Member, { readonly thoughts: Thoughts | null; readonly isFinal: boolean }>();
  #played: readonly JointMove[];
  #roles: readonly string[] = [];
  #number = 0;
  #thinking: (Order & { kind: 'think' }) | undefined;
  #following = 0;
  #standing: Standing | undefined;
  #answered: string | undefined;
  #question: Question | undefined;
  #settlement: (ThreadNews & { kind: 'settled' }) | undefined;
  #unplayable: string | undefined;
  #isLast = false;
  #isClosed = false;

  constructor(
    private readonly setting: TeamSetting,
    private readonly match: TeamMatch,
  ) {
    this.#random = seededRandom(match.seed);
    this.#tales = match.played.map((joint) => ({ tale: { kind: 'moves', joint }, answered: undefined }));
    this.#played = match.played;
    this.#reserve = this.#member('reserve', 'reference');
    this.#beginning = setTimeout(() => this.#beginSearch(), HEAD_START_MS);
    this.#watch = setInterval(() => {
      for (const member of this.#members) member.lookAfter();
    }, LOOK_MS);
    this.#watch.unref();
  }

  /** Why the rules cannot be played at all. */
  get unplayable(): string | undefined {
    return this.#unplayable;
  }

  /** Whether the match is over with the move that was answered. */
  get isLast(): boolean {
    return this.#isLast;
  }

  /** What the threads found by now. */
  get thoughts(): Thoughts | undefined {
    return this.#found;
  }

  /** The rounds as far as they are known. */
  get played(): readonly JointMove[] {
    return this.#played;
  }

  /** Names of the roles, once they are known. */
  get roles(): readonly string[] {
    return this.#roles;
  }

  /** Gets ready, and thinks about the first move until then, unless nothing is left to think about. */
  async start(limit: TeamLimit): Promise<void> {
    this.#follow(dueAt(limit));
    if ('by' in limit) this.#think(this.#played, limit);
    await this.#ask(dueAt(limit), () => {
      if (this.#unplayable !== undefined || this.#reserve.isOut) return true;
      return this.#standing !== undefined && ('nodes' in limit ? this.#isReady : this.#isDone);
    });
    this.#fillGap();
  }

  /** The move after what is told; by the moment, whatever happens. */
  async answer(tale: Tale | undefined, limit: TeamLimit): Promise<TeamAnswer> {
    this.#isLast = false;
    if (tale !== undefined) this.#tales.push({ tale, answered: this.#answered });
    this.#follow(dueAt(limit));
    this.#think(expected(this.#played, tale), limit);
    await this.#ask(dueAt(limit), () => {
      if (this.#unplayable !== undefined) return true;
      if (this.#standing === undefined) return this.#reserve.isOut && this.#isDone;
      // With a budget of nodes, whether it was used up must not depend on who was faster.
      const { legal, isWide } = this.#standing;
      return ('by' in limit && !isWide && legal.length <= 1) || this.#isDone;
    });
    const isBelated = 'by' in limit && (await this.#waitForAny(limit.latest ?? limit.by));
    const answer = { ...this.#decide(), isBelated };
    this.#answered = answer.move;
    this.#fillGap();
    for (const member of this.#members)
      member.send({ kind: 'answered', number: this.#thinking!.number, move: answer.move });
    return answer;
  }

  /** How the match stands after the last that is told, by the moment; undefined where nobody knows. */
  async settle(tale: Tale | undefined, by: number): Promise<Settlement | undefined> {
    if (tale !== undefined) this.#tales.push({ tale, answered: this.#answered });
    const number = ++this.#number;
    const isSettled = (): boolean => this.#settlement?.number === number;
    if (!this.#reserve.isReady) return undefined;
    this.#reserve.send({ kind: 'settle', number, tales: [...this.#tales], until: by });
    await this.#ask(by, () => isSettled() || this.#reserve.isOut);
    return isSettled() ? this.#settlement!.settlement : undefined;
  }

  /** Lets go of all threads. */
  async close(): Promise<void> {
    clearInterval(this.#watch);
    clearTimeout(this.#beginning);
    clearTimeout(this.#gap);
    this.#isClosed = true;
    this.#question?.give();
    await Promise.all(this.#members.map((member) => member.close()));
  }

  get #members(): readonly Member[] {
    return [this.#reserve, ...this.#thinkers];
  }

  get #thinkers(): readonly Member[] {
    return [this.#searcher, this.#stopgap].filter((member) => member !== undefined);
  }

  get #isReady(): boolean {
    return this.#searcher !== undefined && (this.#searcher.isReady || this.#searcher.isOut);
  }

  get #isDone(): boolean {
    return (
      this.#searcher !== undefined && (this.#searcher.isOut || this.#thoughts.get(this.#searcher)?.isFinal === true)
    );
  }

  #beginSearch(): void {
    if (this.#searcher !== undefined || this.#isClosed) return;
    clearTimeout(this.#beginning);
    this.#searcher = this.#member('search', 'compiled');
    if (this.#thinking !== undefined) this.#searcher.send(this.#thinking);
    this.#gap = setTimeout(() => this.#fillGap(), GAP_MS);
  }

  #member(name: string, engine: Assignment['engine']): Member {
    const { algorithm, bytes, threads, ponders, start, witness, silenceMs } = this.setting;
    const { sheet, role, seed } = this.match;
    const member: Member = new Member({
      assignment: { sheet, role, algorithm, engine, ponders, threads, seed, bytes, stage: STAGE },
      ...{ name, start, witness, silenceMs },
      onNews: (news) => this.#hear(member, news),
    });
    return member;
  }

  #follow(due: number): void {
    this.#standing = undefined;
    this.#following = ++this.#number;
    const until = Math.min(due, sharedClock() + UNHURRIED_MS);
    this.#reserve.send({ kind: 'follow', number: this.#following, tales: [...this.#tales], until });
  }

  #think(played: readonly JointMove[], limit: TeamLimit): void {
    this.#order(played, 'nodes' in limit ? limit : { until: limit.by - LAST_WORDS_MS });
  }

  #order(played: readonly JointMove[], limit: (Order & { kind: 'think' })['limit']): void {
    this.#thoughts.clear();
    this.#thinking = { kind: 'think', number: ++this.#number, played, limit };
    for (const member of this.#thinkers) member.send(this.#thinking);
  }

  /** While the fast engine is not ready, the slow one searches. */
  #fillGap(): void {
    const isGap = this.#isOpening && this.#unplayable === undefined && this.#standing !== undefined;
    if (isGap && this.#stopgap === undefined) {
      this.#stopgap = this.#member('stopgap', 'reference');
      if (this.#thinking !== undefined) this.#stopgap.send(this.#thinking);
    } else if (!this.#isOpening && this.#stopgap !== undefined) {
      void this.#stopgap.close();
      this.#stopgap = undefined;
    }
  }

  get #isOpening(): boolean {
    return this.#searcher !== undefined && !this.#searcher.isOut && !this.#searcher.isReady;
  }

  #hear(member: Member, news: ThreadNews): void {
    if (news.kind === 'ready') {
      this.#roles = news.roles;
      if (this.#stopgap !== undefined) this.#fillGap();
    } else if (news.kind === 'unplayable' && member === this.#reserve) this.#unplayable = news.reason;
    else if (news.kind === 'thoughts' && news.number === this.#thinking?.number)
      this.#thoughts.set(member, { thoughts: news.thoughts, isFinal: news.isFinal });
    else if (news.kind === 'settled') this.#settlement = news;
    else if (news.kind === 'last') this.#isLast = news.number === this.#thinking?.number;
    else if (news.kind === 'standing' && news.number === this.#following) this.#stand(news);
    if (member === this.#reserve && news.kind !== 'ready') this.#beginSearch();
    this.#question?.look();
  }

  /** The reserve knows where the match stands: the others are told, if they believe something else. */
  #stand(standing: Standing): void {
    this.#standing = standing;
    this.#played = standing.played;
    for (const fault of standing.faults) this.setting.witness('told what makes no sense', { fault });
    const thinking = this.#thinking;
    if (thinking === undefined || isEqual(thinking.played, standing.played)) return;
    this.#order(standing.played, thinking.limit);
  }

  #ask(due: number, isAnswered: () => boolean): Promise<void> {
    this.#question?.give();
    const question = new Question(due, isAnswered);
    this.#question = question;
    return question.given;
  }

  /** Any move that is legal is better than a guess, even at the last moment. Gives whether that was waited for. */
  async #waitForAny(latest: number): Promise<boolean> {
    const isKnown = (): boolean =>
      this.#standing !== undefined ||
      this.#unplayable !== undefined ||
      this.#reserve.isOut ||
      this.#found !== undefined;
    if (isKnown() || sharedClock() >= latest) return false;
    await this.#ask(latest, isKnown);
    return true;
  }

  /** What the search thinks; what the stopgap thinks, where that has nothing to say yet. */
  get #found(): Thoughts | undefined {
    const told = (member: Member | undefined): Thoughts | undefined =>
      (member && this.#thoughts.get(member)?.thoughts) ?? undefined;
    const substitute = told(this.#stopgap);
    // To have looked at nothing yet is to have nothing to say; the slow engine often has not.
    return told(this.#searcher) ?? (substitute?.value === null ? undefined : substitute);
  }

  #decide(): Omit<TeamAnswer, 'isBelated'> {
    const standing = this.#standing;
    const faults = standing?.faults ?? [];
    const legal = standing?.legal ?? [];
    const thoughts = this.#found;
    // Of very many moves the thinker itself knows which are legal.
    const isTrusted = standing === undefined || standing.isWide;
    if (thoughts !== undefined && (isTrusted || legal.includes(thoughts.move)))
      return { move: thoughts.move, thoughts, source: 'search', faults };
    if (thoughts !== undefined && legal.length > 0)
      this.setting.witness('the search chose a move that is not legal', { move: thoughts.move });
    const move = legal[legal.length === 0 ? 0 : this.#random.below(legal.length)];
    if (move !== undefined) return { move, thoughts: withoutSearch(move, []), source: 'legal', faults };
    const guess = this.#answered ?? 'nil';
    this.setting.witness('no legal move is known in time', { answer: guess });
    return { move: guess, thoughts: withoutSearch(guess, []), source: 'guess', faults };
  }
}

const dueAt = (limit: TeamLimit): number => ('by' in limit ? limit.by : Infinity);

/** The rounds if what is told is what it seems to be. */
function expected(played: readonly JointMove[], tale: Tale | undefined): readonly JointMove[] {
  if (tale?.kind === 'moves') return [...played, tale.joint];
  if (tale?.kind === 'terms') return [...played, tale.terms];
  return tale?.kind === 'nothing' ? [] : played;
}

const isEqual = (left: readonly JointMove[], right: readonly JointMove[]): boolean =>
  left.length === right.length && left.every((joint, round) => joint.join(' ') === right[round]!.join(' '));
