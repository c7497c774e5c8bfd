import type { JointMove, Thoughts } from '../../player/index.js';
import type { Arrival, News, StartRequest } from '../../protocol/index.js';
import { Spelling } from '../../protocol/index.js';
import { sharedClock, timerUntil } from '../sharedClock.js';
import { Margin, NETWORK_MARGIN } from '../team/margin.js';
import type { Witness } from '../team/member.js';
import type { PlayedMatch, SentAnswer } from './ggpRecord.js';
import { Team, type TeamAnswer, type TeamSetting } from '../team/team.js';

/** How long after its clocks a manager is still expected: then its match makes room for the next one. */
const PATIENCE_MS = 5000;
/** How much longer the match is answered all the same, should nobody else need the player: then its threads are ended. */
const DORMANT_MS = 60_000;
/** So long is waited for what a record should say. */
const SETTLING_MS = 1000;

/** A match as `GET /status` shows it. */
export interface MatchStatus {
  readonly id: string;
  readonly role: string;
  readonly startClock: number;
  readonly playClock: number;
  /** What it does: gets ready, thinks about its move, or waits for the others. */
  readonly doing: 'starting' | 'thinking' | 'waiting';
  /** Rounds that are over. */
  readonly rounds: number;
  /** Of the role, in goal points. */
  readonly value: number | null;
  readonly isSolved: boolean;
  readonly playouts: number;
  readonly nodes: number;
  /** Time used for the move that is thought about, or of the last one. */
  readonly ms: number;
  readonly lastAnswer: SentAnswer | null;
  readonly silentMs: number;
  readonly unplayable: string | null;
}

/** A match with a game manager: what is told is passed on in the sheet's spelling, and answers leave before the clock ends. */
export class GgpMatch {
  readonly id: string;
  readonly request: StartRequest;
  readonly answers: SentAnswer[] = [];
  readonly #team: Team;
  readonly #spelling: Spelling;
  readonly #margin = new Margin(NETWORK_MARGIN);
  readonly #witness: Witness;
  readonly #role: string;
  #doing: MatchStatus['doing'] = 'starting';
  #askedAt: number;
  /** Until when the manager should be heard of. */
  #expectedBy: number;
  #pending: { readonly news: string; readonly answer: Promise<string> } | undefined;
  #lastTeamAnswer: TeamAnswer | undefined;
  #told: JointMove | undefined;
  #last: News | undefined;
  #vanishing: NodeJS.Timeout | undefined;

  constructor(
    request: StartRequest,
    arrival: Arrival,
    private readonly setting: TeamSetting & { readonly seed: number; readonly onVanished: () => void },
  ) {
    this.id = request.matchId;
    this.request = request;
    this.#spelling = new Spelling(request.rules);
    this.#role = this.#spelling.term(request.role);
    this.#witness = (event, details) => setting.witness(event, { match: this.id, ...details });
    this.#askedAt = arrival.at;
    this.#expectedBy = this.#expect(arrival, request.startClock);
    this.#team = new Team(
      { ...setting, witness: this.#witness },
      {
        sheet: { name: `${this.id}.kif`, content: request.rules },
        role: this.#role,
        seed: setting.seed,
        played: [],
      },
    );
  }

  /** Whether the manager may still be heard of. */
  get isAlive(): boolean {
    return this.#doing === 'thinking' || (!this.#team.isLast && sharedClock() < this.#expectedBy);
  }

  /** All rounds that are known. */
  get rounds(): readonly JointMove[] {
    return this.#told === undefined ? this.#team.played : [...this.#team.played, this.#told];
  }

  get role(): string {
    return this.#role;
  }

  /** Gets ready by the end of the start clock. */
  async start(arrival: Arrival): Promise<void> {
    const clockMs = 1000 * this.request.startClock;
    this.#margin.observeDelay(arrival.completeAt - arrival.at);
    await this.#team.start({ by: arrival.at + clockMs - this.#margin.of(clockMs) });
    const { unplayable } = this.#team;
    if (unplayable !== undefined) this.#witness('the rules cannot be played', { reason: unplayable });
    if (this.#doing === 'starting') this.#doing = 'waiting';
    this.#witness('ready', { ms: Math.round(sharedClock() - arrival.at) });
  }

  /** The move, in the manager's own spelling. The same question asked again has the same answer. */
  play(news: News, arrival: Arrival): Promise<string> {
    const text = JSON.stringify(news);
    if (this.#doing === 'thinking' && this.#pending?.news === text) return this.#pending.answer;
    const answer = this.#answer(this.#spelt(news), arrival);
    this.#pending = { news: text, answer };
    return answer;
  }

  /** The last moves of the match. */
  end(news: News): void {
    const last = this.#spelt(news);
    this.#last = last;
    if (last.kind === 'terms' && this.#lastTeamAnswer !== undefined) this.#told = last.terms;
  }

  /** For the record: how it stands by the rules. */
  async played(): Promise<PlayedMatch> {
    const { request, answers } = this;
    const settlement = await this.#team.settle(this.#last, sharedClock() + SETTLING_MS);
    return { request, role: this.#role, seed: this.setting.seed, answers, settlement };
  }

  close(): Promise<void> {
    clearTimeout(this.#vanishing);
    return this.#team.close();
  }

  status(): MatchStatus {
    const { startClock, playClock } = this.request;
    const thoughts: Thoughts | undefined = this.#team.thoughts ?? this.#lastTeamAnswer?.thoughts;
    const now = sharedClock();
    return {
      ...{ id: this.id, role: this.#role, startClock, playClock, doing: this.#doing },
      rounds: this.rounds.length,
      value: thoughts?.value ?? null,
      isSolved: thoughts?.isSolved ?? false,
      playouts: thoughts?.effort.playouts ?? 0,
      nodes: thoughts?.effort.nodes ?? 0,
      ms: Math.round(this.#doing === 'waiting' ? (this.answers.at(-1)?.ms ?? 0) : now - this.#askedAt),
      lastAnswer: this.answers.at(-1) ?? null,
      silentMs: Math.round(now - this.#askedAt),
      unplayable: this.#team.unplayable ?? null,
    };
  }

  async #answer(news: News, arrival: Arrival): Promise<string> {
    const clockMs = 1000 * this.request.playClock;
    this.#doing = 'thinking';
    this.#askedAt = arrival.at;
    this.#expectedBy = this.#expect(arrival, this.request.playClock);
    this.#margin.observeDelay(arrival.completeAt - arrival.at);
    this.#watchReplacement(news);
    const end = arrival.at + clockMs;
    const by = end - this.#margin.of(clockMs);
    const answer = await this.#team.answer(news, { by, latest: end - this.#margin.leastOf(clockMs) });
    const now = sharedClock();
    if (!answer.isBelated) this.#margin.observeDelay(now - by);
    this.#doing = 'waiting';
    this.#lastTeamAnswer = answer;
    const { value, effort } = answer.thoughts;
    const sent: SentAnswer = {
      round: this.#team.played.length + 1,
      ...{ move: answer.move, source: answer.source, value, playouts: effort.playouts },
      ms: Math.round(now - arrival.at),
      marginMs: Math.round(arrival.at + clockMs - now),
    };
    this.answers.push(sent);
    this.#witness('move', { ...sent, nodes: effort.nodes });
    return this.#spelling.answer(answer.move);
  }

  /** Until when the manager is expected that has just been heard of. */
  #expect({ at }: Arrival, clock: number): number {
    const by = at + 1000 * clock + PATIENCE_MS;
    clearTimeout(this.#vanishing);
    this.#vanishing = setTimeout(this.setting.onVanished, timerUntil(Math.max(by, sharedClock()) + DORMANT_MS));
    this.#vanishing.unref();
    return by;
  }

  /** Another move than the legal one that was answered: that came too late. */
  #watchReplacement(news: News): void {
    const last = this.#lastTeamAnswer;
    if (last === undefined || last.source === 'guess') return;
    const role = this.#team.roles.indexOf(this.#role);
    const made = news.kind === 'terms' ? news.terms[role] : news.kind === 'percepts' ? news.lastMove : undefined;
    if (made === undefined || made === null || made === last.move || news.kind !== 'terms') return;
    if (news.terms.length !== this.#team.roles.length) return;
    this.#margin.observeReplacement();
    this.#witness('the manager made another move than ours', { answered: last.move, made });
  }

  #spelt(news: News): News {
    const spelt = (terms: readonly string[]): readonly string[] => terms.map((term) => this.#spelling.term(term));
    if (news.kind === 'terms') return { kind: 'terms', terms: spelt(news.terms) };
    if (news.kind !== 'percepts') return news;
    const lastMove = news.lastMove === null ? null : this.#spelling.term(news.lastMove);
    return { ...news, lastMove, percepts: spelt(news.percepts) };
  }
}
